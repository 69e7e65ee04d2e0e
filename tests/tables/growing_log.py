"""A log that grows under a test's hands, and what it refuses."""

import pytest

from boohive.tables import log
from boohive.tables.refusal import Refusal
from boohive.tables.seats import hash_of
from boohive.tables.table import apply, draw_lots, fold


class Log:
    """A log that grows, with its table."""

    def __init__(self, clock=None, people=("ann", "bob"), bots=0, game="boop", strict=False, shuffle=False):
        opened = log.Open(game, {}, len(people) + bots, clock or log.NoClock(), strict=strict, shuffle=shuffle, seed=7)
        self.entries = [log.Entry(1, 0, None, "open", opened)]
        self.table = fold(self.entries)
        self.now = 0
        for seat, person in enumerate(people):
            self(log.Sit(seat, person.title(), person=person, token=hash_of(f"{person}{seat}"), host=seat == 0))
        for seat in range(len(people), len(people) + bots):
            self(log.Sit(seat, "Bot", "bot", 1))

    def __call__(self, action, seat=None, after=1000):
        self.now += after
        entry = log.Entry(self.table.seq + 1, self.now, seat, f"x{self.table.seq}", action)
        self.table = apply(self.table, entry)
        self.entries.append(entry)
        return self.table

    def start(self):
        return self(draw_lots(self.table))

    def play(self, text, seat, spent=None):
        return self(log.Play(text, spent=spent), seat)


def refused(code, work):
    with pytest.raises(Refusal) as caught:
        work()
    assert caught.value.code == code, caught.value
    assert len(caught.value.reason) > 10
