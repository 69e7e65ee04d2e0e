"""The four ways a row of three can run, as the distance of two neighbours, and the space that is none.

The build writes the C form from this file.
"""

ACROSS = 1
DOWN = 8
DOWN_RIGHT = 9
DOWN_LEFT = 7

OFF = -1
"""Where a piece lands that falls off the bed."""
