"""The store in memory: for tests, and for hosts without a database. What it holds ends with the process."""

import asyncio
import secrets
from collections.abc import Callable, Collection, Iterable, Sequence

from boohive.server.clock import SharedTime
from boohive.server.store.protocol import RowUpdate, TableRow, downtime_of
from boohive.tables.log import LogEntry

__all__ = ["MemoryStore"]

ALPHABET = "BCDFGHJKLMNPQRSTVWXZ"
CODE_LETTERS = 5


class _Logs:
    """Logs and the rows by which tables are found."""

    def __init__(self) -> None:
        self.rows: dict[str, TableRow] = {}
        self.logs: dict[str, list[LogEntry]] = {}
        self.seats: dict[str, set[str]] = {}
        """For each table, the people who play there."""
        self.positions: dict[str, set[str]] = {}
        """For each table, the keys of the positions that are not analysed while it is played."""
        self.store_id = self.used_id = secrets.token_hex(8)

    async def append(self, table: str, entry: LogEntry, row: RowUpdate) -> bool:
        """Add the entry that follows the last one; ``False`` when it does not follow, or its id is taken."""
        await asyncio.sleep(0)
        before, log = self.rows.get(table), self.logs.get(table, [])
        if before is None or before.seq != entry.seq - 1 or self.used_id != self.store_id:
            return False
        if any((each.seat, each.id) == (entry.seat, entry.id) for each in log):
            return False
        log.append(entry)
        if row.guarded is not None:
            self.positions.setdefault(table, set()).add(row.guarded)
        self.rows[table] = before._replace(
            status=row.status, due=row.due, active=row.active, touched=entry.server_ms, seq=entry.seq,
            summary=before.summary if row.summary is None else row.summary,
        )  # fmt: skip
        return True

    async def create(self, row: TableRow, entries: Sequence[LogEntry], people: Iterable[str]) -> bool:
        """A new table with the first entries of its log; ``False`` when there is one of this id."""
        await asyncio.sleep(0)
        if row.id in self.rows:
            return False
        self.rows[row.id] = row._replace(seq=entries[-1].seq)
        self.logs[row.id] = list(entries)
        self.seats[row.id] = set(people)
        return True

    async def entries(self, table: str, after: int = 0) -> list[LogEntry]:
        """The entries of a log that follow number ``after``."""
        await asyncio.sleep(0)
        return [entry for entry in self.logs.get(table, []) if entry.seq > after]

    async def seq_of(self, table: str, seat: int | None, action_id: str) -> int | None:
        """The number of the entry with this id; ``None`` when there is none."""
        entries = self.logs.get(table, [])
        return next((entry.seq for entry in entries if (entry.seat, entry.id) == (seat, action_id)), None)

    async def due_tables(
        self, before: int, after: tuple[int, str] = (-1, ""), limit: int = 200
    ) -> list[tuple[int, str]]:
        """Tables that should have acted by themselves, the longest overdue first: when, and their ids."""
        due = [(row.due, row.id) for row in self.rows.values() if row.due is not None and row.due < before]
        return sorted(each for each in due if each > after)[:limit]

    async def touched_tables(self, since: int, among: Collection[str]) -> list[tuple[str, int, int]]:
        """Which of these tables were changed since then, their last number, and when they were changed."""
        rows = [self.rows[table] for table in among if table in self.rows]
        return [(row.id, row.seq, row.touched) for row in rows if row.touched >= since]

    async def row(self, table: str) -> TableRow | None:
        """The row of a table."""
        return self.rows.get(table)

    async def listed_tables(self, game: str | None, limit: int = 50) -> list[TableRow]:
        """Tables strangers may find: waiting ones first, then those being played."""
        found = [row for row in self.rows.values() if row.listed and row.status != "over" and game in (None, row.game)]
        return sorted(found, key=lambda row: (row.status != "waiting", -row.created))[:limit]

    async def quick_tables(self, quick: str, since: int) -> list[str]:
        """Tables that wait for a quick match of this kind."""
        found = [row for row in self.rows.values() if row.status == "waiting" and row.quick == quick]
        return [row.id for row in sorted(found, key=lambda row: row.created) if row.touched >= since][:20]

    async def all_tables(self, status: str | None = None, limit: int = 1000) -> list[TableRow]:
        """Every table, newest first, for the administrator."""
        found = [row for row in self.rows.values() if status in (None, row.status)]
        return sorted(found, key=lambda row: -row.touched)[:limit]

    async def forget_tables(self, older_than: int, limit: int) -> int:
        """Remove a few tables at which nothing has happened since then and no clock runs; how many."""
        old = [row for row in self.rows.values() if row.touched < older_than]
        gone = [row.id for row in old if row.status != "playing" or row.due is None][:limit]
        for table in gone:
            del self.rows[table], self.logs[table]
            self.seats.pop(table, None)
            self.positions.pop(table, None)
        return len(gone)

    async def is_guarded(self, keys: Collection[str], excluded: str = "") -> bool:
        """Whether one of these is the key of a position of a game that is being played, at a table other than ``excluded``."""
        playing = (guarded for table, guarded in self.positions.items() if table != excluded and self._is_played(table))
        return any(not guarded.isdisjoint(keys) for guarded in playing)

    def _is_played(self, table: str) -> bool:
        return self.rows[table].status == "playing"

    async def release_positions(self, table: str) -> None:
        """A game is over: its positions are everybody's."""
        self.positions.pop(table, None)

    async def rewrite(
        self, table: str, change: Callable[[list[LogEntry]], list[LogEntry]], summary: Callable[[str], str], now: int
    ) -> None:
        """Replace the entries of a log and the summary in its row; for erasing a person only."""
        self.logs[table] = change(list(self.logs[table]))
        row = self.rows[table]
        self.rows[table] = row._replace(summary=summary(row.summary), touched=now)

    async def add_player(self, table: str, person: str) -> None:
        """Remember that a person plays here."""
        self.seats.setdefault(table, set()).add(person)

    async def tables_of(self, person: str, limit: int = 50, skip: int = 0) -> list[TableRow]:
        """A person's tables, the last touched first, after the first few."""
        found = [self.rows[table] for table, people in self.seats.items() if person in people and table in self.rows]
        return sorted(found, key=lambda row: (-row.touched, row.id))[skip : skip + limit]


