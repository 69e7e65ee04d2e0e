"""A hive seen from its twelve sides: what all positions that differ only by turning or mirroring the table share."""

from collections.abc import Mapping, Sequence

from boohive.games.hive import bugs
from boohive.games.hive.coordinates import Place, tile_kind, tile_seat

__all__ = ["seen_from_any_side"]

TURNS = [(1, 0, 0, 1), (0, -1, 1, 1), (-1, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, -1), (1, 1, -1, 0)]
"""Turns by a sixth: what q and r of a place become, as sums of its q and r."""
MIRRORS = [(b, a, d, c) for a, b, c, d in TURNS]
WIDE = 64
"""A hive is never as wide as this."""


def seen_from_any_side(stacks: Mapping[Place, Sequence[int]], mover: int) -> tuple[int, ...]:
    """The hive from that of its twelve sides where its numbers are smallest; ``stacks`` has the tiles of each place.

    Every place is one number: where it lies from the hive's upper left, and then who is there, lowest first. Tiles of
    one kind are alike, and seats are told apart by who is to move.
    """
    standing = [(place.q, place.r, _who(tiles, mover)) for place, tiles in stacks.items()]
    return min(_from_one_side(standing, side) for side in (*TURNS, *MIRRORS))


def _who(tiles: Sequence[int], mover: int) -> int:
    found = 0
    for tile in tiles:
        found = found * (2 * bugs.KINDS + 1) + 1 + tile_kind(tile) + bugs.KINDS * (tile_seat(tile) != mover)
    return found


def _from_one_side(standing: list[tuple[int, int, int]], side: tuple[int, int, int, int]) -> tuple[int, ...]:
    a, b, c, d = side
    turned = [(a * q + b * r, c * q + d * r, who) for q, r, who in standing]
    left, top = min((q for q, _, _ in turned), default=0), min((r for _, r, _ in turned), default=0)
    return tuple(sorted((who * WIDE + q - left) * WIDE + r - top for q, r, who in turned))
