"""The numbers of a search: what a position can be worth, how far a search can reach, and what orders its moves.

The build writes their C form from this file: to the compiler they are constants, and dividing by one is a shift.
"""

WIN = 30000
"""A win at the end of turn n of a line is worth ``WIN - n`` to the winner."""

MATE_BOUND = 29000
"""From here on a score is a win that was seen to its end, not an evaluation."""

INFINITE = 32000
DRAW = 0

MAX_DEPTH = 64
"""Whole turns."""

MAX_PLY = 240
"""Decisions; a kernel can make and unmake at least this many."""

MAX_HISTORY = 256
"""How many positions of the game so far a search remembers."""

EXACT = 1
LOWER = 2
UPPER = 3
"""What a table entry's score says about the true one."""

FIRST_KILLER, SECOND_KILLER = 200000, 190000
"""What a killer move is worth when moves are ordered."""

MAX_HISTORY_SCORE = 16384

ORDER_SLOTS = 1024
"""A move's order is its score times this, and its place in the list: the largest number names the move."""

TAKEN = -2147483647
"""The order of a move that was tried already."""

DEFERRED = -2096128
"""A move that another thread was searching when its turn came gets this score, less the place where it stood: it is tried after
the others, and reduced as at its place."""

BUSY = 32700
"""In place of a score: another thread is searching the position, try it later."""

UNTRIED = 0
"""The order of a move of the root that was not tried yet."""
