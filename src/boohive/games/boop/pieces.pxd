cdef enum:
    PIECES_PER_SEAT = 8
    KITTEN = 0
    CAT = 64
    ONE = 128
    ROW = 192
    CODES = 448
    PAST_WORDS = 8
    PAST_MOVES = 256
    FEWEST_FOR_A_CHOICE = 4
    MOST_CHOICES = 64
