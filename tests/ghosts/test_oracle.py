"""The package against a slow second BOOOOP. that was written from the rulebook's text alone."""

from collections import Counter
from random import Random

import pytest

import boohive
from boohive.commands.turns import whole_turns
from boohive.core.turn_game import TurnPosition
from oracle import ghosts as oracle

AGREED = [(True, False), (True, True), (False, False), (False, True)]


def options(agreed: tuple[bool, bool]) -> dict[str, bool]:
    return {"eight_cat_return": agreed[0], "opponent_line_wins": agreed[1]}


def ours(position: TurnPosition) -> Counter[tuple[str, tuple[int | None, str] | None]]:
    """Each whole turn's end."""
    found = []
    for after in whole_turns(position):
        outcome = after.outcome
        found.append((after.text, tuple(outcome) if outcome else None))
    return Counter(found)


def compare(position: TurnPosition, agreed: tuple[bool, bool]) -> None:
    expected = Counter(oracle.turns(position.text, oracle.Agreed(*agreed)))
    assert ours(position) == expected, position.text


def random_position(rng: Random, agreed: tuple[bool, bool]) -> TurnPosition | None:
    """Any pieces and ghosts anywhere, mostly crowded; also what no game would reach, if it can be read."""
    letters = dict.fromkeys(range(36), ".")
    pools = []
    for kitten, cat in ("kc", "KC"):
        grown = rng.choice([0, 0, 2, 4, 7, 8])
        held = [kitten] * (8 - grown) + [cat] * grown
        rng.shuffle(held)
        lying = held[: rng.choice([0, 2, 4, 6, 7, 7, 8])]
        for letter in lying:
            letters[rng.choice([space for space, here in letters.items() if here == "."])] = letter
        rest = held[len(lying) :]
        pools += [rest.count(kitten), rest.count(cat)]
    rows = ["".join(letters[6 * row + column] for column in range(6)) for row in range(6)]
    bed = "/".join("".join(str(len(run)) if run[0] == "." else run for run in runs(row)) for row in rows)
    ghosts = [random_ghost(rng), random_ghost(rng)]
    pending = rng.choice(["", "", "", "", " ghost", " choose"])
    text = f"{bed} {','.join(map(str, pools))} {rng.randrange(2)} {' '.join(ghosts)}{pending}"
    try:
        position: TurnPosition = boohive.from_text("boop-ghosts", text, **options(agreed))
    except boohive.NotationError:
        return None
    return position


def runs(row: str) -> list[str]:
    """``..k.`` as ``..``, ``k``, ``.``."""
    found: list[str] = []
    for letter in row:
        if letter == "." and found and found[-1][0] == ".":
            found[-1] += "."
        else:
            found.append(letter)
    return found


def random_ghost(rng: Random) -> str:
    """Mostly on the bed, where a turn has one end for each placement, and often where the other ghost may be met."""
    if rng.random() < 0.1:
        return "-"
    way, seam = rng.choice("HV"), rng.choice([1, 1, 1, 2, rng.randrange(5)])
    return f"{way}{seam}@{rng.randrange(6)}{rng.choice('+-')}"


@pytest.mark.parametrize("agreed", AGREED)
def test_whole_turns_of_random_positions_are_those_of_the_oracle(agreed: tuple[bool, bool]) -> None:
    check_random_positions(agreed, 60, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("agreed", AGREED)
def test_whole_turns_of_many_random_positions_are_those_of_the_oracle(agreed: tuple[bool, bool]) -> None:
    check_random_positions(agreed, 5000, seed=2)


def check_random_positions(agreed: tuple[bool, bool], how_many: int, seed: int) -> None:
    rng = Random(seed)
    compared = 0
    while compared < how_many:
        position = random_position(rng, agreed)
        if position is not None:
            compare(position, agreed)
            compared += 1


@pytest.mark.parametrize("agreed", AGREED)
def test_whole_turns_in_games_are_those_of_the_oracle(agreed: tuple[bool, bool]) -> None:
    check_games(agreed, 1, every=20)


@pytest.mark.slow
@pytest.mark.parametrize("agreed", AGREED)
def test_whole_turns_in_many_games_are_those_of_the_oracle(agreed: tuple[bool, bool]) -> None:
    check_games(agreed, 15, every=2)


def check_games(agreed: tuple[bool, bool], games: int, every: int) -> None:
    for seed in range(games):
        rng = Random(seed)
        position: TurnPosition = boohive.new("boop-ghosts", **options(agreed))
        for n in range(1000):
            if n % every == 0 or position.outcome is not None:
                compare(position, agreed)
            if position.outcome is not None:
                break
            position = position.play(position.random_event(rng).text)
