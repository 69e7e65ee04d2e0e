"""What a move of BOOOOP. does, in order."""

from boohive.core.game import Effect, Piece
from boohive.games.boop import effects as boop
from boohive.games.boop import pieces as boop_pieces
from boohive.games.boop.effects import Landings
from boohive.games.boop.notation import NAMES, Bed
from boohive.games.ghosts import pieces, seams
from boohive.games.ghosts.notation import write_ghost

__all__ = ["GHOSTS", "effects", "glide_effects"]

GHOSTS = (Piece("ghost", 0), Piece("ghost", 1))


def effects(code: int, before: Bed, after: Bed, seat: int, landings: Landings, ghost: int, other: int) -> list[Effect]:
    """The effects of a move: placement and boops, then the ghost, then the pieces that leave at the end of the turn.

    The mover's ghost and the other one are given as they stand before the move.
    """
    if code >= pieces.STAY_OUT:
        return [decision_effect(code, seat), *boop.leaving_effects(before, after, seat, 1)]
    if code >= boop_pieces.ONE:
        return boop.leaving_effects(before, after, seat, 0)
    found, bed = boop.placement_effects(code, before, seat, landings)
    if ghost != pieces.HOME:
        glided, bed = glide_effects(bed, seat, ghost, other, found[-1].cause + 1)
        found += glided
    return found + boop.leaving_effects(bed, after, seat, found[-1].cause + 1)


def decision_effect(code: int, seat: int) -> Effect:
    """The ghost enters, or does not."""
    if code == pieces.STAY_OUT:
        return Effect("stayed_out", seat, GHOSTS[seat])
    return Effect("entered", seat, GHOSTS[seat], to=write_ghost(seams.entry(code - pieces.ENTER)))


def glide_effects(bed: Bed, seat: int, ghost: int, other: int, cause: int) -> tuple[list[Effect], Bed]:
    """The move of a ghost, the pieces it scares where it arrives, and the bed afterwards."""
    met = other != pieces.HOME and seams.stitch_of(seams.onward(ghost)) == seams.stitch_of(other)
    through = (write_ghost(other),) if met else ()
    arrived = seams.glide(ghost, other)
    if arrived == pieces.HOME:
        return [Effect("returned", seat, GHOSTS[seat], write_ghost(ghost), path=through, cause=cause)], bed
    moved = Effect("moved", seat, GHOSTS[seat], write_ghost(ghost), write_ghost(arrived), path=through, cause=cause)
    scared, bed = scare_effects(bed, seat, arrived, cause + 1)
    return [moved, *scared], bed


def scare_effects(bed: Bed, seat: int, ghost: int, cause: int) -> tuple[list[Effect], Bed]:
    """The pieces that a ghost scares where it has arrived, and the bed afterwards."""
    occupied = bed.kittens | bed.cats | bed.other_kittens | bed.other_cats
    found, after = [], list(bed)
    for side in (seams.UP_OR_LEFT, seams.DOWN_OR_RIGHT):
        start = seams.adjacent_space(ghost, side)
        if occupied >> start & 1:
            which, end = piece_at(bed, start), seams.landing(occupied, ghost, side)
            after[which] &= ~(1 << start)
            after[which] |= 1 << end if end >= 0 else 0
            found.append(scare_effect(which, start, end, GHOSTS[seat], ghost, side, cause))
    return found, Bed(*after)


def piece_at(bed: Bed, space: int) -> int:
    """The piece on a space, as its place in ``LETTERS``."""
    for which, held in enumerate(bed):
        if held >> space & 1:
            return which
    raise ValueError(f"nothing lies on {NAMES[space]}")


def scare_effect(which: int, start: int, end: int, by: Piece, ghost: int, side: int, cause: int) -> Effect:
    """A piece that is booped by a ghost, or scared over others (BOOO!), or off the bed."""
    beyond = seams.spaces_away(ghost, side)
    jumped = tuple(NAMES[space] for space in (beyond[: beyond.index(end)] if end in beyond else beyond))
    piece = boop.PIECES[which]
    if end not in beyond:
        step = -1 if side == seams.UP_OR_LEFT else 1
        away = (0, step) if seams.is_horizontal(ghost) else (step, 0)
        return Effect("fell", piece.seat, piece, NAMES[start], None, by, jumped, cause, towards=away)
    return Effect("scared" if jumped else "booped", piece.seat, piece, NAMES[start], NAMES.get(end), by, jumped, cause)
