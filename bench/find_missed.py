"""``python -m bench find-missed``: look for more forced wins that 847df46 does not see; see ``bench/missed_wins.py``."""

from bench.missed_wins import find

run = find
