"""Tables: make, find, join, see and play them."""

import msgspec

from boohive.core.game import Game
from boohive.core.options import OptionValue
from boohive.core.sentences import Sentence
from boohive.games import GAMES
from boohive.server import limits
from boohive.server.fair_play import require_unguarded
from boohive.server.messages.http import (
    ActionRequest,
    CreateTable,
    JoinByCode,
    JoinTable,
    QuickMatch,
    SeatRequest,
    SeatsTaken,
    SeatToken,
    TableList,
    TableSummary,
)
from boohive.server.messages.socket import Snapshot, Update
from boohive.server.rendering import shows_code, snapshot_message
from boohive.server.requests import ActRequest, new_id, new_seed
from boohive.server.routes.common import (
    Caller,
    Reply,
    check_limit,
    display_name,
    game_by_id,
    keys_of_line,
    new_token,
    record_ms,
    run_worker,
    viewer_at,
    with_person,
)
from boohive.server.services import Services
from boohive.server.summaries import read_summary, seats_for_list
from boohive.tables import log
from boohive.tables.errors import Rejected, rejected_as
from boohive.tables.seating import complete, free_seats
from boohive.tables.seats import hash_token, with_pseudonym
from boohive.tables.table import Table

__all__ = [
    "act",
    "create_table",
    "join_by_code",
    "join_table",
    "list_tables",
    "quick_match",
    "table_state",
]

CODE_VALID_MS = 2 * 3_600_000
QUICK_WAIT_MS = 600_000


# Making.


async def create_table(services: Services, caller: Caller, data: CreateTable) -> Reply[SeatsTaken]:
    """Set up a table."""
    check_limit(services, caller, limits.CREATE)
    person, headers = with_person(services, caller)
    opened = await _created_action(services, caller, data)
    sits, tokens = await _seat_actions(services, game_by_id(data.game), data.seats, person)
    reply = Reply(await _open(services, opened, sits, tokens), 201, headers)
    if tokens:
        services.limits.seat(person, caller.address)
    return reply


async def _created_action(services: Services, caller: Caller, data: CreateTable) -> log.TableCreated:
    """The first entry of the new table's log."""
    game = game_by_id(data.game)
    _require_chance(game, data)
    if data.strict and data.assistance_allowed:
        raise Rejected("bad_option", "strict play has no help of the computer; leave out strict or assistance_allowed")
    if data.position is not None and data.record is not None:
        raise Rejected("bad_message", "begin at a position or go on with a record, not both")
    if data.record is not None:
        begun = await _read_record(services, caller, game, data.record)
    else:
        begun = _Beginning({**game.table_options(data.preset), **data.options}, data.position, [])
    is_new_game = begun.start is None and not begun.events
    created = log.TableCreated(
        game.id, begun.options, len(data.seats), data.clock, begun.start, tuple(begun.events), data.random_seats,
        data.public, data.strict, assistance_allowed=data.assistance_allowed, preset=data.preset, rng=log.RNG,
        seed=new_seed(), secrets_chosen=not is_new_game or game.seed_option in data.options,
        party=data.party,
    )  # fmt: skip
    with rejected_as("bad_option"):
        if not is_new_game and game.analysis and any(seat.occupant == "bot" for seat in data.seats):
            await _require_free_start(services, caller, created)
        return complete(created)


class _Beginning(msgspec.Struct):
    """With what a table begins; fields of a record that a worker has read."""

    options: dict[str, OptionValue]
    start: str | None
    """The text of the first position, where it is not the usual one."""
    events: list[tuple[int | None, str, int | None]]
    """What has been played already: seat, text and time of each event."""
    game: str = ""


async def _read_record(services: Services, caller: Caller, game: Game, record: str) -> _Beginning:
    """The game of a record, to be continued."""
    answer = await run_worker(services, caller, "read_record", {"record": record}, record_ms(record))
    found = msgspec.json.decode(answer, type=_Beginning)
    if found.game != game.id:
        raise Rejected("bad_option", f"this is a record of {GAMES[found.game].title}, not of {game.title}")
    return found


async def _require_free_start(services: Services, caller: Caller, created: log.TableCreated) -> None:
    """A bot does not play on from a position of a running game between people: its move would be a hint."""
    moves, options = [text for _, text, _ in created.events], dict(created.options)
    line = {"game": created.game, "options": options, "position": created.initial_position, "moves": moves}
    await require_unguarded(services.store, await keys_of_line(services, caller, line))


