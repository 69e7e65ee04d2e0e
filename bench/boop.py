"""boop.: perft compiled against the same source uncompiled, and two threads against one."""

from bench.measure import perft, row

DEPTH = 5
PURE_DEPTH = 4
THREAD_DEPTH = 6


def rate(output: dict[str, float]) -> float:
    return output["leaves_per_second"] / 1e6


def best(times: int, depth: int, *words: str, **env: str) -> float:
    return max(rate(perft("boop", depth, *words, **env)) for _ in range(times))


def run() -> None:
    row("boop. perft, M leaves/s", "rate", "ratio")
    pure = best(3, PURE_DEPTH, BOOHIVE_PURE="1")
    row(f"uncompiled, depth {PURE_DEPTH}", f"{pure:.2f}", "1")
    for name, env in (("any x86-64", {"BOOHIVE_CPU": "baseline"}), ("chosen at import", {})):
        compiled = best(5, DEPTH, **env)
        row(f"compiled for {name}, depth {DEPTH}", f"{compiled:.1f}", f"{compiled / pure:.0f}")
    one, two = best(5, THREAD_DEPTH, "--threads", "1"), best(5, THREAD_DEPTH, "--threads", "2")
    row(f"one thread, depth {THREAD_DEPTH}", f"{one:.1f}", "1")
    row(f"two threads, depth {THREAD_DEPTH}", f"{two:.1f}", f"{two / one:.2f}")
