"""Tables as messages: what a viewer may see of a table, and nothing else."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Raw, structs

from boohive.core.game import Effect, Event, MoveQuery, Outcome, Seat
from boohive.core.sentences import sentence_data
from boohive.core.view import EffectData, OutcomeData
from boohive.server.attendance import Attendance
from boohive.server.messages.parts import (
    BoardPart,
    ClaimData,
    ClockData,
    ClocksPart,
    CompanyPart,
    EventData,
    OfferData,
    SeatData,
    TableSettings,
    TableView,
)
from boohive.server.messages.socket import (
    ClaimReceivedData,
    ErrorMessage,
    SeatTakenData,
    ShownAction,
    Snapshot,
    TableCreatedData,
    Update,
)
from boohive.tables import log
from boohive.tables.claims import Claim
from boohive.tables.errors import Rejected
from boohive.tables.seats import SeatHolder
from boohive.tables.table import Table

__all__ = [
    "SPECTATOR",
    "TableRenderer",
    "Viewer",
    "clocks_part",
    "common_update",
    "effects_data",
    "error_message",
    "event_data",
    "outcome_data",
    "previews",
    "public_options",
    "seat_data",
    "shows_code",
    "snapshot_message",
    "update_for",
    "update_message",
]


class Viewer(NamedTuple):
    """Who looks: the seats they hold, and whether they are the host."""

    seats: tuple[Seat, ...] = ()
    is_host: bool = False

    @classmethod
    def of(cls, seats: tuple[Seat, ...], holders: Sequence[SeatHolder]) -> "Viewer":
        """The viewer with these seats."""
        return cls(seats, any(holders[seat].host for seat in seats))


SPECTATOR = Viewer()
NO_CLOCK = ClockData(remaining_ms=None, running=False, delay_ms=0)
NO_MOVES = Raw(b"[]")

encode = msgspec.json.Encoder().encode


# Small pieces.


def effects_data(effects: Iterable[Effect]) -> list[EffectData]:
    """Effects as they are sent."""
    return list(map(Effect.as_data, effects))


def outcome_data(outcome: Outcome | None) -> OutcomeData | None:
    """How a game ended, as it is sent."""
    return None if outcome is None else outcome.as_data()


def event_data(event: Event) -> EventData:
    """An event of a game in which everything may be known."""
    return EventData(seat=event.seat, text=event.text, game_ms=event.game_ms)


def public_text(table: Table, text: str) -> str:
    """An event's text without what its game hides until it is over."""
    if table.status == "over" or not table.game.hidden_information:
        return text
    return table.position.public_text(text)


def public_event(table: Table, event: Event) -> EventData:
    """An event as everybody may know it now."""
    return EventData(seat=event.seat, text=public_text(table, event.text), game_ms=event.game_ms)


def public_options(table: Table) -> dict[str, bool | int | str]:
    """What was agreed on, without what would give a secret away."""
    hidden = frozenset[str]() if table.status == "over" else table.game.secret_options
    return {name: value for name, value in table.position.options.items() if name not in hidden}


def previews(table: Table, query: MoveQuery) -> dict[str, list[EffectData]]:
    """What the moves asked about would do."""
    return {text: effects_data(effects) for text, effects in table.position.preview(query).items()}


def seat_data(table: Table, connected: Sequence[bool]) -> list[SeatData]:
    """The seats."""
    return [
        SeatData(
            seat=seat,
            name=holder.name or None,
            occupant=holder.occupant,
            level=holder.level,
            connected=holder.occupant == "bot" or (seat < len(connected) and connected[seat]),
            muted=holder.muted,
            resigned=holder.resigned,
            assisted=holder.assisted,
        )
        for seat, holder in enumerate(table.seats)
    ]


def clocks_part(table: Table, now: int, turn_from_ms: int = 0) -> ClocksPart:
    """The clocks at a moment; the turn counts from when its start was sent."""
    playing_race = table.is_race and table.status == "playing"
    return ClocksPart(
        clocks=_clock_data(table, now, turn_from_ms), game_ms=table.game_ms_at(now) if playing_race else None
    )


def _clock_data(table: Table, now: int, turn_from_ms: int) -> list[ClockData]:
    clocks = table.clocks
    if not clocks.remaining_ms:
        return [NO_CLOCK] * len(table.seats)
    return [
        ClockData(
            remaining_ms=clocks.remaining_at(seat, now, turn_from_ms),
            running=clocks.running and clocks.running_seat == seat,
            delay_ms=max(0, clocks.delay_left() - (now - max(clocks.turn_started_at, turn_from_ms)))
            if clocks.running and clocks.running_seat == seat
            else 0,
        )
        for seat in range(len(table.seats))
    ]


def _claim_data(claim: Claim) -> ClaimData:
    return ClaimData(
        seat=claim.seat,
        text=claim.text,
        corrected_ms=claim.corrected_ms,
        reported_ms=claim.reported_ms,
        rtt_ms=claim.rtt_ms,
        rank=claim.rank,
        tied=claim.tied,
    )


