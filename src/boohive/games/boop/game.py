"""The rows of boop. and the younger players' game: rules, words and pictures put together."""

from dataclasses import replace
from functools import partial
from typing import Any

from boohive.core.errors import NotationError
from boohive.core.game import Effect
from boohive.core.kernel import Kernel
from boohive.core.options import Option, Options, Preset
from boohive.core.turn_game import TurnGame, TurnPosition
from boohive.games.boop import diagram, notation, pieces, screen, telling
from boohive.games.boop.notation import Bed
from boohive.games.boop.picture import DAY, svg_of
from boohive.games.boop.rules import BoopKernel

__all__ = ["BOOP", "BOOP_JUNIOR"]

FIELDS = 5

DRAW = Option("draw", "none", "what happens when a position stands for the third time", ("none", "threefold"))
OPPONENT_LINE_WINS = Option(
    "opponent_line_wins", False, "your boop may line up the opponent's winning row: then they win at once"
)
EIGHT_CAT_RETURN = Option(
    "eight_cat_return", False, "with eight on the bed, a cat may be taken back instead of graduating a kitten"
)
JUNIOR_EIGHT = Option(
    "junior_eight", "win", "all eight kittens on the bed: you win, or you take one back", ("win", "retrieve")
)


def start(junior: bool, options: Options) -> Kernel:
    """The empty bed, eight kittens in each pool."""
    return BoopKernel(
        junior,
        bool(options.get("eight_cat_return", False)),
        bool(options["opponent_line_wins"]),
        options.get("junior_eight", "win") == "win",
    )


def kernel_of(position: TurnPosition) -> BoopKernel:
    """The position's kernel as what it is."""
    kernel = position.kernel
    assert isinstance(kernel, BoopKernel)
    return kernel


def seat_of(position: TurnPosition) -> int:
    """Who is to move, or would be if the game were not over."""
    return position.kernel.state()[6]


def bed_of(position: TurnPosition) -> Bed:
    """What lies where."""
    return Bed(*position.kernel.state()[:4])


def pools_of(position: TurnPosition) -> list[int]:
    """Kittens and cats in both pools."""
    return pools_in(position.kernel.state())


def pools_in(state: tuple[int, ...]) -> list[int]:
    """The same, from what a kernel says of itself."""
    pools = []
    for seat in range(2):
        kittens, cats = state[2 * seat].bit_count(), state[2 * seat + 1].bit_count()
        in_play = state[4 + seat]
        pools += [in_play - kittens, pieces.PIECES_PER_SEAT - in_play - cats]
    return pools


def write(position: TurnPosition) -> str:
    """The position text."""
    state = position.kernel.state()
    pending = f" {notation.CHOOSE}" if position.mid_turn else ""
    return f"{notation.write_bed(Bed(*state[:4]))} {write_pools(state)} {state[6]} - -{pending}"


def write_pools(state: tuple[int, ...]) -> str:
    """The pools in a position text."""
    return ",".join(map(str, pools_in(state)))


def read_fields(text: str) -> list[str]:
    """The words of a position text: bed, pools, seat, two ghosts, and perhaps a pending decision."""
    fields = text.split()
    if not FIELDS <= len(fields) <= FIELDS + 1:
        raise NotationError(
            f"a position has five fields (bed, pools, seat, two ghosts), this has {len(fields)}; "
            "the start is '6/6/6/6/6/6 8,0,8,0 0 - -'"
        )
    return fields


def read_state(fields: list[str], junior: bool, choosing: bool) -> tuple[int, ...]:
    """The kernel's state from the first three words."""
    bed, pools, seat = notation.read_bed(fields[0]), notation.read_pools(fields[1]), notation.read_seat(fields[2])
    return (*bed, *notation.kittens_in_play(bed, pools, junior), seat, int(choosing))


def read(junior: bool, game: TurnGame, text: str, options: Options) -> TurnPosition:
    """A position from its text."""
    fields = read_fields(text)
    choosing = fields[5:] == [notation.CHOOSE]
    state = read_state(fields, junior, choosing)
    if fields[3:5] != ["-", "-"]:
        raise NotationError(f"{game.title} has no ghosts; write '- -' after the seat")
    if fields[5:] and not choosing:
        raise NotationError(f"{fields[5]!r} is not a pending decision; write {notation.CHOOSE!r} or nothing")
    kernel = start(junior, options)
    assert isinstance(kernel, BoopKernel)
    kernel.setup(state)
    position = TurnPosition(game, options, kernel)
    refuse_if_stuck(position, choosing)
    return position


