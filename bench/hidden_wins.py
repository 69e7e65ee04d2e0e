"""``python -m bench hidden-wins``: who finds the forced wins of ``bench/data/hidden-wins.txt`` at BENCH_SECONDS a move.

Alpha-beta search alone missed or nearly missed them. Level 8 must play, and ``boohive hint`` and ``boohive analyse`` must
name, a move after which the win is still proved, and the two must say in how many turns. The processor time of a question,
the start of a command included, is printed too: on a busy machine it is less than the seconds. The last position is a game
of Hive in which Black can only pass; with BENCH_CONVERT=1 it is played to its end against level 8, in BENCH_OWN_TURNS own
turns at most.
"""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from bench.measure import boohive, row
from bench.wins import DATA, SECONDS, keeps_win
from boohive.core.turn_game import TurnPosition
from boohive.engine.players import Player
from boohive.games import GAMES

FILE: Path = DATA / "hidden-wins.txt"
OWN_TURNS = int(os.environ.get("BENCH_OWN_TURNS", "60"))


class Found(NamedTuple):
    """What was played or named, and what was said about it."""

    move: str
    words: str | None
    """``None`` where nothing is said."""


def read() -> list[TurnPosition]:
    """The positions of the file, each a line ``GAME | TEXT``."""
    lines = (line.split(" | ") for line in FILE.read_text(encoding="utf-8").splitlines())
    return [GAMES[game].as_turn_based().from_text(text) for game, text in lines]


def by_level_8(position: TurnPosition) -> Found:
    return Found(Player(time=SECONDS).choose(position).text, None)


def by_hint(position: TurnPosition) -> Found:
    found = ask("hint", position)
    return Found(found["move"], found["reason"])


def by_analysis(position: TurnPosition) -> Found:
    best = ask("analyse", position)["lines"][0]
    return Found(best["moves"][0], best["words"])


def ask(command: str, position: TurnPosition) -> dict[str, str]:
    """What a command says about a position."""
    words = (command, position.game.id, "--position", position.text, "--time", f"{SECONDS:g}", "--json")
    answer: dict[str, str] = json.loads(boohive(*words).stdout)
    return answer


WAYS: dict[str, Callable[[TurnPosition], Found]] = {"level 8": by_level_8, "hint": by_hint, "analyse": by_analysis}


def verdict(position: TurnPosition, found: Found) -> str:
    """Whether the win is found and told."""
    if not keeps_win(position, position.parse(found.move)):
        return f"no: {found.move}"
    return "yes" if found.words is None or "wins in" in found.words else f"untold: {found.move}"


def processor_seconds() -> float:
    """What this process and its ended commands have used."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def own_turns_to_win(position: TurnPosition) -> int | None:
    """How many own turns level 8 needs against level 8; ``None`` if it has not won after ``OWN_TURNS``."""
    seat = position.to_move
    players = (Player(time=SECONDS), Player(time=SECONDS))
    for turn in range(1, OWN_TURNS + 1):
        while position.to_move == seat:
            position = position.play(players[0].choose(position))
        while position.to_move == 1 - (seat or 0):
            position = position.play(players[1].choose(position))
        if position.outcome is not None:
            return turn if position.outcome.winner == seat else None
    return None


def run() -> None:
    row(f"forced wins at {SECONDS:g} s", *WAYS)
    score, used = dict.fromkeys(WAYS, 0), dict.fromkeys(WAYS, 0.0)
    positions = read()
    for number, position in enumerate(positions, 1):
        verdicts = []
        for name, way in WAYS.items():
            before = processor_seconds()
            found = way(position)
            used[name] += processor_seconds() - before
            verdicts.append(verdict(position, found))
            score[name] += verdicts[-1] == "yes"
        row(f"{number} {position.game.id}", *verdicts)
    row("found", *(f"{count}/{len(positions)}" for count in score.values()))
    row("mean processor time", *(f"{seconds / len(positions):.2f} s" for seconds in used.values()))
    if os.environ.get("BENCH_CONVERT"):
        row("the last one is won in own turns", own_turns_to_win(positions[-1]) or f"not in {OWN_TURNS}")
