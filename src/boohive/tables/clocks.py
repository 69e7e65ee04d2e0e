"""Clocks: how much time each seat has left. Pure: times come in with the actions, nothing is read from a clock here."""

from msgspec import Struct, structs

from boohive.core.game import Seat
from boohive.tables.fields import ServerMillis
from boohive.tables.log import ClockSetting, CorrespondenceClock, NoClock, RealTimeClock

__all__ = ["Clocks", "start_clocks"]


class Clocks(Struct, frozen=True):
    """All clocks of a table."""

    setting: ClockSetting
    remaining_ms: tuple[int, ...]
    """For each seat; empty without a clock."""
    running_seat: Seat | None
    """Whose turn is being timed; ``None`` when nobody's is."""
    turn_started_at: ServerMillis
    """When that turn, or its last decision, began."""
    turn_used_ms: int = 0
    """What this turn has taken so far, before its last decision."""
    turns: tuple[int, ...] = ()
    """How many turns each seat has ended; the first one is free in real time."""

    @property
    def running(self) -> bool:
        """Whether somebody's time runs down."""
        seat = self.running_seat
        return seat is not None and not isinstance(self.setting, NoClock) and not self._first_is_free(seat)

    def _first_is_free(self, seat: Seat) -> bool:
        return isinstance(self.setting, RealTimeClock) and self.turns[seat] == 0

    def delay_left(self) -> int:
        """Milliseconds of this turn that still cost nothing."""
        delay = self.setting.delay_ms if isinstance(self.setting, RealTimeClock) else 0
        return max(0, delay - self.turn_used_ms)

    def deadline(self, turn_from_ms: ServerMillis | None = None) -> ServerMillis | None:
        """When the time of the seat to move is up; ``None``: never. The turn may count from a later moment."""
        if not self.running or self.running_seat is None:
            return None
        counted_from = max(self.turn_started_at, turn_from_ms or 0)
        return counted_from + self.remaining_ms[self.running_seat] + self.delay_left()

    def remaining_at(self, seat: Seat, now: ServerMillis, turn_from_ms: ServerMillis = 0) -> int | None:
        """What a screen shows; ``None`` without a clock. The turn may count from a later moment."""
        if isinstance(self.setting, NoClock):
            return None
        if seat != self.running_seat or not self.running:
            return self.remaining_ms[seat]
        counted_from = max(self.turn_started_at, turn_from_ms)
        return max(0, self.remaining_ms[seat] - max(0, now - counted_from - self.delay_left()))

    def is_too_late(self, clock_ms: int) -> bool:
        """Whether a decision that took this long came too late."""
        seat = self.running_seat
        return self.running and seat is not None and clock_ms - self.delay_left() > self.remaining_ms[seat]

    def after_decision(self, clock_ms: int, now: ServerMillis, next_seat: Seat | None) -> "Clocks":
        """After a decision of the seat to move that took ``clock_ms``; ``next_seat`` is whose turn it is now."""
        seat = self.running_seat
        if seat is None or isinstance(self.setting, NoClock):
            return structs.replace(self, running_seat=next_seat, turn_started_at=now)
        remaining = list(self.remaining_ms)
        if self.running:
            remaining[seat] = max(0, remaining[seat] - max(0, clock_ms - self.delay_left()))
        if next_seat == seat:
            used = self.turn_used_ms + clock_ms
            return structs.replace(self, remaining_ms=tuple(remaining), turn_started_at=now, turn_used_ms=used)
        remaining[seat] = self._after_turn(remaining[seat], self._first_is_free(seat))
        turns = tuple(count + (which == seat) for which, count in enumerate(self.turns))
        return structs.replace(
            self,
            remaining_ms=tuple(remaining),
            running_seat=next_seat,
            turn_started_at=now,
            turn_used_ms=0,
            turns=turns,
        )

    def _after_turn(self, remaining: int, was_free: bool) -> int:
        if isinstance(self.setting, CorrespondenceClock):
            return self.setting.per_move_ms
        if isinstance(self.setting, RealTimeClock) and not was_free:
            return remaining + self.setting.increment_ms
        return remaining

    def after_takeback(self, now: ServerMillis, seat: Seat | None) -> "Clocks":
        """What is used up stays used up, also of the running turn; a time for each turn begins again."""
        remaining = list(self.remaining_ms)
        if isinstance(self.setting, CorrespondenceClock):
            remaining = [self.setting.per_move_ms] * len(remaining)
        elif self.running and self.running_seat is not None:
            used = max(0, now - self.turn_started_at - self.delay_left())
            remaining[self.running_seat] = max(0, remaining[self.running_seat] - used)
        return structs.replace(
            self, remaining_ms=tuple(remaining), running_seat=seat, turn_started_at=now, turn_used_ms=0
        )

    def shifted(self, length_ms: int) -> "Clocks":
        """As if this time had not passed."""
        return structs.replace(self, turn_started_at=self.turn_started_at + length_ms)

    def stopped(self) -> "Clocks":
        """When the game is over."""
        return structs.replace(self, running_seat=None)

    def run_out(self, seat: Seat) -> "Clocks":
        """With nothing left for this seat."""
        remaining = tuple(0 if other == seat else millis for other, millis in enumerate(self.remaining_ms))
        return structs.replace(self, remaining_ms=remaining)


def start_clocks(setting: ClockSetting, seats: int, first_seat: Seat | None, now: ServerMillis) -> Clocks:
    """The clocks when the game begins."""
    remaining: tuple[int, ...] = ()
    if isinstance(setting, RealTimeClock):
        remaining = (setting.initial_ms,) * seats
    elif isinstance(setting, CorrespondenceClock):
        remaining = (setting.per_move_ms,) * seats
    return Clocks(setting, remaining, first_seat, now, turns=(0,) * seats)
