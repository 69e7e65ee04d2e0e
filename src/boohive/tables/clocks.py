"""Clocks: how much time each seat has left. Pure: times come in with the actions, nothing is read from a clock here."""

from dataclasses import dataclass

from boohive.core.game import Seat
from boohive.tables.log import ClockSetting, Days, NoClock, RealTime, When
from boohive.tables.values import replace

__all__ = ["Clocks", "start_clocks"]


@dataclass(frozen=True)
class Clocks:
    """All clocks of a table."""

    setting: ClockSetting
    left: tuple[int, ...]
    """Milliseconds for each seat; empty without a clock."""
    turn: Seat | None
    """Whose turn is being timed; ``None`` when nobody's is."""
    since: When
    """When that turn, or its last decision, began."""
    used: int = 0
    """What this turn has taken so far, before its last decision."""
    turns: tuple[int, ...] = ()
    """How many turns each seat has ended; the first one is free in real time."""

    @property
    def running(self) -> bool:
        """Whether somebody's time runs down."""
        return self.turn is not None and not isinstance(self.setting, NoClock) and not self._first_is_free(self.turn)

    def _first_is_free(self, seat: Seat) -> bool:
        return isinstance(self.setting, RealTime) and self.turns[seat] == 0

    def free(self) -> int:
        """Milliseconds of this turn that still cost nothing."""
        delay = self.setting.delay if isinstance(self.setting, RealTime) else 0
        return max(0, delay - self.used)

    def deadline(self) -> When | None:
        """When the time of the seat to move is up; ``None``: never."""
        if not self.running or self.turn is None:
            return None
        return self.since + self.left[self.turn] + self.free()

    def left_at(self, seat: Seat, now: When) -> int | None:
        """What a screen shows; ``None`` without a clock."""
        if isinstance(self.setting, NoClock):
            return None
        if seat != self.turn or not self.running:
            return self.left[seat]
        return max(0, self.left[seat] - max(0, now - self.since - self.free()))

    def is_used_up(self, spent: int) -> bool:
        """Whether a decision that took this long came too late."""
        return self.running and self.turn is not None and spent - self.free() > self.left[self.turn]

    def decided(self, spent: int, now: When, next_turn: Seat | None) -> "Clocks":
        """After a decision of the seat to move that took ``spent``; ``next_turn`` says whose turn it is now."""
        if self.turn is None or isinstance(self.setting, NoClock):
            return replace(self, turn=next_turn, since=now)
        seat, left = self.turn, list(self.left)
        if self.running:
            left[seat] = max(0, left[seat] - max(0, spent - self.free()))
        if next_turn == seat:
            return replace(self, left=tuple(left), since=now, used=self.used + spent)
        left[seat] = self._after_turn(left[seat], self._first_is_free(seat))
        turns = tuple(count + (which == seat) for which, count in enumerate(self.turns))
        return replace(self, left=tuple(left), turn=next_turn, since=now, used=0, turns=turns)

    def _after_turn(self, left: int, was_free: bool) -> int:
        if isinstance(self.setting, Days):
            return self.setting.per_move
        if isinstance(self.setting, RealTime) and not was_free:
            return left + self.setting.increment
        return left

    def back_at(self, now: When, turn: Seat | None) -> "Clocks":
        """After a takeback: what is used up stays used up."""
        left = (self.setting.per_move,) * len(self.left) if isinstance(self.setting, Days) else self.left
        return replace(self, left=left, turn=turn, since=now, used=0)

    def paused(self, millis: int) -> "Clocks":
        """As if this time had not passed."""
        return replace(self, since=self.since + millis)

    def stopped(self) -> "Clocks":
        """When the game is over."""
        return replace(self, turn=None)


def start_clocks(setting: ClockSetting, seats: int, turn: Seat | None, now: When) -> Clocks:
    """The clocks when the game begins."""
    first = {RealTime: lambda: setting.initial, Days: lambda: setting.per_move}  # type: ignore[union-attr]
    each = first[type(setting)]() if type(setting) in first else None
    return Clocks(setting, () if each is None else (each,) * seats, turn, now, turns=(0,) * seats)
