"""A table: the pure fold of its log, for every game, without asking which game it is.

``apply(table, entry)`` gives the table after an entry or raises ``Refusal``. Servers check an action and replay a log
with the same function, so a log that was accepted once is accepted for ever.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from boohive.core.errors import BoohiveError
from boohive.core.game import Effect, Event, Game, Outcome, Position, Seat
from boohive.core.options import OptionValue
from boohive.core.record import Record
from boohive.games import GAMES
from boohive.games.booo.claims import Corrected, Line, refill
from boohive.tables import log, offers
from boohive.tables.clocks import Clocks, start_clocks
from boohive.tables.offers import Offers
from boohive.tables.refusal import Refusal
from boohive.tables.seats import OPEN, SeatHolder, others_to_ask, pass_on_hosting, same_person, sit_down
from boohive.tables.values import replace

__all__ = ["UNMEASURED", "Claim", "Spoken", "Table", "apply", "as_corrected", "fold", "line_of", "open_table"]

UNMEASURED = Line(0, 0, 0)
WEEK = 7 * 86_400_000
CHAT_KEPT = 100
PAST_KEPT = 16
NOBODY_MOVED = "a game can be abandoned before everybody has moved, alone, or when nobody has moved for a week"


@dataclass(frozen=True)
class Spoken:
    """A line of the chat."""

    at: int
    seat: Seat | None
    name: str
    text: str
    preset: str | None


@dataclass(frozen=True)
class Claim:
    """A claim in a race that waits to be ranked, or was ranked last."""

    seat: Seat
    said: log.Claimed
    rank: int | None = None


@dataclass(frozen=True)
class Table:
    """Everything that is so at a table after its first ``seq`` actions."""

    seq: int
    opened: log.Open
    created: int
    seats: tuple[SeatHolder, ...]
    status: Literal["waiting", "playing", "over"]
    first: Position
    """The position before the first event."""
    position: Position
    history: tuple[Event, ...]
    effects: tuple[Effect, ...]
    """What the last event did."""
    moved_seq: int
    """The action that made the position what it is: a move decided on before it is stale."""
    clocks: Clocks
    is_race: bool
    """Whether several may act at once, so that times decide and not turns: a fact of the game, at every moment."""
    offers: Offers = ()
    outcome: Outcome | None = None
    began: int = 0
    """When the game began, moved on by every time no server was there: game time counts from it."""
    open_since: int = 0
    """In a race: when, in game time, acting became possible again, such as the moment a visitor was shown."""
    paused_until: int = 0
    touched: int = 0
    """When something happened last."""
    chat: tuple[Spoken, ...] = ()
    claims: tuple[Claim, ...] = ()
    allowances: tuple[tuple[Seat, int], ...] = ()
    """What seats that have claimed have left of their benefit of the doubt, in milliseconds."""
    rematch: bool = False
    """Whether all want another game."""
    next: str | None = None
    taken_back: int = 0
    """How many events the last action took back."""
    past: tuple[Position, ...] = ()
    """The positions before the last few events, so that taking back does not play the game again from the start."""

    @property
    def game(self) -> Game:
        """The game played here."""
        return GAMES[self.opened.game]

    @property
    def active_seats(self) -> tuple[Seat, ...]:
        """The seats that may act in the game now."""
        return self.position.active_seats if self.status == "playing" else ()

    @property
    def hides(self) -> bool:
        """Whether the game hides something from its players: then its position has no public text."""
        return self.game.hidden_information

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return all(holder.player != "open" for holder in self.seats)

    @property
    def can_take_back(self) -> bool:
        """Whether this game allows taking back now."""
        begun = self.status != "waiting" and bool(self.history)
        return begun and not self.is_race and not self.opened.strict

    def game_time(self, now: int) -> int:
        """Milliseconds since the game began."""
        return max(0, now - self.began)

    def turn_of(self) -> Seat | None:
        """The one seat whose turn is timed; ``None`` in a race and when the game is over."""
        acting = self.active_seats
        return acting[0] if len(acting) == 1 and not self.is_race else None

    def pending_claims(self) -> tuple[Claim, ...]:
        """The claims that wait to be ranked."""
        return tuple(claim for claim in self.claims if claim.rank is None)

    def ranking_due(self) -> int | None:
        """When, in game time, the waiting claims are to be ranked."""
        waiting = self.pending_claims()
        return waiting[0].said.at + waiting[0].said.wait if waiting else None

    def deadline(self) -> int | None:
        """When, in server time, the table does something by itself; ``None``: never."""
        if self.status != "playing":
            return None
        if self.is_race:
            times = [time for time in (self.ranking_due(), self.position.next_timer) if time is not None]
            return self.began + min(times) if times else None
        return self.clocks.deadline()

    def record(self) -> Record:
        """The game as a record."""
        start = None if self.opened.start is None else self.first.text
        names = tuple(holder.name.replace("|", "/") for holder in self.seats)
        return Record(self.game, self.position.options, start, names, self.history)

    def fingerprint(self) -> str:
        """A hash of all that matters: the same on every version that replays the log."""
        parts: list[Any] = [self.seq, self.opened.game, self.status, self.position.text, self.outcome, self.next]
        parts += [[(holder.player, holder.name, holder.level, holder.gone) for holder in self.seats]]
        parts += [[(event.seat, event.text, event.at) for event in self.history], self.clocks.left, self.clocks.turn]
        parts += [[(said.seat, said.text, said.preset) for said in self.chat], self.rematch]
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


Rule = Callable[[Table, log.Entry, Any], Table]


def fold(entries: Iterable[log.Entry]) -> Table:
    """The table that a log tells of."""
    lines = iter(entries)
    table = open_table(next(lines))
    for entry in lines:
        table = replace(table, seq=entry.seq) if _is_obsolete(table, entry) else apply(table, entry)
    return table


def _is_obsolete(table: Table, entry: log.Entry) -> bool:
    """Whether an older version wrote this move of a game that is over by now."""
    if table.status != "over" or not isinstance(entry.action, log.Play):
        return False
    return table.position.is_obsolete(Event(entry.seat, entry.action.text, entry.action.at))


def open_table(entry: log.Entry) -> Table:
    """A table after the first line of its log."""
    opened = entry.action
    assert isinstance(opened, log.Open)
    assert entry.seq == 1
    first = first_position(opened, opened.seats)
    clocks = start_clocks(opened.clock, opened.seats, None, entry.at)
    seats, is_race = (OPEN,) * opened.seats, GAMES[opened.game].kind == "race"
    table = Table(1, opened, entry.at, seats, "waiting", first, first, (), (), 1, clocks, is_race, touched=entry.at)
    return replay_given_moves(table)


def first_position(opened: log.Open, seats: int) -> Position:
    """Where the game begins."""
    game = GAMES[opened.game]
    if seats not in game.seat_counts():
        raise Refusal("bad_option", f"{game.title} is for {_numbers(game.player_counts)} players, not for {seats}")
    chosen: dict[str, OptionValue] = {} if game.seed_option is None else {game.seed_option: opened.seed}
    chosen |= opened.options
    if game.players_option is not None:
        chosen[game.players_option] = seats
    return game.new(**chosen) if opened.start is None else game.from_text(opened.start, **chosen)


def _numbers(seats: range) -> str:
    return str(seats[0]) if len(seats) == 1 else f"{seats[0]} to {seats[-1]}"


def replay_given_moves(table: Table) -> Table:
    """The moves a continued record brought along."""
    position, effects = table.first, table.effects
    history = tuple(Event(seat, text, at) for seat, text, at in table.opened.moves)
    for event in history:
        position, effects = position.apply(event)
    return replace(table, position=position, history=history, effects=effects)


def apply(table: Table, entry: log.Entry) -> Table:
    """The table after one more action; ``Refusal`` when it does not fit."""
    assert entry.seq == table.seq + 1, (entry.seq, table.seq)
    if table.taken_back:
        table = replace(table, taken_back=0)
    changed = RULES[type(entry.action)](table, entry, entry.action)
    return replace(changed, seq=entry.seq, touched=max(table.touched, entry.at))


def _seat_of(table: Table, entry: log.Entry) -> Seat:
    if entry.seat is None or not 0 <= entry.seat < len(table.seats):
        raise Refusal("not_your_seat", "only those who sit at the table can do this; take a seat first")
    return entry.seat


def _need(table: Table, *statuses: str) -> None:
    if table.status in statuses:
        return
    words = {
        "waiting": "the game has not begun; wait until the seats are taken",
        "playing": "the game is on; end it first",
        "over": "the game is over; ask for another one",
    }
    raise Refusal("not_now", words[table.status])


# Sitting down and beginning.


def sit(table: Table, entry: log.Entry, act: log.Sit) -> Table:
    """Take a seat that is free."""
    _need(table, "waiting")
    if act.seat >= len(table.seats) or table.seats[act.seat].player != "open":
        raise Refusal("full", "this seat is taken; choose another one or watch")
    return replace(table, seats=_with(table.seats, act.seat, sit_down(act)))


def _with(seats: Sequence[SeatHolder], seat: Seat, holder: SeatHolder) -> tuple[SeatHolder, ...]:
    return (*seats[:seat], holder, *seats[seat + 1 :])


def leave(table: Table, entry: log.Entry, act: log.Leave) -> Table:
    """Get up before the game; a table without people is over."""
    _need(table, "waiting")
    return _vacate(table, _seat_of(table, entry))


def _vacate(table: Table, seat: Seat) -> Table:
    seats = pass_on_hosting(_with(table.seats, seat, OPEN))
    if any(holder.player == "person" for holder in seats):
        return replace(table, seats=seats)
    return _end(replace(table, seats=seats), Outcome(None, "abandoned"))


def start(table: Table, entry: log.Entry, act: log.Start) -> Table:
    """Begin with the seats that are taken, in the order drawn."""
    _need(table, "waiting")
    if entry.seat is not None and not table.seats[_seat_of(table, entry)].host:
        raise Refusal("not_your_seat", "only the host of the table can begin; wait for them")
    taken = [seat for seat, holder in enumerate(table.seats) if holder.player != "open"]
    if len(taken) not in table.game.seat_counts():
        needed = _numbers(table.game.player_counts)
        raise Refusal("not_now", f"{table.game.title} needs {needed} players; wait for more or add a bot")
    order = taken if act.order is None else list(act.order)
    if sorted(order) != taken:
        raise Refusal("bad_message", f"the order {order} must name the seats that are taken, {taken}")
    seats = tuple(table.seats[seat] for seat in order)
    if len(seats) == len(table.seats):
        begun = replace(table, seats=seats)
    else:
        first = first_position(table.opened, len(seats))
        begun = replay_given_moves(replace(table, seats=seats, first=first))
    begun = replace(begun, status="playing", began=entry.at, moved_seq=entry.seq, offers=())
    clocks = start_clocks(table.opened.clock, len(seats), begun.turn_of(), entry.at)
    return _end_if_over(replace(begun, clocks=clocks))


def draw_lots(table: Table) -> log.Start:
    """The start of a full table, its order drawn from the table's own chance where that was wanted."""
    taken = [seat for seat, holder in enumerate(table.seats) if holder.player != "open"]
    if table.opened.shuffle:
        Random(table.opened.seed).shuffle(taken)
    return log.Start(tuple(taken))


