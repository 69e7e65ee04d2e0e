"""Where a ghost can be and how its moves are numbered. The build writes the C form from this file.

A ghost is a number: 0 in the pool, else 1 + 6 * lane + stitches behind it. A lane is one way along one seam.
"""

HOME = 0
"""In its player's pool."""

STITCHES_PER_SEAM = 6
LANES = 20
"""G5: five seams each way, entered from either end."""

GHOSTS = 121
"""All numbers of a ghost are below this."""

STAY_OUT = 448
"""Moves below this are boop.'s own."""

ENTER = 449
"""A ghost enters; its lane is added."""

CODES = 469
"""All move codes are below this."""
