"""BOOOOP. told in words: what a move does, in order, and why a move is refused."""

from collections.abc import Sequence

from boohive.core.game import Effect
from boohive.games.boop import pieces as boop_pieces
from boohive.games.boop import telling as boop
from boohive.games.boop.notation import NAMES, Bed
from boohive.games.ghosts import pieces, seams
from boohive.games.ghosts.notation import NOT_AN_ENTRY, write_ghost

__all__ = ["effects", "glide_effects", "refusal"]


def effects(code: int, before: Bed, after: Bed, seat: int, booped: int, ghost: int, other: int) -> list[Effect]:
    """The effects of a move: placement and boops, then the ghost, then whoever leaves the bed at the end of the turn.

    The mover's ghost and the other one are given as they stand before the move.
    """
    if code >= pieces.STAY_OUT:
        return [decision_effect(code, seat), *boop.leaving_effects(before, after, seat)]
    if code >= boop_pieces.ONE:
        return boop.leaving_effects(before, after, seat)
    found, bed = boop.placement_effects(code, before, seat, booped)
    if ghost != pieces.HOME:
        glided, bed = glide_effects(bed, seat, ghost, other)
        found += glided
    return found + boop.leaving_effects(bed, after, seat)


def decision_effect(code: int, seat: int) -> Effect:
    """The ghost enters, or does not."""
    if code == pieces.STAY_OUT:
        return Effect("stayed out", seat, "ghost")
    return Effect("entered", seat, "ghost", end=write_ghost(seams.entry(code - pieces.ENTER)))


def glide_effects(bed: Bed, seat: int, ghost: int, other: int) -> tuple[list[Effect], Bed]:
    """The move of a ghost, whom it scares on arriving, and the bed after it."""
    met = other != pieces.HOME and seams.stitch_of(seams.onward(ghost)) == seams.stitch_of(other)
    through = (write_ghost(other),) if met else ()
    arrived = seams.glide(ghost, other)
    if arrived == pieces.HOME:
        return [Effect("returned", seat, "ghost", start=write_ghost(ghost), over=through)], bed
    moved = Effect("moved", seat, "ghost", start=write_ghost(ghost), end=write_ghost(arrived), over=through)
    scared, bed = scare_effects(bed, arrived)
    return [moved, *scared], bed


def scare_effects(bed: Bed, ghost: int) -> tuple[list[Effect], Bed]:
    """Whom a ghost scares where it has arrived, and the bed after it."""
    occupied = bed.kittens | bed.cats | bed.other_kittens | bed.other_cats
    found, after = [], list(bed)
    for side in (seams.UP_OR_LEFT, seams.DOWN_OR_RIGHT):
        start = seams.space_beside(ghost, side)
        if occupied >> start & 1:
            which, end = boop.piece_at(bed, start), seams.landing(occupied, ghost, side)
            after[which] &= ~(1 << start)
            after[which] |= 1 << end if end >= 0 else 0
            found.append(scare_effect(which, start, end, ghost, side))
    return found, Bed(*after)


def scare_effect(which: int, start: int, end: int, ghost: int, side: int) -> Effect:
    """A piece that is booped by a ghost, or scared over others (BOOO!), or off the bed."""
    way = seams.way_out(ghost, side)
    over = tuple(NAMES[space] for space in (way[: way.index(end)] if end in way else way))
    seat, kind = divmod(which, 2)
    what = "fell" if end not in way else "scared" if over else "booped"
    return Effect(what, seat, boop.WORDS[kind], NAMES[start], NAMES.get(end), write_ghost(ghost), over)


def refusal(code: int, bed: Bed, choices: Sequence[str], ghost: int, waiting: bool) -> str:
    """Why this move is not legal: what is wrong, then what would be right."""
    if code < pieces.STAY_OUT and not waiting:
        return boop.refusal(code, bed, choices)
    if code < pieces.STAY_OUT:
        return f"your ghost comes first; it stays out with 'g -' or enters, such as {choices[1]!r}"
    if not waiting:
        return ghost_refusal(ghost, choices)
    if code >= NOT_AN_ENTRY:
        seam = write_ghost(code - NOT_AN_ENTRY)[:2]
        return f"a ghost enters at the edge of the bed; write 'g {seam}@0+' or 'g {seam}@5-'"
    return "the other ghost stands on that stitch; enter somewhere else or stay out with 'g -'"


def ghost_refusal(ghost: int, choices: Sequence[str]) -> str:
    """Why a ghost may not enter now."""
    if choices:
        return f"the ghost has had its turn; choose one of: {', '.join(choices)}"
    if ghost == pieces.HOME:
        return "the ghost may enter after a piece is placed; place one first, such as 'k c3'"
    return "your ghost is on the bed and moves by itself; place a piece, such as 'k c3'"
