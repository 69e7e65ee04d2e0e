# Written by scripts/headers.py from the Python file of the same name.
cdef enum:
    GHOSTS = 206
    IN_POOL = 0
    SCARES_OTHER_KITTENS = 1
    SCARES_OTHER_CATS = 2
    SCARES_OWN_KITTENS = 3
    SCARES_OWN_CATS = 4
    GOES_HOME = 5
    PER_GHOST = 6
    INPUTS = 218
    MAX_INPUTS = 60
