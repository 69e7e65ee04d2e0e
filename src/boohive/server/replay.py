"""Records and positions without a table, worked out in a worker process: bounded, and each game is played once."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from msgspec import Raw, structs

from boohive.core.errors import BoohiveError
from boohive.core.game import Effect, Event, MoveQuery, Outcome, Position
from boohive.core.options import OptionValue
from boohive.core.record import FIRST_LINE, Record, read_any
from boohive.core.sentences import Sentence
from boohive.games import GAMES
from boohive.server.fair_play import position_key
from boohive.server.messages.http import Inspection, PlayerInfo, Replay, ReplayStep
from boohive.server.rendering import effects_data, event_data, outcome_data
from boohive.server.workers import Payload
from boohive.tables.errors import Rejected

__all__ = ["MAX_EVENTS", "inspect", "line_keys", "open_record", "play_on", "record_from", "replay_of"]

MAX_EVENTS = 1000
"""Events a record may have; the longest real games have a few hundred."""
FORMER_POSITIONS = 8
"""How many positions back a line is searched for a position of somebody's running game."""
TOO_LONG = Sentence(f"a record may have {MAX_EVENTS} events; cut this one", "too_large")


def open_record(text: str) -> Record:
    """A record that plays through, in our form or in one that a game reads."""
    text = text.lstrip("\ufeff \t\r\n")
    ours = text.startswith(FIRST_LINE)
    if text.count("\n" if ours else ";") > MAX_EVENTS + 40:
        raise Rejected("bad_message", TOO_LONG)
    try:
        record = read_any(text, GAMES.get_all())
    except BoohiveError as error:
        raise Rejected("bad_message", error.sentence) from None
    if len(record.events) > MAX_EVENTS:
        raise Rejected("bad_message", TOO_LONG)
    return record


def record_from(payload: Payload) -> Record:
    """The record of a table, as a request carries it."""
    events = tuple(Event(*event) for event in payload["events"])
    game = GAMES[payload["game"]]
    return Record(game, payload["options"], payload["start"], tuple(payload.get("seats", ())), events)


def _other_formats(record: Record) -> dict[str, str]:
    """The game for other programs, in formats that can be read again, and only from its ordinary start."""
    if record.start is not None:
        return {}
    return {form.suffix[1:]: form.write(record) for form in record.game.formats() if form.offered}


def replay_of(
    record: Record, outcome: Outcome | None = None, in_play: bool = False, levels: Sequence[int | None] = ()
) -> Replay:
    """Every step of a record.

    ``outcome`` says how the table ended where the position alone does not; ``levels`` says which players were bots.
    """
    first = last = record.first()
    steps = []
    for event, step in zip(record.events, record.steps(), strict=True):
        last = step.position
        steps.append(
            ReplayStep(event=event_data(event), effects=effects_data(step.effects), position={**last.view(None)})
        )
    return Replay(
        game=record.game.id,
        title=record.game.title,
        options=dict(record.options),
        players=[player_info(name, level) for name, level in zip_longest(record.seats, levels)],
        initial_position=first.text,
        scenery={**first.scenery()},
        position={**first.view(None)},
        steps=steps,
        outcome=outcome_data(outcome or last.outcome),
        record=record.write(),
        formats=_other_formats(record),
        in_play=in_play,
    )


def player_info(name: str, level: int | None) -> PlayerInfo:
    """A player; a record keeps names alone, a table knows its bots by their level."""
    return PlayerInfo(name=name or None, occupant="person" if level is None else "bot", level=level)


class LineStep(NamedTuple):
    """One position of a line: the event that led to it, and what that did; nothing of these for the first."""

    position: Position
    event: Event | None = None
    effects: tuple[Effect, ...] = ()


def _line(
    game_id: str, options: Mapping[str, OptionValue], position: str | None, moves: list[str]
) -> Iterator[LineStep]:
    """Every position of a line of moves, beginning with the first."""
    game = GAMES[game_id]
    try:
        given = {**game.table_defaults, **options}
        now: Position = game.new(**given) if position is None else game.from_text(position, **given)
        yield LineStep(now)
        for move in moves:
            # In a race the first seat that may act does it, at the position's own time: lessons have no clock.
            event = Event(now.active_seats[0] if now.active_seats else None, move)
            now, effects = now.apply(event)
            yield LineStep(now, event, tuple(effects))
    except BoohiveError as error:
        raise Rejected("illegal_move", error.sentence) from None


def play_on(
    game_id: str, options: Mapping[str, OptionValue], position: str | None, moves: list[str]
) -> tuple[Position, list[Event], tuple[Effect, ...]]:
    """The position after some moves, the events that led there, and what the last one did."""
    steps = list(_line(game_id, options, position, moves))
    return steps[-1].position, [step.event for step in steps if step.event is not None], steps[-1].effects


def line_keys(payload: Payload) -> list[str]:
    """The keys of the last positions of a line: the one that is asked about, and those it has just come from."""
    line = _line(payload["game"], payload["options"], payload["position"], payload["moves"])
    return [position_key(step.position) for step in deque(line, FORMER_POSITIONS + 1)]


def inspect(payload: Payload) -> Inspection:
    """A position without a table."""
    position, _, effects = play_on(payload["game"], payload["options"], payload["position"], payload["moves"])
    try:
        query = MoveQuery(payload["preview"], payload["piece"], payload["from"])
        previews = {text: effects_data(found) for text, found in position.preview(query).items()}
    except BoohiveError as error:
        raise Rejected("illegal_move", error.sentence) from None
    inspection = Inspection(
        game=payload["game"],
        text=position.text,
        scenery={**position.scenery()},
        position={**position.view(None)},
        legal_moves=[],
        effects=effects_data(effects),
        previews=previews,
        outcome=outcome_data(position.outcome),
    )
    return structs.replace(inspection, legal_moves=Raw(position.legal_moves_json()))
