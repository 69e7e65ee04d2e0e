"""The numbers of a search: what a position can be worth, and how far a search can reach.

The build writes their C form from this file.
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
