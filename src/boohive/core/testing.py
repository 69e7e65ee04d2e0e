"""``check_game(game)`` plays random games and checks that a game does what ``core.game`` says, ours or anybody else's."""

import json
import pickle
from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from xml.etree import ElementTree

from boohive.core.errors import BoohiveError, OptionError
from boohive.core.game import Effect, Event, Game, Position, Step
from boohive.core.options import Option, OptionValue
from boohive.core.record import Record
from boohive.core.registry import require_complete
from boohive.core.turn_game import TurnPosition

__all__ = ["check_game", "option_settings"]

INVALID_TEXTS = ("", "?", "k z9", "pass!", "0 0 0", "\x00", "🐈", "a" * 500)
EVENTS_PER_GAME = 600
DETAILED_EVENTS = 100
"""After this many events only every hundredth position is checked: some texts hold all moves so far, and get long."""


def check_game(
    game: Game, games: int = 3, seed: int = 0, options: Mapping[str, OptionValue] | None = None, every: int = 1
) -> int:
    """Play random games, each to its end or for 600 events, and check their positions; returns how many were checked.

    Raises ``AssertionError`` with what is wrong. With ``every=n`` only every n-th position is checked, and the last.
    """
    check_facts(game)
    checked = 0
    for number in range(games):
        rng = Random(seed * 1_000_003 + number)
        position: Position = game.new(**(options or {}))
        record = Record.of(position)
        for n in range(EVENTS_PER_GAME):
            if n % (every if n < DETAILED_EVENTS else DETAILED_EVENTS) == 0 or position.outcome is not None:
                check_position(position, rng)
                checked += 1
            if position.outcome is not None:
                break
            event = position.random_event(rng)
            record = record.add(event)
            position = check_event(position, event) if n < DETAILED_EVENTS else position.apply(event).position
        check_record(record, position, games={game.id: game})
    return checked


def option_settings(game: Game, rng: Random) -> dict[str, OptionValue]:
    """A random value for each option that has a fixed list of values, true and false among them."""
    return {option.name: rng.choice(values_of(option)) for option in game.options if values_of(option)}


def values_of(option: Option) -> list[OptionValue]:
    """The values an option can have; none for numbers and free text, which have too many."""
    if isinstance(option.default, bool):
        return [True, False]
    return list(option.choices)


def check_facts(game: Game) -> None:
    """What a game says of itself: title, number of players, options, presets; and that nonsense is refused."""
    require_complete(game)
    assert game.title and game.summary, "a game has a title and one sentence about it"
    assert len(game.player_counts) >= 1, "somebody must be able to play"
    for option in game.options:
        assert option.help, f"option {option.name} is not explained"
        for value in values_of(option):
            game.new(**{option.name: value})
    for preset in game.presets:
        game.new(**preset.options)
    game.new(**game.table_defaults)
    expect_refusal(lambda: game.new(no_such_option=1), "an option that does not exist", OptionError)
    for text in INVALID_TEXTS:
        expect_refusal(partial(game.from_text, text), f"the position text {text!r}")


def expect_refusal(action: Callable[[], Position | Step], what: str, kind: type[BoohiveError] = BoohiveError) -> None:
    """The action must be refused, with a sentence."""
    try:
        action()
    except kind as error:
        assert len(str(error)) > 10, f"{what} is refused without a sentence"
    else:
        raise AssertionError(f"{what} is not refused")


def check_position(position: Position, rng: Random) -> None:
    """Equal positions are equal, a position has a text form and pictures, and says who may act."""
    assert isinstance(position, Position), f"{position!r} is not a Position; derive its class from core.game.Position"
    check_value(position)
    check_who_acts(position)
    check_refusals(position)
    # None: what a spectator sees.
    seats: list[int | None] = [None, *range(position.game.player_counts[-1])]
    for seat in seats:
        json.dumps(position.view(seat))
    assert position.diagram().strip(), "a position has a drawing"
    ElementTree.fromstring(position.svg())
    assert isinstance(json.loads(position.legal_moves_json()), list), "legal moves are a JSON list"
    assert position.public_text("x") == "x" or position.game.hidden_information, (
        "nothing is hidden, so every event is shown"
    )
    assert position.is_contested("no such event") is False, (
        "nonsense need not be ranked against what others do at the same time"
    )
    if position.game.kind == "turns":
        check_moves(position.as_turn_based(), rng)


