"""Claims about boop. that hold in every position random play reaches."""

from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boohive
from boohive.core.errors import BoohiveError
from boohive.core.perft import perft
from boohive.core.turn_game import TurnPosition
from boohive.games.boop import diagram, notation
from oracle import boop as oracle

GAMES = ("boop", "boop-junior")
SYMMETRIES = [(flip, turns) for flip in (False, True) for turns in range(4)]


@st.composite
def positions(draw: st.DrawFn, games: tuple[str, ...] = GAMES) -> TurnPosition:
    """A position some way into a random game."""
    game = draw(st.sampled_from(games))
    rng = Random(draw(st.integers(0, 2**32)))
    options = {"eight_cat_return": rng.random() < 0.5} if game == "boop" else {}
    position: TurnPosition = boohive.new(game, **options)
    for _ in range(draw(st.integers(0, 60))):
        if position.outcome is not None:
            break
        position = position.play(rng.choice(position.legal_moves))
    return position


def pieces_of(position: TurnPosition, seat: int) -> tuple[int, int]:
    """Kittens and cats of a player, on the bed and in the pool."""
    bed, pools, *_ = position.text.split()
    kitten, cat = ("k", "c") if seat == 0 else ("K", "C")
    numbers = [int(number) for number in pools.split(",")]
    return bed.count(kitten) + numbers[2 * seat], bed.count(cat) + numbers[2 * seat + 1]


@given(positions())
def test_b2_no_piece_is_lost_or_born(position: TurnPosition) -> None:
    for seat in range(2):
        kittens, cats = pieces_of(position, seat)
        assert kittens + cats == 8
        assert cats == 0 or position.game.id == "boop"


@given(positions())
def test_b20_nobody_starts_a_turn_without_a_piece_to_place(position: TurnPosition) -> None:
    assert position.outcome is not None or len(position.legal_moves) > 0


def turned(text: str, flip: bool, turns: int) -> str:
    """A position text seen from another side of the bed."""
    rows, *rest = text.split()
    grid = diagram.draw_bed(notation.read_bed(rows)).splitlines()
    cells = [row.split() for row in grid]
    for _ in range(turns):
        cells = [list(row) for row in zip(*cells[::-1], strict=True)]
    if flip:
        cells = [row[::-1] for row in cells]
    bed = diagram.read_bed_diagram("\n".join(" ".join(row) for row in cells))
    return " ".join([notation.write_bed(bed), *rest])


@given(positions(), st.sampled_from(SYMMETRIES))
def test_the_bed_has_no_left_or_right_top_or_bottom(position: TurnPosition, symmetry: tuple[bool, int]) -> None:
    twin = boohive.from_text(position.game.id, turned(position.text, *symmetry), **position.options)
    assert perft(twin._kernel, 2) == perft(position._kernel, 2)
    after = {turned(position.play(move).text, *symmetry) for move in position.legal_moves}
    assert after == {twin.play(move).text for move in twin.legal_moves}


@given(positions(games=("boop",)), st.randoms(use_true_random=False))
def test_b10_the_order_of_the_boops_does_not_matter(position: TurnPosition, rng: Random) -> None:
    if position.mid_turn or position.outcome is not None:
        return
    before = oracle.read(position.text)
    letter, space = (
        rng.choice([x for x in oracle.KITTENS[before.seat] + oracle.CATS[before.seat] if before.pools[x]]),
        None,
    )
    space = rng.choice([each for each in oracle.SPACES if each not in before.bed])
    beds = []
    for order in rng.sample(list(permutations(range(8))), 6):
        oracle_directions = [oracle.DIRECTIONS[i] for i in order]
        beds.append(boop_in_order(before, letter, space, oracle_directions))
    assert all(bed == beds[0] for bed in beds)


def boop_in_order(
    position: oracle.Position, letter: str, space: tuple[int, int], order: list[tuple[int, int]]
) -> oracle.Position:
    """The oracle's boop with its directions in another order."""
    kept, oracle.DIRECTIONS[:] = list(oracle.DIRECTIONS), order
    try:
        return oracle.boop(position, letter, space)
    finally:
        oracle.DIRECTIONS[:] = kept


@given(positions())
def test_texts_and_drawings_read_back(position: TurnPosition) -> None:
    assert boohive.from_text(position.game.id, position.text, **position.options) == position
    outcome = position.outcome
    if outcome is None or outcome.winner is not None:
        assert diagram.read_diagram(position.diagram()) == position.text


@given(positions())
def test_unmake_takes_everything_back(position: TurnPosition) -> None:
    before = position._kernel.state()
    perft(position._kernel, 2)
    assert position._kernel.state() == before
    assert position.key == boohive.from_text(position.game.id, position.text, **position.options).key


