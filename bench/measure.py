"""Timing that a noisy machine cannot spoil too much: the best of several, and commands in processes of their own."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any


def best_of(times: int, work: Callable[[], object]) -> float:
    """Seconds of the fastest run."""
    seconds = []
    for _ in range(times):
        begun = perf_counter()
        work()
        seconds.append(perf_counter() - begun)
    return min(seconds)


def boohive(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
    """A boohive command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "boohive", *words], env={**os.environ, **env}, capture_output=True, text=True, check=True
    )


def serve(folder: str) -> "subprocess.Popen[str]":
    """``boohive serve`` with a fresh store in this folder; its first line of output contains the address."""
    return serve_on(f"{folder}/tables.sqlite3")


def serve_on(db: str, *more: str) -> "subprocess.Popen[str]":
    """The same on any database."""
    words = ["serve", "--port", "0", "--db", db, "--log", "quiet", *more]
    return subprocess.Popen([sys.executable, "-m", "boohive", *words], stdout=subprocess.PIPE, text=True)


def perft(game: str, depth: int, *words: str, **env: str) -> dict[str, Any]:
    """What ``boohive perft --json`` says."""
    output: dict[str, Any] = json.loads(boohive("perft", game, str(depth), "--json", *words, **env).stdout)
    return output


def row(name: str, *cells: object) -> None:
    """One line of a table."""
    print(f"{name:<44}" + "".join(f"{cell:>16}" for cell in cells))
