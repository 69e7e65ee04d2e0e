"""A log that grows under a test's hands, and what it refuses."""

import pytest

from boohive.tables import incoming, log
from boohive.tables.errors import Rejected
from boohive.tables.replay import apply, replay
from boohive.tables.seating import seat_order
from boohive.tables.seats import hash_token

SEED = "000102030405060708090a0b0c0d0e0f"


class Log:
    """A log that grows, with its table."""

    def __init__(
        self, clock=None, people=("ann", "bob"), bots=0, free=0, game="boop", options=None, seed=SEED, **settings
    ):
        seats = len(people) + bots + free
        created = log.TableCreated(game, options or {}, seats, clock or log.NoClock(), seed=seed, **settings)
        self.entries = [log.LogEntry(1, 0, None, "~open", created)]
        self.table = replay(self.entries)
        self.now = 0
        for seat, person in enumerate(people):
            token = hash_token(f"{person}{seat}")
            self(log.SeatTaken(seat, person.title(), person=person, token_hash=token, host=seat == 0))
        for seat in range(len(people), len(people) + bots):
            self(log.SeatTaken(seat, "Bot", "bot", 1))

    def __call__(self, action, seat=None, after=1000):
        self.now += after
        entry = log.LogEntry(self.table.seq + 1, self.now, seat, f"~x{self.table.seq}", action)
        self.table = apply(self.table, entry)
        self.entries.append(entry)
        return self.table

    def start(self):
        return self(seat_order(self.table))

    def happen(self, event):
        """An event of a race at its own time; a claim goes through the ranking."""
        now = max(self.now, self.table.game_started_at + event.game_ms)
        self.now = now
        if event.seat is not None and self.table.position.is_contested(event.text):
            taken = incoming.bot_claim(
                self.table, event.seat, event.text, event.game_ms - self.table.revealed_at, now, 80
            )
            self(taken, event.seat, after=0)
            return self(incoming.as_event(self.table, taken.claim, now), event.seat, after=0)
        return self(log.Play(event.text, game_ms=event.game_ms), event.seat, after=0)

    def play(self, text, seat, clock_ms=None):
        return self(log.Play(text, clock_ms=clock_ms), seat)


def refused(code, work):
    with pytest.raises(Rejected) as caught:
        work()
    assert caught.value.code == code, caught.value
    assert len(caught.value.reason) > 10
