"""Run inside an installed environment: a game of each kind, the server and its page. Prints what it saw as JSON."""

import json
import sys
from random import Random
from subprocess import PIPE, Popen
from tempfile import TemporaryDirectory
from urllib.request import urlopen

import boohive

MOST_EVENTS = 400


def play(game: str) -> str:
    """A game at random to its end; how it ended."""
    position, rng = boohive.new(game), Random(1)
    for _ in range(MOST_EVENTS):
        if position.outcome is not None:
            return position.outcome.reason
        position = position.apply(position.random_event(rng)).position
    return "cut off"


def serve() -> dict[str, object]:
    """The address that ``boohive serve`` prints answers with its health and its page."""
    with TemporaryDirectory() as folder:
        words = [
            sys.executable,
            "-m",
            "boohive",
            "serve",
            "--port",
            "0",
            "--db",
            f"{folder}/games.sqlite3",
            "--log",
            "quiet",
        ]
        with Popen(words, stdout=PIPE, text=True) as server:
            try:
                address = next(word for line in server.stdout for word in line.split() if word.startswith("http://"))
                with urlopen(f"{address.rstrip('/')}/api/health") as answer:
                    health = json.load(answer)
                with urlopen(address) as answer:
                    page = answer.read().decode()
            finally:
                server.terminate()
                server.wait(30)
    return {"health": health, "page": "<script" in page}


print(
    json.dumps(
        {
            "form": boohive.KERNEL_BUILD,
            "where": boohive.__file__,
            "games": {game: play(game) for game in boohive.GAMES},
            **serve(),
        }
    )
)
