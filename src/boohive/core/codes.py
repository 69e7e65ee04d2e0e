"""Numbers that kernels and Python share. Their C form is in ``codes.pxd``; a test keeps the two equal."""

MAX_MOVES = 1024
"""Room for the legal moves of any position of any game."""

RUNNING = -1
"""A kernel's result while the game goes on; a seat when that seat has won."""

DRAWN = 2

NO_MOVE = 0x7FFF_FFFF
"""What stands for a move where there is none; no game uses this code."""
