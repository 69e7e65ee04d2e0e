"""Seats: who sits where, who may act for whom."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from boohive.core.game import Seat
from boohive.tables.log import Sit
from boohive.tables.values import replace

__all__ = ["OPEN", "SeatHolder", "hash_of", "held_by", "others_to_ask", "sit_down"]


@dataclass(frozen=True)
class SeatHolder:
    """One seat and whoever sits on it."""

    player: Literal["open", "person", "bot"] = "open"
    name: str = ""
    level: int | None = None
    person: str | None = None
    token: str | None = None
    """The hash of the seat's secret."""
    host: bool = False
    muted: bool = False
    gone: bool = False
    """Whether they have given up while the others play on."""


OPEN = SeatHolder()


def hash_of(token: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(token.encode()).hexdigest()


def sit_down(sit: Sit) -> SeatHolder:
    """The seat after somebody has taken it."""
    return SeatHolder(sit.player, sit.name, sit.level, sit.person, sit.token, sit.host)


def held_by(seats: Sequence[SeatHolder], hashes: Sequence[str], person: str | None) -> tuple[Seat, ...]:
    """The seats that somebody with these secrets' hashes, or this cookie, may act for."""
    return tuple(
        seat
        for seat, holder in enumerate(seats)
        if holder.player == "person" and (holder.token in hashes or (person is not None and holder.person == person))
    )


def same_person(one: SeatHolder, other: SeatHolder) -> bool:
    """Whether two seats are played by the same person (hot seat)."""
    return one.person is not None and one.person == other.person


def others_to_ask(seats: Sequence[SeatHolder], seat: Seat) -> tuple[Seat, ...]:
    """The seats of other people, whose consent counts."""
    return tuple(
        other
        for other, holder in enumerate(seats)
        if other != seat and can_answer(holder) and not same_person(holder, seats[seat])
    )


def can_answer(holder: SeatHolder) -> bool:
    """Whether somebody is there who could say yes: a person who has neither given up nor been removed."""
    return holder.player == "person" and not holder.gone and (holder.person or holder.token) is not None


def pass_on_hosting(seats: Sequence[SeatHolder]) -> tuple[SeatHolder, ...]:
    """A table with people has a host: the first of them if the former one has left."""
    people = [seat for seat, holder in enumerate(seats) if holder.player == "person"]
    if not people or any(seats[seat].host for seat in people):
        return tuple(seats)
    return tuple(replace(holder, host=True) if seat == people[0] else holder for seat, holder in enumerate(seats))
