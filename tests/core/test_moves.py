"""Moves cannot be made up, positions can be shared, and a finished game stays finished."""

import json
import pickle
import threading
from random import Random

import pytest

import boohive
from boohive.core.errors import BoohiveError, IllegalMove, NotationError
from boohive.core.game import Event
from boohive.core.moves import make_move
from boohive.core.turn_game import Move, TurnPosition

TURN_GAMES = [game.id for game in boohive.GAMES.values() if game.kind == "turns"]


def after_random_moves(game: str, count: int, seed: int = 1, **options: object) -> TurnPosition:
    position, rng = boohive.GAMES[game].as_turn_based().new(**options), Random(seed)
    for _ in range(count):
        if position.to_move is not None:
            position = position.play(rng.choice(position.legal_moves))
    return position


def crafted(position: TurnPosition, code: int) -> Move:
    """A move as nobody may make it."""
    return make_move(position, code)


def test_moves_never_change_and_only_positions_make_them() -> None:
    move = boohive.new("boop").legal_moves[0]
    with pytest.raises(TypeError, match="made by positions"):
        Move()
    for name in ("code", "_code", "position", "text"):
        with pytest.raises(AttributeError):
            setattr(move, name, 7)
    with pytest.raises(AttributeError):
        del move._code
    assert move.text == "k a1" and pickle.loads(pickle.dumps(move)) == move


@pytest.mark.parametrize("game", TURN_GAMES)
def test_ten_thousand_made_up_moves_are_refused(game: str) -> None:
    rng = Random(5)
    places = [after_random_moves(game, count) for count in (0, 3, 12, 25)]
    legal = [set(place.legal_moves.codes()) for place in places]
    numbers = [rng.choice((-1, 1)) * rng.getrandbits(rng.randrange(1, 70)) for _ in range(10_000)]
    for i, code in enumerate([*numbers, 2**31 - 1, 2**30, 2**32, 9999, -1]):
        here = places[i % 4]
        if code in legal[i % 4]:
            continue
        try:
            move = crafted(here if i % 2 else places[(i + 1) % 4], code)
        except OverflowError:  # Compiled, a move has no room for such a number.
            with pytest.raises(BoohiveError):
                here.move(code)
            continue
        for refused, given in ((here.play, move), (here.effects, move), (here.move, code)):
            with pytest.raises(BoohiveError):
                refused(given)
        assert move not in here.legal_moves


def test_wrong_types_are_refused_with_a_sentence() -> None:
    position = boohive.new("boop")
    for refused in (
        lambda: position.play(3),
        lambda: position.effects(None),
        lambda: position.parse(3),
        lambda: position.apply("k c3"),
        lambda: boohive.from_text("boop", 3),
        lambda: boohive.Record.of(position).add("k c3"),
    ):
        with pytest.raises(NotationError, match="is not"):
            refused()
    with pytest.raises(IllegalMove, match="a move of Hive"):
        position.play(boohive.new("hive").legal_moves[0])


@pytest.mark.parametrize("game", TURN_GAMES)
def test_a_position_lists_the_moves_that_led_to_it(game: str) -> None:
    position, rng, texts = boohive.GAMES[game].as_turn_based().new(), Random(3), []
    while position.to_move is not None and len(texts) < 60:
        move = rng.choice(position.legal_moves)
        texts.append(move.text)
        position = position.play(move)
    assert position.moves_played == texts
    assert pickle.loads(pickle.dumps(position)).moves_played == texts
    applied = boohive.GAMES[game].as_turn_based().new()
    for text in texts:
        applied = applied.apply(Event(applied.to_move, text)).position.as_turn_based()
    assert applied.moves_played == texts and applied == position


@pytest.mark.parametrize("game", TURN_GAMES)
def test_threads_may_share_positions(game: str) -> None:
    """All threads ask everything of the same positions at once and hear the same."""
    places = [after_random_moves(game, 0)]
    rng = Random(8)
    while len(places) < 40 and places[-1].to_move is not None:
        places.append(places[-1].play(rng.choice(places[-1].legal_moves)))
    expected = [(place.view(), place.legal_moves_json()) for place in copies(places)]
    heard: list[object] = []
    gate = threading.Barrier(4)

    def ask(order: list[int]) -> None:
        gate.wait()
        found = {i: (places[i].view(), places[i].legal_moves_json()) for i in order}
        heard.append([found[i] for i in range(len(places))])

    orders = [Random(seed).sample(range(len(places)), len(places)) for seed in range(4)]
    threads = [threading.Thread(target=ask, args=(order,)) for order in orders]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert heard == [expected] * 4


def copies(places: list[TurnPosition]) -> list[TurnPosition]:
    """The same positions, played once more: nothing is shared with them."""
    position = places[0].game.new(**places[0].options)
    found = [position]
    for text in places[-1].moves_played:
        position = position.play(text)
        found.append(position)
    return found


def test_nothing_is_played_after_a_draw_by_repetition() -> None:
    position = boohive.new("boop", draw="threefold")
    for text in ["k b1", "k e6", "k a2", "k f5"] * 6:
        if position.outcome is not None:
            break
        position = position.play(text)
    assert position.outcome == boohive.Outcome(None, "the same position for the third time")
    assert list(position.legal_moves) == [] and position.legal_moves_json() == b"[]"
    assert position.to_move is None and position.active_seats == ()
    for refused in (
        lambda: position.play("k c3"),
        lambda: position.parse("k c3"),
        lambda: position.apply(Event(0, "k c3")),
        lambda: position.apply(Event(1, "k c3")),
        lambda: position.effects("k c3"),
        lambda: position.move(18),
    ):
        with pytest.raises(IllegalMove, match="the game is over"):
            refused()


def test_how_often_a_position_has_stood_is_known_without_the_draw_too() -> None:
    counts = []
    for draw in ("none", "threefold"):
        position = boohive.new("boop", draw=draw)
        found = []
        for text in ["k b1", "k e6", "k a2", "k f5"] * 3:
            if position.outcome is None:
                position = position.play(text)
                found.append(position.times_seen)
        counts.append(found)
    assert counts[1] == counts[0][: len(counts[1])] and max(counts[1]) == 3


@pytest.mark.parametrize("game", TURN_GAMES)
def test_moves_for_a_screen_are_the_legal_moves(game: str) -> None:
    """What pages get as JSON is each legal move's own data, in order."""
    for seed in range(3):
        position = after_random_moves(game, 9, seed)
        sent = json.loads(position.legal_moves_json())
        assert sent == [move.as_data() for move in position.legal_moves]
        assert [each["text"] for each in sent] == position.legal_moves.texts()
