"""A bed seen from its eight sides: one exact number for all positions that differ only by turning or mirroring it.

A space counts 0 when it is empty, 1 for the first player's kitten, 2 for the second's; the 36 spaces in reading order
are the digits of a number in base three. Of the eight numbers a bed can have, the smallest stands for all of them.
Only boop. for younger players fits into such a number, for it has no cats.
"""

from boohive.core import bits

POWERS = [1, 3, 9, 27, 81, 243]
ROW = 729


def mirror_table() -> list[int]:
    """For each row of six digits the same row from the other end."""
    table = []
    for number in range(ROW):
        digits = [number // power % 3 for power in POWERS]
        table.append(sum(digit * power for digit, power in zip(reversed(digits), POWERS, strict=True)))
    return table


MIRROR = mirror_table()


def rows_forward(rows: list[int]) -> int:
    """The number of a bed from the numbers of its rows, the first row leading."""
    number = 0
    for i in range(6):
        number = number * ROW + rows[i]
    return number


def rows_backward(rows: list[int]) -> int:
    """The same with the last row leading."""
    number = 0
    for i in range(5, -1, -1):
        number = number * ROW + rows[i]
    return number


def add_pieces(rows: list[int], columns: list[int], pieces: int, digit: int) -> None:
    """Write a player's pieces into the numbers of their rows and columns."""
    while pieces:
        space = bits.lowest(pieces)
        pieces &= pieces - 1
        rows[space >> 3] += digit * POWERS[5 - (space & 7)]
        columns[space & 7] += digit * POWERS[5 - (space >> 3)]


def canonical_board(first: int, second: int) -> int:
    """The number that stands for this bed and its seven twins."""
    rows = [0] * 6
    columns = [0] * 6
    for i in range(6):
        rows[i] = 0
        columns[i] = 0
    add_pieces(rows, columns, first, 1)
    add_pieces(rows, columns, second, 2)
    smallest = min(rows_forward(rows), rows_backward(rows), rows_forward(columns), rows_backward(columns))
    for i in range(6):
        rows[i] = MIRROR[rows[i]]
        columns[i] = MIRROR[columns[i]]
    return min(smallest, rows_forward(rows), rows_backward(rows), rows_forward(columns), rows_backward(columns))