def rename(table: Table, entry: log.Entry, act: log.Rename) -> Table:
    """Another name for all seats of the person."""
    seat = _seat_of(table, entry)
    own = table.seats[seat]
    seats = [
        replace(holder, name=act.name) if other == seat or same_person(holder, own) else holder
        for other, holder in enumerate(table.seats)
    ]
    return replace(table, seats=tuple(seats))


def pledge(table: Table, entry: log.Entry, act: log.Pledge) -> Table:
    """A new secret for a seat."""
    if act.seat >= len(table.seats) or table.seats[act.seat].player != "person":
        raise Refusal("not_your_seat", "nobody sits there")
    holder = replace(table.seats[act.seat], token=act.token, person=act.person or table.seats[act.seat].person)
    return replace(table, seats=_with(table.seats, act.seat, holder))


# Playing.


def play(table: Table, entry: log.Entry, act: log.Play) -> Table:
    """A move or an event of the game."""
    _need(table, "playing")
    if entry.seat is not None:
        _may_act(table, _seat_of(table, entry))
    event = Event(entry.seat, act.text, act.at)
    try:
        position, effects = table.position.apply(event)
    except BoohiveError as error:
        raise Refusal("illegal_move", str(error)) from None
    spent = act.spent or 0
    if table.clocks.is_used_up(spent):
        raise Refusal("not_now", "your time was up before this move; the clock decides")
    moved = replace(
        table,
        position=position,
        past=(*table.past[-PAST_KEPT + 1 :], table.position),
        history=(*table.history, event),
        effects=tuple(effects),
        moved_seq=entry.seq,
        offers=offers.without(offers.without(table.offers, "takeback"), "draw")
        if _is_answered(table, entry)
        else table.offers,
        claims=_ranked(table, entry, act),
        open_since=table.open_since if table.position.active_seats else act.at or 0,
        taken_back=0,
    )
    moved = replace(moved, clocks=table.clocks.decided(spent, entry.at, moved.turn_of()))
    return _end_if_over(moved)


