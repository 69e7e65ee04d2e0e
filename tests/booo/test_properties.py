"""What holds in every race, whatever happens: hypothesis storms the table with events."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boohive
from boohive import BoohiveError, Event, NotationError
from boohive.games.booo.castle import COLOURS, ROOMS
from boohive.games.booo.game import BoooPosition
from boohive.games.booo.state import Phase
from booo.race import Race

OPTIONS = st.fixed_dictionaries(
    {
        "players": st.integers(1, 6),
        "seed": st.integers(0, 30),
        "penalty": st.sampled_from(["none", "cooldown", "out", "give"]),
        "banned_claim": st.sampled_from(["stops", "refused"]),
        "proof": st.sampled_from(["strict", "relaxed"]),
        "umpire": st.sampled_from(["on", "off"]),
        "search_limit": st.sampled_from([0, 60]),
    }
)


def ended_by_a_gift(position: BoooPosition) -> bool:
    """With `penalty=give` a failed proof may hand over the fifth visitor while another one still stands in the castle."""
    state = position.state
    if position.rules.options["penalty"] != "give" or state.end != "visitors":
        return False
    return state.round not in state.players[state.winner].visitors


def check_invariants(position: BoooPosition) -> None:
    state = position.state
    walls = "".join(player.walls for player in state.players)
    assert len(set(walls)) == len(walls), "six tokens = reserve + players"
    assert sorted(walls + position.view()["reserve"]) == sorted(COLOURS)
    settled = [number for player in state.players for number in player.visitors] + list(state.discarded)
    running = state.phase in (Phase.ARRIVING, Phase.SEARCH, Phase.CALLED, Phase.PROOF, Phase.PAUSE) or ended_by_a_gift(
        position
    )
    assert sorted(settled) == list(range(1, state.round + 1 - running)), "taken + discarded + pile = constant"
    assert position.rules.pile_size - state.round == position.view()["pile"]
    for player in state.players:
        assert len(player.walls) < 5, "a player never has five walls"
        assert player.colours == sum(1 << i for i, letter in enumerate(COLOURS) if letter not in player.walls)
    if position.outcome is None:
        assert position.active_seats or position.next_timer is not None, "never a frozen search"


def step_checked(position: BoooPosition, event: Event) -> BoooPosition:
    before = position.state
    step = position.apply(event)
    after = step.position
    assert isinstance(after, BoooPosition)
    check_invariants(after)
    kinds = [effect.kind for effect in step.effects]
    assert kinds.count("claimed") <= 1
    if "scared" in kinds:
        taken = [len(player.visitors) for player in after.state.players]
        assert sum(taken) == sum(len(player.visitors) for player in before.players) + 1
        assert kinds.count("took") <= 1
    if after.state.discarded != before.discarded or "scared" in kinds:
        moved = [effect.to for effect in step.effects if effect.kind == "moved"]
        assert ROOMS[after.state.ghost] == moved[-1], "the ghost stands in the last settled visitor's room"
    else:
        assert after.state.ghost == before.ghost or before.phase == Phase.CHOOSING
    return after


@settings(max_examples=60)
@given(OPTIONS, st.integers(0, 2**32))
def test_no_token_is_lost_or_born_in_random_games(options: dict[str, Any], seed: int) -> None:
    position, rng = boohive.new("booo", **options), Random(seed)
    for _ in range(120):
        if position.outcome is not None:
            break
        position = step_checked(position, position.random_event(rng))


WORDS = st.sampled_from(
    ["claim {search} W", "claim {search} G", "claim 1.1 R", "claim 99.1 W", "call {search}", "call 1.1", "hand up", "hand down",
     "hand up {search}", "hand up 1.1", "wall c4n", "wall d4s", "passage b2", "change G", "undo", "forget", "away", "back",
     "hint", "choose c4 1", "time", "arrives 5", "arrives 99999999", "RIGHT"]
)  # fmt: skip
STORM = st.lists(st.tuples(st.integers(-1, 6), WORDS, st.sampled_from([0, 0, 1, 300, 3000, 26_000])), max_size=60)


@settings(max_examples=150)
@given(OPTIONS, STORM)
def test_a_storm_of_events_has_one_outcome_each_and_never_freezes_a_search(options: dict[str, Any], storm: Any) -> None:
    """Refused events change nothing; accepted ones keep every promise; afterwards the clock or a seat still goes on."""
    position = boohive.new("booo", **options)
    for seat, words, after in storm:
        if position.outcome is not None:
            return
        who = None if seat < 0 else seat
        text = words.format(search=position.state.search)
        event = (
            position.random_event(Random(after)) if text == "RIGHT" else Event(who, text, position.state.now + after)
        )
        before = position.text
        try:
            position = step_checked(position, event)
        except BoohiveError as refused:
            assert len(str(refused)) > 10
            assert position.text == before
    for _ in range(50):  # the clock alone never gets stuck in one moment for ever
        if position.outcome is not None or position.next_timer is None:
            break
        assert position.next_timer >= position.state.now
        position = step_checked(position, Event(None, "time", position.next_timer))


@settings(max_examples=40)
@given(OPTIONS, st.integers(0, 2**32), st.integers(0, 60))
def test_a_position_reads_back_from_its_text(options: dict[str, Any], seed: int, events: int) -> None:
    position, rng = boohive.new("booo", **options), Random(seed)
    for _ in range(events):
        if position.outcome is None:
            position = position.apply(position.random_event(rng)).position
    twin = boohive.from_text("booo", position.text)
    assert twin == position
    assert twin.text == position.text


@settings(max_examples=60)
@given(OPTIONS, st.integers(0, 2**32))
def test_the_view_never_tells_what_is_hidden(options: dict[str, Any], seed: int) -> None:
    """Two games that differ only in where the next visitor goes look the same until it is shown."""
    position, rng = boohive.new("booo", **options), Random(seed)
    for _ in range(60):
        if position.outcome is not None:
            break
        output = json.dumps(position.view(rng.choice([None, 0])))
        assert '"seed"' not in output
        shown = position.state.round > 1 or (position.state.round == 1 and position.state.phase != Phase.ARRIVING)
        assert (position.view()["number"] is not None) == shown
        assert '"deck"' not in output
        if position.state.phase == Phase.ARRIVING:
            elsewhere = next(room for room in range(36) if room not in (position.state.visitor, position.state.ghost))
            other = Race(**options).put(position.state).put(replace_visitor(position, elsewhere)).position
            assert other.view() == position.view()
            assert other.diagram() == position.diagram()
            assert other.svg() == position.svg()
            assert other.next_timer == position.next_timer
        position = position.apply(position.random_event(rng)).position


def replace_visitor(position: BoooPosition, room: int) -> Any:
    return position.state._replace(
        visitor=room, number=position.state.number % 4 + 1 if position.state.round == 1 else position.state.number
    )


@given(st.text(alphabet="abcdef0123456789=|-:. WYRGBVseachplyr", max_size=80))
def test_any_text_is_a_position_or_is_refused_with_a_sentence(text: str) -> None:
    try:
        boohive.from_text("booo", text)
    except BoohiveError as error:
        assert len(str(error)) > 10


GOOD = "seed=7 | search first=0 ghost=c4 number=2 now=9000 since=8000 round=2 attempt=1 visitor=e1 | W:1:1 -"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("W:1:1 -", "W:1:1 W"),
        ("W:1:1 -", "W:1:1"),
        ("W:1:1", "W:2:1"),
        ("W:1:1", "X:1:1"),
        ("W:1:1", "W:1:1::::q"),
        ("first=0", "first=2"),
        ("number=2", "number=5"),
        ("visitor=e1", "visitor=c4"),
        (" visitor=e1", ""),
        ("search", "proof"),
        ("search", "over"),
        ("search", "walk"),
        ("round=2", "round=x"),
        ("ghost=c4", ""),
        ("ghost=c4", "ghost=z9"),
        ("attempt=1", "steps=claim:1"),
        ("attempt=1", "mood=5"),
        ("round=2", "round=40"),
        (" | W", " W"),
        ("seed=7", "seed=x"),
        ("seed=7", "speed=7"),
    ],
)
def test_a_position_that_cannot_come_up_is_refused(old: str, new: str) -> None:
    boohive.from_text("booo", GOOD)
    with pytest.raises(BoohiveError, match=r".{10}"):
        boohive.from_text("booo", GOOD.replace(old, new, 1))


def test_a_wrong_proof_in_a_text_is_refused() -> None:
    text = GOOD.replace("search", "proof").replace("attempt=1", "attempt=1 claimant=1 colour=G stepped=9000")
    boohive.from_text("booo", text)
    with pytest.raises(NotationError, match="proof in this position is wrong"):
        boohive.from_text("booo", text.replace("colour=G", "colour=G steps=passage:e5"))
