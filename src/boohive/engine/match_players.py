"""The players of a match, made from a text.

``level:5``, ``level:8,threads=2,hash=64``, ``python:MODULE:CLASS`` (called with ``seed`` and ``time``, has
``choose(position)``), ``random``, or, for Hive, ``uhp:COMMAND`` for another program's engine.
"""

import math
import sys
from abc import ABC, abstractmethod
from importlib import import_module
from pathlib import Path
from random import Random
from time import monotonic
from typing import NamedTuple, Protocol

from boohive.core.errors import BoohiveError, OptionError
from boohive.core.turn_game import Move, TurnPosition
from boohive.engine.levels import FULL_STRENGTH
from boohive.engine.parameters import PARAMETERS
from boohive.engine.players import Player
from boohive.engine.processes import max_processes
from boohive.engine.time_control import ClockTime

__all__ = [
    "Effort",
    "LevelPlayer",
    "MatchPlayer",
    "PlayerFailure",
    "PythonPlayer",
    "RandomPlayer",
    "level_player",
    "python_player",
]

MAX_MIB = 65_536
"""Of memory that a player may ask for its table."""

MAX_NODES = 10**12
MAX_CLOCK = 86_400_000


class Effort(NamedTuple):
    """How hard a player thought about its last move, as far as it says."""

    depth: int | None = None
    nodes: int | None = None


class PlayerFailure(BoohiveError):
    """A player could not go on: it crashed, was silent for too long or made an illegal move. It loses the game."""

    def __init__(self, reason: str, log: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.log = log
        """What the player printed last."""


class MatchPlayer(ABC):
    """A player for one game of a match."""

    @abstractmethod
    def choose(self, position: TurnPosition) -> Move:
        """The move to play; ``PlayerFailure`` if it cannot give one."""

    def watch(self, position: TurnPosition, move: Move) -> None:
        """A move, by whichever player, was played in this position."""
        return

    def effort(self) -> Effort:
        """What the last move took."""
        return Effort()

    def time_limit(self, time: float) -> float:
        """The seconds this player gets for a move when the match gives ``time``."""
        return time

    def close(self) -> None:
        """The game is over."""
        return


class RandomPlayer(MatchPlayer):
    """Any legal move."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, position: TurnPosition) -> Move:
        """A move that depends on seed and position only."""
        return Random(f"{self.seed} {position.key}").choice(position.legal_moves)


class LevelPlayer(MatchPlayer):
    """One of our own levels."""

    def __init__(self, player: Player, clock: ClockTime | None = None) -> None:
        self.player = player
        self.clock = clock
        """What is left of the player's time for the whole game, if it has one."""

    def choose(self, position: TurnPosition) -> Move:
        """As at a table."""
        if self.clock is None:
            return self.player.choose(position)
        begun = monotonic()
        move = self.player.choose(position, self.clock)
        left = self.clock.remaining - (monotonic() - begun)
        if left < 0:
            raise PlayerFailure("it lost on time")
        self.clock = self.clock._replace(remaining=left + self.clock.increment)
        return move

    def effort(self) -> Effort:
        """Of the last search."""
        return Effort(self.player.depth, self.player.nodes)

    def time_limit(self, time: float) -> float:
        """None where nodes are counted instead, or a clock runs."""
        counts_time = self.player.max_nodes is None and self.player.level == FULL_STRENGTH and self.clock is None
        return time if counts_time or self.player.keeps_time else math.inf


class ChoosesMoves(Protocol):
    """What a class must have to be a ``python:`` player; a subclass of ``MatchPlayer`` can say more about itself."""

    def choose(self, position: TurnPosition) -> Move:
        """The move to play."""


class PythonPlayer(MatchPlayer):
    """A player of somebody else's class."""

    def __init__(self, player: ChoosesMoves) -> None:
        self.player = player
        self.match_player = player if isinstance(player, MatchPlayer) else None

    def choose(self, position: TurnPosition) -> Move:
        """What it chooses, if that is a legal move."""
        try:
            return position.parse(self.player.choose(position).text)
        except PlayerFailure:
            raise
        except Exception as error:  # whatever somebody else's class does wrong
            raise PlayerFailure(f"{type(error).__name__}: {error}") from error

    def watch(self, position: TurnPosition, move: Move) -> None:
        """Pass it on."""
        if self.match_player:
            self.match_player.watch(position, move)

    def effort(self) -> Effort:
        """What it says about its last move."""
        return self.match_player.effort() if self.match_player else Effort()

    def time_limit(self, time: float) -> float:
        """What it says."""
        return self.match_player.time_limit(time) if self.match_player else time

    def close(self) -> None:
        """Let it tidy up."""
        if self.match_player:
            self.match_player.close()


def level_player(text: str, seed: int, time: float) -> LevelPlayer:
    """``5``, ``4.5`` (between 4 and 5), ``8,threads=2,hash=64``, ``8,nodes=50000`` (instead of a time), ``8,clock=60000``
    (milliseconds for the whole game; ``increment=500`` more for every move) or, to try other parameters, ``8,rfp_margin=90``."""
    number, *settings = text.split(",")
    bounds = {
        "threads": max_processes(),
        "hash": MAX_MIB,
        "nodes": MAX_NODES,
        "clock": MAX_CLOCK,
        "increment": MAX_CLOCK,
    }
    try:
        given = {name: int(value) for name, _, value in (setting.partition("=") for setting in settings)}
        parameters = {name: given.pop(name) for name in list(given) if name in PARAMETERS}
        if "mib" in given:  # its older name
            given["hash"] = given.pop("mib")
        if not 1 <= float(number) <= FULL_STRENGTH or not all(
            1 <= given.get(name, 1) <= maximum for name, maximum in bounds.items()
        ):
            raise ValueError
        threads, hash_mib, nodes = given.pop("threads", 1), given.pop("hash", 16), given.pop("nodes", None)
        if "increment" in given and "clock" not in given:
            raise ValueError
        clock = clock_time(given.pop("clock", None), given.pop("increment", 0))
        if given or (nodes is not None and float(number) != FULL_STRENGTH):
            raise ValueError
        time = time if clock is None else clock.remaining
        player = Player(float(number), seed, time, threads, hash_mib, parameters=parameters, max_nodes=nodes)
        return LevelPlayer(player, clock)
    except ValueError:
        raise OptionError(
            f"level:{text} cannot be read; write level:1 to level:8, or level:8,threads=2,hash=64"
            f" with at most {bounds['threads']} threads and {bounds['hash']} hash, level:8,nodes=50000,"
            f" or a parameter of the search such as level:8,rfp_margin=90 ({', '.join(PARAMETERS)})"
        ) from None


def clock_time(millis: int | None, increment: int) -> ClockTime | None:
    """A clock as a match begins."""
    return None if millis is None else ClockTime(millis / 1000, increment / 1000)


def python_player(text: str, seed: int, time: float) -> PythonPlayer:
    """A class of somebody else's; while it is loaded, modules in the current folder are found too."""
    module, _, name = text.partition(":")
    before = sys.path[:]
    sys.path.append(str(Path.cwd()))
    try:
        made: ChoosesMoves = getattr(import_module(module), name)(seed=seed, time=time)
        made.choose  # noqa: B018 - a player has it
    except Exception as error:  # whatever somebody else's module does wrong
        raise OptionError(f"python:{text} is not a player; write python:MODULE:CLASS ({error})") from None
    finally:
        sys.path[:] = before
    return PythonPlayer(made)
