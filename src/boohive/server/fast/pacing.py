"""Commits at a pace: what comes in while the disk is busy shares the next one."""

from boohive.server.plain.pacing import Pacing

__all__ = ["PACED", "PACED_REMOTE", "PACED_SHARED"]

PACED = Pacing(group=256, commit_interval=0.010, results_per_tick=12)
PACED_REMOTE = PACED._replace(commit_interval=0.012)
"""For a database that is another program: there a commit costs more than three moves, here and there together."""
PACED_SHARED = PACED._replace(commit_interval=0.024)
"""For such a database with several servers: together two commit as often as one alone. Otherwise each would do half as much with
every commit, and all of them would need more of every processor than one server does."""
