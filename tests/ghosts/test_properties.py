"""Claims about BOOOOP. that hold in every position random play reaches."""

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

import boohive
from boohive.core.errors import BoohiveError
from boohive.core.perft import perft
from boohive.core.turn_game import TurnPosition
from boohive.games.ghosts import diagram, notation, pieces, seams
from oracle import ghosts as oracle

GHOSTS = range(1, pieces.GHOSTS)
SYMMETRIES = [(flip, turns) for flip in (False, True) for turns in range(4)]


@st.composite
def positions(draw: st.DrawFn) -> TurnPosition:
    """A position some way into a random game in which ghosts like to enter."""
    rng = Random(draw(st.integers(0, 2**32)))
    position: TurnPosition = boohive.new("boop-ghosts", eight_cat_return=rng.random() < 0.5)
    for _ in range(draw(st.integers(0, 80))):
        if position.outcome is not None:
            break
        position = position.play(rng.choice(position.legal_moves))
    return position


def ghosts_in(position: TurnPosition) -> list[str]:
    return position.text.split()[3:5]


# G2: seams and stitches


def test_g2_there_are_sixty_stitches_each_between_two_neighbouring_spaces() -> None:
    stitches = {seams.stitch_of(ghost): frozenset(sides(ghost)) for ghost in GHOSTS}
    assert sorted(stitches) == list(range(60))
    assert len(set(stitches.values())) == 60
    for one, other in (sorted(both) for both in stitches.values()):
        assert (other[0] - one[0], other[1] - one[1]) in ((0, 1), (1, 0))


def test_g13_a_seam_between_rows_shares_no_stitch_with_a_seam_between_columns() -> None:
    across = {seams.stitch_of(ghost) for ghost in GHOSTS if seams.is_horizontal(ghost)}
    along = {seams.stitch_of(ghost) for ghost in GHOSTS if not seams.is_horizontal(ghost)}
    assert len(across) == len(along) == 30
    assert not across & along


def test_g5_there_are_twenty_entries_all_at_the_edge_and_facing_inwards() -> None:
    entries = [seams.entry(lane) for lane in range(pieces.LANES)]
    assert len(set(entries)) == 20
    for ghost in entries:
        behind = {(row - down, column - right) for row, column in sides(ghost) for down, right in [heading(ghost)]}
        assert all(not oracle.is_on_bed(space) for space in behind)
        assert len(seams.track(ghost)) == 5


def sides(ghost: int) -> list[tuple[int, int]]:
    """The two spaces beside a ghost as (row, column)."""
    return [divmod(seams.adjacent_space(ghost, side), 8) for side in range(2)]


def heading(ghost: int) -> tuple[int, int]:
    """The way a ghost travels as (rows, columns)."""
    step = 1 if seams.is_forward(ghost) else -1
    return (0, step) if seams.is_horizontal(ghost) else (step, 0)


# Ghosts in games


@given(positions())
def test_g12_a14_two_ghosts_never_share_a_stitch(position: TurnPosition) -> None:
    for after in [position, *(position.play(move) for move in position.legal_moves)]:
        first, second = ghosts_in(after)
        assert first == "-" or first[:-1] != second[:-1]


@given(st.integers(0, 2**32))
def test_g11_a_ghosts_life_is_one_placing_five_moves_and_the_way_home(seed: int) -> None:
    """One move fewer each time it passes through the other ghost (G12); then it is out for the rest of that turn."""
    rng = Random(seed)
    position: TurnPosition = boohive.new("boop-ghosts")
    moved, passed, lives = [0, 0], [0, 0], 0
    for _ in range(400):
        if position.outcome is not None or lives > 4:
            break
        legal = position.legal_moves
        move = rng.choice([each for each in legal if each.text != "g -"])
        for effect in position.effects(move):
            if effect.piece is None or effect.piece.kind != "ghost":
                continue
            seat = effect.seat
            assert seat == position.to_move
            if effect.kind == "entered":
                moved[seat] = passed[seat] = 0
            elif effect.kind == "moved":
                moved[seat] += 1
                passed[seat] += len(effect.path)
            elif effect.kind == "returned":
                assert moved[seat] + passed[seat] + len(effect.path) == 5
                assert position.play(move).text.split()[5:] != ["ghost"]
                lives += 1
        position = position.play(move)


@given(positions())
def test_g7_the_other_players_ghost_never_moves(position: TurnPosition) -> None:
    seat = position.to_move
    if seat is not None:
        assert all(
            ghosts_in(position.play(move))[1 - seat] == ghosts_in(position)[1 - seat] for move in position.legal_moves
        )


@given(positions())
def test_g1_b2_ghosts_are_not_among_the_eight_pieces(position: TurnPosition) -> None:
    bed, pools, *_ = position.text.split()
    numbers = [int(number) for number in pools.split(",")]
    assert sum(bed.count(letter) for letter in "kc") + sum(numbers[:2]) == 8
    assert sum(bed.count(letter) for letter in "KC") + sum(numbers[2:]) == 8


@given(positions(), st.sampled_from(GHOSTS))
def test_g10_the_two_sides_of_a_ghosts_boop_commute(position: TurnPosition, ghost: int) -> None:
    table = oracle.read(position.text)
    down, right = heading(ghost)
    away = [(-abs(right), -abs(down)), (abs(right), abs(down))]
    ways = [(side, way) for side, way in zip(sides(ghost), away, strict=True)]
    first = oracle.scare(oracle.scare(table, *ways[0]), *ways[1])
    second = oracle.scare(oracle.scare(table, *ways[1]), *ways[0])
    assert first == second


# Symmetries


