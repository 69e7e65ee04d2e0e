cdef enum:
    WIN = 30000
    SURE = 29000
    INFINITE = 32000
    DRAW = 0
    MAX_DEPTH = 64
    MAX_PLY = 240
    PAST = 256
    EXACT = 1
    AT_LEAST = 2
    AT_MOST = 3
