"""The evaluation's networks: the same whole numbers compiled and not, and the terms where there are none."""

import subprocess
import sys
from random import Random

import pytest
from bench.train import INPUTS, scores_by, turned
from bench.training_games import NO_RESULT, TrainingGame, play, play_until, positions, read

import boohive
from boohive.core import network
from boohive.core.search_kernel import evaluate
from boohive.games import GAMES

PACKAGES = {"boop": "boohive.games.boop", "boop-ghosts": "boohive.games.ghosts", "hive": "boohive.games.hive"}


def random_position(name, seed, moves):
    """A position after so many random moves, or the last one before the end."""
    game, rng = GAMES[name].as_turn_based(), Random(seed)
    position = game.new(**game.match_options())
    for _ in range(moves):
        after = position.play(rng.choice(position.legal_moves))
        if after.outcome is not None:
            break
        position = after
    return position


@pytest.mark.parametrize("name", PACKAGES)
def test_the_compiled_network_gives_what_its_plain_twin_gives(name):
    weights = network.read_weights(PACKAGES[name], INPUTS[name])
    assert weights.exist
    for number in range(30):
        kernel = random_position(name, number, 3 + 2 * number)._kernel
        seen = kernel.network_inputs()
        assert len(seen) <= len(set(seen)) <= INPUTS[name]
        expected = network.worth(*weights, list(seen), list(seen.values()), len(seen))
        assert evaluate(kernel) == expected


@pytest.mark.parametrize("name", PACKAGES)
def test_no_unit_comes_near_the_end_of_its_16_bits(name):
    first, _, _ = network.read_weights(PACKAGES[name], INPUTS[name])
    rows = [first[i : i + network.HIDDEN] for i in range(0, len(first), network.HIDDEN)]
    for number in range(60):
        seen = random_position(name, number, 5 + 2 * number)._kernel.network_inputs()
        units = [rows[0][j] + sum(rows[1 + i][j] * count for i, count in seen.items()) for j in range(network.HIDDEN)]
        assert max(map(abs, units)) < 30_000


def test_a_network_may_be_missing(tmp_path, monkeypatch):
    monkeypatch.setenv(network.FOLDER, str(tmp_path))
    assert not network.read_weights("boohive.games.hive", INPUTS["hive"]).exist
    assert network.without_weights([*PACKAGES.values(), "boohive.games.booo"]) == ["boop", "ghosts", "hive"]
    code = (
        "from boohive import GAMES\nfrom boohive.core.search_kernel import evaluate\n"
        "from boohive.games.boop.evaluate import WEIGHTS\n"
        "print(evaluate(GAMES['boop'].as_turn_based().new()._kernel) == WEIGHTS['tempo'])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "True\n"
    version = subprocess.run([sys.executable, "-m", "boohive", "--version"], capture_output=True, text=True, check=True)
    assert "no networks: boop, ghosts, hive" in version.stdout


def test_weights_of_another_size_are_refused(tmp_path, monkeypatch):
    monkeypatch.setenv(network.FOLDER, str(tmp_path))
    (tmp_path / "hive.weights").write_text(network.packed_text([1, 2, 3], ["three numbers"]))
    with pytest.raises(ValueError, match="train them again"):
        network.read_weights("boohive.games.hive", INPUTS["hive"])


def test_weights_are_read_as_they_were_written():
    numbers = [0, 1, -1, 32767, -32768]
    assert network.unpacked(network.packed_text(numbers, ["a remark"])) == numbers


# Training


@pytest.mark.parametrize("name", PACKAGES)
def test_the_numbers_of_training_are_those_of_the_engine(name):
    if boohive.KERNEL_BUILD == "pure":
        pytest.skip("uncompiled, a game takes minutes")
    weights = network.read_weights(PACKAGES[name], INPUTS[name])
    data = positions(name, [play(name, 0)], INPUTS[name])
    judged = scores_by([number for layer in weights for number in layer], data)
    seen = [dict(enumerate(map(int, row))) for row in data.inputs[:5]]
    assert [network.worth(*weights, list(row), list(row.values()), len(row)) for row in seen] == judged[:5].tolist()


def test_games_for_training_go_on_where_they_stopped(tmp_path):
    if boohive.KERNEL_BUILD == "pure":
        pytest.skip("uncompiled, a game takes minutes")
    file = tmp_path / "games.jsonl"
    play_until("boop", file, 2, workers=1)
    whole = file.read_text()
    first, second = whole.splitlines()
    file.write_text(f"{first}\n{second[:20]}")
    play_until("boop", file, 2, workers=1)
    assert [game.number for game in read(file)] == [0, 1]
    assert file.read_text().splitlines()[-1] == second


def test_a_score_counts_for_who_moved():
    """The seat that moves gets 1 in the positions of a game that it won."""
    if boohive.KERNEL_BUILD == "pure":
        pytest.skip("uncompiled, a game takes minutes")
    game = next(found for number in range(9) if (found := play("boop", number)).winner != NO_RESULT)
    data = positions("boop", [TrainingGame(*game)], INPUTS["boop"])
    assert set(data.results.tolist()) == {0.0, 1.0}
    assert data.has_result.tolist() == sorted(data.has_result.tolist()), "only what comes after the last random move"


def test_the_bed_looks_the_same_from_eight_sides():
    views = turned(INPUTS["boop"])
    assert len({tuple(view) for view in views}) == 8
    assert all(sorted(view) == list(range(INPUTS["boop"])) for view in views)
    assert all(view[72:103] == list(range(72, 103)) for view in views)
