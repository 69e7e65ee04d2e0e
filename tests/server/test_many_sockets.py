"""Many idle pages at once; ``./dev soak sockets`` holds ten thousand for minutes."""

from soaks.sockets import faults, hold_sockets


def test_s10_hundreds_of_sockets_are_kept_and_answered():
    figures = hold_sockets(300, 1)
    assert figures["pings"] >= 300
    assert not [each for each in faults(figures) if "memory" not in each and "long" not in each], figures
