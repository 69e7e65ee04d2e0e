"""The frozen openings that matches start from: random first moves that leave both players about even.

Each game has a file of lines, one opening a line, moves separated by commas. A file is written once (``freeze``) and
kept, so that matches of different days can be compared.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from boohive.core.errors import OptionError
from boohive.core.turn_game import TurnGame, TurnPosition
from boohive.engine.deepening import last, search
from boohive.engine.levels import win_probability
from boohive.games import GAMES

__all__ = ["freeze", "openings", "read_openings", "start_of"]

NODES = 20_000
EVEN = 0.10
"""An opening is kept if the win probability is not further than this from one half."""


def openings(game: str) -> list[list[str]]:
    """The openings of a game, in order."""
    found = GAMES[game].as_turn_based().openings()
    if not found:
        raise OptionError(
            f"there are no openings for {game}, so no matches can be played in it; give it an openings file"
        )
    return found


@cache
def read_openings(file: Path) -> list[list[str]]:
    """Openings from a file of one's own."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        raise OptionError(f"{file} cannot be read: {why}; name a file with an opening in each line") from None
    found = [[move.strip() for move in line.split(",")] for line in lines if line.strip()]
    if not found:
        raise OptionError(f"{file} is empty; an opening is a line of moves with commas between them")
    return found


def start_of(game: TurnGame, moves: list[str]) -> TurnPosition:
    """The position after an opening, with the options of matches."""
    position = game.new(**game.match_options())
    for move in moves:
        position = position.play(move)
    return position


def freeze(game_id: str, count: int, seed: int = 0) -> Iterator[str]:
    """Lines for a file of openings."""
    game = GAMES[game_id].as_turn_based()
    rng = Random(f"{game_id} {seed}")
    found: set[str] = set()
    while len(found) < count:
        position = game.new(**game.match_options())
        moves: list[str] = []
        while len(moves) < game.opening_decisions or position.mid_turn:
            move = rng.choice(position.legal_moves)
            moves.append(move.text)
            position = position.play(move)
        line = ", ".join(moves)
        if line not in found and position.to_move is not None and is_even(position):
            found.add(line)
            yield line


def is_even(position: TurnPosition) -> bool:
    """Whether a short search gives both players about the same win probability."""
    score = last(search(position, nodes=NODES)).score
    return abs(win_probability(position.game.id, score) - 0.5) <= EVEN
