cdef enum:
    MAX_MOVES = 1024
    RUNNING = -1
    DRAWN = 2
    NO_MOVE = 2147483647
