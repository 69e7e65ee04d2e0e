"""The frozen openings that matches start from: random first moves that leave both players about even.

Each game has a file of lines, one opening a line, moves separated by commas. A file is written once (``freeze``) and
kept, so that matches of different days can be compared.
"""

from collections.abc import Iterator
from importlib.resources import files
from random import Random

from boohive.core.errors import OptionError
from boohive.core.turn_game import TurnGame, TurnPosition
from boohive.engine.levels import chance
from boohive.engine.thinking import last, think
from boohive.games import GAMES

__all__ = ["freeze", "openings", "start_of"]

DECISIONS = {"boop": 4, "boop-junior": 3, "boop-ghosts": 6, "hive": 6}
"""How many random decisions an opening has."""

OPTIONS: dict[str, dict[str, str]] = {
    "boop": {"draw": "threefold"},
    "boop-junior": {"draw": "threefold"},
    "boop-ghosts": {"draw": "threefold"},
    "hive": {"mode": "tournament", "type": "Base+MLP"},
}
"""What matches are played with: nothing goes on for ever."""

NODES = 20_000
EVEN = 0.10
"""An opening is kept if neither side's chance is further than this from one half."""


def openings(game: str) -> list[list[str]]:
    """The openings of a game, in order."""
    if game not in DECISIONS:
        raise OptionError(f"there are no openings for {game}; matches can be played in {', '.join(DECISIONS)}")
    text = files("boohive.engine").joinpath("data", f"openings-{game}.txt").read_text(encoding="utf-8")
    return [line.split(", ") for line in text.splitlines()]


def start_of(game: TurnGame, moves: list[str]) -> TurnPosition:
    """The position after an opening, with the options of matches."""
    position = game.new(**OPTIONS[game.id])
    for move in moves:
        position = position.play(move)
    return position


def freeze(game_id: str, count: int, seed: int = 0) -> Iterator[str]:
    """Lines for a file of openings."""
    game = GAMES[game_id]
    assert isinstance(game, TurnGame)
    whim = Random(f"{game_id} {seed}")
    found: set[str] = set()
    while len(found) < count:
        position = game.new(**OPTIONS[game.id])
        moves: list[str] = []
        while len(moves) < DECISIONS[game_id] or position.mid_turn:
            move = whim.choice(position.legal_moves)
            moves.append(move.text)
            position = position.play(move)
        line = ", ".join(moves)
        if line not in found and position.to_move is not None and is_even(position):
            found.add(line)
            yield line


def is_even(position: TurnPosition) -> bool:
    """Whether a short search gives both players a fair chance."""
    score = last(think(position, nodes=NODES)).score
    return abs(chance(position.game.id, score) - 0.5) <= EVEN