class MemoryStore(_Logs):
    """Everything in dictionaries."""

    name = "memory"
    failures = 0
    on_change: Callable[[bool], None] | None = None

    def __init__(self) -> None:
        super().__init__()
        self.codes: dict[str, tuple[str, int]] = {}
        self.names: dict[str, tuple[str, int]] = {}
        self.links: dict[str, tuple[str, int]] = {}
        self.keys: list[bytes] = []
        self.runs: dict[str, tuple[int, int]] = {}

    def write_counts(self) -> tuple[int, int]:
        """How many commits there were, and how many writes in them."""
        writes = sum(map(len, self.logs.values()))
        return writes, writes

    async def close(self) -> None:
        """Nothing to close."""

    async def new_code(self, table: str, now: int, expires: int) -> str:
        """A room code that nobody else has."""
        self.codes = {code: entry for code, entry in self.codes.items() if entry[1] >= now}
        while (code := "".join(secrets.choice(ALPHABET) for _ in range(CODE_LETTERS))) in self.codes:
            continue
        self.codes[code] = (table, expires)
        return code

    async def code_of(self, table: str, now: int) -> str | None:
        """The room code of a table, while it is valid."""
        return next((code for code, (where, until) in self.codes.items() if where == table and until >= now), None)

    async def table_of_code(self, code: str, now: int) -> str | None:
        """The table with this room code."""
        table, expires = self.codes.get(code.upper(), ("", -1))
        return table if expires >= now else None

    async def drop_code(self, table: str) -> None:
        """The room code is no longer valid."""
        self.codes = {code: entry for code, entry in self.codes.items() if entry[0] != table}

    async def person_name(self, person: str) -> str | None:
        """A person's name; ``None`` when unknown."""
        entry = self.names.get(person)
        return None if entry is None else entry[0]

    async def name_person(self, person: str, name: str, now: int) -> None:
        """Remember a person's name."""
        self.names[person] = (name, self.names.get(person, ("", now))[1])

    async def link_person(self, person: str, link: str, expires: int) -> None:
        """Remember the hash of a person's link, and until when it can be used; the one before it is forgotten."""
        others = {each: link for each, link in self.links.items() if link[0] != person}
        self.links = others | {link: (person, expires)}

    async def use_link(self, link: str, now: int) -> str | None:
        """Whose link this is the hash of, if it can be used; it cannot be used again."""
        person, expires = self.links.pop(link, (None, 0))
        return person if expires >= now else None

    async def people(self, limit: int = 1000) -> list[tuple[str, str, int]]:
        """Everybody: id, name, since when."""
        people = [(person, name, since) for person, (name, since) in self.names.items()]
        return sorted(people, key=lambda each: -each[2])[:limit]

    async def erase_person(self, person: str) -> None:
        """Remove a person's row, and that they sat anywhere."""
        self.names.pop(person, None)
        self.links = {each: link for each, link in self.links.items() if link[0] != person}
        for people in self.seats.values():
            people.discard(person)

    async def secrets(self) -> list[bytes]:
        """The keys that sign cookies, the newest first; the first one is made when there is none."""
        if not self.keys:
            await self.rotate_secret()
        return list(self.keys)

    async def rotate_secret(self) -> None:
        """Sign with a new key from now on; the one before it stays valid."""
        self.keys = [secrets.token_bytes(32), *self.keys[:1]]

    async def time(self) -> SharedTime | None:
        """The clock is this machine's own."""
        return None

    async def heartbeat(self, run: str, started: int, now: int) -> str:
        """This server is alive now; the store's id."""
        self.runs[run] = (started, now)
        return self.store_id

    def use(self, store_id: str) -> None:
        """Append from now on to the store with this id."""
        self.used_id = store_id

    async def heartbeats(self, runs: Collection[str]) -> dict[str, int]:
        """The last heartbeats of some servers."""
        return {run: self.runs[run][1] for run in runs if run in self.runs}

    async def forget_people(self, older_than: int, limit: int) -> int:
        """Remove a few people who came before then and play nowhere; how many."""
        seated = set[str]().union(*self.seats.values())
        old = [each for each, (_, since) in self.names.items() if since < older_than and each not in seated][:limit]
        for person in old:
            await self.erase_person(person)
        return len(old)

    async def forget_runs(self, older_than: int) -> int:
        """Remove the runs of servers that ended before then, and room codes that did; how many."""
        old = [run for run, (_, until) in self.runs.items() if until < older_than]
        for run in old:
            del self.runs[run]
        return len(old)

    async def downtime(self, since: int, until: int) -> int:
        """For how many milliseconds in between no server was alive."""
        return downtime_of(list(self.runs.values()), since, until)

    async def check(self) -> bool:
        """Memory is always there."""
        return True
