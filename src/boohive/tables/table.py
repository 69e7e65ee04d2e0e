"""The state of a table, for every game, without asking which game it is.

``replay.apply`` gives the table after one more entry of its log. Everything here is a value: nothing changes in place.
"""

import hashlib
from typing import Literal

from msgspec import Struct, structs

from boohive.core.game import Effect, Event, Game, Outcome, Position, Seat
from boohive.core.record import HowEnded, Record, Result
from boohive.core.sentences import Sentence
from boohive.tables.claims import Claim
from boohive.tables.clocks import Clocks
from boohive.tables.errors import Rejected
from boohive.tables.fields import Phrase, ServerMillis
from boohive.tables.hints import HintAnswer
from boohive.tables.log import LogEntry, TableCreated
from boohive.tables.offers import Offers
from boohive.tables.seats import SeatHolder, is_between_people

__all__ = ["ChatMessage", "Table", "acting_seat", "end", "end_if_over", "require_status", "timed_seat"]

Status = Literal["waiting", "playing", "over"]


class ChatMessage(Struct, frozen=True):
    """A message of the chat."""

    server_ms: ServerMillis
    seat: Seat | None
    name: str
    text: str
    phrase: Phrase | None


class Table(Struct, frozen=True):
    """Everything that is so at a table after the first ``seq`` entries of its log."""

    seq: int
    game: Game
    settings: TableCreated
    created_at: ServerMillis
    seats: tuple[SeatHolder, ...]
    status: Status
    initial_position: Position
    """The position before the first event."""
    position: Position
    history: tuple[Event, ...]
    effects: tuple[Effect, ...]
    """What the last event did."""
    position_seq: int
    """The entry that made the position what it is: a move decided on before it is stale."""
    clocks: Clocks
    is_race: bool
    """Whether several may act at once, so that times decide and not turns: a fact of the game, at every moment."""
    last_activity: ServerMillis
    """When something happened last."""
    offers: Offers = ()
    outcome: Outcome | None = None
    how_ended: HowEnded | None = None
    game_started_at: ServerMillis = 0
    """When the game began, moved on by every time no server was there: game time counts from it."""
    revealed_at: int = 0
    """In a race: when, in game time, acting became possible again, such as the moment a visitor was shown."""
    reveal_at: ServerMillis = 0
    """Before this moment nobody may be shown the position; until then the position before it is the one to show."""
    paused_until: ServerMillis = 0
    chat: tuple[ChatMessage, ...] = ()
    claims: tuple[Claim, ...] = ()
    """The claims that wait to be ranked, or those that were ranked last."""
    allowances: tuple[tuple[Seat, int], ...] = ()
    """What seats that have claimed have left of their allowance for times that cannot be verified."""
    rematch: bool = False
    """Whether all want another game."""
    rematch_table: str | None = None
    events_taken_back: int = 0
    """How many events the last action took back."""
    hint: HintAnswer | None = None
    """The last hint that everybody at the table may see; it is about the position of its ``moved``."""
    recent_positions: tuple[Position, ...] = ()
    """The positions before the last few events, so that taking back does not play the game again from the start."""

    @property
    def active_seats(self) -> tuple[Seat, ...]:
        """The seats that may act in the game now."""
        return self.position.active_seats if self.status == "playing" else ()

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return all(holder.occupant != "empty" for holder in self.seats)

    @property
    def can_take_back(self) -> bool:
        """Whether this game allows taking back now."""
        begun = self.status != "waiting" and bool(self.history)
        return begun and not self.is_race and not self.settings.strict

    @property
    def is_between_people(self) -> bool:
        """Whether at least two different persons play here."""
        return is_between_people(self.seats)

    @property
    def assistance_allowed(self) -> bool:
        """Whether players may ask the computer for hints: always alone, among people where they agreed, never in strict play."""
        return not self.settings.strict and (self.settings.assistance_allowed or not self.is_between_people)

    def game_ms_at(self, now: ServerMillis) -> int:
        """Milliseconds since the game began."""
        return max(0, now - self.game_started_at)

    def pending_claims(self) -> tuple[Claim, ...]:
        """The claims that wait to be ranked."""
        return tuple(claim for claim in self.claims if claim.rank is None)

    def ranking_due(self) -> int | None:
        """When, in game time, the waiting claims are to be ranked."""
        waiting = self.pending_claims()
        return waiting[0].game_ms + waiting[0].window_ms if waiting else None

    def deadline(self, turn_from_ms: ServerMillis = 0) -> ServerMillis | None:
        """When the table does something by itself; ``None``: never. The turn may count from a later moment."""
        if self.status != "playing":
            return None
        if not self.is_race:
            return self.clocks.deadline(turn_from_ms)
        times = [time for time in (self.ranking_due(), self.position.next_timer) if time is not None]
        return self.game_started_at + min(times) if times else None

    def record(self) -> Record:
        """The game as a record."""
        start = None if self.settings.initial_position is None else self.initial_position.text
        names = tuple(player_name(holder).replace("|", "/") for holder in self.seats)
        result = None
        if self.outcome is not None and self.how_ended is not None:
            result = Result(self.outcome.winner, self.how_ended)
        return Record(self.game, self.position.options, start, names, self.history, result=result)

    def fingerprint(self) -> str:
        """A hash of all that matters: the same on every version that replays the log."""
        parts = [
            (self.seq, self.game.id, self.status, self.position.text, tuple(self.outcome or ()), self.how_ended),
            [(each.occupant, each.name, each.level, each.resigned, each.assisted) for each in self.seats],
            [tuple(event) for event in self.history],
            (self.clocks.remaining_ms, self.clocks.running_seat, self.rematch, self.rematch_table),
            [(each.seat, each.text, each.phrase) for each in self.chat],
            [(each.seat, each.text, each.corrected_ms, each.rank, each.tied) for each in self.claims],
            self.allowances,
        ]
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def player_name(holder: SeatHolder) -> str:
    """A player's name in a record: bots have none of their own."""
    return holder.name or (f"Bot {holder.level}" if holder.occupant == "bot" else "")


def timed_seat(active_seats: tuple[Seat, ...], is_race: bool) -> Seat | None:
    """The one seat whose turn is timed; ``None`` in a race and when the game is over."""
    return active_seats[0] if len(active_seats) == 1 and not is_race else None


def acting_seat(table: Table, entry: LogEntry) -> Seat:
    """The seat that does this; rejected when it is not a seat at the table."""
    if entry.seat is None or not 0 <= entry.seat < len(table.seats):
        raise Rejected("not_your_seat", "only those who sit at the table can do this; take a seat first")
    return entry.seat


def require_status(table: Table, *statuses: Status) -> None:
    """Reject what does not fit the table's status."""
    if table.status in statuses:
        return
    sentences = {
        "waiting": Sentence("the game has not begun; wait until the seats are taken", "not_begun"),
        "playing": Sentence("the game is on; end it first", "game_on"),
        "over": Sentence("the game is over; ask for another one", "game_over"),
    }
    raise Rejected("not_now", sentences[table.status])


def end(table: Table, outcome: Outcome, how: HowEnded) -> Table:
    """The table when the game is over."""
    seats = tuple(structs.replace(each, resigned=False) if each.resigned else each for each in table.seats)
    clocks = table.clocks.stopped()
    return structs.replace(table, seats=seats, status="over", outcome=outcome, how_ended=how, offers=(), clocks=clocks)


def end_if_over(table: Table) -> Table:
    """The table, over when the rules say so."""
    outcome = table.position.outcome
    return table if outcome is None else end(table, outcome, "rules")