@given(st.text() | st.text(alphabet="kcKC/123456 ,-08"))
def test_random_text_never_crashes_a_reader(text: str) -> None:
    readers = (
        lambda: boohive.from_text("boop", text),
        lambda: boohive.from_text("boop-junior", text),
        lambda: boohive.new("boop").play(text),
        lambda: boohive.read_record(text),
        lambda: boohive.read_record("boohive record 1\ngame: boop\n" + text),
        lambda: diagram.read_diagram(text),
    )
    for read in readers:
        try:
            read()
        except BoohiveError as error:
            assert str(error)


def test_b3_either_colour_may_start_and_colour_decides_nothing() -> None:
    """The first player is whoever sits in seat 0; swapping the colours of a position swaps nothing else."""
    text = "k5/1K4/6/3k2/6/5K 6,0,6,0 0 - -"
    swapped = "K5/1k4/6/3K2/6/5k 6,0,6,0 1 - -"
    assert perft(boohive.from_text("boop", text)._kernel, 3) == perft(boohive.from_text("boop", swapped)._kernel, 3)


def test_b21_a16_without_a_policy_no_position_is_a_draw_and_with_threefold_the_third_is() -> None:
    """Two kittens are booped off and placed again, for ever."""
    moves = ["k a2", "k f5", "k b1", "k e6"]  # a kitten on b1 boops the one on a2 off the bed, and the other way round
    endless: TurnPosition = boohive.new("boop")
    counted: TurnPosition = boohive.new("boop", draw="threefold")
    seen: dict[str, int] = {}
    for n in range(40):
        if counted.outcome is not None:
            break
        seen[counted.text] = seen.get(counted.text, 0) + 1
        counted = counted.play(moves[n % 4])
        endless = endless.play(moves[n % 4])
    outcome = counted.outcome
    assert outcome is not None and outcome.winner is None
    assert outcome.reason == "the same position for the third time"
    assert seen[counted.text] == 2
    assert endless.outcome is None
    assert len(counted.legal_moves) == 0


def test_a1_the_eight_rule_is_a_must_and_comes_at_the_end_of_that_turn() -> None:
    position = boohive.from_text("boop", "k1k1k1/6/k1k1k1/6/k5/6 1,0,8,0 0 - -").play("k e5")
    assert position.to_move == 0 and position.mid_turn
    assert all(move.text.startswith("one ") for move in position.legal_moves)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("6/6/6/6/6/6 8,0,8,0 0 - - -", "'-' is not a pending decision; write 'choose' or nothing"),
        (
            "6/6/6/6/6/6 8,0,7,0 0 - -",
            "the second player has 7 pieces on the bed and in the pool; it must be exactly eight",
        ),
        ("6/6/6/6/6 8,0,8,0 0 - -", "the bed '6/6/6/6/6' has 5 rows; write six, with '/' between them"),
        ("6/6/6/7/6/6 8,0,8,0 0 - -", "row 4 of the bed, '7', may hold only k c K C and digits 1 to 6"),
        ("6/6/6/5/6/6 8,0,8,0 0 - -", "row 4 of the bed, '5', is 5 spaces long; it must be 6"),
        ("6/6/6/6/6/6 8,0,8,0 2 - -", "the seat to move is '2'; write 0 for the first player or 1 for the second"),
        ("6/6/6/6/6/6 8,0,8,0 0 H2@3+ -", "boop. has no ghosts; write '- -' after the seat"),
        ("6/6/6/6/6/6 8,0,8,0 0 - - choose", "there is nothing to choose here; leave out 'choose'"),
        (
            "k1k1k1/6/k1k1k1/6/k3k1/6 0,0,8,0 0 - -",
            "the player to move has no piece in the pool; such a position cannot come up",
        ),
    ],
)
def test_a_position_text_that_cannot_be_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(boohive.NotationError) as refusal:
        boohive.from_text("boop", text)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("x9", "'x9' is not a move; write a piece and a space, such as 'k c3' (a kitten) or 'c c3' (a cat)"),
        ("k z9", "'z9' is not a space; write a column a to f and a row 1 to 6, such as c3"),
        ("row a1 b1 d1", "'a1 b1 d1' is not a row; name three neighbouring spaces in a line, such as 'row a1 b1 c1'"),
        ("one a1", "nothing has to be chosen now; place a piece, such as 'k c3'"),
    ],
)
def test_a_move_that_cannot_be_is_refused_with_a_sentence(move: str, sentence: str) -> None:
    with pytest.raises(BoohiveError) as refusal:
        boohive.new("boop").play(move)
    assert str(refusal.value) == sentence
