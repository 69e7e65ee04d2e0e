"""The fold against a small model of its own: whatever people send, in any order, both agree on what is so."""

import os

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from boohive.tables import incoming, log
from boohive.tables.errors import Rejected
from boohive.tables.replay import apply, replay
from boohive.tables.seating import seat_order
from boohive.tables.seats import hash_token

SEATS = st.integers(0, 1)
WHAT = st.sampled_from(["draw", "takeback", "rematch"])
MINUTE = 60_000


class TableMachine(RuleBasedStateMachine):
    """Two people, a clock, and everything they may try."""

    def __init__(self):
        super().__init__()
        opened = log.TableCreated("boop-junior", {}, 2, log.RealTimeClock(5 * MINUTE, 1000))
        self.entries = [log.LogEntry(1, 0, None, "open", opened)]
        for seat, person in enumerate(("ann", "bob")):
            sit = log.SeatTaken(seat, person, person=person, token_hash=hash_token(person), host=seat == 0)
            self.entries.append(log.LogEntry(2 + seat, 0, None, f"s{seat}", sit))
        self.table = replay(self.entries)
        self.now = 0
        self.moves = []
        """The model: the moves that stand, by whom."""
        self.over = False
        self.asked = {}

    def send(self, action, seat=None):
        """Whether it was done; a refusal changes nothing and says why."""
        before = self.table
        try:
            line = action if seat is None else incoming.prepare(self.table, seat, action, self.table.seq, self.now)
            entry = log.LogEntry(self.table.seq + 1, self.now, seat, f"x{len(self.entries)}", line)
            self.table = apply(self.table, entry)
        except Rejected as refusal:
            assert refusal.code
            assert len(refusal.reason) > 8
            assert self.table is before
            return False
        self.entries.append(entry)
        return True

    @rule(millis=st.integers(0, 20_000))
    def time_passes(self, millis):
        self.now += millis

    @rule()
    def begin(self):
        assert self.send(seat_order(self.table)) == (len(self.entries) == 3) or self.table.status != "waiting"

    @rule(seat=SEATS, pick=st.integers(0, 99))
    def move(self, seat, pick):
        legal = list(self.table.position.legal_moves)
        text = legal[pick % len(legal)].text if legal else "k a1"
        turn = self.table.active_seats == (seat,)
        late = turn and self.table.clocks.is_too_late(max(0, self.now - self.table.clocks.turn_started_at))
        done = self.send(log.Play(text), seat)
        assert done == (turn and not late)
        if done:
            self.moves.append(seat)
            self.asked.pop("draw", None)
            self.asked.pop("takeback", None)
            self.over = self.table.position.outcome is not None
            if self.over:
                self.asked = {}

    @rule(seat=SEATS)
    def resign(self, seat):
        if self.send(log.Resign(), seat):
            assert not self.over
            self.over, self.asked = True, {}

    @rule(seat=SEATS, what=WHAT)
    def ask(self, seat, what):
        other = self.asked.get(what)
        if self.send(log.Offer(what), seat):
            if other == 1 - seat:
                self.agreed(what, other)
            else:
                self.asked[what] = seat

    @rule(seat=SEATS, what=WHAT, yes=st.booleans())
    def answer(self, seat, what, yes):
        by = self.asked.get(what)
        done = self.send(log.Answer(what, yes), seat)
        assert done == (by is not None and (by != seat or not yes))
        if done and yes:
            self.agreed(what, by)
        elif done:
            self.asked.pop(what)

    def agreed(self, what, by):
        self.asked.pop(what, None)
        if what == "draw":
            self.over, self.asked = True, {}
        if what == "takeback":
            last = max(i for i, seat in enumerate(self.moves) if seat == by)
            while last and self.moves[last - 1] == by:
                last -= 1
            del self.moves[last:]
            self.over, self.asked = False, {}

    @rule(seat=SEATS, text=st.text(max_size=30))
    def talk(self, seat, text):
        self.send(log.Chat(text), seat)

    @precondition(lambda self: self.table.clocks.deadline() is not None)
    @rule()
    def time_runs_out(self):
        late = self.now >= self.table.clocks.deadline()
        assert self.send(log.Timeout(), None) is False  # Nobody's timeout names no seat.
        entry = log.LogEntry(
            self.table.seq + 1, self.now, self.table.clocks.running_seat, f"t{len(self.entries)}", log.Timeout()
        )
        try:
            self.table = apply(self.table, entry)
            self.entries.append(entry)
            self.over, self.asked = True, {}
            assert late
        except Rejected:
            assert not late

    @invariant()
    def both_agree(self):
        assert [event.seat for event in self.table.history] == self.moves
        assert (self.table.status == "over") == self.over
        assert {offer.what: offer.offered_by for offer in self.table.offers} == {
            what: by for what, by in self.asked.items() if what != "rematch" or not self.table.rematch
        }
        assert all(left >= 0 for left in self.table.clocks.remaining_ms)

    def teardown(self):
        """The log replays."""
        assert replay(self.entries).fingerprint() == self.table.fingerprint()


TestTableMachine = TableMachine.TestCase
TestTableMachine.settings = settings(
    max_examples=2000 if os.environ.get("BOOHIVE_SOAK") else 15, stateful_step_count=30
)
