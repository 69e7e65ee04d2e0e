"""Every connection of this process, whatever it is used for: bounded by address and in all, and none waits for ever."""

from collections.abc import Callable
from typing import Protocol

__all__ = ["Connections", "Member"]

RESERVED = 200
"""Descriptors that are kept for the store, the workers and files."""


class Member(Protocol):
    """A connection as it is counted."""

    last_heard: float
    """When something came in, by the event loop's clock."""

    def rank(self) -> int:
        """How much it matters: 0 for a connection that does nothing, 1 for one at work, 2 for a player's socket."""

    def give_up(self) -> None:
        """Close it at once."""

    def is_overdue(self, now: float) -> bool:
        """Whether the other side has taken too long."""


class Connections:
    """Who is connected, by address."""

    def __init__(self, per_address: int, total: int, clock: Callable[[], float]) -> None:
        self.per_address = per_address
        self.total = total
        self.clock = clock
        self.by_address: dict[str, set[Member]] = {}
        self.count = 0
        self.closed_for_room = 0

    def opened(self, address: str, member: Member) -> None:
        """One more. The one that has been silent longest makes room for it: a new visitor is never turned away."""
        group = self.by_address.setdefault(address, set())
        if len(group) >= self.per_address:
            self._make_room(group)
        elif self.count >= self.total:
            self._make_room(max(self.by_address.values(), key=len))
        group.add(member)
        self.count += 1

    def _make_room(self, group: set[Member]) -> None:
        if group:
            silent = min(group, key=lambda member: (member.rank(), member.last_heard))
            self.closed_for_room += 1
            silent.give_up()

    def closed(self, address: str, member: Member) -> None:
        """One less."""
        group = self.by_address.get(address)
        if group is not None and member in group:
            group.remove(member)
            self.count -= 1
            if not group:
                del self.by_address[address]

    def replaced(self, address: str, member: Member, by: Member) -> None:
        """A connection goes on as something else: a request has become a WebSocket."""
        self.closed(address, member)
        self.by_address.setdefault(address, set()).add(by)
        self.count += 1

    def sweep(self) -> None:
        """Close those that have taken too long."""
        now = self.clock()
        for group in list(self.by_address.values()):
            for member in [member for member in group if member.is_overdue(now)]:
                member.give_up()

    def close_waiting(self) -> None:
        """The server stops: nobody waits for the rest of a request that may never come."""
        for group in list(self.by_address.values()):
            for member in [member for member in group if member.rank() == 0]:
                member.give_up()
