"""Numbers that compiled code and Python share. The build writes their C form, ``constants.pxd``, from this file."""

COLOURS = 6
"""White, yellow, red, green, blue, violet: numbered 0 to 5 in this order."""

FREE = 0
"""An edge between two cells without a wall; a wall of colour number n is written 1 + n."""

CLOSED = 7
"""The outer edge of the castle, or any edge that nobody crosses."""

MAX_CELLS = 1024
MAX_ROOMS = 64
MAX_REGIONS = 256
COLOUR_BITS = 3
COLOUR_MASK = 7
"""A state of the search is a region and a colour: region << COLOUR_BITS | colour."""

PASSAGE = 2048
"""Step codes: below this a wall (2 * cell for a cell's east side, 2 * cell + 1 for its south side); from here on the
room that a passage leads to."""

CHANGE = 2112
"""From here on the colour that is changed to."""

ONE_USE = 1
ONE_CROSSING = 4096
"""A cost is made of these, so that crossings weigh more than any number of token uses."""

ANY = -1
"""In place of a first colour or a visitor: whichever; as a result: none."""
