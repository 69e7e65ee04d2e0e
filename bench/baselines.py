"""Players to measure the engine against: plain alpha-beta and plain UCT, at the same time a move.

``boohive arena boop level:8 python:bench.baselines:AlphaBetaPlayer --time 0.2 --games 200``
"""

from boohive.core.turns import Move, TurnPosition
from boohive.engine.plain import AlphaBeta, Uct


class AlphaBetaPlayer:
    def __init__(self, seed: int, time: float) -> None:
        self.time = time

    def choose(self, position: TurnPosition) -> Move:
        return Move(position, AlphaBeta(position.kernel, self.time).choose())


class UctPlayer:
    def __init__(self, seed: int, time: float) -> None:
        self.seed = seed
        self.time = time

    def choose(self, position: TurnPosition) -> Move:
        return Move(position, Uct(position.kernel, self.time, self.seed).choose())
