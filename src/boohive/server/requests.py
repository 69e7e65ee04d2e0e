"""What is asked of a table, by whom, and what came of it; and the names that actions and tables may have."""

import base64
import re
import secrets

from msgspec import Struct

from boohive.core.game import Seat
from boohive.server.follower import Follower
from boohive.server.session import TableSession
from boohive.tables import log
from boohive.tables.errors import Rejected
from boohive.tables.table import Table

__all__ = ["ACTION_ID", "ActRequest", "ActResult", "Sender", "check_table_id", "new_id", "new_seed"]

ACTION_ID = re.compile(r"[A-Za-z0-9._:+=/ -]{1,40}")
"""``log.SERVER_MARK`` is not among these: no client can take an id of the server."""
TABLE_ID = re.compile(r"[a-z2-7]{1,40}")


class Sender(Struct, frozen=True):
    """Who asks for something: their cookie, the secrets they have shown, the page it came from."""

    person: str | None = None
    token_hashes: tuple[str, ...] = ()
    subscriber: Follower | None = None
    """The page, when it has a socket."""
    shows_token: bool = False
    """Whether a secret came with this very request, so that what is known of the page does not say all."""


class ActRequest(Struct, frozen=True):
    """Somebody wants to do something at a table."""

    table_id: str
    action_id: str
    action: log.ClientAction
    client_seq: int
    """What the sender had seen when they decided."""
    received_ms: int
    sender: Sender
    seat: Seat | None = None
    """Which of the sender's seats acts; ``None``: the one that fits."""


class ActResult(Struct, frozen=True):
    """What was done, and the table after it."""

    session: TableSession
    entry: log.LogEntry
    table: Table
    is_resend: bool


def check_table_id(table_id: str) -> None:
    """Refuse what cannot be the id of a table."""
    if TABLE_ID.fullmatch(table_id) is None:
        raise Rejected("unknown_table", "there is no such table; ask for the link again")


def new_id() -> str:
    """An id of 80 random bits: nobody knows it who was not given it."""
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()


def new_seed() -> str:
    """A table's secret of 128 random bits."""
    return secrets.token_hex(16)