def _may_act(table: Table, seat: Seat) -> None:
    if table.seats[seat].gone:
        raise Refusal("not_now", "you have given up this game; you can watch the rest of it")
    if seat not in table.position.active_seats and not table.is_race:
        whose = " or ".join(table.seats[other].name for other in table.position.active_seats)
        raise Refusal("not_your_turn", f"it is not your turn; wait for {whose or 'the others'}")


def _is_answered(table: Table, entry: log.Entry) -> bool:
    """A move answers every open question with no."""
    return bool(table.offers) and not table.is_race


def _ranked(table: Table, entry: log.Entry, act: log.Play) -> tuple[Claim, ...]:
    """The claims once the first of them is let into the game: it leads, the others follow by their times."""
    if act.elapsed is None or not table.pending_claims():
        return table.claims
    return _in_order(table.claims, entry.seat)


def _in_order(claims: Sequence[Claim], first: Seat | None) -> tuple[Claim, ...]:
    ordered = sorted(claims, key=lambda claim: (claim.seat != first, claim.said.elapsed))
    return tuple(replace(claim, rank=rank) for rank, claim in enumerate(ordered, 1))


def ranked(table: Table, entry: log.Entry, act: log.Ranked) -> Table:
    """None of the waiting claims counted any more."""
    return replace(table, claims=_in_order(table.claims, None))


