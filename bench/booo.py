"""Booo!: the solver alone, and a hundred thousand rounds read, solved and printed by one process."""

import json
import subprocess
import sys
from random import Random
from time import perf_counter

from bench.measure import best_of, row
from boohive.games.booo.castle import COLOURS, ROOMS, Castle
from boohive.games.booo.routes import solve
from boohive.games.booo.setup import TOKEN_ROOMS, section_set, shuffled_castle

ROUNDS = 100_000
BAR_SECONDS, BAR_ROUNDS = 10.0, 300_000


def run() -> None:
    row("kernel, rounds/s, castle already read", "bar", "measured")
    castle = shuffled_castle("standard", 1)
    passages, changes = castle.rooms_set(TOKEN_ROOMS[:2]), castle.rooms_set(TOKEN_ROOMS[2:])
    pairs = [(a, b) for a in range(36) for b in range(36) if a != b] * 20
    for name, colours in (("  all colours", 63), ("  two banned", 0b111100)):
        seconds = best_of(7, lambda colours=colours: solve_all(castle, pairs, colours, passages, changes))
        row(name, f"{BAR_ROUNDS}", f"{len(pairs) / seconds:.0f}")
    row(f"solve --stdin, {ROUNDS} rounds, seconds", "bar", "measured")
    for name, castles in (("  100 castles", 100), ("  every round another castle", ROUNDS)):
        row(name, f"{BAR_SECONDS:.1f}", f"{min(solve_lines(castles) for _ in range(2)):.1f}")


def solve_all(castle: Castle, pairs: list[tuple[int, int]], colours: int, passages: int, changes: int) -> None:
    plan = castle.plan
    for ghost, visitor in pairs:
        solve(plan, ghost, visitor, colours, passages, changes)


def solve_lines(castles: int) -> float:
    """Seconds for all rounds, from starting the process to its end."""
    chance, sections = Random(1), section_set("standard")
    texts = [json.dumps(chance.sample(sections, 9)) for _ in range(castles)]
    lines = []
    for number in range(ROUNDS):
        ghost, visitor, *tokens = chance.sample(ROOMS, 6)
        colours = "".join(chance.sample(COLOURS, chance.randint(3, 6)))
        rest = {"ghost": ghost, "visitor": visitor, "colours": colours, "passages": tokens[:2], "changes": tokens[2:]}
        lines.append(f'{{"castle": {texts[number % castles]}, "first": null, {json.dumps(rest)[1:]}')
    typed = "\n".join(lines).encode()
    begun = perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "boohive", "booo", "solve", "--stdin"], input=typed, capture_output=True, check=True
    )
    seconds = perf_counter() - begun
    assert done.stdout.count(b"\n") == ROUNDS
    assert b"error" not in done.stdout
    return seconds
