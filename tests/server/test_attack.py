"""S10, S11: honest players next to a hostile crowd, for a few seconds; ``./dev soak attack`` does the same for minutes."""

import pytest
from soaks.attack import attack


@pytest.mark.parametrize("setup", ["sqlite", "cluster"])
def test_s10_s11_honest_players_next_to_a_hostile_crowd(setup):
    """Nobody honest is refused or kept waiting for an answer, nothing is seen early, every log can be replayed."""
    figures, faults = attack(setup, alone=0.5, seconds=5, after=0.5, exact=False, rate=5, tables=10, sixty=20)
    assert not faults, (faults, figures)
    assert figures["crowd"]["connections"] > 400
    assert figures["under attack"]["moves"] > 30