def claimed(table: Table, entry: log.Entry, act: log.Claimed) -> Table:
    """A claim has come in; it is ranked with those that may still be under way."""
    _need(table, "playing")
    seat = _seat_of(table, entry)
    _may_act(table, seat)
    waiting = table.pending_claims()
    if any(claim.seat == seat for claim in waiting):
        raise Refusal("not_now", "your claim is in; wait for the ranking")
    return replace(table, claims=(*waiting, Claim(seat, act)), allowances=_allowances_after(table, seat, act))


def line_of(table: Table, seat: Seat, line: Line) -> Line:
    """A seat's connection with what is left of its allowance."""
    left = dict(table.allowances).get(seat)
    return line if left is None else line._replace(allowance=left)


def _allowances_after(table: Table, seat: Seat, act: log.Claimed) -> tuple[tuple[Seat, int], ...]:
    left = refill(line_of(table, seat, UNMEASURED), as_corrected(Claim(seat, act))).allowance
    return tuple(sorted({**dict(table.allowances), seat: int(left)}.items()))


def as_corrected(claim: Claim) -> Corrected:
    """A claim as rule E knows it."""
    said = claim.said
    return Corrected(claim.seat, said.elapsed, said.told, said.spent)


def _end_if_over(table: Table) -> Table:
    outcome = table.position.outcome
    return table if outcome is None else _end(table, outcome)


def _end(table: Table, outcome: Outcome) -> Table:
    seats = tuple(replace(holder, gone=False) if holder.gone else holder for holder in table.seats)
    return replace(table, seats=seats, status="over", outcome=outcome, offers=(), clocks=table.clocks.stopped())


def resign(table: Table, entry: log.Entry, act: log.Resign) -> Table:
    """Give up: of two, the other wins; of more, the others play on."""
    _need(table, "playing")
    seat = _seat_of(table, entry)
    if table.seats[seat].gone:
        raise Refusal("not_now", "you have given up already; you can watch the rest")
    return _give_up(table, seat, "resigned")


