"""Hive compared with OpenSpiel's, in one run: perft, and random games from Python and inside the kernel.

OpenSpiel counts with ``child()`` and ``legal_actions()``; its rate is what it lists at the last ply, spare numbers of
bugs included, per second. Ours are true leaves.
"""

import json
from collections.abc import Callable
from random import Random
from time import perf_counter

import pyspiel

import boohive as package
from bench.measure import boohive, perft, row
from boohive.core.turn_game import TurnPosition

MID_GAME = (
    r"Base+MLP;InProgress;White[11];wB1;bS1 wB1-;wQ /wB1;bQ bS1/;wG1 -wB1;bG1 bS1-;wM -wQ;bM bQ-;wP /wQ;bP bQ/;"
    r"wL -wG1;bL bG1-;wA1 wQ\;bB1 \bQ;wS1 wA1-;bA1 -bB1;wA2 -wP;bA2 bP-;wA2 wS1/;bA2 /bA1"
)
ROUNDS = 3
FIGURES = [
    ("Base", "Base;NotStarted;White[1]", 7, 4, 28),
    ("Base+MLP", "Base+MLP;NotStarted;White[1]", 6, 4, 60),
    ("mid-game", MID_GAME, 4, 3, 27),
]
"""Name, position, our depth, OpenSpiel's depth, and the ratio of the fastest native engine."""


def peer(position: str) -> pyspiel.State:
    """The position at OpenSpiel."""
    kind, _, _, *moves = position.split(";")
    letters = kind.partition("+")[2]
    expansions = {
        f"uses_{name}": letter in letters for name, letter in (("mosquito", "M"), ("ladybug", "L"), ("pillbug", "P"))
    }
    state, ours = (
        pyspiel.load_game("hive", expansions).new_initial_state(),
        package.new("hive", mode="tournament", type=kind),
    )
    for move in moves:
        wanted = ours.parse(move)
        state.apply_action(next(action for action in state.legal_actions() if code(state, action, ours) == wanted.code))
        ours = ours.play(wanted)
    return state


def code(state: pyspiel.State, action: int, ours: TurnPosition) -> int:
    """OpenSpiel's action as our move code: which bug, to which cell."""
    return ours.game.read_move(ours, state.action_to_string(state.current_player(), action))


def peer_leaves(state: pyspiel.State, depth: int) -> int:
    if depth == 1:
        return len(state.legal_actions())
    return sum(peer_leaves(state.child(action), depth - 1) for action in state.legal_actions())


def best_rate(work: Callable[[], float]) -> float:
    return max(work() for _ in range(ROUNDS))


def peer_rate(state: pyspiel.State, depth: int) -> float:
    begun = perf_counter()
    return peer_leaves(state, depth) / (perf_counter() - begun)


def our_rate(position: str, depth: int) -> float:
    return float(perft("hive", depth, "--position", position)["leaves_per_second"])


def peer_plies() -> float:
    """Moves a second of random games of Base+MLP at OpenSpiel."""
    rng, plies, begun = Random(1), 0, perf_counter()
    game = pyspiel.load_game("hive")
    for _ in range(20):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            plies += 1
    return plies / (perf_counter() - begun)


def our_plies() -> float:
    """The same through ``legal_moves`` and ``play``; more games, because they are over too soon to be timed."""
    rng, plies, begun = Random(1), 0, perf_counter()
    for _ in range(200):
        position = package.new("hive", mode="tournament", type="Base+MLP")
        for _ in range(140):  # about as long as OpenSpiel's
            legal = position.legal_moves
            if not legal:
                break
            position = position.play(legal[rng.randrange(len(legal))])
            plies += 1
    return plies / (perf_counter() - begun)


def run() -> None:
    row("Hive, M leaves/s", "OpenSpiel", "boohive", "ratio", "to reach")
    for name, position, depth, peer_depth, wanted in FIGURES:
        state = peer(position)
        pairs = [(peer_rate(state, peer_depth), our_rate(position, depth)) for _ in range(ROUNDS)]
        theirs, ours = max(pair[0] for pair in pairs), max(pair[1] for pair in pairs)
        row(f"perft({depth}) {name}", f"{theirs / 1e6:.2f}", f"{ours / 1e6:.1f}", f"{ours / theirs:.1f}", wanted)
    theirs, ours = best_rate(peer_plies), best_rate(our_plies)
    row("random games from Python, plies/s", f"{theirs:,.0f}", f"{ours:,.0f}", f"{ours / theirs:.1f}", 10)
    inside = json.loads(boohive("bench", "playouts", "hive", "--json").stdout)["plies_per_second"]
    row("random games in the kernel, plies/s", "", f"{inside:,.0f}", "", "400,000")
