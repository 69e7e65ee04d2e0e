"""Work that takes the processor longer than the event loop may wait: bots, analyses, records. Who does it is the host's."""

from typing import Any, Literal, NamedTuple, Protocol

from msgspec import Raw

from boohive.core.game import Seat
from boohive.core.levels import MAX_LEVEL
from boohive.core.rng import derive_seed
from boohive.tables.log import RealTimeClock
from boohive.tables.table import Table

__all__ = [
    "ANALYSIS",
    "BOT",
    "QUICK",
    "Payload",
    "Priority",
    "Turn",
    "WorkerFailed",
    "Workers",
    "bot_delay_ms",
    "bot_request",
    "bot_turn",
    "position_payload",
]

Priority = Literal[0, 1, 2]
BOT: Priority = 0
QUICK: Priority = 1
ANALYSIS: Priority = 2
"""Bots move before records are read, and those come before analyses."""
Payload = dict[str, Any]
"""A request to a worker: plain data that is written as JSON."""
PATIENCE = 20.0
"""Seconds after which a worker that does not answer is replaced."""
MOVE_MS = 1000
"""A bot thinks no longer."""
MIN_DELAY_MS, DELAYS_LEFT = 350, 100
"""A bot answers no sooner, unless its time is short: it should last for so many such answers."""


class Turn(NamedTuple):
    """When some work is done: before work of lower priority, and shared fairly with other askers."""

    priority: Priority
    asker: str
    """On whose behalf it is done: a table, or an address."""
    cost_ms: float
    """About how long it takes."""


class WorkerFailed(Exception):
    """No worker could do it: they crashed or hung. Nobody did anything wrong."""


class Workers(Protocol):
    """Runs tasks by name: see ``worker.TASKS``."""

    crashes: int

    async def run(self, task: str, payload: Payload, turn: Turn, patience: float = PATIENCE) -> Raw:
        """The answer as JSON; ``Rejected`` when it was refused, ``WorkerFailed`` when no worker could do it.

        A request that is cancelled while it waits is not served, and an analysis under way ends.
        """

    def waiting_count(self) -> int:
        """How many requests wait for a worker."""

    def dismiss(self) -> None:
        """The server stops: requests that wait for an analysis or a record are answered now."""

    async def close(self) -> None:
        """Stop."""


def position_payload(table: Table) -> Payload:
    """A position as a request carries it: the game from its start, so that repetitions count."""
    return {
        "game": table.game.id,
        "options": dict(table.initial_position.options),
        "start": None if table.settings.initial_position is None else table.initial_position.text,
        "events": [list(event) for event in table.history],
    }


def bot_request(table: Table, seat: Seat, now_ms: int) -> Payload:
    """What the bot of this seat is asked for its next move: new random numbers each time, the same strength all game."""
    seed = derive_seed(table.settings.seed, "bots")
    return {
        **position_payload(table),
        "seat": seat,
        "level": table.seats[seat].level or 1,
        "seed": seed * 1_000_003 + table.position_seq * 31 + seat,
        "day": 2 * seed + seat,
        "race_seed": seed,
        "millis": MOVE_MS,
        "clock": bot_clock(table, seat, now_ms),
    }


def bot_turn(table_id: str, table: Table, seat: Seat) -> Turn:
    """Tables take turns, and quick bots come before slow ones."""
    level = table.seats[seat].level or 1
    return Turn(BOT, table_id, MOVE_MS * level**2 / MAX_LEVEL**2)


def bot_clock(table: Table, seat: Seat, now_ms: int) -> tuple[int, int] | None:
    """Milliseconds that a bot has left, and those that every turn adds or leaves free, so that it does not lose on time."""
    left, setting = table.clocks.remaining_at(seat, now_ms), table.settings.clock
    if left is None:
        return None
    return left, setting.increment_ms + setting.delay_ms if isinstance(setting, RealTimeClock) else 0


def bot_delay_ms(clock: tuple[int, int] | None) -> int:
    """How long a bot's answer is held back, so that its move can be seen; shorter when its time is short."""
    return MIN_DELAY_MS if clock is None else min(MIN_DELAY_MS, clock[0] // DELAYS_LEFT)
