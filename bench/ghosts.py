"""BOOOOP.: perft against boop.'s in the same run, from the start and in the middle of a game."""

from bench.measure import perft, row

START = "6/6/6/6/6/6 8,0,8,0 0"
MIDDLE = "1k2K1/2K3/k2c1k/1C2K1/3k2/K4k 2,0,3,0 0"
POSITIONS = [
    ("from the start", START, 5, "- -", 3),
    ("in the middle, both ghosts out", MIDDLE, 4, "H2@1+ V3@4-", 4),
    ("in the middle, both ghosts in the pools", MIDDLE, 4, "- -", 3),
]
"""Name, bed, boop.'s depth, BOOOOP.'s ghosts and depth."""


def best(game: str, position: str, depth: int) -> float:
    """Million leaves a second, the best of five."""
    return max(perft(game, depth, "--position", position)["leaves_per_second"] for _ in range(5)) / 1e6


def run() -> None:
    row("perft, M leaves/s", "boop.", "BOOOOP.", "ratio")
    for name, bed, boop_depth, ghosts, depth in POSITIONS:
        plain = best("boop", f"{bed} - -", boop_depth)
        haunted = best("boop-ghosts", f"{bed} {ghosts}", depth)
        row(name, f"{plain:.0f}", f"{haunted:.0f}", f"{haunted / plain:.2f}")