def check_value(position: Position) -> None:
    """Equality, hash, text form, pickle."""
    twin = position.game.from_text(position.text, **position.options)
    assert twin.text == position.text, f"{position.text!r} reads back as {twin.text!r}"
    assert twin.outcome == position.outcome, f"{position.text!r} reads back with another outcome"
    assert twin.view() == position.view(), f"{position.text!r} is shown otherwise when it is read back"
    if not has_repetition_history(position):
        assert twin == position and hash(twin) == hash(position), f"{position.text!r} reads back as an unequal position"
    pickled = pickle.loads(pickle.dumps(position))
    assert pickled == position and hash(pickled) == hash(position), "a pickled position is an unequal one"
    assert position != object()


def has_repetition_history(position: Position) -> bool:
    """Whether the position remembers earlier ones, which its text leaves out: then a position of the same text may be unequal."""
    return position.game.kind == "turns" and bool(position.as_turn_based()._history)


def check_who_acts(position: Position) -> None:
    """A game goes on as long as a seat may act or a timer of the game is due, and ends for good."""
    outcome = position.outcome
    if outcome is None:
        assert position.active_seats or position.next_timer is not None, "the game goes on but nobody can do anything"
        return
    assert not position.active_seats and position.next_timer is None, "the game is over but somebody may still act"
    assert outcome.reason, "an outcome has a reason"
    assert outcome.winner is None or outcome.winner in range(position.game.player_counts[-1]), "the winner has no seat"


def check_refusals(position: Position) -> None:
    """Nonsense is refused, in a sentence, and changes nothing."""
    before = position.text
    for text in INVALID_TEXTS:
        expect_refusal(partial(position.apply, Event(0, text, 0)), f"the event {text!r}")
    expect_refusal(lambda: position.apply(Event(99, "k c3", 0)), "an event of a seat that does not exist")
    assert position.text == before, "a refused event changed the position"


def check_moves(position: TurnPosition, rng: Random) -> None:
    """Legal moves are distinct, readable, playable; a turn-based game ends when there are none."""
    legal = position.legal_moves
    texts = legal.texts()
    assert len(set(texts)) == len(texts), f"a move is listed twice: {texts}"
    assert bool(texts) == (position.outcome is None), (
        "there must be legal moves while the game goes on, and none after it"
    )
    assert json.loads(position.legal_moves_json()) == [move.as_data() for move in legal], (
        "legal_moves_json() and the moves' as_data() differ"
    )
    if texts:  # Turn-based games are for seats 0 and 1.
        move = legal[rng.randrange(len(legal))]
        assert position.parse(move.text) == move, f"{move.text!r} reads back as another move"
        assert move in legal and move.text in legal
        assert position.play(move) == position.play(move.text), "a move and its text lead to different positions"
        json.dumps(move.as_data())
        expect_refusal(
            lambda: position.apply(Event(1 - position.active_seats[0], move.text)), "a move of the other player"
        )


def check_event(position: Position, event: Event) -> Position:
    """The same event always leads to the same position, and leaves the old one alone."""
    before = position.text
    step = position.apply(event)
    again = position.apply(event)
    assert position.text == before, f"{event} changed the position it was played on"
    assert step.position == again.position and step.effects == again.effects, f"{event} has two different results"
    assert all(isinstance(effect, Effect) and effect.kind for effect in step.effects)
    json.dumps([effect.as_data() for effect in step.effects])
    return step.position


def check_record(record: Record, last: Position, games: Mapping[str, Game]) -> None:
    """A whole game is written, read back and replayed to the same end."""
    text = record.write()
    read = Record.read(text, games)
    assert read.write() == text, "a record reads back as another record"
    assert read.last().text == last.text and read.last() == last, "a record replays to another end"
