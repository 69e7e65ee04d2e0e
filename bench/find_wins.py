"""``python -m bench find-wins``: write the positions with proved wins again; see ``bench/wins.py``."""

from bench.wins import find

run = find
