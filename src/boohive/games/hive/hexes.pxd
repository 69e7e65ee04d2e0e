cdef enum:
    LAST_CELL = 1023
    CELLS = 1024
    ORIGIN = 0
    EAST = 1
    SOUTH_EAST = 32
    SOUTH_WEST = 31
    WEST = -1
    NORTH_WEST = -32
    NORTH_EAST = -31
    ALL_SIX = 63
