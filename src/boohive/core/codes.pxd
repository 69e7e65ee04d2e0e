cdef enum:
    MAX_MOVES = 1024
    RUNNING = -1
    DRAWN = 2