def refuse_if_stuck(position: TurnPosition, choosing: bool) -> None:
    """No turn leads to a position in which the player to move can do nothing (B20) or has nothing to choose."""
    choices = len(position.legal_moves)
    if choosing and choices < 2:
        raise NotationError(f"there is nothing to choose here; leave out {notation.CHOOSE!r}")
    if choices == 0 and position.outcome is None:
        raise NotationError("the player to move has no piece in the pool; such a position cannot come up")


def read_move(position: TurnPosition, text: str) -> int:
    """The code of a move."""
    return notation.read_move(text)


def write_move(position: TurnPosition, code: int) -> str:
    """The text of a move."""
    return notation.write_move(code)


def reason(position: TurnPosition) -> str:
    """Why the game is over."""
    what = "kittens" if kernel_of(position).junior else "cats"
    return f"three {what} in a row" if kernel_of(position).won_by_row() else f"all eight {what} on the bed"


def refuse(position: TurnPosition, code: int) -> str:
    """Why this move is not legal here."""
    choices = position.legal_moves.texts() if position.mid_turn else []
    return telling.refusal(code, bed_of(position), choices)


def effects(position: TurnPosition, code: int, after: TurnPosition) -> list[Effect]:
    """What the move does, in order."""
    kernel = kernel_of(position)
    booped = kernel.booped_by(code)
    return telling.effects(code, bed_of(position), bed_of(after), seat_of(position), booped, kernel.junior)


def draw(position: TurnPosition) -> str:
    """The position in plain text."""
    return diagram.draw(bed_of(position), pools_of(position), last_line(position))


def last_line(position: TurnPosition) -> str:
    """Who is to move, or how it ended."""
    outcome = position.outcome
    if outcome is None:
        todo = "has to choose a row or a piece" if position.mid_turn else "to move"
        return f"{diagram.PLAYERS[seat_of(position)]} {todo}"
    if outcome.winner is None:
        return f"drawn: {outcome.reason}"
    return f"{diagram.PLAYERS[outcome.winner]} has won: {outcome.reason}"


def svg(position: TurnPosition) -> str:
    """The position as a picture."""
    return svg_of(DAY, bed_of(position), pools_of(position), last_line(position))


def view(position: TurnPosition) -> dict[str, Any]:
    """The bed for a screen."""
    state = position.kernel.state()
    bed, pools = Bed(*state[:4]), pools_in(state)
    return {
        "bed": screen.letters(bed),
        "pools": [{"kittens": pools[0], "cats": pools[1]}, {"kittens": pools[2], "cats": pools[3]}],
        "warnings": screen.warnings(bed, "junior_eight" in position.options),
    }


def move_view(position: TurnPosition, code: int) -> dict[str, Any]:
    """A move for a screen."""
    if code < pieces.ONE:
        return {"kind": "place", "piece": "cat" if code >= pieces.CAT else "kitten", "to": notation.NAMES[code % 64]}
    if code < pieces.ROW:
        return {"kind": "one", "from": [notation.NAMES[code - pieces.ONE]]}
    return {"kind": "row", "from": [notation.NAMES[space] for space in notation.row_of(code)]}


BOOP = TurnGame(
    id="boop",
    title="boop.",
    summary="Place kittens on a bed and boop the others away; three in a row grow up, three cats in a row win.",
    start=partial(start, False),
    read=partial(read, False),
    write=write,
    read_move=read_move,
    write_move=write_move,
    refuse=refuse,
    reason=reason,
    effects=effects,
    draw=draw,
    svg=svg,
    view=view,
    move_view=move_view,
    code_says_all=True,
    option_list=(EIGHT_CAT_RETURN, OPPONENT_LINE_WINS, DRAW),
    presets=(
        Preset(
            "later printings",
            {"eight_cat_return": True},
            "boop. as in its later English printing and on Board Game Arena",
        ),
    ),
    table_defaults={"draw": "threefold"},
)

BOOP_JUNIOR = replace(
    BOOP,
    id="boop-junior",
    title="boop. for younger players",
    summary="boop. with kittens only: three in a row win at once.",
    start=partial(start, True),
    read=partial(read, True),
    option_list=(JUNIOR_EIGHT, OPPONENT_LINE_WINS, DRAW),
    presets=(),
)