def _give_up(table: Table, seat: Seat, reason: str) -> Table:
    seats = _with(table.seats, seat, replace(table.seats[seat], gone=True))
    table = replace(table, seats=seats)
    left = [other for other, holder in enumerate(seats) if not holder.gone]
    people = [other for other in left if seats[other].player == "person"]
    if len(left) == 1:
        return _end(table, Outcome(left[0], reason))
    return table if people else _end(table, Outcome(None, reason))


def timeout(table: Table, entry: log.Entry, act: log.Timeout) -> Table:
    """The time of the seat to move is up."""
    _need(table, "playing")
    deadline = table.clocks.deadline()
    if deadline is None or entry.at < deadline or entry.seat != table.clocks.turn or entry.seat is None:
        raise Refusal("not_now", "nobody's time is up")
    seat = entry.seat
    left = tuple(0 if other == seat else millis for other, millis in enumerate(table.clocks.left))
    return _give_up(replace(table, clocks=replace(table.clocks, left=left)), seat, "time ran out")


def abandon(table: Table, entry: log.Entry, act: log.Abandon) -> Table:
    """End without a result."""
    _need(table, "waiting", "playing")
    seat = _seat_of(table, entry)
    if table.status == "waiting" and not table.seats[seat].host:
        raise Refusal("not_your_seat", "only the host can close the table; you can leave your seat")
    alone = not others_to_ask(table.seats, seat)
    moved = {event.seat for event in table.history[len(table.opened.moves) :]}
    early = not all(other in moved for other in range(len(table.seats)))
    if not (table.status == "waiting" or alone or early or entry.at - table.touched > WEEK):
        raise Refusal("not_now", f"{NOBODY_MOVED}; resign, or offer a draw")
    return _end(table, Outcome(None, "abandoned"))


# Asking and answering.


def offer(table: Table, entry: log.Entry, act: log.Offer) -> Table:
    """Ask for a draw, a takeback or another game."""
    seat = _seat_of(table, entry)
    _may_be_offered(table, seat, act.what)
    pending, agreed = offers.make(table.offers, act.what, seat, others_to_ask(table.seats, seat))
    wisher = offers.find(table.offers, act.what)
    table = replace(table, offers=pending)
    return _agree(table, entry, act.what, wisher.by if wisher else seat) if agreed else table


def _may_be_offered(table: Table, seat: Seat, what: log.What) -> None:
    if what == "rematch":
        _need(table, "over")
        if table.rematch:
            raise Refusal("not_now", "all have agreed on another game; it is being set up")
        return
    if what == "draw":
        _need(table, "playing")
        if any(holder.player == "bot" for holder in table.seats):
            raise Refusal("not_now", "a bot never agrees to a draw; play on, resign or abandon the game")
        return
    if not table.can_take_back:
        raise Refusal("not_now", "nothing can be taken back here")
    if not _goes_back_to(table, seat) < len(table.history):
        raise Refusal("not_now", "you have not moved yet; there is nothing of yours to take back")


def answer(table: Table, entry: log.Entry, act: log.Answer) -> Table:
    """Say yes or no."""
    seat = _seat_of(table, entry)
    wisher = offers.find(table.offers, act.what)
    pending, agreed = offers.answer(table.offers, act.what, seat, act.yes)
    table = replace(table, offers=pending)
    return _agree(table, entry, act.what, wisher.by) if agreed and wisher else table


def _agree(table: Table, entry: log.Entry, what: log.What, by: Seat) -> Table:
    if what == "draw":
        return _end(table, Outcome(None, "agreed"))
    if what == "rematch":
        return replace(table, rematch=True)
    return _take_back(table, entry, _goes_back_to(table, by))


