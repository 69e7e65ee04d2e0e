"""Players of eight levels. Weak ones look at less, choose softly among good moves and overlook what is hard to see.

Below level 5 they also have good and bad days, as people do: in one game a player of level 3 may be as good as one of
level 4, and in the next as bad as one of level 2. The seed is the day, unless another is given.

A choice depends on position, level and seed alone (level 8 also on the time it gets), so a game can be repeated.
"""

import math
import time as wall
from collections.abc import Iterator
from random import Random
from typing import Any

from boohive.core import clock
from boohive.core.kernel import facts, play_at
from boohive.core.turn_game import Move, TurnPosition
from boohive.engine import scores
from boohive.engine.levels import FULL_STRENGTH, Level, chance, level_of
from boohive.engine.motifs import is_hard_to_see
from boohive.engine.proof import WON, Proof, is_threatened, win_at_once
from boohive.engine.thinking import Control, Line, Table, Thought, is_sure, last, think

__all__ = ["Player", "choose", "form", "pause", "think_to_win"]

PROOF_SHARE = 0.04
"""A few per cent of the time go to a search for a forced win first,"""

LONGEST_PROOF = 2.0
"""never more than these seconds, which fill its table,"""

PROOF_WAIT = 0.5
"""nor this part of the time, if other programs keep the processor."""

NODES_PER_MIB = 40_000
"""A search with fewer nodes does not fill a mebibyte of its table."""

STEADY = 5
"""From this level on, one day is like the other."""

SPREAD = 1.25
"""How many levels better or worse than usual a player below that may be."""

SHORTEST_PAUSE, LONGEST_PAUSE = 0.4, 2.0


def choose(
    position: TurnPosition, level: float = FULL_STRENGTH, seed: int = 0, time: float = 1.0, **settings: Any
) -> Move:
    """The move that a player of this level makes; at most ``time`` seconds. The game must be running."""
    return Player(level, seed, time, **settings).choose(position)


def pause(position: TurnPosition, seed: int = 0) -> float:
    """How many seconds a person might think here: longer with more to choose from, never quite the same."""
    whim = Random(f"pause {seed} {position.key}").random()
    return SHORTEST_PAUSE + (LONGEST_PAUSE - SHORTEST_PAUSE) * whim * min(1.0, len(position.legal_moves) / 30)


def form(level: float, seed: int) -> float:
    """How good a player of this level is in one game: never worse than level 1 usually is, never better than level 5."""
    if level >= STEADY:
        return level
    today = level + Random(f"form {level:g} {seed}").uniform(-SPREAD, SPREAD)
    return min(max(today, 1.0), float(STEADY))


class Player:
    """One player for a whole game: what it finds out stays in its table."""

    def __init__(
        self,
        level: float = FULL_STRENGTH,
        seed: int = 0,
        time: float = 1.0,
        threads: int = 1,
        mib: int = 16,
        human_pace: bool = False,
        changes: dict[str, int] | None = None,
        day: int | None = None,
    ) -> None:
        self.level = form(level, seed if day is None else day)
        self.seed = seed
        self.time = time
        self.threads = threads
        self.human_pace = human_pace
        self.changes = changes
        self.memory = Table(mib)
        self.control = Control()

    def choose(self, position: TurnPosition) -> Move:
        """The move to play; with ``human_pace`` not before a person might have found it."""
        begun = wall.monotonic()
        code = self.code(position)
        if self.human_pace:
            wall.sleep(max(0.0, begun + pause(position, self.seed) - wall.monotonic()))
        return position.move(code)

    def stop(self) -> None:
        """Make a running ``choose`` answer at once."""
        self.control.stop = True

    def code(self, position: TurnPosition) -> int:
        """The code of the move to play."""
        self.control.stop = False
        legal = [move.code for move in position.legal_moves]
        if len(legal) == 1:
            return legal[0]
        level = level_of(position.game.id, self.level)
        if level.nodes == 0:
            return self.best(position)
        return self.soft(position, level, legal)

    # Full strength

    def best(self, position: TurnPosition) -> int:
        """From the certificate where it leads, else by search with a look for forced wins."""
        known = position.game.sure_move(position)
        if known is not None:
            return known
        return last(
            think_to_win(
                position,
                self.time,
                self.control,
                threads=self.threads,
                memory=self.memory,
                changes=self.changes,
            )
        ).best

    # Below

    def soft(self, position: TurnPosition, level: Level, legal: list[int]) -> int:
        """One of the moves that look good to this level."""
        whim = Random(f"{self.seed} {position.key}")
        at_once = win_at_once(position._kernel)
        if at_once is not None and whim.random() < level.sees_win:
            return at_once
        noticed = self.noticed(position, level, legal, whim)
        looks_ahead = whim.random() < level.sees_loss
        nodes = level.nodes * level.candidates  # each candidate costs about as much as the first
        thought = last(
            think(
                position,
                nodes=nodes,
                time=self.time,
                depth=None if looks_ahead else 1,
                lines=min(level.candidates, len(noticed)),
                memory=Table(1 + nodes // NODES_PER_MIB),
                control=self.control,
                only=noticed,
                clever=looks_ahead,
            )
        )
        return pick(position.game.id, thought.lines, level, whim)

    def noticed(self, position: TurnPosition, level: Level, legal: list[int], whim: Random) -> list[int]:
        """The moves this level has in view: hidden ones only as often as its attention allows, all when danger is seen."""
        if level.sees_loss >= 1 and is_threatened(position._kernel):
            return legal
        found = [code for code in legal if whim.random() < level.attention or not is_hard_to_see(position, code)]
        return found or legal


def pick(game: str, lines: tuple[Line, ...], level: Level, whim: Random) -> int:
    """Choose softly among the lines: the nearer to the best, the likelier; nothing below the cap."""
    if lines[0].score <= -scores.SURE:
        return lines[0].moves[0]  # Lost anyway: hold out as long as possible.
    chances = [chance(game, line.score) for line in lines]
    best = max(chances)
    open_to = [
        (line.moves[0], math.exp((value - best) / level.softness))
        for line, value in zip(lines, chances, strict=True)
        if value >= best - level.cap and line.score > -scores.SURE
    ]
    return whim.choices([move for move, _ in open_to], [weight for _, weight in open_to])[0]


def think_to_win(position: TurnPosition, time: float, control: Control, **settings: Any) -> Iterator[Thought]:
    """``think``, after a short look for a forced win; if only that finds one, it is the last thought."""
    begun = wall.monotonic()
    forced = forced_win(position, time, control)
    rest = max(0.0, time - (wall.monotonic() - begun))
    for thought in think(position, time=rest, control=control, **settings):
        yield thought
    if forced is not None and not is_sure(thought.score):
        yield thought._replace(lines=(Line(thought.score, (forced,)),))


def forced_win(position: TurnPosition, time: float, control: Control) -> int | None:
    """The first move of a forced win that a proof search finds in its share of the time."""
    seat = position.to_move
    if seat is None:
        return None
    control.deadline = clock.now() + int(time * PROOF_WAIT * 1e9)
    proof = Proof(seat, 8, control)
    if proof.run(position._kernel, work=min(time * PROOF_SHARE, LONGEST_PROOF)) != WON:
        return None
    at_once = win_at_once(position._kernel)
    if at_once is not None:
        return at_once
    moves = proof.winning_moves(position._kernel)
    if not moves or facts(play_at(position._kernel, moves[0]))[2] == 1 - seat:
        return None
    return moves[0]
