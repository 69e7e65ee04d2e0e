"""Players of eight levels. Weak ones search less, choose at random among good moves and overlook what is hard to see.

Below level 5 they also have good and bad days, as people do: in one game a player of level 3 may be as good as one of
level 4, and in the next as bad as one of level 2. The seed is the day, unless another is given.

A choice depends on position, level and seed alone (level 8 also on the time it gets), so a game can be repeated.
"""

import math
import time as wall
from collections.abc import Iterator
from random import Random

from boohive._kernels import KERNEL_BUILD
from boohive.core.search_kernel import is_threatened, winning_move
from boohive.core.turn_game import Move, TurnPosition
from boohive.engine import scores
from boohive.engine.blind_spots import is_hard_to_see
from boohive.engine.deepening import (
    PrincipalVariation,
    SearchControl,
    SearchInfo,
    TranspositionTable,
    last,
    search,
)
from boohive.engine.forced_wins import ForcedWins, search_with_proof
from boohive.engine.levels import FULL_STRENGTH, Level, check_level, level_of, win_probability
from boohive.engine.limits import require_ongoing
from boohive.engine.time_control import Allotment, ClockTime, allotted

__all__ = ["Player", "choose", "human_delay", "level_today"]

NODES_PER_MIB = 40_000
"""A search with fewer nodes does not fill a mebibyte of its table."""

STEADY = 5
"""From this level on, one day is like the other."""

SPREAD = 1.25
"""How many levels better or worse than usual a player below that may be."""

MIN_PAUSE, MAX_PAUSE = 0.4, 2.0


def choose(
    position: TurnPosition,
    level: float = FULL_STRENGTH,
    seed: int = 0,
    time: float = 1.0,
    game_seed: int | None = None,
    clock: ClockTime | None = None,
) -> Move:
    """The move that a player of this level makes; at most ``time`` seconds. The game must be running."""
    return Player(level, seed, time, game_seed=game_seed).choose(position, clock)


def human_delay(position: TurnPosition, seed: int = 0) -> float:
    """How many seconds a person might think here: longer with more to choose from, never quite the same."""
    rng = Random(f"pause {seed} {position.key}").random()
    return MIN_PAUSE + (MAX_PAUSE - MIN_PAUSE) * rng * min(1.0, len(position.legal_moves) / 30)


def level_today(level: float, seed: int) -> float:
    """How good a player of this level is in one game: never worse than level 1 usually is, never better than level 5."""
    if level >= STEADY:
        return level
    today = level + Random(f"form {level:g} {seed}").uniform(-SPREAD, SPREAD)
    return min(max(today, 1.0), float(STEADY))


