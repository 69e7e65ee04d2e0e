"""What the network of Hive sees: for each side the same counts, the mover's first."""

from boohive.core import bits
from boohive.games.hive import bugs, hexes, network_terms
from boohive.games.hive.evaluate import distance_table

STEP = hexes.step_table()
SLIDES = hexes.slide_table()
KIND = bugs.kinds_of_tiles()
COUNT = bugs.tiles_per_side()
DISTANCE = distance_table()


def count_queen(counts: list[int], seat: int, near: list[int], top: list[int], home: int) -> None:
    """How close this queen is to being surrounded, and which of the gaps around her can be walked into."""
    touching = near[home]
    around = (touching | touching >> 8) & hexes.ALL_SIX
    counts[network_terms.TOUCHED + bits.count(around)] = 1
    counts[network_terms.ENEMIES_NEXT_TO_QUEEN] = bits.count((touching if seat else touching >> 8) & hexes.ALL_SIX)
    counts[network_terms.COVERED] = (top[home] > bugs.PER_SIDE) != (seat == 1)
    gaps = hexes.ALL_SIX & ~around
    while gaps:
        cell = (home + STEP[bits.lowest(gaps)]) & hexes.LAST_CELL
        gaps &= gaps - 1
        ways = (near[cell] | near[cell] >> 8) & hexes.ALL_SIX
        counts[network_terms.OPEN_GAPS if SLIDES[ways] else network_terms.CLOSED_GAPS] += 1


def count_bug(counts: list[int], kind: int, free: bool, way: int, way_home: int) -> None:
    """What one bug that is not covered can do; ways are steps to the queens, 0 where there is none or it stands there."""
    if not free:
        counts[network_terms.PINNED + kind] += 1
        counts[network_terms.PINNED_NEXT_TO_ENEMY_QUEEN] += way == 1
        counts[network_terms.PINNED_NEXT_TO_OWN_QUEEN] += way_home == 1
        return
    counts[network_terms.FREE + kind] += 1
    counts[network_terms.FREE_NEXT_TO_OWN_QUEEN] += way_home == 1
    if way == 1:
        counts[network_terms.FREE_NEXT_TO_ENEMY_QUEEN] += 1
        counts[network_terms.CLIMBER_NEXT_TO_ENEMY_QUEEN] += kind in (bugs.BEETLE, bugs.MOSQUITO)
    if 0 < way < network_terms.FAR:
        counts[network_terms.CLOSE + kind] += network_terms.FAR - way


def count_side(
    counts: list[int],
    seat: int,
    near: list[int],
    top: list[int],
    height: list[int],
    cell_of: list[int],
    on_table: int,
    placed: list[int],
    kinds: int,
    free: int,
) -> None:
    """All counts of one side."""
    home, goal = cell_of[1 + bugs.PER_SIDE * seat], cell_of[bugs.BLACK_QUEEN - bugs.PER_SIDE * seat]
    if home < 0:
        counts[network_terms.QUEEN_IN_HAND] = 1
    else:
        count_queen(counts, seat, near, top, home)
    while on_table:
        tile = bits.lowest(on_table)
        on_table &= on_table - 1
        cell = cell_of[tile]
        if top[cell] != tile:
            counts[network_terms.UNDER] += 1
            continue
        way = DISTANCE[(cell - goal) & hexes.LAST_CELL] if goal >= 0 else 0
        way_home = DISTANCE[(cell - home) & hexes.LAST_CELL] if home >= 0 else 0
        counts[network_terms.ON_TOP] += height[cell] > 1
        if KIND[tile] == bugs.PILLBUG and way_home == 1:
            counts[network_terms.PILLBUG_NEXT_TO_ITS_QUEEN] = 1
        count_bug(counts, KIND[tile], free & bits.bit(tile) != 0, way, way_home)
    for kind in range(bugs.KINDS):
        if kinds & bits.bit(kind):
            counts[network_terms.IN_HAND + kind] = COUNT[kind] - placed[bugs.KINDS * seat + kind]


def fill(
    inputs: list[int],
    values: list[int],
    mover: int,
    near: list[int],
    top: list[int],
    height: list[int],
    cell_of: list[int],
    on_table: list[int],
    placed: list[int],
    kinds: int,
    free: int,
) -> int:
    """Write the inputs that are not zero and their counts; return how many there are."""
    counts = [0] * 52
    count_side(counts, mover, near, top, height, cell_of, on_table[mover], placed, kinds, free)
    found = squeeze(inputs, values, counts, 0, 0)
    for i in range(network_terms.PER_SIDE):
        counts[i] = 0
    count_side(counts, 1 - mover, near, top, height, cell_of, on_table[1 - mover], placed, kinds, free)
    return squeeze(inputs, values, counts, network_terms.PER_SIDE, found)


def squeeze(inputs: list[int], values: list[int], counts: list[int], first: int, found: int) -> int:
    """Add one side's counts that are not zero; return how many there are now."""
    for i in range(network_terms.PER_SIDE):
        inputs[found] = first + i
        values[found] = counts[i]
        found += counts[i] != 0
    return found
