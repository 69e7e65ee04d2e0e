"""A worker process: thinks for bots and analyses, one request at a time, at low priority.

Requests and answers are JSON lines on standard input and output. The server kills a worker that does not answer in
time and starts another; a request holds everything that is needed, so nothing is lost.
"""

import os
import sys
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

import msgspec

from boohive.core.bot import Bot
from boohive.core.errors import BoohiveError
from boohive.core.game import Event, Position
from boohive.games import GAMES

__all__ = ["has_engine", "main"]

PRIORITY = 10


def position_of(ask: dict[str, Any]) -> Position:
    """The position a request is about."""
    game, options = GAMES[ask["game"]], ask["options"]
    start = ask.get("start")
    position = game.new(**options) if start is None else game.from_text(start, **options)
    for seat, text, at in ask["events"]:
        position = position.apply(Event(seat, text, at)).position
    return position


def has_engine() -> bool:
    """Whether the engine is part of this package."""
    try:
        return find_spec("boohive.engine.players") is not None
    except ModuleNotFoundError:
        return False


def planned_move(ask: dict[str, Any], position: Any, bot: Bot[Any]) -> dict[str, Any]:
    """What a game's own bot does, and when (H39); no text when it only waits."""
    planned = bot.choose(position, ask["seat"], ask["race_seed"], ask["millis"])
    if planned is None:
        return {"text": None, "at": None}
    return {"text": planned.text, "at": planned.game_ms, "elapsed": planned.reported_ms}


def move(ask: dict[str, Any]) -> dict[str, Any]:
    """What a bot does: the engine's choice where there is an engine for the game, else any legal event."""
    position = position_of(ask)
    bot = position.game.bot(min(ask["level"], len(position.game.levels)))
    if bot is not None:
        return planned_move(ask, position, bot)
    if not has_engine():
        event = position.random_event(Random(ask["seed"]))
        return {"text": event.text, "at": event.at}
    players = import_module("boohive.engine.players")
    chosen = players.choose(position, ask["level"], seed=ask["seed"], day=ask["day"], time=ask["millis"] / 1000)
    return {"text": chosen.text, "at": None}


def analyse(ask: dict[str, Any]) -> dict[str, Any]:
    """What the engine thinks of a position, as far as it came in the time."""
    analysis = import_module("boohive.engine.analysis")
    rounds = list(analysis.analyse(position_of(ask), ask["millis"] / 1000, lines=ask["lines"]))
    if not rounds:
        raise BoohiveError("there was no time to think; give it more")
    data = rounds[-1].as_data()
    return {
        "lines": data["lines"],
        "depth": data["depth"],
        "nodes": data["nodes"],
        "words": data["lines"][0]["words"] if data["lines"] else "",
    }


def hint(ask: dict[str, Any]) -> dict[str, Any]:
    """A hint for the seat to move: where to look, then which piece, then which move and why."""
    position: Any = position_of(ask)
    found = import_module("boohive.engine.analysis").hint(position, ask["millis"] / 1000)
    data = position.parse(found.move).as_data()
    area = [place for place in (data.get("to"), data.get("from")) if isinstance(place, str)]
    if ask["how"] == "area":
        return {"words": found.nudge, "area": area[:1]}
    if ask["how"] == "piece":
        return {"words": found.nudge, "piece": data.get("piece"), "area": area[1:]}
    return {"words": found.reason, "move": found.move, "piece": data.get("piece"), "area": area}


TASKS = {"move": move, "analyse": analyse, "hint": hint}


def main() -> None:
    """Answer until standard input ends."""
    os.nice(PRIORITY)
    import_module("boohive.games")
    for line in sys.stdin.buffer:
        ask = msgspec.json.decode(line)
        try:
            answer = TASKS[ask["task"]](ask)
        except BoohiveError as error:
            answer = {"error": str(error)}
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
