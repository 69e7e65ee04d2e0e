"""The row of BOOOOP.: rules, words and pictures put together."""

from typing import Any

from boohive.core.errors import NotationError
from boohive.core.game import Effect
from boohive.core.kernel import Kernel
from boohive.core.options import Options
from boohive.core.turn_game import TurnGame, TurnPosition
from boohive.games.boop import game as boop
from boohive.games.boop.diagram import PLAYERS
from boohive.games.boop.notation import CHOOSE
from boohive.games.ghosts import diagram, notation, pieces, seams, telling
from boohive.games.ghosts.picture import svg_of
from boohive.games.ghosts.rules import GhostsKernel

__all__ = ["BOOP_GHOSTS"]

EIGHT_CAT_RETURN = boop.EIGHT_CAT_RETURN._replace(default=True)  # G17: the rulebook of BOOOOP. gives both choices


def start(options: Options) -> Kernel:
    """The empty bed, eight kittens and a ghost in each pool."""
    return GhostsKernel(bool(options["eight_cat_return"]), bool(options["opponent_line_wins"]))


def kernel_of(position: TurnPosition) -> GhostsKernel:
    """The position's kernel as what it is."""
    kernel = position.kernel
    assert isinstance(kernel, GhostsKernel)
    return kernel


def ghosts_of(position: TurnPosition) -> list[int]:
    """Where the two ghosts are."""
    return list(position.kernel.state()[8:10])


def is_waiting(position: TurnPosition) -> bool:
    """Whether a piece is placed and the ghost may enter now."""
    return bool(position.kernel.state()[10])


def write(position: TurnPosition) -> str:
    """The position text."""
    fields = boop.write(position).split()
    fields[3:5] = [notation.write_ghost(ghost) for ghost in ghosts_of(position)]
    if is_waiting(position):
        fields[5:] = [notation.GHOST]
    return " ".join(fields)


def read(game: TurnGame, text: str, options: Options) -> TurnPosition:
    """A position from its text."""
    fields = boop.read_fields(text)
    choosing, waiting = fields[5:] == [CHOOSE], fields[5:] == [notation.GHOST]
    state = boop.read_state(fields, junior=False, choosing=choosing)
    if fields[5:] and not choosing and not waiting:
        raise NotationError(f"{fields[5]!r} is not a pending decision; write {notation.GHOST!r}, {CHOOSE!r} or nothing")
    ghosts = [notation.read_ghost(field) for field in fields[3:5]]
    refuse_impossible_ghosts(state, ghosts, waiting)
    kernel = start(options)
    assert isinstance(kernel, GhostsKernel)
    kernel.setup((*state, *ghosts, int(waiting)))
    position = TurnPosition(game, options, kernel)
    if waiting and position.outcome is not None:
        raise NotationError(f"the game is over ({reason(position)}); leave out {notation.GHOST!r}")
    boop.refuse_if_stuck(position, choosing)
    return position


def refuse_impossible_ghosts(state: tuple[int, ...], ghosts: list[int], waiting: bool) -> None:
    """What no turn leads to: two ghosts on one stitch, a decision about a ghost that is out or before a placement."""
    if ghosts[0] != pieces.HOME and seams.stitch_of(ghosts[0]) == seams.stitch_of(ghosts[1]):
        raise NotationError("both ghosts stand on the same stitch; a stitch holds one ghost")
    seat = state[6]
    if waiting and ghosts[seat] != pieces.HOME:
        raise NotationError(f"the mover's ghost is on the bed and moves by itself; leave out {notation.GHOST!r}")
    if waiting and not state[2 * seat] | state[2 * seat + 1]:
        raise NotationError(f"the mover has placed no piece yet; leave out {notation.GHOST!r}")


def read_move(position: TurnPosition, text: str) -> int:
    """The code of a move."""
    return notation.read_move(text)


def write_move(position: TurnPosition, code: int) -> str:
    """The text of a move."""
    return notation.write_move(code)


def is_obsolete(position: TurnPosition, text: str) -> bool:
    """A decision about the ghost after a placement that had won: it used to be asked for, and changed nothing."""
    return position.outcome is not None and text.split()[:1] == ["g"]


def reason(position: TurnPosition) -> str:
    """Why the game is over."""
    return "three cats in a row" if kernel_of(position).won_by_row() else "all eight cats on the bed"


def refuse(position: TurnPosition, code: int) -> str:
    """Why this move is not legal here."""
    choices = position.legal_moves.texts() if position.mid_turn else []
    ghost = ghosts_of(position)[boop.seat_of(position)]
    return telling.refusal(code, boop.bed_of(position), choices, ghost, is_waiting(position))


def effects(position: TurnPosition, code: int, after: TurnPosition) -> list[Effect]:
    """What the move does, in order."""
    seat, ghosts = boop.seat_of(position), ghosts_of(position)
    booped = kernel_of(position).booped_by(code)
    beds = boop.bed_of(position), boop.bed_of(after)
    return telling.effects(code, *beds, seat, booped, ghosts[seat], ghosts[1 - seat])


def draw(position: TurnPosition) -> str:
    """The position in plain text."""
    return diagram.draw(boop.bed_of(position), boop.pools_of(position), ghosts_of(position), last_line(position))


def last_line(position: TurnPosition) -> str:
    """Who is to move, or how it ended."""
    if is_waiting(position) and position.outcome is None:
        return f"{PLAYERS[boop.seat_of(position)]} {diagram.DECIDES}"
    return boop.last_line(position)


def svg(position: TurnPosition) -> str:
    """The position as a picture."""
    return svg_of(boop.bed_of(position), boop.pools_of(position), ghosts_of(position), last_line(position))


def view(position: TurnPosition) -> dict[str, Any]:
    """The bed for a screen: boop.'s, with the ghosts and the stitches each has before it."""
    return {**boop.view(position), "ghosts": [ghost_view(ghost) for ghost in ghosts_of(position)]}


def ghost_view(ghost: int) -> dict[str, Any] | None:
    """A ghost on the bed for a screen; ``None`` in the pool."""
    if ghost == pieces.HOME:
        return None
    return {"at": notation.write_ghost(ghost), "track": [notation.write_ghost(each) for each in seams.track(ghost)]}


def move_view(position: TurnPosition, code: int) -> dict[str, Any]:
    """A move for a screen."""
    if code < pieces.STAY_OUT:
        return boop.move_view(position, code)
    if code == pieces.STAY_OUT:
        return {"kind": "stay out", "piece": "ghost"}
    return {"kind": "enter", "piece": "ghost", "to": notation.write_ghost(seams.entry(code - pieces.ENTER))}


BOOP_GHOSTS = TurnGame(
    id="boop-ghosts",
    title="BOOOOP.",
    summary="boop. with Ghost Cats that glide along the seams and scare everyone beside them out of the way.",
    start=start,
    read=read,
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
    is_obsolete=is_obsolete,
    code_says_all=True,
    option_list=(EIGHT_CAT_RETURN, boop.OPPONENT_LINE_WINS, boop.DRAW),
    table_defaults={"draw": "threefold"},
)