def _goes_back_to(table: Table, seat: Seat) -> int:
    """How many events remain when this seat takes its last turn back. A turn may have been several decisions."""
    given, history = len(table.opened.moves), table.history
    own = max((i for i, event in enumerate(history) if event.seat == seat and i >= given), default=len(history))
    if own == len(history):
        # In hot seat the one who asks may not be the one who moved.
        same = [event.seat for event in history[given:]]
        holder = table.seats[seat]
        if not same or same[-1] is None or table.seats[same[-1]].person != holder.person or holder.person is None:
            return own
        return _goes_back_to(table, same[-1])
    while own > given and history[own - 1].seat == seat:
        own -= 1
    return own


def _take_back(table: Table, entry: log.Entry, kept: int) -> Table:
    taken = len(table.history) - kept
    known = (*table.past, table.position)
    past = known[: max(0, len(known) - 1 - taken)]
    position = known[len(past)] if taken < len(known) else replayed(table, kept)
    back = replace(
        table,
        position=position,
        past=past,
        history=table.history[:kept],
        effects=(),
        status="playing",
        outcome=None,
        moved_seq=entry.seq,
        offers=(),
        rematch=False,
        seats=tuple(replace(holder, gone=False) for holder in table.seats),
        taken_back=taken,
    )
    return replace(back, clocks=table.clocks.back_at(entry.at, back.turn_of()))


def replayed(table: Table, kept: int) -> Position:
    """The position after the first events."""
    position: Position = table.first
    for event in table.history[:kept]:
        position = position.apply(event).position
    return position


def next_table(table: Table, entry: log.Entry, act: log.NextTable) -> Table:
    """Where the rematch is."""
    if table.next is not None or not table.rematch:
        raise Refusal("not_now", "nobody has agreed on another game, or it is set up already")
    return replace(table, next=act.table)


# Talking, and keeping order.


def chat(table: Table, entry: log.Entry, act: log.Chat) -> Table:
    """Say something."""
    seat = _seat_of(table, entry)
    if table.seats[seat].muted:
        raise Refusal("muted", "you have been muted at this table")
    if bool(act.text) == bool(act.preset):
        raise Refusal("bad_message", "say something: either a text or one of the ready phrases")
    said = Spoken(entry.at, seat, table.seats[seat].name, act.text, act.preset)
    return replace(table, chat=(*table.chat, said)[-CHAT_KEPT:])


def pause(table: Table, entry: log.Entry, act: log.Pause) -> Table:
    """Time without a server does not count."""
    if act.until <= table.paused_until:
        raise Refusal("not_now", "this pause has been counted")
    clocks = table.clocks.paused(act.millis)
    return replace(table, clocks=clocks, began=table.began + act.millis, paused_until=act.until)


def close(table: Table, entry: log.Entry, act: log.Close) -> Table:
    """The server's host ends it."""
    _need(table, "waiting", "playing")
    return _end(table, Outcome(None, act.reason or "closed by the host"))


def mute(table: Table, entry: log.Entry, act: log.Mute) -> Table:
    """A seat may not talk any more, and what it said is gone."""
    if act.seat >= len(table.seats):
        raise Refusal("not_now", "there is no such seat")
    seats = _with(table.seats, act.seat, replace(table.seats[act.seat], muted=act.on))
    said = tuple(line for line in table.chat if not (act.on and line.seat == act.seat))
    return replace(table, seats=seats, chat=said)


def kick(table: Table, entry: log.Entry, act: log.Kick) -> Table:
    """A seat is taken from its player."""
    if act.seat >= len(table.seats):
        raise Refusal("not_now", "there is no such seat")
    if table.status == "waiting":
        return _vacate(table, act.seat)
    seats = _with(table.seats, act.seat, replace(table.seats[act.seat], person=None, token=None))
    table = replace(table, seats=seats)
    return _give_up(table, act.seat, "removed by the host") if table.status == "playing" else table


RULES: dict[type[log.Action], Rule] = {
    log.Sit: sit,
    log.Leave: leave,
    log.Start: start,
    log.Rename: rename,
    log.Pledge: pledge,
    log.Play: play,
    log.Claimed: claimed,
    log.Ranked: ranked,
    log.Resign: resign,
    log.Timeout: timeout,
    log.Abandon: abandon,
    log.Offer: offer,
    log.Answer: answer,
    log.NextTable: next_table,
    log.Chat: chat,
    log.Pause: pause,
    log.Close: close,
    log.Mute: mute,
    log.Kick: kick,
}
