"""What a list shows of a table, kept in the table's row so that no log is read for it."""

from typing import Literal

import msgspec
from msgspec import Struct

from boohive.core.game import Seat
from boohive.core.view import OutcomeData
from boohive.server.fair_play import new_guarded_key
from boohive.server.messages.parts import SeatData
from boohive.server.rendering import outcome_data, public_options
from boohive.server.store.protocol import RowUpdate
from boohive.tables.log import ClockSetting, NoClock
from boohive.tables.table import Table

__all__ = ["RowSummary", "SeatSummary", "active_seats", "read_summary", "row_after", "seats_for_list", "summary_of"]


class SeatSummary(Struct, frozen=True, omit_defaults=True):
    """A seat in a list."""

    occupant: Literal["empty", "person", "bot"]
    name: str = ""
    level: int | None = None
    muted: bool = False
    person: str | None = None
    """Who sits there; not shown to anybody else."""


class RowSummary(Struct, frozen=True, omit_defaults=True):
    """A table in a list."""

    seats: list[SeatSummary] = []
    clock: ClockSetting = NoClock()
    options: dict[str, bool | int | str] = {}
    strict: bool = False
    rated: bool = False
    outcome: OutcomeData | None = None
    assistance_allowed: bool = False


_decoder = msgspec.json.Decoder(RowSummary)


def summary_of(table: Table) -> str:
    """The summary of a table as its row keeps it."""
    seats = [SeatSummary(each.occupant, each.name, each.level, each.muted, each.person) for each in table.seats]
    outcome = outcome_data(table.outcome)
    agreed = table.settings
    summary = RowSummary(
        seats, agreed.clock, public_options(table), agreed.strict, agreed.rated, outcome, agreed.assistance_allowed
    )
    return msgspec.json.encode(summary).decode()


def read_summary(text: str) -> RowSummary:
    """The summary in a row; one that cannot be read shows nothing."""
    try:
        return _decoder.decode(text)
    except msgspec.MsgspecError:
        return RowSummary()


def row_after(before: Table | None, table: Table) -> RowUpdate:
    """What the row says after an entry; the summary only when it has changed."""
    is_same = before is not None and before.seats is table.seats and before.status == table.status
    summary = None if is_same else summary_of(table)
    active = ",".join(map(str, table.active_seats))
    return RowUpdate(table.status, table.deadline(), active, summary, new_guarded_key(before, table))


def active_seats(active: str) -> tuple[Seat, ...]:
    """The seats that a row says may act."""
    return tuple(int(seat) for seat in active.split(",") if seat)


def seats_for_list(summary: RowSummary, here: list[bool]) -> list[SeatData]:
    """The seats as a list shows them."""
    return [
        SeatData(
            seat=seat,
            name=each.name or None,
            occupant=each.occupant,
            level=each.level,
            connected=each.occupant == "bot" or (seat < len(here) and here[seat]),
            muted=each.muted,
        )
        for seat, each in enumerate(summary.seats)
    ]
