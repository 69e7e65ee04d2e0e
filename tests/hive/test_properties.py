"""Claims about Hive that hold in every position random play reaches."""

import json
import pickle
from collections.abc import Callable
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import boohive
from boohive.core.errors import BoohiveError, IllegalMove, NotationError
from boohive.core.kernel import Moves, key_of, make_and_unmake, play_at
from boohive.core.perft import perft
from boohive.core.turn_game import Move, TurnPosition
from boohive.games.hive import hexes, notation
from boohive.games.hive.coordinates import Place, place_of_cell, places, tile_name
from boohive.games.hive.rules import HiveKernel
from oracle.plain_hive import holds_together, pinned_cells


def rotations() -> list[Callable[[Place], Place]]:
    """The twelve ways to lay the table down: six turns, each also turned over."""

    def turned(times: int, over: bool) -> Callable[[Place], Place]:
        def lay(place: Place) -> Place:
            q, r = (place.r, place.q) if over else place
            for _ in range(times):
                q, r = -r, q + r
            return Place(q, r)

        return lay

    return [turned(times, over) for over in (False, True) for times in range(6)]


@st.composite
def positions(draw: st.DrawFn, most: int = 70) -> TurnPosition:
    """A position some way into a random game, without the repetition rule."""
    rng = Random(draw(st.integers(0, 2**32)))
    position: TurnPosition = boohive.new("hive", mode="tournament", type=rng.choice(notation.TYPES), repetition=False)
    for _ in range(draw(st.integers(0, most))):
        if position.outcome is not None:
            break
        position = position.play(rng.choice(position.legal_moves))
    return position


@given(positions())
def test_the_hive_stays_whole(position: TurnPosition) -> None:
    """V6, also after each move that could come next."""
    assert holds_together(set(places(position)))
    for move in position.legal_moves:
        assert holds_together(set(places(position.play(move))))


@given(positions())
def test_pins_are_found_as_by_lifting_each_bug(position: TurnPosition) -> None:
    kernel = position._kernel
    alone = {cell for cell in places(position) if len(kernel.stack_at(cell)) == 1}
    found = {cell for cell in alone if kernel.holds_the_hive_together(cell)}
    assert found == pinned_cells(set(places(position))) & alone


@given(positions())
def test_unmake_restores_everything(position: TurnPosition) -> None:
    kernel = position._kernel
    before = kernel.full_state()
    legal = Moves(kernel)
    for i in range(len(legal)):
        make_and_unmake(kernel, legal.code(i))
        assert kernel.full_state() == before


@given(positions())
def test_the_key_kept_move_by_move_is_that_of_the_table(position: TurnPosition) -> None:
    """Two orders of play to one table have one key; another table has another."""
    kernel = position._kernel
    assert key_of(kernel) == key_of(kernel.copy())
    assert kernel.full_state()[-3] == kernel.hash_from_scratch()
    after = {key_of(play_at(kernel, move.code)) for move in position.legal_moves}
    assert len(after) == len(position.legal_moves)


@given(positions(most=30), st.integers(0, 11))
def test_the_table_has_no_up_or_down(position: TurnPosition, number: int) -> None:
    """The same game on a table laid down in another of the twelve ways has as many moves, two turns deep."""
    turned = replay(position, rotations()[number], 0)
    assert perft(turned._kernel, 2) == perft(position._kernel, 2)


@given(positions(most=30), st.integers(0, 1023))
def test_the_table_has_no_middle(position: TurnPosition, offset: int) -> None:
    """Moved anywhere, also across the seam of the wrap: the same counts, and the same value."""
    assume(len(position.moves_played) != 1)  # the first bug has only one place to stand
    moved = replay(position, lambda place: place, offset)
    assert perft(moved._kernel, 2) == perft(position._kernel, 2)
    assert moved == position and hash(moved) == hash(position)


def replay(position: TurnPosition, lay: Callable[[Place], Place], offset: int) -> TurnPosition:
    """The same game, each cell turned and shifted."""
    kernel = boohive.new("hive", **position.options)._kernel
    assert isinstance(kernel, HiveKernel)
    before: TurnPosition = boohive.new("hive", **position.options)
    for played in position._nodes():
        tile, cell = divmod(played.code, hexes.CELLS)
        place = lay(place_of_cell(cell, places(before)))
        there = (place.q + hexes.WIDTH * place.r + offset) & hexes.LAST_CELL
        kernel.play(tile * hexes.CELLS + there if tile else 0)
        before = before.play(next(move for move in before.legal_moves if move.code == played.code))
    return TurnPosition(position.game, position.options, kernel)


def test_a_hive_may_wander_around_the_whole_table() -> None:
    """V2: ants roll the hive on and on to the east; nothing is refused and no two ends meet."""
    position: TurnPosition = boohive.new("hive", type="Base", queen_first=True, repetition=False)
    for move in ("wQ", "bQ wQ-", "wA1 -wQ", "bA1 bQ-"):
        position = position.play(move)
    rng = Random(3)
    east = 0
    for _ in range(2000):
        position = position.play(eastward(position, rng))
        assert holds_together(set(places(position)))
        east = max(place.q for place in places(position).values())
        if east > 2 * hexes.WIDTH:
            break
    assert east > 2 * hexes.WIDTH


