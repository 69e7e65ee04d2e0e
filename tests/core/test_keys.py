"""Keys and states of kernels: two positions that differ in anything the rules know have different ones."""

from itertools import combinations
from random import Random

import pytest

import boohive
from boohive.core.kernel import key_of
from boohive.games.boop.heuristics import BoopSearchKernel
from boohive.games.ghosts.heuristics import GhostsSearchKernel
from boohive.games.hive import bugs
from boohive.games.hive.heuristics import HiveSearchKernel


def random_states(game, moves):
    """The states and keys of the positions of random games, as often as they come."""
    rng = Random(f"keys {game}")
    position = boohive.new(game)
    for _ in range(moves):
        yield position._kernel.state(), key_of(position._kernel)
        position = position.play(rng.choice(position.legal_moves))
        if position.outcome is not None:
            position = boohive.new(game)


@pytest.mark.parametrize("game", ["boop", "boop-junior", "boop-ghosts"])
def test_states_are_equal_where_keys_are(game):
    found = list(random_states(game, 4000))
    assert len({state for state, _ in found}) == len({key for _, key in found}) == len(set(found))


def variants(state, limits):
    """The state, and each state that differs from it in one component."""
    yield state
    for i, limit in enumerate(limits):
        for value in range(limit):
            if value != state[i]:
                yield (*state[:i], value, *state[i + 1 :])


@pytest.mark.parametrize(
    ("new", "state", "limits"),
    [
        (lambda: BoopSearchKernel(False, True, False, True), (1, 2, 4, 8, 6, 5, 0, 0), (0, 0, 0, 0, 9, 9, 2, 2)),
        (
            lambda: GhostsSearchKernel(True, False),
            (1, 2, 4, 8, 6, 5, 0, 0, 0, 0, 0),
            (0, 0, 0, 0, 9, 9, 2, 2, 121, 121, 2),
        ),
    ],
)
def test_one_component_makes_another_key_and_another_state(new, state, limits):
    """Pools, seat, pending choice, ghosts: none of them may be left out."""
    kernels = []
    for variant in variants(state, limits):
        kernel = new()
        kernel.setup(variant)
        kernels.append(kernel)
    for bit in range(6):  # the bed: each set of pieces with one space more
        for i in range(4):
            kernel = new()
            kernel.setup((*state[:i], state[i] | 1 << (24 + bit), *state[i + 1 :]))
            kernels.append(kernel)
    assert len({kernel.state() for kernel in kernels}) == len(kernels)
    assert len({key_of(kernel) for kernel in kernels}) == len(kernels)


OPENING = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wP /wQ", "bA1 bQ-"]


def after(position, plies, width=9):
    """Positions some plies on, by the first few moves at each."""
    if plies == 0:
        yield position
        return
    for move in position.legal_moves[:width]:
        yield from after(position.play(move), plies - 1, width)


def test_hive_keys_know_the_bug_that_moved_last():
    """With the Pillbug nobody may throw it, so the same bugs on the same cells can be two positions."""
    start = boohive.new("hive", type="Base+MLP")
    for move in OPENING:
        start = start.play(move)
    found = {}
    for position in after(start, 3):
        state = position._kernel.state()
        found.setdefault((state[0], state[3:]), []).append(position)
    pairs = [
        (one, other)
        for same in found.values()
        for one, other in combinations(same, 2)
        if one._kernel.last_moved() != other._kernel.last_moved()
    ]
    assert len(pairs) > 10
    for one, other in pairs:
        assert one.key != other.key
        assert one != other


def test_hive_states_and_keys_know_the_queens_deadline():
    """The same bugs, seat and last move, but two plies nearer to the turn in which the queens must come."""
    start = boohive.new("hive", mode="tournament", type="Base+MLP")
    first = start.parse("wS1").code
    second = start.play("wS1").parse("bS1 wS1-").code
    kernels = [HiveSearchKernel(start._kernel.kinds, start._kernel.queen_first) for _ in range(2)]
    for kernel, codes in zip(kernels, ([first, second], [bugs.PASS, bugs.PASS, first, second]), strict=True):
        for code in codes:
            kernel.play(code)
    states = [kernel.state() for kernel in kernels]
    assert states[0][:2] + states[0][3:] == states[1][:2] + states[1][3:]
    assert states[0] != states[1]
    assert key_of(kernels[0]) != key_of(kernels[1])
