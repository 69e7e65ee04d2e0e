"""The network's inputs by number: boop.'s, then the ghost's of each side, the mover's first."""

GHOSTS = 206
"""After those of boop."""
IN_POOL = 0
SCARES_OTHER_KITTENS = 1
SCARES_OTHER_CATS = 2
SCARES_OWN_KITTENS = 3
SCARES_OWN_CATS = 4
GOES_HOME = 5
PER_GHOST = 6
INPUTS = 218
MAX_INPUTS = 60
