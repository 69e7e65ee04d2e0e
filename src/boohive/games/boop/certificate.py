"""Winning strategies for boop. for younger players: what to play in every position that they can lead to.

There is one file for every combination of the options that change the rules. A file is one line of text that names the
game and the options it is for, then nine bytes for each position in which the first player is to move and cannot win at
once: eight for the position, one for the space to place on. Where a win at once is possible it is played; the file does
not say so.

A position is written as its smallest view: the 36 spaces in reading order, 0 empty, 1 the first player's, 2 the
second's, read as a number in base three, after turning and mirroring the bed so that the number is as small as can be.
The space is counted in that view, 0 to 35. Where the first player has all eight kittens on the bed and has to take one
back (``junior_eight=retrieve``), ``TAKE_BACK`` is added to the number, and the space is that of the kitten.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from operator import itemgetter

from boohive.core.errors import NotationError
from boohive.core.kernel import Kernel, Moves, play_at, status_of
from boohive.core.options import Options, format_value
from boohive.games.boop import pieces

__all__ = [
    "FIRST_PLAYER",
    "TAKE_BACK",
    "digits_of",
    "file_name",
    "first_line",
    "position_number",
    "read_strategy",
    "shipped",
    "strategy_move",
]

FIRST_PLAYER = 0
SIZE = 6
STRIDE = 8
HEADER_START = "boohive strategy 1"
ENTRY_BYTES = 9
TAKE_BACK = 1 << 63
"""Above every number of a bed, which has 36 digits in base three."""

View = tuple[int, ...]


def make_views() -> list[View]:
    """The eight symmetric views of the bed: for each space of a view, the space of the bed that it shows."""
    turns = []
    for mirrored in (False, True):
        grid = [[row * SIZE + column for column in range(SIZE)] for row in range(SIZE)]
        if mirrored:
            grid = [row[::-1] for row in grid]
        for _ in range(4):
            turns.append(tuple(space for row in grid for space in row))
            grid = [list(row) for row in zip(*grid[::-1], strict=True)]
    return turns


VIEWS = make_views()
VIEW_GETTERS = [itemgetter(*view) for view in VIEWS]


def digits_of(kernel: Kernel) -> list[int]:
    """What lies on the 36 spaces: 0, 1 or 2."""
    state = kernel.state()
    spaces = [STRIDE * row + column for row in range(SIZE) for column in range(SIZE)]
    return [(state[0] >> space & 1) + 2 * (state[2] >> space & 1) for space in spaces]


def smallest_view(digits: list[int]) -> tuple[int, View]:
    """The number of the smallest view, and which view that is."""
    spaces, number = min((getter(digits), i) for i, getter in enumerate(VIEW_GETTERS))
    return int("".join(map(str, spaces)), 3), VIEWS[number]


def position_number(kernel: Kernel) -> tuple[int, View]:
    """The number under which a position stands in a file, and the view whose spaces the file counts."""
    number, view = smallest_view(digits_of(kernel))
    return number + TAKE_BACK * status_of(kernel).mid_turn, view


def code_of(space: int, take_back: bool) -> int:
    """The move that places a kitten on one of the 36 spaces, or takes the one there back."""
    return pieces.ONE * take_back + STRIDE * (space // SIZE) + space % SIZE


def winning_move(kernel: Kernel) -> int | None:
    """A move that wins now."""
    legal, seat = Moves(kernel), status_of(kernel).seat
    codes = (legal.code(i) for i in range(len(legal)))
    return next((code for code in codes if status_of(play_at(kernel, code)).result == seat), None)


def strategy_move(strategy: Mapping[int, int], kernel: Kernel) -> int | None:
    """What the strategy plays here; ``None`` in a position that it never leads to."""
    winning = winning_move(kernel)
    if winning is not None:
        return winning
    number, view = position_number(kernel)
    space = strategy.get(number)
    return None if space is None else code_of(view[space], number >= TAKE_BACK)


def first_line(game: str, options: Options) -> str:
    """What a strategy is for."""
    rules = " ".join(f"{name}={format_value(value)}" for name, value in options.items() if name != "draw")
    return f"{HEADER_START} {game} {rules}"


def file_name(game: str, options: Options) -> str:
    """The file in which the strategy for these options is shipped."""
    by_line = "-opponent-line" if options["opponent_line_wins"] else ""
    return f"{game}-{options['junior_eight']}{by_line}.strategy"


def read_strategy(data: bytes) -> tuple[str, dict[int, int]]:
    """The first line of a file and the strategy in it."""
    line, _, body = data.partition(b"\n")
    if not line.startswith(HEADER_START.encode()) or len(body) % ENTRY_BYTES:
        raise NotationError("this is not a whole strategy file; install boohive again to get a good one")
    records = (body[i : i + ENTRY_BYTES] for i in range(0, len(body), ENTRY_BYTES))
    return line.decode(), {int.from_bytes(record[:8], "big"): record[8] for record in records}


@cache
def shipped(name: str) -> Mapping[int, int]:
    """The strategy in a file that comes with the package."""
    return read_strategy(files("boohive.games.boop").joinpath(name).read_bytes())[1]
