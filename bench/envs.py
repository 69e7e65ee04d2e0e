"""The vector environment: steps of random play with masks and planes, compared with OpenSpiel's Hive in the same run."""

import random
from time import perf_counter, process_time

import pyspiel

from bench.measure import row
from boohive.envs.gym_vector import GymVectorEnv
from boohive.envs.vector import VectorEnv

COUNTS = {"boop": 4096, "boop-junior": 4096, "boop-ghosts": 4096, "hive": 1024}
ROUNDS = 5
STEPS = 20
WARM_UP = 60
PEER_PLIES = 600


def rates(game: str, count: int) -> tuple[float, float, int]:
    """Best steps a second by the clock and by CPU time of one core, and bytes a game."""
    envs = VectorEnv(game, count, seed=1)
    for _ in range(WARM_UP):  # into the middle of the games, where there is more to choose from
        envs.step(envs.sampled_actions)
    clock, cpu = [], []
    for _ in range(ROUNDS):
        begun, begun_cpu = perf_counter(), process_time()
        for _ in range(STEPS):
            envs.step(envs.sampled_actions)
        clock.append(count * STEPS / (perf_counter() - begun))
        cpu.append(count * STEPS / (process_time() - begun_cpu))
    envs.close()
    return max(clock), max(cpu), envs.bytes_per_game


def gymnasium_rate(game: str, count: int) -> float:
    """The same through Gymnasium's interface, which also makes rewards, ends and infos of each step."""
    best = 0.0
    with GymVectorEnv(game, count, copy=False) as envs:
        envs.reset(seed=1)
        for _ in range(WARM_UP):
            envs.step(envs.sampled_actions)
        for _ in range(ROUNDS):
            begun = perf_counter()
            for _ in range(STEPS):
                envs.step(envs.sampled_actions)
            best = max(best, count * STEPS / (perf_counter() - begun))
    return best


def openspiel_rate() -> float:
    """Plies a second of random play, legal moves and observation asked at each."""
    game = pyspiel.load_game("hive")
    rng = random.Random(1)
    state, best = game.new_initial_state(), 0.0
    for _ in range(ROUNDS):
        begun = perf_counter()
        for _ in range(PEER_PLIES):
            if state.is_terminal():
                state = game.new_initial_state()
            state.observation_tensor()
            state.apply_action(rng.choice(state.legal_actions()))
        best = max(best, PEER_PLIES / (perf_counter() - begun))
    return best


def run() -> None:
    row("vector environment, two threads", "steps/s", "per core", "bytes a game")
    found = {}
    for game, count in COUNTS.items():
        clock, cpu, size = rates(game, count)
        found[game] = clock
        row(f"{game}, {count} games", f"{clock:,.0f}", f"{cpu:,.0f}", f"{size:,}")
    row("boop through Gymnasium's VectorEnv", f"{gymnasium_rate('boop', COUNTS['boop']):,.0f}", "", "")
    peer = openspiel_rate()
    row("OpenSpiel's hive, one thread", f"{peer:,.0f}", "", "")
    row("Hive against OpenSpiel", f"{found['hive'] / peer:.0f} times")