def turned_space(row: int, column: int, flip: bool, turns: int) -> tuple[int, int]:
    for _ in range(turns):
        row, column = column, 5 - row
    return (row, 5 - column) if flip else (row, column)


def turned_ghost(text: str, flip: bool, turns: int) -> str:
    """The ghost that stands between the turned spaces and travels the turned way."""
    if text == "-":
        return text
    ghost = notation.read_ghost(text)
    spaces = sides(ghost)
    ahead = (spaces[0][0] + heading(ghost)[0], spaces[0][1] + heading(ghost)[1])
    beside, ahead = [turned_space(*space, flip, turns) for space in spaces], turned_space(*ahead, flip, turns)
    way = (ahead[0] - beside[0][0], ahead[1] - beside[0][1])
    return next(notation.write_ghost(g) for g in GHOSTS if set(sides(g)) == set(beside) and heading(g) == way)


def turned(text: str, flip: bool, turns: int) -> str:
    """A position text seen from another side of the bed."""
    table = oracle.read(text)
    bed = tuple(sorted((turned_space(*space, flip, turns), letter) for space, letter in table.bed))
    fields = oracle.write(oracle.Table(bed, table.pools, table.seat, table.ghosts, table.pending)).split()
    fields[3:5] = [turned_ghost(ghost, flip, turns) for ghost in fields[3:5]]
    return " ".join(fields)


@given(positions(), st.sampled_from(SYMMETRIES))
def test_the_bed_has_no_left_or_right_top_or_bottom(position: TurnPosition, symmetry: tuple[bool, int]) -> None:
    twin = boohive.from_text("boop-ghosts", turned(position.text, *symmetry), **position.options)
    assert perft(twin._kernel, 1) == perft(position._kernel, 1)
    after = Counter(turned(position.play(move).text, *symmetry) for move in position.legal_moves)
    assert after == Counter(twin.play(move).text for move in twin.legal_moves)


def swapped(text: str) -> str:
    """The same with the players' colours, pools, ghosts and turn exchanged."""
    bed, pools, seat, first, second, *pending = text.split()
    numbers = pools.split(",")
    return " ".join([bed.swapcase(), ",".join(numbers[2:] + numbers[:2]), str(1 - int(seat)), second, first, *pending])


@given(positions())
def test_b3_colours_decide_nothing(position: TurnPosition) -> None:
    twin = boohive.from_text("boop-ghosts", swapped(position.text), **position.options)
    after = Counter(swapped(position.play(move).text) for move in position.legal_moves)
    assert after == Counter(twin.play(move).text for move in twin.legal_moves)


# Texts, drawings, effects


@given(positions())
def test_texts_and_drawings_read_back(position: TurnPosition) -> None:
    assert boohive.from_text("boop-ghosts", position.text, **position.options) == position
    assert diagram.read_diagram(position.diagram()) == position.text


@given(positions())
def test_the_effects_of_a_move_tell_the_whole_change(position: TurnPosition) -> None:
    for move in position.legal_moves[::5]:
        bed, ghosts = dict(oracle.read(position.text).bed), ghosts_in(position)
        for effect in position.effects(move):
            if effect.piece is not None and effect.piece.kind == "ghost" and effect.kind != "stayed_out":
                assert effect.seat is not None
                ghosts[effect.seat] = effect.to or "-"
            elif effect.piece is not None and effect.piece.kind in ("kitten", "cat"):
                letter = oracle.LETTERS[effect.seat or 0][effect.piece.kind == "cat"]
                assert effect.from_ is None or bed.pop(space(effect.from_)) == letter
                assert all(space(name) in bed for name in effect.path)
                if effect.to is not None:
                    assert space(effect.to) not in bed
                    bed[space(effect.to)] = letter
        after = position.play(move)
        assert tuple(sorted(bed.items())) == oracle.read(after.text).bed
        assert ghosts == ghosts_in(after)


def space(name: str) -> tuple[int, int]:
    return int(name[1]) - 1, "abcdef".index(name[0])


@given(positions())
def test_the_picture_shows_both_ghosts(position: TurnPosition) -> None:
    picture = position.svg()
    assert [picture.count(f'href="#ghost-head-{seat}"') for seat in range(2)] == [1, 1]
    assert picture.count('stroke-dasharray="0 14"') == sum(ghost != "-" for ghost in ghosts_in(position))


@given(positions())
def test_unmake_takes_everything_back(position: TurnPosition) -> None:
    before = position._kernel.state()
    perft(position._kernel, 1)
    assert position._kernel.state() == before
    assert position.key == boohive.from_text("boop-ghosts", position.text, **position.options).key


@given(positions())
def test_counting_in_bulk_is_counting_one_by_one(position: TurnPosition) -> None:
    if position.outcome is None:
        agreed = oracle.Agreed(cat_may_return=bool(position.options["eight_cat_return"]))
        assert perft(position._kernel, 1) == len(oracle.turns(position.text, agreed))


@given(st.text() | st.text(alphabet="kcKCgHV@+/123456 ,-08<>v^\n"))
def test_random_text_never_crashes_a_reader(text: str) -> None:
    readers = (
        lambda: boohive.from_text("boop-ghosts", text),
        lambda: boohive.from_text("boop-ghosts", f"6/6/6/6/6/6 8,0,8,0 0 {text}"),
        lambda: boohive.new("boop-ghosts").play(text),
        lambda: boohive.new("boop-ghosts").play("k c3").play(f"g {text}"),
        lambda: diagram.read_diagram(text),
    )
    for read in readers:
        try:
            read()
        except BoohiveError as error:
            assert str(error)
