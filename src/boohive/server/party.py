"""A server for this machine alone that listens on the home network too: for a party with phones, until it ends."""

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from boohive.tables.errors import Rejected

__all__ = ["Party", "home_addresses"]

Listen = Callable[[str], Awaitable[None]]
SOMEWHERE = ("192.0.2.1", 9)
"""An address that nobody has; nothing is sent to it. It only shows which way packets would leave."""


def home_addresses() -> tuple[str, ...]:
    """This machine's addresses in the networks at home, the usual way out first; never one that the internet can reach."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial, suppress(OSError):  # Not in any network.
        trial.connect(SOMEWHERE)
        found.append(trial.getsockname()[0])
    with suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return tuple(dict.fromkeys(address for address in found if is_at_home(address)))


def is_at_home(address: str) -> bool:
    """Whether only a home network leads to an address."""
    parsed = ipaddress.ip_address(address)
    return parsed.is_private and not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified)


class Party:
    """Whether, and where, the home network can reach this server."""

    def __init__(self, listen: Listen, port: int, addresses: Callable[[], Sequence[str]] = home_addresses) -> None:
        self.listen = listen
        self.port = port
        self.addresses = addresses
        self.links: tuple[str, ...] = ()
        """Where phones find it; empty while nobody but this machine can."""
        self.opening = asyncio.Lock()

    async def open(self) -> tuple[str, ...]:
        """Listen on the home network, until the server ends."""
        async with self.opening:
            if self.links:
                return self.links
            found = []
            for address in self.addresses():
                try:
                    await self.listen(address)
                except OSError:
                    continue  # Such as of a network that has just gone.
                found.append(f"http://{address}:{self.port}/")
            if not found:
                raise Rejected("not_now", "this machine is in no home network; connect it to one, then try again")
            self.links = tuple(found)
            return self.links
