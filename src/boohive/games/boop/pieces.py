"""What is placed and how moves are numbered. The build writes the C form from this file."""

PIECES_PER_SEAT = 8
"""B2: bed and pool of a player always hold eight pieces together."""

KITTEN = 0
CAT = 64
ONE = 128
ROW = 192
"""Move codes of each kind start here; the space is added, for a row also 64 times its direction."""

CODES = 448
"""All move codes are below this."""

UNDO_WORDS = 8
UNDO_MOVES = 256
"""How many moves can be made and unmade in one go."""

MIN_PIECES_FOR_A_ROW = 3

MIN_PIECES_FOR_A_CHOICE = 4
"""Two different rows of three need at least four pieces on the bed."""

MAX_CHOICES = 64
"""Room for the rows and single pieces that one player can choose from at the end of a turn."""
