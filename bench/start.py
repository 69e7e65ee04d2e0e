"""How long it takes until something happens: importing the package, and the smallest command."""

import subprocess
import sys

from bench.measure import best_of, boohive, row


def run() -> None:
    row("start, seconds", "best of 10")
    python = best_of(10, lambda: subprocess.run([sys.executable, "-c", ""], check=True))
    package = best_of(10, lambda: subprocess.run([sys.executable, "-c", "import boohive"], check=True))
    row("python alone", f"{python:.3f}")
    row("import boohive", f"{package:.3f}")
    row("boohive games", f"{best_of(10, lambda: boohive('games')):.3f}")
