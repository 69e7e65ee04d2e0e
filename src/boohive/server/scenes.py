"""Tables made into messages: what a viewer may see of a table, and nothing else."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, cast

import msgspec
from msgspec import Raw, structs

from boohive.core.game import Effect, Event, MoveQuery, Outcome, Position, Seat, ViewData
from boohive.server import messages
from boohive.server.messages import (
    Acted,
    ChatData,
    ClockData,
    EffectData,
    EventData,
    OfferData,
    OutcomeData,
    Scene,
    SeatData,
    State,
)
from boohive.tables import log
from boohive.tables.claims import Claim
from boohive.tables.seats import SeatHolder
from boohive.tables.table import ChatMessage, Table

__all__ = ["NOBODY", "Shown", "Viewer", "acted", "previews", "state"]


class Viewer(NamedTuple):
    """Who looks: the seats they hold, and whether they are the host."""

    seats: tuple[Seat, ...] = ()
    host: bool = False

    @classmethod
    def of(cls, seats: tuple[Seat, ...], holders: Sequence[SeatHolder]) -> "Viewer":
        """The viewer with these seats."""
        return cls(seats, any(holders[seat].host for seat in seats))


NOBODY = Viewer()
NO_CLOCK = ClockData(left=None, running=False, free=0)
NOTHING = Raw(b"[]")

encode = msgspec.json.Encoder().encode


def effects_data(effects: Iterable[Effect]) -> list[EffectData]:
    """Effects for the wire."""
    return cast(list[EffectData], [effect.as_data() for effect in effects])


def event_data(event: Event) -> EventData:
    """An event for the wire, when everything may be known."""
    return EventData(seat=event.seat, text=event.text, at=event.at)


def public_text(table: Table, text: str) -> str:
    """An event's text without what its game hides until it is over."""
    return text if table.status == "over" else table.position.public_text(text)


def public_event(table: Table, event: Event) -> EventData:
    """An event for the wire, as all may know it now."""
    return EventData(seat=event.seat, text=public_text(table, event.text), at=event.at)


def outcome_data(outcome: Outcome | None) -> OutcomeData | None:
    """How it ended, for the wire."""
    return None if outcome is None else OutcomeData(winner=outcome.winner, reason=outcome.reason)


def previews(position: Position, query: MoveQuery) -> dict[str, list[EffectData]]:
    """What the moves asked for would do."""
    return {text: effects_data(effects) for text, effects in position.preview(query).items()}


def seat_data(table: Table, here: Sequence[bool]) -> list[SeatData]:
    """The seats for the wire."""
    return [
        SeatData(
            seat=seat,
            name=holder.name,
            occupant=holder.occupant,
            level=holder.level,
            here=holder.occupant == "bot" or (seat < len(here) and here[seat]),
            muted=holder.muted,
        )
        for seat, holder in enumerate(table.seats)
    ]


def clock_data(table: Table, now: int) -> list[ClockData]:
    """The clocks for the wire."""
    clocks = table.clocks
    if not clocks.remaining_ms:
        return [NO_CLOCK] * len(table.seats)
    timed = clocks.running_seat if clocks.running else None
    delay_left = max(0, clocks.delay_left() - (now - clocks.turn_started_at))
    return [
        ClockData(left=clocks.remaining_at(seat, now), running=seat == timed, free=delay_left if seat == timed else 0)
        for seat in range(len(table.seats))
    ]


def view_for(position: Position, viewer: Viewer) -> ViewData:
    """The position as this viewer may see it."""
    if not viewer.seats:
        return position.view(None)
    acting = [seat for seat in viewer.seats if seat in position.active_seats]
    return position.view((acting or list(viewer.seats))[0])


class Shown:
    """A table at one moment, worked out once for all who look at it: what differs between them is put in for each."""

    def __init__(self, table: Table, now: int, here: Sequence[bool]) -> None:
        self.table, self.position, self.now = table, table.position, now
        self.is_open = not table.game.hidden_information
        self.views: dict[Viewer, Raw] = {}
        self.moves: Raw | None = None
        self.effects = effects_data(table.effects)
        self.common = _common_scene(table, now, here)

    def scene(self, viewer: Viewer) -> Scene:
        """Everything that can change, for this viewer."""
        may_move = any(seat in self.table.active_seats for seat in viewer.seats)
        return structs.replace(
            self.common,
            you=list(viewer.seats),
            host=viewer.host,
            position=self.view(viewer),
            legal=self.legal() if may_move else NOTHING,
            claims=[shown_claim(each, viewer) for each in self.table.claims],
        )

    def view(self, viewer: Viewer) -> Raw:
        """The position for this viewer."""
        who = NOBODY if self.is_open else viewer
        if who not in self.views:
            self.views[who] = Raw(encode(view_for(self.position, who)))
        return self.views[who]

    def legal(self) -> Raw:
        """The legal moves."""
        if self.moves is None:
            self.moves = Raw(self.position.legal_moves_json())
        return self.moves


