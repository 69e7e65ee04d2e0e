# Written by scripts/headers.py from the Python file of the same name.
cdef enum:
    COLOURS = 6
    FREE = 0
    CLOSED = 7
    MAX_CELLS = 1024
    MAX_ROOMS = 64
    MAX_REGIONS = 256
    COLOUR_BITS = 3
    COLOUR_MASK = 7
    PASSAGE = 2048
    CHANGE = 2112
    ONE_USE = 1
    ONE_CROSSING = 4096
    ANY = -1
