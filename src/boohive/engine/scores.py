"""The numbers of a search: what a position can be worth, and how far a search can reach. C form in ``scores.pxd``."""

WIN = 30000
"""A win at the end of turn n of a line is worth ``WIN - n`` to the winner."""

SURE = 29000
"""From here on a score is a win that was seen to its end, not an opinion."""

INFINITE = 32000
DRAW = 0

MAX_DEPTH = 64
"""Whole turns."""

MAX_PLY = 240
"""Decisions; a kernel can make and unmake at least this many."""

PAST = 256
"""How many positions of the game so far a search remembers."""

EXACT = 1
AT_LEAST = 2
AT_MOST = 3
"""What a table entry's score says about the true one."""
