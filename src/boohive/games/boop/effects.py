"""What a move of boop. does, in order."""

from boohive.core.game import Effect, Piece
from boohive.games.boop import pieces, steps
from boohive.games.boop.bed import STRIDE
from boohive.games.boop.notation import NAMES, Bed, spaces_in

__all__ = ["Landings", "effects", "placement_effects"]

KINDS = ("kitten", "cat")
"""What the two kinds of pieces are called."""
PIECES = tuple(Piece(word, seat) for seat in range(2) for word in KINDS)
"""In the order of ``LETTERS``."""
BOOPS = 1
"""The cause of all boops of one placement: they happen together, after the placement."""
Landings = list[tuple[int, int, int]]
"""For each booped piece its place in ``LETTERS``, the space it leaves and the one it lands on, or ``steps.OFF``."""


def effects(code: int, before: Bed, after: Bed, seat: int, landings: Landings, junior: bool) -> list[Effect]:
    """The effects of a move: the placement with its boops, then the pieces that leave at the end of the turn."""
    if code >= pieces.ONE:
        return leaving_effects(before, after, seat, 0, junior)
    found, settled = placement_effects(code, before, seat, landings)
    if settled == after:
        return found
    return found + leaving_effects(settled, after, seat, found[-1].cause + 1, junior)


def placement_effects(code: int, before: Bed, seat: int, landings: Landings) -> tuple[list[Effect], Bed]:
    """The placement and its boops, and the bed once everything has settled."""
    space, kind = code % 64, int(code >= pieces.CAT)
    pusher = PIECES[2 * seat + kind]
    found = [Effect("placed", seat, pusher, to=NAMES[space])]
    bed = list(before)
    for which, start, end in landings:
        bed[which] &= ~(1 << start)
        if end != steps.OFF:
            bed[which] |= 1 << end
        found.append(booped(which, start, end, pusher, space))
    bed[2 * seat + kind] |= 1 << space
    return found, Bed(*bed)


def booped(which: int, start: int, end: int, by: Piece, pusher: int) -> Effect:
    """A piece that was booped by one on the space ``pusher``, on the bed or off it."""
    piece = PIECES[which]
    if end == steps.OFF:
        away = start % STRIDE - pusher % STRIDE, start // STRIDE - pusher // STRIDE
        return Effect("fell", piece.seat, piece, NAMES[start], by=by, cause=BOOPS, towards=away)
    return Effect("booped", piece.seat, piece, NAMES[start], NAMES[end], by, cause=BOOPS)


def leaving_effects(settled: Bed, after: Bed, seat: int, cause: int, junior: bool = False) -> list[Effect]:
    """The pieces that leave at the end of the turn: kittens graduate; cats (or with ``junior`` kittens) return to the pool."""
    found: list[Effect] = []
    if settled == after:
        return found
    kittens, cats = (settled[2 * seat + kind] & ~after[2 * seat + kind] for kind in range(2))
    for space in spaces_in(kittens | cats):
        is_cat = bool(cats >> space & 1)
        piece = PIECES[2 * seat + is_cat]
        if is_cat or junior:
            found.append(Effect("returned", seat, piece, NAMES[space], cause=cause))
        else:
            found.append(Effect("graduated", seat, piece, NAMES[space], cause=cause, becomes="cat"))
    return found
