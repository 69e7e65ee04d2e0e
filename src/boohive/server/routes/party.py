"""A party at home: whether phones can reach this server, and letting them."""

from boohive.server.messages.http import PartyState
from boohive.server.routes.common import Caller
from boohive.server.services import Services
from boohive.tables.errors import Rejected

__all__ = ["open_party", "party_state"]

THIS_MACHINE = ("127.0.0.1", "::")
"""Callers of this machine: ``network_of`` keeps the first half of ``::1``."""
OWN_NAMES = ("localhost", "127.0.0.1", "[::1]")


def is_of_this_machine(services: Services, caller: Caller, host: str) -> bool:
    """Whether somebody asks who sits at this machine, under a name that no other site can point here."""
    near = caller.address.partition("/")[0] in THIS_MACHINE or caller.address.startswith("127.")
    name = host if host.startswith("[") and host.endswith("]") else host.rpartition(":")[0] if ":" in host else host
    return near and name.lower() in OWN_NAMES and not services.settings.behind_proxy


def party_state(services: Services, caller: Caller, host: str) -> PartyState:
    """What the page of this machine shows; all others learn nothing of its networks."""
    party = services.party
    if party is None or not is_of_this_machine(services, caller, host):
        return PartyState(can_open=False, links=[])
    return PartyState(can_open=not party.links, links=list(party.links))


async def open_party(services: Services, caller: Caller, host: str) -> PartyState:
    """Listen on the home network, until the server ends."""
    if services.party is None:
        raise Rejected("not_now", "this server was started for a network already, and goes on as it was started")
    if not is_of_this_machine(services, caller, host):
        raise Rejected("private", "only the machine that runs this server can open it; use its own browser there")
    return PartyState(can_open=False, links=list(await services.party.open()))
