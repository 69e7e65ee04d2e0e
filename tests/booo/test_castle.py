"""Castles: texts, regions, any map of cells, our sections and deck, and the figures of section 4.4."""

import json
import re
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boohive import NotationError
from boohive.core.options import Options
from boohive.core.rng import SplitMix64
from boohive.games.booo import constants, generator
from boohive.games.booo.castle import CENTRE, COLOURS, ROOMS, Castle, room_steps
from boohive.games.booo.diagram import describe_rooms, draw_castle
from boohive.games.booo.notation import WALL_NAMES
from boohive.games.booo.options import OPTION_LIST
from boohive.games.booo.routes import solve
from boohive.games.booo.setup import SETS, TOKEN_ROOMS, printed_deck, section_set, set_up, shuffled_castle, split_tokens
from boohive.games.booo.svg import FILLS, INKS, castle_svg
from booo.rounds import random_castle
from oracle import booo as oracle

PACKAGE = Path(generator.__file__).parent
FIRST_NUMBERS = [150, 197, 433, 236, 114]
DAILY = ("YYRG-WGBV-WBVR-BGBY-RVWG-VR..-....", "c3", 4)
SAMPLE = "BGRY-YVGB-WRYV-GVRV-BVYW-G.Y.-.B.."


def test_the_sample_section_stands_where_the_rules_say() -> None:
    castle = Castle.of_sections([SAMPLE] * 9)
    assert castle.sides(0) == "BGRY"
    assert castle.sides(1) == "YVGB"
    assert castle.sides(6) == "WRYV"
    assert castle.sides(7) == "GVRV"
    painted = {
        frozenset({divmod(side // 2, 15), divmod(side // 2 + (15 if side % 2 else 1), 15)}): castle.letter(side)
        for side in range(450)
        if castle.letter(side) in COLOURS
    }
    assert painted == oracle.walls_of([SAMPLE] * 9)


def test_a_castle_prints_the_texts_it_was_read_from() -> None:
    for seed in range(50):
        texts = random_castle(Random(seed))
        assert list(Castle.of_sections(texts).sections) == texts


@pytest.mark.parametrize("arms", [["G...", "...."], ["....", "GGG."]])
def test_spurs_leave_sixteen_crossroads(arms: list[str]) -> None:
    """With every arm closed at its mouth the corridors are 16 crossroads and 9 crosses."""
    closed = "-".join(["WYRG"] * 5 + ["WYRG", "...."])
    assert Castle.of_sections([closed] * 9).graph.regions == 36 + 16 + 9
    some = Castle.of_sections(["-".join(["WYRG"] * 5 + arms)] * 9)
    assert some.graph.regions < 36 + 16 + 9


def test_h3_rows_are_numbers_columns_are_letters() -> None:
    """Q1: shields name the rows."""
    assert ROOMS[:7] == ("a1", "b1", "c1", "d1", "e1", "f1", "a2")
    assert oracle.cell_of("c4") == divmod(Castle.of_sections([SAMPLE] * 9).cells[ROOMS.index("c4")], 15)


def test_h2_sections_are_shuffled_and_never_turned() -> None:
    for seed in range(20):
        assert sorted(shuffled_castle("standard", seed).sections) == sorted(section_set("standard"))
    assert len({shuffled_castle("standard", seed).sections for seed in range(20)}) == 20


def shaped() -> Castle:
    """A castle of 4 x 3 cells with an L-shaped room of three cells and a room of one, behind walls of two colours."""
    walls = bytearray(24)

    def wall(one: tuple[int, int], other: tuple[int, int], letter: str) -> None:
        cell = 4 * one[0] + one[1]
        walls[2 * cell + (one[0] != other[0])] = 1 + COLOURS.index(letter)

    for one, other, letter in [
        ((0, 1), (0, 2), "W"),
        ((1, 1), (1, 2), "W"),
        ((1, 0), (2, 0), "R"),
        ((1, 1), (2, 1), "R"),
        ((1, 3), (2, 3), "G"),
        ((2, 2), (2, 3), "R"),
    ]:
        wall(one, other, letter)
    return Castle.of_cells(4, bytes(walls), {"hall": 0, "nook": 11})


def test_rooms_may_have_any_shape() -> None:
    castle = shaped()
    plan = castle.graph
    assert plan.region_of(0) == plan.region_of(1) == plan.region_of(5) == plan.region_of_room(0)
    assert plan.regions == 3
    route = solve(plan, castle.room("hall"), castle.room("nook"), 63, 0, 0)
    assert route is not None
    assert route[0] == 2
    assert COLOURS[route[2]] == "R"
    assert solve(plan, 0, 1, 63 - 4, 0, 0) is None
    ElementTree.fromstring(castle_svg(castle, {"hall": "G", "nook": "V"}))
    assert "hall" in draw_castle(castle, {})


@pytest.mark.parametrize(
    ("columns", "walls", "rooms"),
    [(0, b"\0\0", {}), (3, b"\0" * 8, {}), (2, b"\0" * 9, {}), (2, b"\x08" * 8, {}), (2, b"\0" * 8, {"a": 4})],
)
def test_a_map_that_is_no_castle_is_refused(columns: int, walls: bytes, rooms: dict[str, int]) -> None:
    with pytest.raises(NotationError, match="this is not a castle"):
        Castle.of_cells(columns, walls, rooms)


def test_a_map_with_too_many_regions_is_refused() -> None:
    with pytest.raises(NotationError, match="256 regions"):
        Castle.of_cells(20, bytes([1]) * 800, {})


@given(st.text(alphabet="WYRGBV.-x", max_size=40))
def test_a_section_text_is_read_or_refused_with_a_sentence(text: str) -> None:
    try:
        castle = Castle.of_sections([text] * 9)
    except NotationError as error:
        assert "section 1" in str(error)
    else:
        assert castle.sections[0] == text


# Our sets ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SETS)
def test_our_sections_are_what_the_generator_makes(name: str) -> None:
    assert section_set(name) == generator.generate_sections(
        generator.SEEDS[name], generator.SET_SPECS[name].closed_arms
    )


def test_the_data_files_are_written_by_the_generator() -> None:
    assert (PACKAGE / "sections.toml").read_text(encoding="utf-8") == generator.sections_file()
    assert (PACKAGE / "visitors.toml").read_text(encoding="utf-8") == generator.visitors_file()


@pytest.mark.parametrize("name", SETS)
def test_every_section_keeps_the_design_rules(name: str) -> None:
    arms = []
    for text in section_set(name):
        groups = text.split("-")
        for room, ring in zip(groups[:4], generator.RING_SIDES, strict=True):
            repeated = [side for side in range(4) if room.count(room[side]) == 2]
            assert len(set(room)) == 4 or (len(set(room)) == 3 and sum(side in ring for side in repeated) == 1)
        closed = [mouth != "." or inner != "." for mouth, inner in zip(*groups[5:], strict=True)]
        arms.append(sum(closed))
    assert sorted(arms) == sorted(generator.SET_SPECS[name].closed_arms)


@pytest.mark.parametrize("name", SETS)
def test_colours_are_dealt_evenly_over_a_set(name: str) -> None:
    walls = Counter("".join(section_set(name)).replace("-", "").replace(".", ""))
    assert max(walls.values()) - min(walls.values()) <= 4


def figures_of(name: str, castles: int) -> generator.Figures:
    passages, transformations = split_tokens(generator.SET_SPECS[name].tokens, TOKEN_ROOMS)
    some = [shuffled_castle(name, seed) for seed in range(castles)]
    return generator.average(some, some[0].rooms_set(passages), some[0].rooms_set(transformations))


def test_the_standard_set_meets_the_figures() -> None:
    figures = figures_of("standard", 60)
    assert figures.percent(figures.solvable) >= 97
    assert 80 <= figures.percent(figures.plain) <= 90
    assert figures.percent(figures.in_two) <= 25
    assert 3.4 <= figures.mean <= 4.0
    assert figures.spread <= 10


def test_the_easy_set_is_easier_and_the_expert_set_harder() -> None:
    easy, standard, expert = (figures_of(name, 20) for name in ("easy", "standard", "expert"))
    assert easy.mean < standard.mean < expert.mean
    assert easy.percent(easy.in_two) > standard.percent(standard.in_two) > expert.percent(expert.in_two)
    assert expert.percent(expert.solvable) >= 92


def test_set_up_rejects_poor_castles() -> None:
    spec = generator.SET_SPECS["standard"]
    passages, transformations = split_tokens(spec.tokens, TOKEN_ROOMS)
    rejected = 0
    for seed in range(30):
        first = generator.castle_of(section_set("standard"), seed, 0)
        tokens = first.rooms_set(passages), first.rooms_set(transformations)
        rejected += shuffled_castle("standard", seed) != first
        assert not generator.is_poor(shuffled_castle("standard", seed), *tokens, spec.poor)
    assert 0 < rejected < 30


def test_our_deck_keeps_its_rules() -> None:
    """All rooms of a number differ, neighbours are 3 or more room steps apart, the first is off the central section."""
    for deck in (printed_deck(), *(generator.deal_deck(seed) for seed in range(20))):
        assert (len(deck), {len(rooms) for rooms in deck}) == (15, {4})
        for number in range(4):
            rooms = [ROOMS.index(rooms[number]) for rooms in deck]
            assert len(set(rooms)) == 15
            assert all(room_steps(one, other) >= 3 for one, other in pairwise(rooms))
            assert ROOMS[rooms[0]] not in CENTRE


def test_a_seed_means_the_same_castle_for_ever() -> None:
    """Numbers written down once: if they change, every daily castle and every saved game changes."""
    rng = SplitMix64(20261115)
    assert [rng.below(1000) for _ in range(5)] == FIRST_NUMBERS
    setup = set_up(Options(OPTION_LIST, {"seed": 20261115}))
    assert (setup.castle.sections[0], ROOMS[setup.ghost], setup.number) == DAILY


# Drawings ------------------------------------------------------------------------------------------------------------------


def test_h41_every_wall_has_its_letter_in_the_text_and_in_the_picture() -> None:
    castle = shuffled_castle("standard", 3)
    walls = [castle.letter(side) for side in range(450) if castle.letter(side) in COLOURS]
    drawing = draw_castle(castle, {})
    assert len(re.findall(r"([WYRGBV])\1{3}", drawing)) == sum(
        castle.letter(side) in COLOURS for side in range(1, 450, 2)
    )
    picture = castle_svg(castle, {})
    assert Counter(re.findall(r'data-wall="(.)"', picture)) == Counter(walls)
    assert len(re.findall(r">([WYRGBV])</text></g>", picture)) == len(walls)
    for letter in COLOURS:
        assert f'id="p{letter}"' in picture


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_h41_the_palette_keeps_a_lightness_step_and_readable_letters() -> None:
    lightness = sorted(116 * luminance(fill) ** (1 / 3) - 16 for fill in FILLS)
    assert all(other - one >= 12 for one, other in pairwise(lightness)), lightness
    for fill, ink in zip(FILLS, INKS, strict=True):
        dark, light = sorted((luminance(fill), luminance(ink)))
        assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_h41_the_castle_in_words_for_screen_readers() -> None:
    lines = describe_rooms(shuffled_castle("standard", 3))
    assert len(lines) == 36
    assert re.fullmatch(
        r"a1: (north|east|south|west) \w+ to region \d+(, (east|south|west) \w+ to region \d+){3}", lines[0]
    )


def test_every_wall_has_a_name() -> None:
    assert len(WALL_NAMES) == len(set(WALL_NAMES.values())) == 252


# Commands ------------------------------------------------------------------------------------------------------------------


def boohive(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "boohive", *words], input=typed, capture_output=True, text=True, timeout=60, check=False
    )


def test_the_castle_command_prints_what_a_seed_means() -> None:
    output = json.loads(boohive("booo", "castle", "--seed", "7").stdout)
    assert list(output) == ["seed", "sections", "castle", "ghost", "number", "passages", "changes", "deck"]
    assert (output["seed"], output["sections"], len(output["castle"])) == (7, "standard", 9)
    assert output["ghost"] in CENTRE
    assert (output["passages"], output["changes"]) == (["b2", "e5"], ["e2", "b5"])
    assert [len(rooms) for rooms in output["deck"]] == [4] * 15


def test_the_expert_castle_comes_with_four_transformations() -> None:
    output = json.loads(boohive("booo", "castle", "--seed", "7", "--sections", "expert").stdout)
    assert (output["passages"], len(output["changes"])) == ([], 4)


def test_h40_the_daily_castle_is_the_castle_of_the_date() -> None:
    output = json.loads(boohive("booo", "castle").stdout)
    assert re.fullmatch(r"20\d{6}", str(output["seed"]))


def test_solve_and_check_answer_line_by_line() -> None:
    castle = json.loads(boohive("booo", "castle", "--seed", "7").stdout)
    data = {"castle": castle["castle"], "ghost": "c4", "visitor": "e1", "colours": "WYRGBV"}
    data |= {"passages": ["b2", "e5"], "changes": ["e2", "b5"], "first": None}
    run = boohive("booo", "solve", "--stdin", typed=json.dumps(data) + "\nnonsense\n\n" + json.dumps(data) + "\n")
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert [list(each) for each in answers] == [
        ["crossings", "first", "route"],
        ["error"],
        ["error"],
        ["crossings", "first", "route"],
    ]
    shown = {**data, "first": answers[0]["first"], "route": answers[0]["route"]}
    verdict = json.loads(boohive("booo", "check", "--stdin", typed=json.dumps(shown) + "\n").stdout)
    assert list(verdict) == ["valid", "reason", "token"]
    assert verdict["valid"]


def test_the_stats_command_prints_the_table() -> None:
    output = boohive("booo", "stats", "--castles", "5").stdout
    assert "solvable with 2+2" in output
    assert "mean crossings" in output


@pytest.mark.parametrize(
    "words", [["solve"], ["castle", "--seed", "x"], ["castle", "--seed", "-1"], ["stats", "--castles", "0"], []]
)
def test_wrong_arguments_are_refused_in_one_sentence(words: list[str]) -> None:
    run = boohive("booo", *words)
    assert run.returncode == 2
    assert len(run.stderr.strip().splitlines()) == 1


def test_show_draws_text_and_svg() -> None:
    assert "a1" in boohive("show", "booo", "--set", "seed=4").stdout
    ElementTree.fromstring(boohive("show", "booo", "--set", "seed=4", "--svg").stdout)


def test_the_kernel_counts_regions_as_the_colours_of_its_states_need() -> None:
    assert constants.MAX_REGIONS << constants.COLOUR_BITS == 2048
    assert constants.COLOURS <= constants.COLOUR_MASK
