"""The network's inputs of one side by number; the other side's follow ``PER_SIDE`` further on."""

QUEEN_IN_HAND = 0
TOUCHED = 1
ENEMIES_NEXT_TO_QUEEN = 8
COVERED = 9
OPEN_GAPS = 10
CLOSED_GAPS = 11
UNDER = 12
PILLBUG_NEXT_TO_ITS_QUEEN = 13
PINNED_NEXT_TO_ENEMY_QUEEN = 14
FREE_NEXT_TO_ENEMY_QUEEN = 15
CLIMBER_NEXT_TO_ENEMY_QUEEN = 16
FREE_NEXT_TO_OWN_QUEEN = 17
PINNED_NEXT_TO_OWN_QUEEN = 18
ON_TOP = 19
FREE = 20
PINNED = 28
IN_HAND = 36
CLOSE = 44
PER_SIDE = 52
INPUTS = 104

FAR = 6
"""A bug that is this many steps from the other queen is not close to her."""