def _claims_for(table: Table, viewer: Viewer) -> list[ClaimData]:
    """The claims; one that is not ranked is there for its own seat alone."""
    return [_claim_data(claim) for claim in table.claims if claim.rank is not None or claim.seat in viewer.seats]


# A table at one moment.


class TableRenderer:
    """A table at one moment, worked out once for all who look at it: what differs between them is put in for each."""

    def __init__(
        self,
        table: Table,
        now: int,
        connected: Callable[[], Sequence[bool]],
        before: Table | None = None,
        turn_from_ms: int = 0,
    ) -> None:
        """``before`` is the table one action earlier: then only the parts that changed are rendered in an update."""
        self.table, self.position, self.now = table, table.position, now
        self.turn_from_ms = turn_from_ms
        self.changed = ALL_PARTS if before is None else changed_parts(before, table)
        self.connected = connected
        """Says for each seat whether a page of theirs is connected; asked only when the company is rendered."""
        self.active_seats = table.active_seats
        self.effects = effects_data(table.effects)
        self._views: dict[Viewer, Raw] = {}
        self._moves: Raw | None = None
        self._board: BoardPart | None = None
        self._company: CompanyPart | None = None
        self._clocks: ClocksPart | None = None

    def table_view(self, viewer: Viewer) -> TableView:
        """Everything that can change, for this viewer."""
        return TableView(board=self.board(viewer), company=self.company(viewer), clocks=self.clocks())

    def board(self, viewer: Viewer) -> BoardPart:
        """The game, for this viewer."""
        if self._board is None:
            self._board = _common_board(self.table, self.active_seats)
        moves = NO_MOVES
        if not set(viewer.seats).isdisjoint(self.active_seats):
            if self._moves is None:
                self._moves = Raw(self.position.legal_moves_json())
            moves = self._moves
        return structs.replace(
            self._board,
            position=self._view(viewer),
            legal_moves=moves,
            claims=_claims_for(self.table, viewer) if self.table.claims else [],
        )

    def company(self, viewer: Viewer) -> CompanyPart:
        """The people, for this viewer."""
        if self._company is None:
            self._company = _common_company(self.table, self.connected())
        return structs.replace(self._company, your_seats=list(viewer.seats), is_host=viewer.is_host)

    def clocks(self) -> ClocksPart:
        """The clocks."""
        if self._clocks is None:
            self._clocks = clocks_part(self.table, self.now, self.turn_from_ms)
        return self._clocks

    def _view(self, viewer: Viewer) -> Raw:
        """The position for this viewer; a game that hides nothing has one view for all."""
        who = viewer if self.table.game.hidden_information else SPECTATOR
        found = self._views.get(who)
        if found is None:
            seat = self._seat_of(who) if who.seats else None
            found = self._views[who] = Raw(encode(self.position.view(seat)))
        return found

    def _seat_of(self, viewer: Viewer) -> Seat:
        """The seat a viewer looks from: of several the one that may act."""
        active = [seat for seat in viewer.seats if seat in self.position.active_seats]
        return (active or viewer.seats)[0]


class ChangedParts(NamedTuple):
    """Which parts of a table's view an action has changed."""

    board: bool
    company: bool
    clocks: bool


ALL_PARTS = ChangedParts(True, True, True)


def changed_parts(before: Table, after: Table) -> ChangedParts:
    """What an action has changed; without clocks a move changes nothing of theirs that is shown."""
    other_status = before.status != after.status
    return ChangedParts(
        board=other_status
        or before.position is not after.position
        or before.position_seq != after.position_seq
        or before.outcome is not after.outcome
        or before.hint is not after.hint
        or before.claims is not after.claims,
        company=before.seats is not after.seats
        or before.offers is not after.offers
        or before.rematch_table != after.rematch_table
        or before.can_take_back != after.can_take_back,
        clocks=other_status
        or (bool(after.clocks.remaining_ms) and before.clocks is not after.clocks)
        or before.game_started_at != after.game_started_at,
    )


def _common_board(table: Table, active_seats: Sequence[Seat]) -> BoardPart:
    """What a board shows everybody; the rest is left empty."""
    return BoardPart(
        status=table.status,
        moved=table.position_seq,
        position={},
        legal_moves=[],
        active_seats=list(active_seats),
        event_count=len(table.history),
        last_event=public_event(table, table.history[-1]) if table.history else None,
        outcome=outcome_data(table.outcome) if table.status == "over" else None,
        next_timer_ms=table.position.next_timer if table.is_race and table.status == "playing" else None,
        claims=[],
        hint=table.hint if table.hint is not None and table.hint.moved == table.position_seq else None,
    )


