"""How writes are gathered into commits: here each has its own."""

from typing import NamedTuple

__all__ = ["Pacing"]


class Pacing(NamedTuple):
    """The writer's pace."""

    group: int = 1
    """The most writes in one commit, about."""
    commit_interval: float = 0.0
    """Seconds between two commits: what comes in meanwhile shares the next one. A write that comes alone does not wait."""
    results_per_tick: int = 1_000_000
    """How many results are handed back before the event loop looks around again."""