class Player:
    """One player for a whole game: it keeps its transposition table and the proofs of forced wins from move to move, so it
    plays a long one to its end without going in circles."""

    def __init__(
        self,
        level: float = FULL_STRENGTH,
        seed: int = 0,
        time: float = 1.0,
        threads: int = 1,
        hash_mib: int = 16,
        human_pace: bool = False,
        parameters: dict[str, int] | None = None,
        game_seed: int | None = None,
        max_nodes: int | None = None,
        keeps_time: bool = False,
    ) -> None:
        check_level(level)
        self.level = level_today(level, seed if game_seed is None else game_seed)
        self.seed = seed
        self.time = time
        self.keeps_time = keeps_time or KERNEL_BUILD == "pure"
        """Whether the time also limits levels below full strength, which otherwise count nodes alone, so that they play alike on
        every machine. Without compiled kernels it always does."""
        self.threads = threads
        self.human_pace = human_pace
        self.parameters = parameters
        self.table = TranspositionTable(hash_mib)
        self.control = SearchControl()
        self.forced_wins = ForcedWins(self.control)
        self.max_nodes = max_nodes
        """At full strength, instead of the time; such games can be repeated on any machine."""
        self.allotment: Allotment | None = None
        """What a clock leaves for the move."""
        self.depth, self.nodes = 0, 0
        """What the last choice took."""

    def choose(self, position: TurnPosition, clock: ClockTime | None = None) -> Move:
        """The move to play; with ``human_pace`` not before a person might have found it.

        With a clock the player does not use more than a part of what is left, and answers earlier where the best move is clear.
        """
        begun = wall.monotonic()
        code = self.code(require_ongoing(position), clock)
        if self.human_pace:
            wall.sleep(max(0.0, begun + human_delay(position, self.seed) - wall.monotonic()))
        return position.move(code)

    def stop(self) -> None:
        """Make a running ``choose`` answer at once."""
        self.control.stop = True

    def code(self, position: TurnPosition, clock: ClockTime | None = None) -> int:
        """The code of the move to play."""
        self.control.stop = False
        self.allotment = None if clock is None else allotted(clock, self.time)
        self.depth, self.nodes = 0, 0
        legal = [move.code for move in position.legal_moves]
        if len(legal) == 1:
            return legal[0]
        level = level_of(position.game.id, self.level)
        if level.nodes == 0:
            return self.best_move(position)
        return self.weakened_move(position, level, legal)

    # Full strength

    def best_move(self, position: TurnPosition) -> int:
        """From the certificate where it leads, else by search with a look for forced wins."""
        winning = position.game.sure_move(position)
        if winning is not None:
            return winning
        given = self.allotment or Allotment(self.time, self.time)
        return self.note(
            search_with_proof(
                position,
                given.hard if self.max_nodes is None else None,
                self.control,
                soft_time=None if self.allotment is None else given.soft,
                nodes=self.max_nodes,
                threads=self.threads,
                table=self.table,
                parameters=self.parameters,
                root_moves=self.in_any_order(position),
                forced_wins=self.forced_wins,
            )
        ).best

    def in_any_order(self, position: TurnPosition) -> list[int] | None:
        """The moves in an order that depends on the seed: of equally good ones the first is played, so that two games differ.
        Without a seed, in the game's order."""
        if self.seed == 0:
            return None
        codes = list(position.legal_moves.codes())
        Random(f"order {self.seed} {position.key}").shuffle(codes)
        return codes

    def note(self, rounds: Iterator[SearchInfo]) -> SearchInfo:
        """The last round, whose depth and nodes are kept."""
        info = last(rounds)
        self.depth, self.nodes = info.depth, info.nodes
        return info

    # Below

    def weakened_move(self, position: TurnPosition, level: Level, legal: list[int]) -> int:
        """One of the moves that look good to this level."""
        rng = Random(f"{self.seed} {position.key}")
        winning = winning_move(position._kernel)
        if winning is not None and rng.random() < level.sees_win:
            return winning
        visible = self.visible_moves(position, level, legal, rng)
        rng.shuffle(visible)  # Of equally good moves the first is played, so that two games differ.
        looks_ahead = rng.random() < level.sees_loss
        nodes = level.nodes * level.candidates  # each candidate costs about as much as the first
        info = self.note(
            search(
                position,
                nodes=nodes,
                time=self.weak_time(),
                depth=None if looks_ahead else 1,
                multipv=min(level.candidates, len(visible)),
                table=TranspositionTable(1 + nodes // NODES_PER_MIB),
                control=self.control,
                root_moves=visible,
                pruning=looks_ahead,
            )
        )
        return pick(position.game.id, info.variations, level, rng)

    def weak_time(self) -> float | None:
        """Seconds at most, below full strength."""
        if self.allotment is not None:
            return self.allotment.hard
        return self.time if self.keeps_time else None

    def visible_moves(self, position: TurnPosition, level: Level, legal: list[int], rng: Random) -> list[int]:
        """The moves this level has in view: hidden ones only as often as its attention allows, all when danger is seen."""
        if level.sees_loss >= 1 and is_threatened(position._kernel):
            return legal[:]
        found = [code for code in legal if rng.random() < level.attention or not is_hard_to_see(position, code)]
        return found or legal[:]


def pick(game: str, variations: tuple[PrincipalVariation, ...], level: Level, rng: Random) -> int:
    """Choose softly among the variations: the nearer to the best, the likelier; none that loses more than the level may."""
    if variations[0].score <= -scores.MATE_BOUND:
        return variations[0].moves[0]  # Lost anyway: hold out as long as possible.
    chances = [win_probability(game, line.score) for line in variations]
    best = max(chances)
    open_to = [
        (line.moves[0], math.exp((value - best) / level.temperature))
        for line, value in zip(variations, chances, strict=True)
        if value >= best - level.max_loss and line.score > -scores.MATE_BOUND
    ]
    return rng.choices([move for move, _ in open_to], [weight for _, weight in open_to])[0]
