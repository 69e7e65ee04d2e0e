"""An engine of Hive that is another program, as a player of matches: a ``PlayerFailure`` costs it the game, nothing else."""

from boohive.core.errors import OptionError
from boohive.core.turn_game import Move, TurnPosition
from boohive.engine.limits import SearchLimits
from boohive.engine.match_players import MatchPlayer
from boohive.engine.uhp_client import UhpEngine

__all__ = ["OVERRUN", "UhpPlayer"]

OVERRUN = 1.0
"""Seconds that a player may take beyond its time for a move before it loses the game."""


class UhpPlayer(MatchPlayer):
    """Plays the program's best moves."""

    def __init__(self, command: str, time: float, fractions: bool = False) -> None:
        if not command.strip():
            raise OptionError("uhp: names no engine; write uhp:COMMAND, such as uhp:mzinga")
        self.time = time
        self.engine = UhpEngine(command, fractions=fractions)

    def time_limit(self, time: float) -> float:
        """What the program can be set to."""
        return self.engine.time_limit(time)

    def choose(self, position: TurnPosition) -> Move:
        """The program's best move in its time."""
        return self.engine.best_move(position, SearchLimits(time=self.time), OVERRUN)

    def close(self) -> None:
        """End the program."""
        self.engine.close()
