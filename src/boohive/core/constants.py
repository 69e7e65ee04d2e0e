"""Numbers that compiled code and Python share. The build writes their C form, ``constants.pxd``, from this file."""

MAX_MOVES = 1024
"""Room for the legal moves of any position of any game."""

ONGOING = -1
"""A kernel's result while the game goes on; a seat when that seat has won."""

DRAW = 2
"""A kernel's result when nobody has won."""

NO_MOVE = 0x7FFF_FFFF
"""What stands for a move where there is none; no game uses this code."""

REPETITIONS_THAT_DRAW = 3
"""Where repetition is a draw, a position that stands this many times ends the game."""

NO_FAULT = 0
FAULT_GENERATE = 1
FAULT_ADVANCE = 2
FAULT_MAKE = 3
FAULT_UNMAKE = 4
FAULT_SEAT = 5
FAULT_RESULT = 6
FAULT_KEY = 7
FAULT_EVALUATE = 8
FAULT_MAKE_NULL = 9
FAULT_TOO_MANY_DECISIONS = 10
FAULT_IN_PYTHON = 11
"""What is wrong with a kernel: a missing method, or something that came up while it ran without Python's lock."""
