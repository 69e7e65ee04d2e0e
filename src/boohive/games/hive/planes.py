"""The numbers of Hive's encoding: actions and planes. The build writes the C form from this file."""

BUGS = 28
"""Of both sides, numbered from the seat to move."""

PLACEMENTS = 7
"""Where a bug ends, seen from a neighbour: in one of six directions, or on top of it."""
ON_TOP = 6

ACTIONS_PER_BUG = 196
"""Neighbours times placements."""
PASS_ACTION = 5488
ACTIONS = 5489

PLANES = 30
CELLS = 1024
"""Of one plane."""
MIDDLE = 528
"""The cell in row 16 and column 16."""

LAST_MOVED = 28672
"""Where plane 28 begins: the bug that was moved last,"""
FACTS = 29696
"""and plane 29: numbers in its first row, here own bugs in hand by kind,"""
OTHERS_IN_HAND = 29704
"""the opponent's,"""
TO_MOVE = 29712
"""whether the observing seat is to move,"""
PLY = 29713
"""and the number of plies, up to the one that decides about the queen."""
QUEEN_DEADLINE = 6