def _common_company(table: Table, connected: Sequence[bool]) -> CompanyPart:
    """What everybody may know of the company; the rest is left empty."""
    offers = [
        OfferData(kind=each.what, offered_by=each.offered_by, awaiting=list(each.awaiting)) for each in table.offers
    ]
    return CompanyPart(
        seats=seat_data(table, connected),
        your_seats=[],
        is_host=False,
        offers=offers,
        takeback_allowed=table.can_take_back,
        assistance_allowed=table.assistance_allowed,
        between_people=table.is_between_people,
        rematch_table=table.rematch_table,
    )


# Messages.


def table_settings(table: Table) -> TableSettings:
    """What was agreed on when the table was created."""
    settings = table.settings
    return TableSettings(
        game=table.game.id,
        title=table.game.title,
        options=public_options(table),
        preset=settings.preset,
        clock=settings.clock,
        strict=settings.strict,
        rated=settings.rated,
        assistance_allowed=settings.assistance_allowed,
        random_seats=settings.random_seats,
        party=settings.party,
        public=settings.public,
        scenery={**table.position.scenery()},
        initial_position="" if table.game.hidden_information else table.initial_position.text,
    )


def shows_code(table: Table, viewer: Viewer) -> bool:
    """Whether somebody may see the room code: those who sit at the table; at a party the big screen too, as long as it lasts."""
    return table.status != "over" if table.settings.party else bool(viewer.seats) and table.status == "waiting"


def snapshot_message(
    table_id: str,
    table: Table,
    viewer: Viewer,
    now: int,
    attendance: Attendance,
    room_code: str | None,
    turn_from_ms: int = 0,
) -> Snapshot:
    """The whole table for this viewer."""
    renderer = TableRenderer(table, now, lambda: attendance.connected, turn_from_ms=turn_from_ms)
    return Snapshot(
        table_id=table_id,
        seq=table.seq,
        server_ms=now,
        settings=table_settings(table),
        room_code=room_code if shows_code(table, viewer) else None,
        table=renderer.table_view(viewer),
        effects=renderer.effects,
        events=[public_event(table, event) for event in table.history],
        chat=list(table.chat),
        spectators=attendance.spectators,
        gone_seat=attendance.gone_seat,
    )


def has_effects(action: log.Action, table: Table) -> bool:
    """Whether an action does something in the game: whoever sits down while it is played does."""
    return isinstance(action, log.Play) or (isinstance(action, log.SeatTaken) and table.status == "playing")


def redacted_action(table: Table, action: log.Action) -> ShownAction:
    """An action without secrets, and without what was claimed before the claims are ranked."""
    match action:
        case log.Play():
            text = public_text(table, action.text)
            return action if text == action.text else structs.replace(action, text=text)
        case log.SeatTaken():
            return SeatTakenData(seat=action.seat, name=action.name or None, occupant=action.occupant)
        case log.TableCreated():
            return TableCreatedData()
        case log.ClaimReceived():
            return ClaimReceivedData()
        case log.AssistanceUsed():
            return log.AssistanceUsed(action.seat)  # The hint itself is on the board.
        case _:
            return action


def update_message(
    table_id: str,
    entry: log.LogEntry,
    viewer: Viewer,
    renderer: TableRenderer,
    reveal_at: int | None = None,
    is_resend: bool = False,
) -> Update:
    """One action for this viewer; ``renderer`` shows the table as it was after the action."""
    return update_for(viewer, common_update(table_id, entry, renderer, reveal_at, is_resend), renderer)


def update_for(viewer: Viewer, common: Update, renderer: TableRenderer) -> Update:
    """An update with the parts in which viewers differ."""
    changed = renderer.changed
    return structs.replace(
        common,
        board=renderer.board(viewer) if changed.board else None,
        company=renderer.company(viewer) if changed.company else None,
    )


def common_update(
    table_id: str, entry: log.LogEntry, renderer: TableRenderer, reveal_at: int | None, is_resend: bool = False
) -> Update:
    """One action as every viewer gets it; the rest is put in by ``update_for``."""
    table, action = renderer.table, entry.action
    return Update(
        table_id=table_id,
        seq=entry.seq,
        server_ms=renderer.now,
        acted_ms=entry.server_ms,
        id=entry.public_id,
        seat=entry.seat,
        action=redacted_action(table, action),
        effects=renderer.effects if has_effects(action, table) else [],
        clocks=renderer.clocks() if renderer.changed.clocks else None,
        chat=table.chat[-1] if isinstance(action, log.Chat) and table.chat else None,
        events_taken_back=table.events_taken_back if isinstance(action, log.Offer | log.Answer) else 0,
        reveal_at=reveal_at,
        is_resend=is_resend,
    )


def error_message(
    rejected: Rejected, table_id: str | None = None, action_id: str | None = None, seq: int | None = None
) -> ErrorMessage:
    """Why something was not done."""
    return ErrorMessage(
        code=rejected.code,  # type: ignore[arg-type]
        message=sentence_data(rejected.sentence),
        table_id=table_id,
        id=action_id,
        seq=seq,
        retry_after_ms=rejected.retry_after_ms,
    )