def eastward(position: TurnPosition, rng: Random) -> Move:
    """The move that takes a bug on the table furthest to the east, or nearly."""
    known, cells = places(position), position._kernel.cells()

    def gain(move: Move) -> float:
        start, goal = cells[move.code >> 10], place_of_cell(move.code & 1023, known)
        return goal.q - known[start].q + 3 * rng.random()

    moving = [move for move in position.legal_moves if move.code and cells[move.code >> 10] >= 0]
    return max(moving, key=gain) if moving else rng.choice(position.legal_moves)


@given(positions())
def test_texts_read_back(position: TurnPosition) -> None:
    twin = boohive.from_text("hive", position.text, **position.options)
    assert twin.text == position.text and twin == position and hash(twin) == hash(position)
    assert pickle.loads(pickle.dumps(position)) == position
    for move in position.legal_moves:
        assert position.parse(move.text) == move
        assert position.parse("  " + move.text.upper().replace(" ", "   ")) == move


@given(positions(), st.randoms(use_true_random=False))
def test_broken_game_strings_are_refused_in_a_sentence_or_read(position: TurnPosition, rng: Random) -> None:
    text = list(position.text)
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(text))
        text[at : at + rng.randrange(3)] = rng.choice(["", ";", "w", "Q", "-", "/", "\\", " ", "9", "é", "\x00"])
    try:
        boohive.from_text("hive", "".join(text))
    except BoohiveError as error:
        assert len(str(error)) > 10


@given(positions())
def test_what_screens_get(position: TurnPosition) -> None:
    seen = json.loads(json.dumps(position.view()))
    assert len(seen["pieces"]) == sum(cell >= 0 for cell in position._kernel.cells())
    assert all(set(tile) == {"id", "kind", "seat", "at", "height"} for tile in seen["pieces"])
    picture = ElementTree.fromstring(position.svg())
    titles = [each.text for each in picture.iter("{http://www.w3.org/2000/svg}title")]
    assert {tile["id"] for tile in seen["pieces"]} <= set(titles)
    for tile in seen["pieces"]:
        assert tile["id"] in position.diagram()


@given(positions())
def test_every_refusal_says_what_would_be_right(position: TurnPosition) -> None:
    if position.outcome is not None:
        return
    legal = {move.code for move in position.legal_moves}
    cells = set(places(position)) | {(cell + step) & 1023 for cell in places(position) for step in hexes.STEPS}
    for tile in (1, 2, 5, 12, 14, 15, 17, 20, 28):
        for cell in list(cells)[:6]:
            code = 1024 * tile + cell
            if code not in legal:
                sentence = position.game.refusal(position, code)
                assert ";" in sentence and tile_name(tile)[0] in "wb", sentence


@pytest.mark.parametrize("text", ["Base;InProgress;Black[1];wA2", "Base;InProgress;Black[1];wA3"])
def test_bugs_numbered_by_tile_are_renumbered(text: str) -> None:
    assert boohive.from_text("hive", text).text == "Base;InProgress;Black[1];wA1"
    longer = boohive.from_text("hive", text.replace("Black[1]", "Black[2]") + f";bG3 {text[-3:]}-;wA1 -{text[-3:]}")
    assert longer.text == "Base;InProgress;Black[2];wA1;bG1 wA1-;wA2 -wA1"


def test_a_throw_says_who_threw() -> None:
    position = boohive.from_text("hive", r"Base+P;InProgress;Black[3];wP;bP -wP;wQ wP-;bQ -bP;wQ bP\ ")
    (effect,) = position.effects("wP bP/")
    assert (effect.kind, str(effect.piece), str(effect.by), effect.seat) == ("thrown", "wP", "bP", 0)
    after = position.play("wP bP/")
    assert 'data-mark="thrower"' in after.svg() and "[wP]" in after.diagram()


def test_modes_and_what_overrides_them() -> None:
    def queen_first(**options: object) -> bool:
        return "wQ" in boohive.new("hive", **options).legal_moves

    assert queen_first() and queen_first(mode="rulebook") and not queen_first(mode="tournament")
    assert queen_first(mode="tournament", queen_first=True) and not queen_first(mode="rulebook", queen_first=False)
    assert boohive.from_text("hive", "Base+M;NotStarted;White[1]", type="Base").options["type"] == "Base+M"


def test_repetition_counts_are_part_of_the_value() -> None:
    """T3: the same table the second time is another value where the third would be a draw."""
    start = boohive.from_text(
        "hive", r"Base;InProgress;White[3];wS1;bB1 wS1-;wQ \wS1;bQ bB1\ ".strip(), mode="tournament"
    )
    again = start
    for move in ("wQ -wS1", "bQ bB1-", r"wQ \wS1", "bQ bB1\\"):
        again = again.play(move)
    assert again != start and again.times_seen == 2
    free = [boohive.from_text("hive", position.text, repetition=False) for position in (start, again)]
    assert free[0] == free[1]


def test_what_cannot_be_read_and_what_cannot_be_played_differ() -> None:
    position = boohive.from_text("hive", "Base;InProgress;Black[1];wS1", mode="tournament")
    with pytest.raises(NotationError, match="not a bug"):
        position.play("bX wS1-")
    with pytest.raises(IllegalMove, match="first turn"):
        position.play("bQ wS1-")
