"""The network's inputs of one side by number; the other side's follow ``PER_SIDE`` further on."""

KITTEN_AT = 0
CAT_AT = 36
CATS_IN_PLAY = 72
KITTENS_IN_POOL = 81
CATS_IN_POOL = 90
ON_BED = 94
OPEN_ROWS = 97
OPEN_ROWS_OF_CATS = 98
SPACES_TO_GRADUATE = 99
CAN_GRADUATE = 100
SPACES_TO_WIN = 101
HAS_A_ROW = 102
PER_SIDE = 103
INPUTS = 206

MOST_CATS_IN_POOL = 3
MANY_ON_BED = 6
"""So many pieces on the bed and more have an input each."""
"""So many cats and more in the pool are one input."""
MAX_INPUTS = 48
"""How many can be other than zero: the pieces, and for each side the rest."""
