"""Commits at a pace: what comes in while the disk is busy shares the next one."""

from boohive.server.plain.pacing import Pacing

__all__ = ["PACED"]

PACED = Pacing(group=256, commit_interval=0.008, results_per_tick=12)
