"""How good a position of Hive looks: a sum of terms in the rulebook's words, each with a weight.

A term counts what the seat to move has minus what the other player has. The more bugs touch a queen, the more the next
one costs; bugs that can move count more than those that hold the hive together, and covered ones not at all.
The weights are guesses: those that ``bench tune`` found from self-play played worse (decision 0005).
"""

from boohive.core import bits
from boohive.games.hive import bugs, hexes, terms

KIND_NAMES = ["queen", "spider", "beetle", "grasshopper", "ant", "mosquito", "ladybug", "pillbug"]
WEIGHTS = {
    "tempo": 15,
    "queen not placed yet": -30,
    "queen touched by 0": 10,
    "queen touched by 1": 0,
    "queen touched by 2": -30,
    "queen touched by 3": -90,
    "queen touched by 4": -200,
    "queen touched by 5": -380,
    "queen touched by 6": -1500,
    "enemies next to the queen": -18,
    "on the enemy queen": 110,
    "climber next to the enemy queen": 25,
    "pillbug next to its queen": 35,
    "distance to the enemy queen": -3,
    **dict(zip((f"free {name}" for name in KIND_NAMES), [30, 18, 38, 24, 55, 45, 32, 30], strict=True)),
    **dict(zip((f"pinned {name}" for name in KIND_NAMES), [0, 3, 8, 6, 5, 8, 6, 12], strict=True)),
    **dict(zip((f"{name} in hand" for name in KIND_NAMES), [0, 10, 26, 18, 42, 34, 24, 20], strict=True)),
}
"""100 is about the worth of two free ants."""


def weight_table() -> list[int]:
    """The weights in the order of the terms."""
    return list(WEIGHTS.values())


def distance_table() -> list[int]:
    """How many steps apart two cells are, by the difference of their numbers."""
    table = [0] * hexes.CELLS
    edge, steps = [0], 0
    while edge:
        steps += 1
        reached = {(cell + step) & hexes.LAST_CELL for cell in edge for step in hexes.STEPS}
        edge = [cell for cell in reached if cell and not table[cell]]
        for cell in edge:
            table[cell] = steps
    return table


def counts_by_kind() -> list[int]:
    """How many bugs of each kind a side has."""
    return [bug.per_side for bug in bugs.BUGS]


USED_WEIGHTS = weight_table()
DISTANCE = distance_table()
KIND = bugs.kinds_of_tiles()
COUNT = counts_by_kind()


def count_queen(counts: list[int], sign: int, seat: int, near: list[int], top: list[int], cell_of: list[int]) -> None:
    """How close one player's queen is to being surrounded."""
    cell = cell_of[1 + bugs.PER_SIDE * seat]
    if cell < 0:
        counts[terms.QUEEN_IN_HAND] += sign
        return
    touching = near[cell]
    counts[terms.QUEEN_TOUCHED + bits.count((touching | touching >> 8) & hexes.ALL_SIX)] += sign
    enemies = touching if seat else touching >> 8
    counts[terms.ENEMIES_NEXT_TO_QUEEN] += sign * bits.count(enemies & hexes.ALL_SIX)
    if (top[cell] > bugs.PER_SIDE) != (seat == 1):
        counts[terms.ON_THE_ENEMY_QUEEN] -= sign


def count_bugs(
    counts: list[int], sign: int, seat: int, on_table: int, free: int, top: list[int], cell_of: list[int]
) -> None:
    """What one player's bugs on the table can do."""
    home, goal = cell_of[1 + bugs.PER_SIDE * seat], cell_of[bugs.BLACK_QUEEN - bugs.PER_SIDE * seat]
    while on_table:
        tile = bits.lowest(on_table)
        on_table &= on_table - 1
        cell = cell_of[tile]
        if top[cell] != tile:
            continue
        kind = KIND[tile]
        if kind == bugs.PILLBUG and home >= 0 and DISTANCE[(cell - home) & hexes.LAST_CELL] == 1:
            counts[terms.PILLBUG_NEXT_TO_ITS_QUEEN] += sign
        if not free & bits.bit(tile):
            counts[terms.PINNED + kind] += sign
            continue
        counts[terms.FREE + kind] += sign
        if goal >= 0 and kind not in (bugs.QUEEN, bugs.ANT):
            way = DISTANCE[(cell - goal) & hexes.LAST_CELL]
            counts[terms.DISTANCE_TO_ENEMY_QUEEN] += sign * way
            if way == 1 and kind in (bugs.BEETLE, bugs.MOSQUITO):
                counts[terms.CLIMBER_NEXT_TO_ENEMY_QUEEN] += sign


def count_hand(counts: list[int], sign: int, seat: int, kinds: int, placed: list[int]) -> None:
    """The bugs one player can still place."""
    for kind in range(bugs.KINDS):
        if kinds & bits.bit(kind):
            counts[terms.IN_HAND + kind] += sign * (COUNT[kind] - placed[bugs.KINDS * seat + kind])


def fill_counts(
    counts: list[int],
    mover: int,
    near: list[int],
    top: list[int],
    cell_of: list[int],
    on_table: list[int],
    placed: list[int],
    kinds: int,
    free: int,
) -> None:
    """Every term: the mover's count minus the opponent's."""
    counts[terms.TEMPO] = 1
    for seat in range(2):
        sign = 1 if seat == mover else -1
        count_queen(counts, sign, seat, near, top, cell_of)
        count_bugs(counts, sign, seat, on_table[seat], free, top, cell_of)
        count_hand(counts, sign, seat, kinds, placed)


def evaluate(
    mover: int,
    near: list[int],
    top: list[int],
    cell_of: list[int],
    on_table: list[int],
    placed: list[int],
    kinds: int,
    free: int,
) -> int:
    """The score of a position for the mover; ``free`` are the tiles that can move."""
    counts = [0] * 38
    fill_counts(counts, mover, near, top, cell_of, on_table, placed, kinds, free)
    total = 0
    for i in range(terms.TERMS):
        total += USED_WEIGHTS[i] * counts[i]
    return total


def set_weights(weights: list[int]) -> None:
    """Replace the weights that are used; for tuning."""
    for i in range(terms.TERMS):
        USED_WEIGHTS[i] = weights[i]
