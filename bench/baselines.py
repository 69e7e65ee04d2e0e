"""Players to measure the engine against: plain alpha-beta and plain UCT at the same time a move, and a child for level 1.

``boohive arena boop level:8 python:bench.baselines:AlphaBetaPlayer --time 0.2 --games 200``
"""

from random import Random

from boohive.core.kernel import play_at, status_of
from boohive.core.search_kernel import evaluate, winning_move
from boohive.core.turn_game import Move, TurnPosition
from boohive.engine.baselines import AlphaBeta, Uct


class AlphaBetaPlayer:
    def __init__(self, seed: int, time: float) -> None:
        self.time = time

    def choose(self, position: TurnPosition) -> Move:
        return position.move(AlphaBeta(position._kernel, self.time).choose())


class UctPlayer:
    def __init__(self, seed: int, time: float) -> None:
        self.seed = seed
        self.time = time

    def choose(self, position: TurnPosition) -> Move:
        return position.move(Uct(position._kernel, self.time, self.seed).choose())


class ChildPlayer:
    """Takes a win it can see, notices the other's in half of the cases, else plays the nicest-looking of a few moves."""

    LOOKS_AT = 6

    def __init__(self, seed: int, time: float) -> None:
        self.seed = seed

    def choose(self, position: TurnPosition) -> Move:
        rng = Random(f"{self.seed} {position.key}")
        won = winning_move(position._kernel)
        if won is not None:
            return position.move(won)
        legal = position.legal_moves
        tried = rng.sample(legal, min(self.LOOKS_AT, len(legal)))
        careful = rng.random() < 0.5
        return max(tried, key=lambda move: self.looks(position, move, careful))

    def looks(self, position: TurnPosition, move: Move, careful: bool) -> tuple[bool, int]:
        after = play_at(position._kernel, move.code)
        mine = status_of(after).seat == position.to_move
        safe = not careful or mine or winning_move(after) is None
        return safe, evaluate(after) if mine else -evaluate(after)