def _common_scene(table: Table, now: int, here: Sequence[bool]) -> Scene:
    """What a scene tells everybody; the rest is left out."""
    return Scene(
        status=table.status,
        seats=seat_data(table, here),
        you=[],
        host=False,
        acting=list(table.active_seats),
        position={},
        legal=[],
        last=public_event(table, table.history[-1]) if table.history else None,
        moves=len(table.history),
        clocks=clock_data(table, now),
        offers=[OfferData(what=each.what, by=each.offered_by, waiting=list(each.awaiting)) for each in table.offers],
        outcome=outcome_data(table.outcome),
        game_time=table.game_time(now) if table.status == "playing" and table.is_race else None,
        due=table.position.next_timer if table.status == "playing" else None,
        claims=[],
        next=table.rematch_table,
        can_takeback=table.can_take_back,
    )


def shown_claim(claim: Claim, viewer: Viewer) -> Claim:
    """A claim; what was claimed, and how fast, stays secret until all are ranked."""
    if claim.rank is not None or claim.seat in viewer.seats:
        return claim
    return Claim(seat=claim.seat, text="?", reported_ms=0, corrected_ms=0, game_ms=0, window_ms=0)


def chat_data(said: ChatMessage) -> ChatData:
    """A line of the chat for the wire."""
    return ChatData(at=said.server_ms, seat=said.seat, name=said.name, text=said.text, phrase=said.phrase)


def state(
    table_id: str, table: Table, viewer: Viewer, now: int, here: Sequence[bool], watchers: int, code: str | None
) -> State:
    """The whole table for this viewer."""
    shown = Shown(table, now, here)
    return State(
        table=table_id,
        seq=table.seq,
        now=now,
        game=table.game.id,
        title=table.game.title,
        options=public_options(table),
        clock=table.settings.clock,
        strict=table.settings.strict,
        listed=table.settings.public,
        code=code if viewer.seats and table.status == "waiting" else None,
        scene=shown.scene(viewer),
        effects=shown.effects,
        history=[public_event(table, event) for event in table.history],
        start="" if table.game.hidden_information else table.initial_position.text,
        chat=[chat_data(said) for said in table.chat],
        watchers=watchers,
    )


def public_options(table: Table) -> dict[str, bool | int | str]:
    """What was agreed on; where a game hides something, the seed would tell it."""
    hidden = table.game.secret_options if table.status != "over" else frozenset()
    return {name: value for name, value in table.position.options.items() if name not in hidden}


def shown_action(table: Table, action: log.Action, viewer: Viewer, seat: Seat | None) -> Any:
    """An action without what is nobody's business: secrets, and claims before they are ranked."""
    if isinstance(action, log.Play):
        text = public_text(table, action.text)
        return action if text == action.text else structs.replace(action, text=text)
    if isinstance(action, log.SeatTaken):
        return messages.SatDown(seat=action.seat, name=action.name, occupant=action.occupant)
    if isinstance(action, log.TableCreated):
        return messages.Opened()
    if isinstance(action, log.ClaimReceived):
        return log.ClaimReceived(shown_claim(action.claim, viewer))
    return action


def acted(
    table_id: str, entry: log.LogEntry, viewer: Viewer, shown: Shown, show_at: int | None = None, again: bool = False
) -> Acted:
    """One action for this viewer; ``shown`` is the table as it was after the action."""
    is_event, table = isinstance(entry.action, log.Play), shown.table
    return Acted(
        table=table_id,
        seq=entry.seq,
        now=shown.now,
        at=entry.server_ms,
        id=entry.public_id,
        seat=entry.seat,
        did=shown_action(table, entry.action, viewer, entry.seat),
        effects=shown.effects if is_event else [],
        scene=shown.scene(viewer),
        chat=chat_data(table.chat[-1]) if isinstance(entry.action, log.Chat) and table.chat else None,
        taken_back=table.events_taken_back if isinstance(entry.action, log.Offer | log.Answer) else 0,
        show_at=show_at,
        again=again,
    )
