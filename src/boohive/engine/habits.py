"""The numbers by which a search prunes, reduces and extends. C form in ``habits.pxd``; values by name in ``HABITS``.

They are found by matches, not by thought: ``boohive arena GAME level:8 level:8,margin=90``.
"""

AHEAD_DEPTH = 0
AHEAD_MARGIN = 1
BEHIND_DEPTH = 2
BEHIND_MARGIN = 3
SKIP_DEPTH = 4
SKIP_LESS = 5
FUTILE_DEPTH = 6
FUTILE_MARGIN = 7
ENOUGH_DEPTH = 8
ENOUGH_MOVES = 9
LATE_BASE = 10
LATE_SLOPE = 11
UNKNOWN_DEPTH = 12
PROMISING = 13
PROMISE = 14
LONGER = 15
CONTEMPT = 16
OPEN_MOVES = 17
COUNT = 18
