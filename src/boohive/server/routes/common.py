"""What the bodies of all requests share."""

import secrets
from collections.abc import Mapping
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

from boohive.core.game import Game
from boohive.games import GAMES
from boohive.server import limits
from boohive.server.identity import new_person
from boohive.server.limits import Limit
from boohive.server.rendering import Viewer
from boohive.server.replay import MAX_EVENTS, line_keys
from boohive.server.requests import Sender
from boohive.server.services import Services
from boohive.server.session import TableSession, viewer_for
from boohive.server.workers import QUICK, Payload, Priority, Turn, WorkerFailed
from boohive.tables.errors import Rejected
from boohive.tables.incoming import NAME_LENGTH
from boohive.tables.seats import hash_token
from boohive.tables.text import clean

__all__ = [
    "Caller", "Reply", "check_limit", "display_name", "events_ms", "game_by_id", "is_short", "keys_of_line", "line_ms",
    "record_ms", "run_worker", "viewer_at", "with_person",
]  # fmt: skip

Body = TypeVar("Body")

FEW_MOVES = 40
SHORT_TEXT = 2000
MIN_WORK_MS = 50
"""What handing work to a worker costs at least."""


class Caller(Struct, frozen=True):
    """Who sent a request."""

    address: str
    person: str | None = None
    """Who the cookie says they are."""
    token: str | None = None
    """A seat's secret in the Authorization header."""
    is_secure: bool = False
    """Whether the request came through TLS, so that a cookie may say so."""
    renew_cookie: bool = False
    received_ms: int = 0

    def sender(self, token: str | None = None) -> Sender:
        """The caller as tables know them; ``token`` is a secret in the body of the request."""
        secret = token or self.token
        return Sender(self.person, (hash_token(secret),) if secret else ())


class Reply(Struct, Generic[Body], frozen=True):
    """An answer with more than a body."""

    body: Body
    status: int = 200
    headers: Mapping[str, str] = {}


def check_limit(services: Services, caller: Caller, limit: Limit, cost: float = 1) -> None:
    """Refuse what comes too often, of a person at a table or of all strangers at an address."""
    services.limits.check(services.limits.who(caller.address, caller.person), limit, cost)


def with_person(services: Services, caller: Caller) -> tuple[str, dict[str, str]]:
    """Who the caller is, and the header that sets a cookie where they have none or an old one."""
    if caller.person is not None and not caller.renew_cookie:
        return caller.person, {}
    person = caller.person or new_person()
    return person, {"set-cookie": services.signer.cookie(person, caller.is_secure)}


async def display_name(services: Services, given: str | None, person: str) -> str:
    """What somebody is called: what they say now, or what they said before; empty when they never said."""
    name = clean(given or "", NAME_LENGTH)
    return name or await services.store.person_name(person) or ""


def game_by_id(game_id: str) -> Game:
    """The game by its id."""
    if game_id not in GAMES:
        raise Rejected("unknown_game", f"there is no game {clean(game_id, 40)!r}; the games are {', '.join(GAMES)}")
    return GAMES[game_id]


def viewer_at(session: TableSession, caller: Caller, token: str | None = None) -> Viewer:
    """What the caller is at a table."""
    sender = caller.sender(token)
    return viewer_for(session.table, sender.token_hashes, sender.person)


def new_token() -> str:
    """The secret of a seat."""
    return secrets.token_urlsafe(16)


def events_ms(events: int) -> float:
    """About how long a worker takes to play this many events: longer games also have larger positions."""
    return events / 5 + events**2 / 1500


def record_ms(text: str) -> float:
    """The same for an uploaded record: an event has about eight characters."""
    return events_ms(min(MAX_EVENTS, len(text) // 8))


def line_ms(line: Payload) -> float:
    """About how long a worker takes to play a line of moves from a position."""
    return events_ms(len(line["moves"])) + record_ms(line["position"] or "")


def is_short(line: Payload) -> bool:
    """Whether it is quicker to play a line at once than to hand it to a worker."""
    return len(line["moves"]) <= FEW_MOVES and len(line["position"] or "") <= SHORT_TEXT


async def keys_of_line(services: Services, caller: Caller, line: Payload) -> list[str]:
    """The keys of the last positions of a line: see ``fair_play``."""
    if is_short(line):
        return line_keys(line)
    found = await run_worker(services, caller, "line_keys", line, line_ms(line))
    return msgspec.json.decode(found, type=list[str])


async def run_worker(
    services: Services, caller: Caller, task: str, payload: Payload, cost_ms: float, priority: Priority = QUICK
) -> bytes:
    """A worker's answer as JSON. It costs the caller what it takes."""
    check_limit(services, caller, limits.WORK, max(MIN_WORK_MS, cost_ms) / 1000)
    patience = 10 + 3 * cost_ms / 1000
    try:
        return bytes(await services.workers.run(task, payload, Turn(priority, caller.address, cost_ms), patience))
    except WorkerFailed:
        raise Rejected("busy", "the computer could not do this just now; try again in a moment", 3000) from None
