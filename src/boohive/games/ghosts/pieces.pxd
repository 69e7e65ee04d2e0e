cdef enum:
    HOME = 0
    STITCHES_PER_SEAM = 6
    LANES = 20
    GHOSTS = 121
    STAY_OUT = 448
    ENTER = 449
    CODES = 469
