"""Records, positions without a table, analyses and hints. Whatever takes long runs in a worker."""

from weakref import WeakKeyDictionary

import msgspec

from boohive.core.game import Game
from boohive.server.fair_play import FIRST_GUARDED_MOVE, position_key, require_unguarded
from boohive.server.messages.http import (
    AnalyseRequest,
    AnalysisAnswer,
    HintRequest,
    Inspection,
    InspectRequest,
    ReadRecord,
)
from boohive.server.rendering import outcome_data
from boohive.server.replay import inspect as inspect_position
from boohive.server.routes.common import (
    Caller,
    Reply,
    events_ms,
    game_by_id,
    is_short,
    keys_of_line,
    line_ms,
    record_ms,
    run_worker,
    viewer_at,
)
from boohive.server.services import Services
from boohive.server.session import TableSession
from boohive.server.worker import has_engine
from boohive.server.workers import ANALYSIS, Payload, position_payload
from boohive.tables import log
from boohive.tables.errors import Rejected
from boohive.tables.hints import HintAnswer
from boohive.tables.moderation import require_assistance
from boohive.tables.table import Table

__all__ = ["analyse", "hint", "inspect", "read_record", "table_record", "table_replay"]

HINT_MS = 1000

_HINTS: WeakKeyDictionary[TableSession, dict[str, HintAnswer]] = WeakKeyDictionary()
"""All steps of a table's last hint. They come from one search: a second one might find another move, and the steps would
contradict each other."""


async def table_record(services: Services, caller: Caller, table_id: str) -> Reply[str]:
    """The game as a record, to keep."""
    session = await services.tables.registry.get(table_id)
    _require_public_record(session)
    payload = _record_payload(session)
    written = await run_worker(services, caller, "write_record", payload, events_ms(len(payload["events"])))
    text = msgspec.json.decode(written, type=str)
    name = f'attachment; filename="{session.table.game.id}-{table_id}.txt"'
    return Reply(text, 200, {"content-disposition": name})


async def table_replay(services: Services, caller: Caller, table_id: str) -> bytes:
    """The game so far, step by step; a ``Replay`` as JSON."""
    session = await services.tables.registry.get(table_id)
    _require_public_record(session)
    table = session.table
    in_play = table.status == "playing" and table.is_between_people
    levels = [holder.level if holder.occupant == "bot" else None for holder in table.seats]
    payload = {
        **_record_payload(session),
        "outcome": outcome_data(table.outcome),
        "in_play": in_play,
        "levels": levels,
    }
    return await run_worker(services, caller, "replay", payload, events_ms(len(payload["events"])))


def _record_payload(session: TableSession) -> Payload:
    record = session.table.record()
    return {**position_payload(session.table), "options": dict(record.options), "seats": list(record.seats)}


def _require_public_record(session: TableSession) -> None:
    """A record contains everything, so that of a game with secrets is available when the game is over."""
    if session.table.game.hidden_information and session.table.status != "over":
        raise Rejected("not_now", f"the record of {session.table.game.title} is available when the game is over")


async def read_record(services: Services, caller: Caller, data: ReadRecord) -> bytes:
    """An uploaded record, played through step by step; a ``Replay`` as JSON."""
    return await run_worker(services, caller, "replay", {"record": data.record}, record_ms(data.record))


async def inspect(services: Services, caller: Caller, data: InspectRequest) -> Inspection | bytes:
    """A position without a table."""
    game_by_id(data.game)
    payload = msgspec.to_builtins(data)
    if is_short(payload):
        return inspect_position(payload)
    return await run_worker(services, caller, "inspect", payload, line_ms(payload))


async def analyse(services: Services, caller: Caller, data: AnalyseRequest) -> AnalysisAnswer:
    """What the engine thinks of a position."""
    _require_engine(game_by_id(data.game))
    await _require_free_line(services, caller, data)
    cost_ms = data.time_ms + events_ms(len(data.moves))
    answer = await run_worker(services, caller, "analyse", msgspec.to_builtins(data), cost_ms, ANALYSIS)
    return msgspec.json.decode(answer, type=AnalysisAnswer)


async def _require_free_line(services: Services, caller: Caller, data: AnalyseRequest) -> None:
    """Refuse to analyse a position of a running game between people, or a line that has just left one."""
    line = {"game": data.game, "options": data.options, "position": data.position, "moves": data.moves}
    await require_unguarded(services.store, await keys_of_line(services, caller, line))


async def hint(services: Services, caller: Caller, table_id: str, data: HintRequest) -> HintAnswer:
    """A hint for the seat to move."""
    session = await services.tables.registry.get(table_id)
    table = session.table
    _require_engine(table.game)
    require_assistance(table)
    asking = [seat for seat in viewer_at(session, caller, data.token).seats if seat in table.active_seats]
    if not asking:
        raise Rejected("not_your_turn", "hints are for the player to move; wait for your turn")
    if len(table.history) >= FIRST_GUARDED_MOVE:
        await require_unguarded(services.store, [position_key(table.position)], table_id)
    if session not in _HINTS or _HINTS[session]["move"].moved != table.position_seq:
        payload = {**position_payload(table), "millis": HINT_MS, "moved": table.position_seq}
        cost_ms = HINT_MS + events_ms(len(table.history))
        answer = await run_worker(services, caller, "hint", payload, cost_ms, ANALYSIS)
        _HINTS[session] = msgspec.json.decode(answer, type=dict[str, HintAnswer])
    found = _HINTS[session][data.detail]
    if table.is_between_people and session.table.hint != found:
        await _show_to_all(services, session, asking[0], found)
    return found


async def _show_to_all(services: Services, session: TableSession, seat: int, found: HintAnswer) -> None:
    """In a game between people everybody sees who is helped."""

    def make_action(table: Table) -> log.Action:
        if table.position_seq != found.moved:
            raise Rejected("stale", "the position has changed since you asked; look at the board and ask again")
        return log.AssistanceUsed(seat, found)

    action_id = log.server_id("hint", session.table.seq, seat)
    await services.tables.commits.append(session, action_id, make_action)


def _require_engine(game: Game) -> None:
    """Refuse where there is no engine for the game."""
    if not has_engine() or not game.analysis:
        raise Rejected("no_engine", f"there is no engine for {game.title} here")
