"""Booo!: the solver alone, and a hundred thousand rounds read, solved and printed by one process."""

import json
import subprocess
import sys
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from time import perf_counter, process_time

from bench.measure import row
from boohive.games.booo.castle import COLOURS, ROOMS, Castle
from boohive.games.booo.routes import solve
from boohive.games.booo.setup import TOKEN_ROOMS, section_set, shuffled_castle

ROUNDS = 100_000
BAR_SECONDS, BAR_ROUNDS = 10.0, 300_000


def run() -> None:
    row("kernel, rounds/s of CPU time, castle already read", "bar", "measured")
    castle = shuffled_castle("standard", 1)
    passages, transformations = castle.rooms_set(TOKEN_ROOMS[:2]), castle.rooms_set(TOKEN_ROOMS[2:])
    pairs = [(a, b) for a in range(36) for b in range(36) if a != b] * 20
    for name, colours in (("  all colours", 63), ("  two banned", 0b111100)):
        seconds = min(solve_all(castle, pairs, colours, passages, transformations) for _ in range(9))
        row(name, f"{BAR_ROUNDS}", f"{len(pairs) / seconds:.0f}")
    row(f"solve --stdin, {ROUNDS} rounds, seconds", "bar", "measured", "of it CPU")
    for name, castles in (("  100 castles", 100), ("  every round another castle", ROUNDS)):
        seconds, cpu = min(solve_lines(castles) for _ in range(2))
        row(name, f"{BAR_SECONDS:.1f}", f"{seconds:.1f}", f"{cpu:.1f}")


def solve_all(castle: Castle, pairs: list[tuple[int, int]], colours: int, passages: int, transformations: int) -> float:
    """Seconds of CPU time, so that a busy machine does not count."""
    plan, begun = castle.graph, process_time()
    for ghost, visitor in pairs:
        solve(plan, ghost, visitor, colours, passages, transformations)
    return process_time() - begun


def solve_lines(castles: int) -> tuple[float, float]:
    """Seconds for all rounds, from starting the process to its end, and how much of it the processor worked."""
    rng, sections = Random(1), section_set("standard")
    texts = [json.dumps(rng.sample(sections, 9)) for _ in range(castles)]
    lines = []
    for number in range(ROUNDS):
        ghost, visitor, *tokens = rng.sample(ROOMS, 6)
        colours = "".join(rng.sample(COLOURS, rng.randint(3, 6)))
        rest = {"ghost": ghost, "visitor": visitor, "colours": colours, "passages": tokens[:2], "changes": tokens[2:]}
        lines.append(f'{{"castle": {texts[number % castles]}, "first": null, {json.dumps(rest)[1:]}')
    typed = "\n".join(lines).encode()
    begun, before = perf_counter(), getrusage(RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "boohive", "booo", "solve", "--stdin"], input=typed, capture_output=True, check=True
    )
    seconds, after = perf_counter() - begun, getrusage(RUSAGE_CHILDREN)
    assert done.stdout.count(b"\n") == ROUNDS
    assert b"error" not in done.stdout
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
