"""The numbers by which a search prunes, reduces and extends. The build writes their C form from this file.

They are found by matches, not by thought: ``boohive arena GAME level:8 level:8,rfp_margin=90``.
"""

RFP_DEPTH = 0
RFP_MARGIN = 1
RAZOR_DEPTH = 2
RAZOR_MARGIN = 3
NULL_MIN_DEPTH = 4
NULL_REDUCTION = 5
FUTILITY_DEPTH = 6
FUTILITY_MARGIN = 7
LMP_DEPTH = 8
LMP_MOVES = 9
LMR_BASE = 10
LMR_SLOPE = 11
IIR_DEPTH = 12
QUIET_BELOW = 13
ORDERING_WEIGHT = 14
THREAT_EXTENSION = 15
CONTEMPT = 16
MID_TURN_MOVES = 17
THREAT_DEPTH = 18
NULL_VERIFY_DEPTH = 19
SHARE_DEPTH = 20
CORRECTION = 21
SINGULAR_DEPTH = 22
SINGULAR_MARGIN = 23
COUNT = 24
"""Where each stands in a search's array; below, their values by name in the same order."""

PARAMETERS = {
    "rfp_depth": 5,  # reverse futility pruning: a position this far ahead is not searched up to this depth,
    "rfp_margin": 110,  # by this much a turn
    "razor_depth": 0,  # razoring: the same for positions this far behind
    "razor_margin": 200,
    "null_min_depth": 3,  # null-move pruning from this depth on,
    "null_reduction": 2,  # searched this much less deep
    "futility_depth": 3,  # futility pruning: quiet moves of a position this far behind are left out
    "futility_margin": 110,
    "lmp_depth": 4,  # late move pruning: late quiet moves are left out up to this depth, after
    "lmp_moves": 4,  # this many and the square of the depth
    "lmr_base": 60,  # late move reductions: hundredths of a turn,
    "lmr_slope": 210,  # and the product of the logarithms of depth and move number over this many hundredths
    "iir_depth": 4,  # internal iterative reduction: from this depth on, a position without a known move is searched less
    "quiet_below": 8000,  # moves with this score or more are never left out
    "ordering_weight": 2,  # what the game's own move scores count against the history's
    "threat_extension": 4,  # this many turns beyond twice the depth, threats are still followed
    "contempt": 0,  # how much worse than even a draw is to the player who thinks
    "mid_turn_moves": 1,  # in the middle of a turn the rest of it is narrower: this many moves and the depth
    "threat_depth": 2,  # from this depth on, a move that makes a threat is neither left out nor reduced
    "null_verify_depth": 6,  # from this depth on, a null move that prunes is verified by a search with real moves
    "share_depth": 2,  # from this depth on, threads share the moves of a position among themselves
    "correction": 60,  # what the evaluation's usual error after a move counts at most
    "singular_depth": 6,  # from this depth on, a move of the table that alone is good is searched a turn deeper,
    "singular_margin": 8,  # good alone by this much a turn
}
