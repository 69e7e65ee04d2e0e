"""``python -m bench find-wins``: write the positions with proved wins anew; see ``bench/wins.py``."""

from bench.wins import find

run = find