def _require_chance(game: Game, data: CreateTable) -> None:
    """At a table with other people nobody chooses what the game hides: only its host would know it."""
    if not game.hidden_information or all(seat.occupant != "empty" for seat in data.seats):
        return
    chosen = [
        name for name, free in game.chance_options.items() if name in data.options and data.options[name] not in free
    ]
    chosen += [name for name, given in (("position", data.position), ("record", data.record)) if given is not None]
    if chosen:
        raise Rejected(
            "bad_option",
            f"at a table with other people {game.title} hides what nobody has chosen; leave out {', '.join(chosen)}",
        )


async def _seat_actions(
    services: Services, game: Game, wanted: list[SeatRequest], person: str
) -> tuple[list[log.SeatTaken], list[SeatToken]]:
    """Who sits down at once, and the secrets of the caller's own seats."""
    sits: list[log.SeatTaken] = []
    tokens: list[SeatToken] = []
    for seat, want in enumerate(wanted):
        if want.occupant == "bot":
            sits.append(log.SeatTaken(seat, "", "bot", bot_level(game, want.level)))
        if want.occupant == "me":
            token = new_token()
            name = await display_name(services, want.name, person)
            sits.append(log.SeatTaken(seat, name, person=person, token_hash=hash_token(token), host=not tokens))
            tokens.append(SeatToken(seat=seat, token=token))
    return sits, tokens


def bot_level(game: Game, wanted: int | None) -> int:
    """The level of a bot, if the game has it; the weakest if nobody says."""
    numbers = [level.number for level in game.levels]
    if not numbers:
        raise Rejected("bad_option", f"the computer does not play {game.title}; leave the seat empty")
    if wanted is not None and wanted not in numbers:
        raise Rejected("bad_option", f"{game.title} has the levels {', '.join(map(str, numbers))}, not {wanted}")
    return numbers[0] if wanted is None else wanted


async def _open(
    services: Services,
    opened: log.TableCreated,
    sits: list[log.SeatTaken],
    tokens: list[SeatToken],
    quick: str | None = None,
) -> SeatsTaken:
    """A new table with its room code."""
    now, table_id = services.clock.now_ms(), new_id()
    if not sits and not opened.party:
        raise Rejected("bad_option", "somebody must sit at a table; take a seat or let bots play")
    await services.tables.registry.create(table_id, opened, sits, quick)
    if len(sits) == opened.seats:
        session = await services.tables.registry.get(table_id)  # It has begun; bots may be to move.
        order = [holder.token_hash for holder in session.table.seats]
        tokens = [SeatToken(seat=order.index(hash_token(each.token)), token=each.token) for each in tokens]
        return SeatsTaken(table_id=table_id, tokens=tokens, link=f"/t/{table_id}")
    code = await services.store.new_code(table_id, now, now + CODE_VALID_MS)
    return SeatsTaken(table_id=table_id, tokens=tokens, room_code=code, link=f"/t/{table_id}")


# Finding.


async def list_tables(services: Services, game: str | None) -> TableList:
    """Tables that wait for players or can be watched. No log is read for it."""
    if game is not None:
        game_by_id(game)
    found, sessions = [], services.tables.registry.sessions
    for row in await services.store.listed_tables(game):
        summary, session = read_summary(row.summary), sessions.get(row.id)
        if row.game not in GAMES or not summary.seats:
            continue
        found.append(
            TableSummary(
                table_id=row.id,
                game=row.game,
                title=GAMES[row.game].title,
                seats=seats_for_list(summary, session.connected() if session else []),
                clock=summary.clock,
                options=summary.options,
                strict=summary.strict,
                rated=summary.rated,
                assistance_allowed=summary.assistance_allowed,
                status=row.status,
                created_ms=row.created,
            )
        )
    return TableList(tables=found)


async def table_state(services: Services, caller: Caller, table_id: str) -> Snapshot:
    """The table as the caller may see it."""
    session = await services.tables.registry.get(table_id)
    viewer, now = viewer_at(session, caller), services.clock.now_ms()
    code = await services.store.code_of(table_id, now) if shows_code(session.visible_table, viewer) else None
    return snapshot_message(
        table_id,
        session.visible_table,
        viewer,
        now,
        session.attendance(),
        code,
        session.turn_sent_at,
    )


