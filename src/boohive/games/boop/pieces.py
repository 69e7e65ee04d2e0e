"""What is placed and how moves are numbered. The C form is in ``pieces.pxd``; a test keeps the two equal."""

PIECES_PER_SEAT = 8
"""B2: bed and pool of a player always hold eight pieces together."""

KITTEN = 0
CAT = 64
ONE = 128
ROW = 192
"""Move codes of each kind start here; the space is added, for a row also 64 times its line."""

CODES = 448
"""All move codes are below this."""

PAST_WORDS = 8
PAST_MOVES = 256
"""How many moves can be made and unmade in one go."""

FEWEST_FOR_A_CHOICE = 4
"""Two different rows of three need at least four pieces on the bed."""

MOST_CHOICES = 64
"""Room for the rows and single pieces that one player can choose from at the end of a turn."""

FORCING = 8000
"""What the engine's order of moves gives a move that makes a row."""
