"""What the server needs of a store: logs of tables and a few rows for finding them. Nothing here knows a database."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Literal, NamedTuple, Protocol

from boohive.server.clock import SharedTime
from boohive.tables.errors import Rejected
from boohive.tables.log import LogEntry

__all__ = ["RowUpdate", "Store", "StoreUnavailable", "TableRow", "downtime_of"]

Status = Literal["waiting", "playing", "over"]
UNAVAILABLE = "the server cannot reach its database; try again in a moment"
RETRY_AFTER_MS = 2000


class StoreUnavailable(Exception):
    """The database cannot be reached; whether the last write was stored is not known.

    Nobody did anything wrong, so this is not a ``BoohiveError``. The sentence is the same every time: the driver's own
    words, ``reason``, are for the log alone.
    """

    def __init__(self, reason: str = "") -> None:
        super().__init__(UNAVAILABLE)
        self.reason = reason

    def as_rejected(self) -> Rejected:
        """The answer to what was sent meanwhile, over the socket and over HTTP."""
        return Rejected("try_again", UNAVAILABLE, RETRY_AFTER_MS)


class TableRow(NamedTuple):
    """What the row of a table says, so that tables can be found and listed without reading their logs."""

    id: str
    game: str
    status: Status
    listed: bool
    quick: str | None
    created: int
    touched: int
    due: int | None
    seq: int
    active: str = ""
    """The seats that may act now, such as ``0`` or ``0,2``."""
    summary: str = "{}"
    """What a list shows of the table, as JSON: see ``summaries.TableSummary``."""


class RowUpdate(NamedTuple):
    """What the row of a table says after an entry."""

    status: Status
    due: int | None
    active: str = ""
    summary: str | None = None
    """``None``: as before."""
    guarded: str | None = None
    """The key of a position that is not analysed until the game is over: see ``fair_play``."""


def downtime_of(spans: Iterable[tuple[int, int]], since: int, until: int) -> int:
    """The milliseconds between two moments that no span covers."""
    covered, end = 0, since
    for started, alive_until in sorted(spans):
        begin, stop = max(started, end), min(alive_until, until)
        if stop > begin:
            covered += stop - begin
            end = stop
    return max(0, until - since - covered)


class Store(Protocol):
    """Logs, people, room codes, runs of servers.

    Every method waits a bounded time for a database that is away, then raises ``StoreUnavailable``. A write is awaited
    until it is durable.
    """

    name: str
    failures: int
    """How often the database did not answer."""
    on_change: Callable[[bool], None] | None
    """Called when the database goes away (``False``) and when it is back (``True``)."""

    def write_counts(self) -> tuple[int, int]:
        """How many commits there were, and how many writes in them."""

    async def close(self) -> None:
        """Write what is there and close the database."""

    # Logs.

    async def append(self, table: str, entry: LogEntry, row: RowUpdate) -> bool:
        """Add the entry that follows the last one; ``False`` when it does not follow, or its id is taken."""

    async def create(self, row: TableRow, entries: Sequence[LogEntry], people: Iterable[str]) -> bool:
        """A new table with the first entries of its log; ``False`` when there is one of this id."""

    async def entries(self, table: str, after: int = 0) -> list[LogEntry]:
        """The entries of a log that follow number ``after``."""

    async def seq_of(self, table: str, seat: int | None, action_id: str) -> int | None:
        """The number of the entry with this id; ``None`` when there is none."""

    async def due_tables(
        self, before: int, after: tuple[int, str] = (-1, ""), limit: int = 200
    ) -> list[tuple[int, str]]:
        """Tables that should have acted by themselves, the longest overdue first: when, and their ids."""

    async def touched_tables(self, since: int, among: Collection[str]) -> list[tuple[str, int, int]]:
        """Which of these tables were changed since then, their last number, and when they were changed."""

    async def row(self, table: str) -> TableRow | None:
        """The row of a table."""

    async def listed_tables(self, game: str | None, limit: int = 50) -> list[TableRow]:
        """Tables strangers may find: waiting ones first, then those being played."""

    async def quick_tables(self, quick: str, since: int) -> list[str]:
        """Tables that wait for a quick match of this kind."""

    async def all_tables(self, status: str | None = None, limit: int = 1000) -> list[TableRow]:
        """Every table, newest first, for the administrator."""

    async def forget_tables(self, older_than: int, limit: int) -> int:
        """Remove a few tables at which nothing has happened since then and no clock runs; how many."""

    async def is_guarded(self, keys: Collection[str], excluded: str = "") -> bool:
        """Whether one of these is the key of a position of a game that is being played, at a table other than ``but``."""

    async def release_positions(self, table: str) -> None:
        """A game is over: its positions are everybody's."""

    async def rewrite(
        self, table: str, change: Callable[[list[LogEntry]], list[LogEntry]], summary: Callable[[str], str], now: int
    ) -> None:
        """Replace the entries of a log and the summary in its row, in one transaction; for erasing a person only.

        The row says that the table was touched now: servers that have it in memory read it again.
        """

    # Room codes.

    async def new_code(self, table: str, now: int, expires: int) -> str:
        """A room code that nobody else has."""

    async def code_of(self, table: str, now: int) -> str | None:
        """The room code of a table, while it is valid."""

    async def table_of_code(self, code: str, now: int) -> str | None:
        """The table with this room code."""

    async def drop_code(self, table: str) -> None:
        """The room code is no longer valid."""

    # People.

    async def person_name(self, person: str) -> str | None:
        """A person's name; ``None`` when unknown."""

    async def name_person(self, person: str, name: str, now: int) -> None:
        """Remember a person's name."""

    async def link_person(self, person: str, link: str, expires: int) -> None:
        """Remember the hash of a person's link, and until when it can be used; the one before it is forgotten."""

    async def use_link(self, link: str, now: int) -> str | None:
        """Whose link this is the hash of, if it can be used; it cannot be used again."""

    async def people(self, limit: int = 1000) -> list[tuple[str, str, int]]:
        """Everybody: id, name, since when."""

    async def add_player(self, table: str, person: str) -> None:
        """Remember that a person plays here."""

    async def tables_of(self, person: str, limit: int = 50, skip: int = 0) -> list[TableRow]:
        """A person's tables, the last touched first, after the first few."""

    async def erase_person(self, person: str) -> None:
        """Remove a person's row, and that they sat anywhere."""

    # The server's own.

    async def secrets(self) -> list[bytes]:
        """The keys that sign cookies, the newest first; the first one is made when there is none."""

    async def rotate_secret(self) -> None:
        """Sign with a new key from now on; the one before it stays valid."""

    async def time(self) -> SharedTime | None:
        """The database's clock; ``None`` where it is this machine's own."""

    async def heartbeat(self, run: str, started: int, now: int) -> str:
        """This server is alive now; the store's id. Does not wait for a database that is away."""

    def use(self, store_id: str) -> None:
        """Append from now on to the store with this id: every table in memory is read again before its next entry."""

    async def heartbeats(self, runs: Collection[str]) -> dict[str, int]:
        """The last heartbeats of some servers."""

    async def forget_people(self, older_than: int, limit: int) -> int:
        """Remove a few people who came before then and play nowhere; how many."""

    async def forget_runs(self, older_than: int) -> int:
        """Remove the runs of servers that ended before then, and room codes that did; how many."""

    async def downtime(self, since: int, until: int) -> int:
        """For how many milliseconds in between no server was alive."""

    async def check(self) -> bool:
        """Whether it can write and read now; answers within a second or so."""