# Joining.


async def join_table(services: Services, caller: Caller, table_id: str, data: JoinTable) -> Reply[SeatsTaken]:
    """Take an open seat."""
    check_limit(services, caller, limits.CREATE)
    return await _join(services, caller, table_id, data.seat, data.name)


async def join_by_code(services: Services, caller: Caller, data: JoinByCode) -> Reply[SeatsTaken]:
    """Take an open seat by the room code."""
    services.limits.check(caller.address, limits.CODES)  # Many persons may be guessing from one address.
    code = data.room_code.strip()
    table_id = await services.store.table_of_code(code, services.clock.now_ms()) if code.isalnum() else None
    if table_id is None:
        raise Rejected(
            "unknown_code", "no table has this code now; a code is valid until the game begins, two hours at most"
        )
    services.limits.refund(caller.address, limits.CODES)  # A whole class behind one address sits down at once.
    agreed = (await services.tables.registry.get(table_id)).table.settings
    if agreed.assistance_allowed and not data.assistance_allowed:
        message = (
            "this table allows help of the computer; agree with assistance_allowed, or sit down at the table's own page"
        )
        raise Rejected("not_now", Sentence(message, "agree_first", table=table_id))
    return await _join(services, caller, table_id, None, data.name)


async def _join(
    services: Services, caller: Caller, table_id: str, seat: int | None, name: str | None
) -> Reply[SeatsTaken]:
    """Sit down and get the seat's secret."""
    person, headers = with_person(services, caller)
    session = await services.tables.registry.get(table_id)
    called, token = await display_name(services, name, person), new_token()

    def make_action(table: Table) -> log.Action:
        free = free_seats(table)
        if not free or (seat is not None and seat not in free):
            raise Rejected("full", "no seat is free at this table; you can watch it")
        chosen = free[0] if seat is None else seat
        taken = log.SeatTaken(chosen, called, person=person, token_hash=hash_token(token))
        return with_pseudonym(taken, table.settings.seed)

    result = await services.tables.commits.append(session, log.server_id("sit", token[:8]), make_action)
    assert result is not None
    assert isinstance(result.entry.action, log.SeatTaken)
    await services.store.add_player(table_id, person)
    services.limits.seat(person, caller.address)
    taken, seats = result.entry.action.seat, [holder.token_hash for holder in session.table.seats]
    if hash_token(token) in seats:  # The table may have begun meanwhile, with its seats drawn by lot.
        taken = seats.index(hash_token(token))
    joined = SeatsTaken(table_id=table_id, tokens=[SeatToken(seat=taken, token=token)], link=f"/t/{table_id}")
    return Reply(joined, 201, headers)


async def quick_match(services: Services, caller: Caller, data: QuickMatch) -> Reply[SeatsTaken]:
    """Sit down with somebody who waits for the same, or wait."""
    check_limit(services, caller, limits.CREATE)
    game = game_by_id(data.game)
    person, headers = with_person(services, caller)
    key = f"{game.id} {msgspec.json.encode(data.clock).decode()}"
    for table_id in await services.store.quick_tables(key, services.clock.now_ms() - QUICK_WAIT_MS):
        try:
            session = await services.tables.registry.get(table_id)
            if any(session.connected()) and not any(holder.person == person for holder in session.table.seats):
                return await _join(services, caller, table_id, None, data.name)
        except Rejected:
            continue
    seats = [SeatRequest(occupant="me", name=data.name), *[SeatRequest(occupant="empty")] * (game.player_counts[0] - 1)]
    opened = await _created_action(
        services, caller, CreateTable(game=game.id, seats=seats, clock=data.clock, random_seats=True)
    )
    sits, tokens = await _seat_actions(services, game, seats, person)
    return Reply(await _open(services, opened, sits, tokens, key), 201, headers)


# Playing.


async def act(services: Services, caller: Caller, table_id: str, data: ActionRequest) -> Update:
    """Do something at a table without a socket."""
    sender = caller.sender(data.token)
    request = ActRequest(table_id, data.id, data.action, data.seq, caller.received_ms, sender, data.seat)
    result = await services.tables.commits.act(request)
    if caller.person is not None and any(holder.person == caller.person for holder in result.table.seats):
        services.limits.seat(caller.person, caller.address)
    return await services.tables.answer(result, sender)
