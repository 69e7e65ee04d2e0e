"""The terms of the evaluation by number; their names and weights are in ``evaluate.py``, the C form in ``terms.pxd``."""

TEMPO = 0
QUEEN_IN_HAND = 1
QUEEN_TOUCHED = 2
ENEMIES_BESIDE_THE_QUEEN = 9
ON_THE_ENEMY_QUEEN = 10
CLIMBER_BESIDE_THE_ENEMY_QUEEN = 11
PILLBUG_BESIDE_ITS_QUEEN = 12
WAY_TO_THE_ENEMY_QUEEN = 13
FREE = 14
PINNED = 22
IN_HAND = 30
TERMS = 38
