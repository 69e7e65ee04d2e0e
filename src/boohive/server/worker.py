"""A worker process: thinks for bots and analyses, one request at a time, at low priority.

Requests and answers are JSON lines on standard input and output. The server kills a worker that does not answer in
time and starts another; a request holds everything that is needed, so nothing is lost.
"""

import os
import signal
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

import msgspec

from boohive.core.bot import Bot
from boohive.core.errors import BoohiveError
from boohive.core.game import Event, Outcome, Position
from boohive.core.sentences import sentence_data, sentence_of
from boohive.games import GAMES
from boohive.server.messages.http import Inspection, Replay
from boohive.server.replay import inspect, line_keys, open_record, play_on, record_from, replay_of
from boohive.server.workers import Payload
from boohive.tables.errors import Rejected

__all__ = ["has_engine", "main"]

PRIORITY = 10


def position_of(payload: Payload) -> Position:
    """The position a request is about."""
    game, options = GAMES[payload["game"]], payload["options"]
    start = payload.get("start")
    position = game.new(**options) if start is None else game.from_text(start, **options)
    for seat, text, at in payload["events"]:
        position = position.apply(Event(seat, text, at)).position
    return position


@cache
def has_engine() -> bool:
    """Whether the engine is part of this package."""
    try:
        return find_spec("boohive.engine.players") is not None
    except ModuleNotFoundError:
        return False


def planned_move(payload: Payload, position: Any, bot: Bot[Any]) -> Payload:
    """What a game's own bot does, and when (H39); no text when it only waits."""
    planned = bot.choose(position, payload["seat"], payload["race_seed"], payload["millis"])
    if planned is None:
        return {"text": None, "game_ms": None}
    return {"text": planned.text, "game_ms": planned.game_ms, "reported_ms": planned.reported_ms}


def move(payload: Payload) -> Payload:
    """What a bot does: the engine's choice where there is an engine for the game, else any legal event."""
    position = position_of(payload)
    bot = position.game.bot(min(payload["level"], len(position.game.levels)))
    if bot is not None:
        return planned_move(payload, position, bot)
    if not has_engine():
        event = position.random_event(Random(payload["seed"]))
        return {"text": event.text, "game_ms": event.game_ms}
    players = import_module("boohive.engine.players")
    left = payload.get("clock")
    clock = left and players.ClockTime(*(millis / 1000 for millis in left))
    chosen = players.choose(
        position,
        payload["level"],
        seed=payload["seed"],
        game_seed=payload["day"],
        time=payload["millis"] / 1000,
        clock=clock,
    )
    return {"text": chosen.text, "game_ms": None}


def analyse(payload: Payload) -> Payload:
    """What the engine thinks of a position, as far as it came in the time."""
    analysis = import_module("boohive.engine.analysis")
    position, _, _ = play_on(payload["game"], payload["options"], payload["position"], payload["moves"])
    if position.outcome is not None:
        raise Rejected("not_now", "the game is over; there is nothing to find here")
    rounds = list(analysis.analyse(position, payload["time_ms"] / 1000, lines=payload["multipv"]))
    if not rounds:
        raise Rejected("not_now", "there was no time to think; give it more")
    last = rounds[-1]
    variations = [
        {
            "moves": list(line.moves),
            "score": line.score,
            "win_probability": round(line.win_probability, 4),
            "description": sentence_data(line.description),
        }
        for line in last.lines
    ]
    return {"variations": variations, "depth": last.depth, "nodes": last.nodes}


def hint(payload: Payload) -> Payload:
    """A hint for the seat to move, in all its steps: where to look, then which piece, then which move and why."""
    position = position_of(payload).as_turn_based()
    found = import_module("boohive.engine.analysis").hint(position, payload["millis"] / 1000)
    move = position.parse(found.move).as_data()
    squares = [place for place in (move.get("to"), move.get("from")) if place is not None]
    common = {"seat": position.to_move, "moved": payload["moved"]}
    nudge = sentence_data(found.nudge)
    where = [] if found.nudge.code.startswith("look_at") else [nudge]  # the place says that
    reasons = [sentence_data(reason) for reason in found.reasons]
    return {
        "area": {**common, "reasons": where, "squares": squares[:1]},
        "piece": {**common, "reasons": [nudge], "piece": move.get("piece"), "squares": squares[1:]},
        "move": {**common, "reasons": reasons, "move": move, "piece": move.get("piece"), "squares": squares},
    }


def replay(payload: Payload) -> Replay:
    """Every step of an uploaded record, or of a table's game."""
    if "record" in payload:
        return replay_of(open_record(payload["record"]))
    outcome = payload.get("outcome")
    ended = None if outcome is None else Outcome(outcome["winner"], sentence_of(outcome["reason"]))
    return replay_of(record_from(payload), ended, payload["in_play"], payload["levels"])


def read_record(payload: Payload) -> Payload:
    """What a table needs to go on with a record."""
    record = open_record(payload["record"])
    events = [[event.seat, event.text, event.game_ms] for event in record.events]
    return {"game": record.game.id, "options": dict(record.options), "start": record.start, "events": events}


def write_record(payload: Payload) -> str:
    """A table's game as text."""
    return record_from(payload).write()


TASKS: dict[str, Callable[[Payload], Payload | Inspection | Replay | list[str] | str]] = {
    "move": move,
    "analyse": analyse,
    "hint": hint,
    "inspect": inspect,
    "line_keys": line_keys,
    "replay": replay,
    "read_record": read_record,
    "write_record": write_record,
}


def answer_to(payload: Payload) -> Payload:
    """What is written for a request: the result, or what was refused and its code."""
    try:
        return {"result": TASKS[payload["task"]](payload)}
    except Rejected as refusal:
        return {"error": sentence_data(refusal.sentence), "code": refusal.code}
    except BoohiveError as error:
        return {"error": sentence_data(error.sentence), "code": "illegal_move"}


def main() -> None:
    """Answer until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in a terminal is for the server, which ends its workers.
    os.nice(PRIORITY)
    import_module("boohive.games")
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(answer_to(msgspec.json.decode(line))) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
