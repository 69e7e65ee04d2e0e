cdef enum:
    ACROSS = 1
    DOWN = 8
    DOWN_RIGHT = 9
    DOWN_LEFT = 7
