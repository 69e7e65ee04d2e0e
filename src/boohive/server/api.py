"""The HTTP side: tables are made, found and joined here, and can be followed and played without a socket too."""

import logging
import secrets
from collections.abc import Callable
from typing import Annotated, Any, cast

import msgspec
from litestar import Litestar, Request, Response, delete, get, post, put
from litestar.config.response_cache import ResponseCacheConfig
from litestar.datastructures import ResponseHeader
from litestar.di import Provide
from litestar.enums import MediaType
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import Parameter

from boohive.core.errors import BoohiveError
from boohive.core.game import Event, Game, MoveQuery
from boohive.core.record import Record, read_any
from boohive.games import GAMES
from boohive.server import limits, scenes
from boohive.server.bots import ANALYSIS, question
from boohive.server.hub import CODE_HOLDS, new_id, now_ms
from boohive.server.identity import new_person, read_cookie
from boohive.server.limits import Limit
from boohive.server.messages import (
    PRESETS,
    Acted,
    AnalyseRequest,
    Analysis,
    CreateTable,
    DoByHttp,
    GameInfo,
    Health,
    Hint,
    HintRequest,
    JoinByCode,
    Joined,
    JoinTable,
    Look,
    LookRequest,
    Me,
    MyTable,
    OpenTable,
    OpenTables,
    OptionInfo,
    PersonalLink,
    PresetInfo,
    QuickMatch,
    ReadRecord,
    Refused,
    Replay,
    ReplayStep,
    SeatToken,
    SetMe,
    Shelf,
    State,
    WantedSeat,
)
from boohive.server.services import Services
from boohive.server.session import TableSession, viewer_of
from boohive.server.sockets import same_origin
from boohive.server.worker import has_engine
from boohive.tables import log
from boohive.tables.door import NAME_LENGTH
from boohive.tables.refusal import Refusal
from boohive.tables.seats import hash_of
from boohive.tables.words import clean

__all__ = ["build_api"]

logger = logging.getLogger("boohive.api")

Asked = Request[Any, Any, Any]
TablePath = Annotated[str, Parameter(max_length=40, pattern=r"^[a-z2-7]{1,40}$")]

STATUS = {
    "bad_message": 400,
    "bad_option": 400,
    "unknown_game": 400,
    "illegal_move": 400,
    "not_your_seat": 403,
    "private": 403,
    "muted": 403,
    "unknown_table": 404,
    "unknown_code": 404,
    "no_engine": 404,
    "too_large": 413,
    "too_often": 429,
    "busy": 429,
    "try_again": 503,
}
"""The HTTP status of each refusal; 409 for the others: it does not fit now."""

REFUSALS = {
    code: ResponseSpec(Refused, description=what, generate_examples=False)
    for code, what in {
        400: "It cannot be read, or the rules refuse it.",
        403: "It is not yours to do.",
        404: "There is no such thing.",
        405: "Not with this method.",
        409: "Not now.",
        413: "Too large.",
        429: "Too often.",
        503: "The database is away.",
    }.items()
}


# Who asks.


def address_of(request: Asked) -> str:
    """The sender's address."""
    return request.client.host if request.client else "?"


def person_of(request: Asked, services: Services) -> str | None:
    """The sender's cookie."""
    return services.signer.person(read_cookie(dict(request.headers)))


def token_of(request: Asked) -> str | None:
    """A seat's secret in the Authorization header."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token else None


async def with_person(request: Asked, services: Services) -> tuple[str, dict[str, str]]:
    """The sender, given a cookie if they have none."""
    person = person_of(request, services)
    if person is not None:
        return person, {}
    person = new_person()
    return person, {"set-cookie": services.signer.cookie(person, request.url.scheme == "https")}


async def name_of(given: str | None, person: str, services: Services, fallback: str) -> str:
    """What somebody is called: what they say now, what they said before, or something."""
    name = clean(given or "", NAME_LENGTH)
    if name:
        return name
    return await services.store.person(person) or fallback


def game_of(game_id: str) -> Game:
    """The game by its id."""
    if game_id not in GAMES:
        raise Refusal("unknown_game", f"there is no game {clean(game_id, 40)!r}; the games are {', '.join(GAMES)}")
    return GAMES[game_id]


def limited(limit: Limit, request: Asked, services: Services) -> None:
    """Refuse what comes too often."""
    services.limits.check(address_of(request), limit)


# The shelf.


@get("/api/games", responses=REFUSALS, sync_to_thread=False)
def games() -> Shelf:
    """The games that can be played here."""
    from boohive import __version__

    shelf = [game_info(game) for game in GAMES.values()]
    return Shelf(games=shelf, presets=list(PRESETS), version=__version__)


def game_info(game: Game) -> GameInfo:
    """What a page needs to know of a game."""
    race = game.kind == "race"
    return GameInfo(
        id=game.id,
        title=game.title,
        summary=game.summary,
        seats=list(game.player_counts),
        options=[
            OptionInfo(
                name=option.name,
                default=game.table_defaults.get(option.name, option.default),
                help=option.help,
                choices=list(option.choices),
                least=option.least if type(option.default) is int else None,
                most=option.most if type(option.default) is int else None,
            )
            for option in game.options
        ],
        presets=[
            PresetInfo(name=preset.name, options=dict(preset.chosen), help=preset.help) for preset in game.presets
        ],
        levels=[level.number for level in game.levels],
        race=race,
        hints=has_engine() and game.analysis,
    )


# Tables.


@post("/api/tables", responses=REFUSALS)
async def create_table(data: CreateTable, request: Asked, services: Services) -> Response[Joined]:
    """Set up a table."""
    limited(limits.CREATE, request, services)
    person, headers = await with_person(request, services)
    opened = opening(data)
    sits, tokens = await seating(data.seats, person, services)
    return Response(await open_new(services, opened, sits, tokens), headers=headers, status_code=201)


def opening(data: CreateTable) -> log.Open:
    """The first line of the new table's log."""
    game = game_of(data.game)
    options = {**game.table_defaults, **data.options}
    moves: tuple[tuple[int | None, str, int | None], ...] = ()
    start = data.position
    if data.position is not None and data.record is not None:
        raise Refusal("bad_message", "begin at a position or go on with a record, not both")
    if data.record is not None:
        record = read_record(data.record)
        if record.game.id != game.id:
            raise Refusal("bad_option", f"this is a record of {record.game.title}, not of {game.title}")
        options, start = dict(record.options), record.start
        moves = tuple((event.seat, event.text, event.at) for event in record.events)
    return log.Open(
        game.id, options, len(data.seats), data.clock, start, moves, data.shuffle, data.listed, data.strict,
        secrets.randbelow(2**31),
    )  # fmt: skip


def read_record(text: str) -> Record:
    """A record that plays through, ours or in a format that one of the games reads."""
    try:
        return read_any(text, GAMES.get_all())
    except BoohiveError as error:
        raise Refusal("bad_message", str(error)) from None


def other_forms(record: Record) -> dict[str, str]:
    """The game for other programs, in formats that can be read again, and only from its ordinary start."""
    if record.start is not None:
        return {}
    return {form.suffix[1:]: form.write(record) for form in record.game.formats() if form.offered}


async def seating(wanted: list[WantedSeat], person: str, services: Services) -> tuple[list[log.Sit], list[SeatToken]]:
    """Who sits down at once, and the secrets of my own seats."""
    sits: list[log.Sit] = []
    tokens: list[SeatToken] = []
    for seat, want in enumerate(wanted):
        if want.player == "bot":
            sits.append(log.Sit(seat, f"Bot {want.level or 1}", "bot", want.level or 1))
        if want.player == "me":
            token = secrets.token_urlsafe(16)
            name = await name_of(want.name, person, services, f"Player {seat + 1}")
            sits.append(log.Sit(seat, name, person=person, token=hash_of(token), host=not tokens))
            tokens.append(SeatToken(seat=seat, token=token))
    return sits, tokens


async def open_new(
    services: Services, opened: log.Open, sits: list[log.Sit], tokens: list[SeatToken], quick: str | None = None
) -> Joined:
    """A new table with its room code."""
    now, table_id = now_ms(), new_id()
    if not sits:
        raise Refusal("bad_option", "somebody must sit at a table; take a seat or let bots play")
    await services.hub.create(table_id, opened, sits, now, quick)
    if len(sits) == opened.seats:
        await services.hub.live(table_id)  # It has begun; bots may be to move.
        live = await services.hub.live(table_id)
        order = [holder.token for holder in live.table.seats]
        tokens = [SeatToken(seat=order.index(hash_of(each.token)), token=each.token) for each in tokens]
        return Joined(table=table_id, tokens=tokens, link=f"/t/{table_id}")
    code = await services.store.new_code(table_id, now, now + CODE_HOLDS)
    return Joined(table=table_id, tokens=tokens, code=code, link=f"/t/{table_id}")


@get("/api/tables", responses=REFUSALS)
async def open_tables(services: Services, game: Annotated[str | None, Parameter(max_length=40)] = None) -> OpenTables:
    """Tables that wait for players or can be watched."""
    found = []
    for facts in await services.store.listed_tables(game):
        live = await services.hub.live(facts.id)
        table = live.table
        found.append(
            OpenTable(
                table=facts.id,
                game=facts.game,
                title=table.game.title,
                seats=scenes.seat_data(table, live.here()),
                clock=table.opened.clock,
                options=scenes.public_options(table),
                strict=table.opened.strict,
                status=table.status,
                created=facts.created,
            )
        )
    return OpenTables(tables=found)


@get("/api/tables/{table:str}", responses=REFUSALS)
async def table_state(table: TablePath, request: Asked, services: Services) -> State:
    """The table as the sender may see it; a seat's secret goes into the Authorization header."""
    live = await services.hub.shown(table)
    token = token_of(request)
    viewer = viewer_of(live.table, [hash_of(token)] if token else [], person_of(request, services))
    code = await services.store.code_of(table, now_ms()) if viewer.seats else None
    return scenes.state(table, live.table, viewer, now_ms(), live.here(), live.watchers(), code)


@post("/api/tables/{table:str}/join", responses=REFUSALS)
async def join_table(table: TablePath, data: JoinTable, request: Asked, services: Services) -> Response[Joined]:
    """Take an open seat."""
    limited(limits.CREATE, request, services)
    return await join(table, data.seat, data.name, request, services)


async def join(table: str, seat: int | None, name: str | None, request: Asked, services: Services) -> Response[Joined]:
    """Sit down and get the seat's secret."""
    person, headers = await with_person(request, services)
    live = await services.hub.live(table)
    called = await name_of(name, person, services, f"Player {sum(h.player != 'open' for h in live.table.seats) + 1}")
    live, taken, token = await services.hub.join(table, seat, called, person)
    hashed = hash_of(token)
    seats = [holder.token for holder in live.table.seats]
    taken = seats.index(hashed) if hashed in seats else taken
    joined = Joined(table=table, tokens=[SeatToken(seat=taken, token=token)], link=f"/t/{table}")
    return Response(joined, headers=headers, status_code=201)


@post("/api/join", responses=REFUSALS)
async def join_by_code(data: JoinByCode, request: Asked, services: Services) -> Response[Joined]:
    """Take an open seat by the room code."""
    limited(limits.CODES, request, services)
    table = await services.store.table_of_code(data.code.strip(), now_ms())
    if table is None:
        raise Refusal("unknown_code", "no table has this code now; codes hold until the game begins, two hours at most")
    return await join(table, None, data.name, request, services)


@post("/api/match", responses=REFUSALS)
async def quick_match(data: QuickMatch, request: Asked, services: Services) -> Response[Joined]:
    """Sit down with whoever waits for the same, or wait."""
    limited(limits.CREATE, request, services)
    game = game_of(data.game)
    person, headers = await with_person(request, services)
    key = f"{game.id} {msgspec.json.encode(data.clock).decode()}"
    for table_id in await services.store.quick_tables(key, now_ms() - 600_000):
        live = await services.hub.live(table_id)
        waits = any(live.here()) and not any(holder.person == person for holder in live.table.seats)
        if not waits:
            continue
        try:
            return await join(table_id, None, data.name, request, services)
        except Refusal:
            continue
    seats = [WantedSeat(player="me", name=data.name), *[WantedSeat(player="open")] * (game.player_counts[0] - 1)]
    opened = opening(CreateTable(game=game.id, seats=seats, clock=data.clock, shuffle=True))
    sits, tokens = await seating(seats, person, services)
    return Response(await open_new(services, opened, sits, tokens, key), headers=headers, status_code=201)


@post("/api/tables/{table:str}/act", responses=REFUSALS, status_code=200)
async def act(table: TablePath, data: DoByHttp, request: Asked, services: Services) -> Acted:
    """Do something at a table without a socket."""
    arrived = now_ms()
    token = data.token or token_of(request)
    hashes = [hash_of(token)] if token else []
    person = person_of(request, services)
    done = await services.hub.act(table, data.id, data.do, data.seq, hashes, person, data.seat, arrived)
    return services.hub.answer(*done, hashes, person)


@get("/api/tables/{table:str}/record", responses=REFUSALS, media_type=MediaType.TEXT)
async def table_record(table: TablePath, services: Services) -> Response[str]:
    """The game as a record, to keep."""
    live = await services.hub.live(table)
    must_be_shown(live)
    name = f'attachment; filename="{live.table.game.id}-{table}.txt"'
    return Response(live.table.record().write(), headers={"content-disposition": name}, media_type=MediaType.TEXT)


def must_be_shown(live: TableSession) -> None:
    """A record tells everything, so a game that hides something gives its record when it is over."""
    if live.table.hides and live.table.status != "over":
        raise Refusal("not_now", f"the record of {live.table.game.title} can be had when the game is over")


@get("/api/tables/{table:str}/replay", responses=REFUSALS)
async def table_replay(table: TablePath, request: Asked, services: Services) -> Replay:
    """The game so far, step by step."""
    limited(limits.HEAVY, request, services)
    live = await services.hub.live(table)
    must_be_shown(live)
    return replay_of(live.table.record(), live)


@post("/api/records", responses=REFUSALS, status_code=200)
async def read_a_record(data: ReadRecord, request: Asked, services: Services) -> Replay:
    """A record, played through step by step."""
    limited(limits.HEAVY, request, services)
    return replay_of(read_record(data.record))


def replay_of(record: Record, live: TableSession | None = None) -> Replay:
    """Every step of a record."""
    first = record.first()
    steps = []
    last = first
    for event, step in zip(record.events, record.steps(), strict=True):
        last = step.position
        steps.append(
            ReplayStep(
                event=scenes.event_data(event),
                effects=scenes.effects_data(step.effects),
                position=last.view(None),
                text=last.text,
            )
        )
    return Replay(
        game=record.game.id,
        title=record.game.title,
        options=dict(record.options),
        seats=list(record.seats),
        start=first.text,
        position=first.view(None),
        steps=steps,
        outcome=scenes.outcome_data(live.table.outcome if live else last.outcome),
        record=record.write(),
        forms=other_forms(record),
    )


# Positions without a table.


@post("/api/look", responses=REFUSALS, status_code=200)
async def look(data: LookRequest, request: Asked, services: Services) -> Look:
    """A position without a table."""
    limited(limits.HTTP, request, services)
    game = game_of(data.game)
    try:
        options = {**game.table_defaults, **data.options}
        position: Any = game.new(**options) if data.position is None else game.from_text(data.position, **options)
        effects: Any = []
        for move in data.moves:
            # In a race whoever may act first does it, at the position's own time: lessons have no clock.
            step = position.apply(Event(position.active_seats[0] if position.active_seats else None, move))
            effects, position = step.effects, step.position
        previews = scenes.previews(position, MoveQuery(data.preview, data.piece, data.start))
    except Refusal:
        raise
    except BoohiveError as error:
        raise Refusal("illegal_move", str(error)) from None
    return Look(
        game=game.id,
        text=position.text,
        position=position.view(None),
        legal=cast(Any, msgspec.Raw(position.legal_moves_json())),
        effects=scenes.effects_data(effects),
        previews=previews,
        outcome=scenes.outcome_data(position.outcome),
    )


@post("/api/analyse", responses=REFUSALS, status_code=200)
async def analyse(data: AnalyseRequest, request: Asked, services: Services) -> Analysis:
    """What the engine thinks of a position."""
    limited(limits.HEAVY, request, services)
    game = game_of(data.game)
    need_engine(game)
    try:
        options = {**game.table_defaults, **data.options}
        position: Any = game.new(**options) if data.position is None else game.from_text(data.position, **options)
        events = []
        for move in data.moves:
            events.append([position.active_seats[0] if position.active_seats else 0, move, None])
            position = position.play(move)
        if position.outcome is not None:
            raise Refusal("not_now", "the game is over; there is nothing to find here")
    except Refusal:
        raise
    except BoohiveError as error:
        raise Refusal("illegal_move", str(error)) from None
    ask = {"game": game.id, "options": options, "start": data.position, "events": events}
    answer = await services.workers.ask(
        "analyse", {**ask, "millis": data.millis, "lines": data.lines}, ANALYSIS, 10 + data.millis / 1000
    )
    return msgspec.convert(answer, Analysis)


def need_engine(game: Game) -> None:
    """Refuse where there is no engine for the game."""
    if not has_engine() or not game.analysis:
        raise Refusal("no_engine", f"there is no engine for {game.title} here")


@post("/api/tables/{table:str}/hint", responses=REFUSALS, status_code=200)
async def hint(table: TablePath, data: HintRequest, request: Asked, services: Services) -> Hint:
    """A hint for the seat to move."""
    limited(limits.HEAVY, request, services)
    live = await services.hub.live(table)
    need_engine(live.table.game)
    token = data.token or token_of(request)
    viewer = viewer_of(live.table, [hash_of(token)] if token else [], person_of(request, services))
    if live.table.opened.strict:
        raise Refusal("not_now", "strict play has no hints")
    if not any(seat in live.table.active_seats for seat in viewer.seats):
        raise Refusal("not_your_turn", "hints are for the player to move; wait for your turn")
    answer = await services.workers.ask("hint", {**question(live.table), "how": data.how, "millis": 1000}, ANALYSIS)
    return msgspec.convert(answer, Hint)


# Me.


@get("/api/me", responses=REFUSALS)
async def me(request: Asked, services: Services) -> Me:
    """Who this browser is, and its games."""
    person = person_of(request, services)
    return await tell_me(person, services)


async def tell_me(person: str | None, services: Services) -> Me:
    """A person's name and games."""
    if person is None:
        return Me(name="", tables=[])
    tables = []
    for facts in await services.store.tables_of(person):
        live = await services.hub.live(facts.id)
        viewer = viewer_of(live.table, [], person)
        tables.append(
            MyTable(
                table=facts.id,
                game=facts.game,
                title=live.table.game.title,
                seats=scenes.seat_data(live.table, live.here()),
                you=list(viewer.seats),
                status=live.table.status,
                your_turn=any(seat in live.table.active_seats for seat in viewer.seats),
                outcome=scenes.outcome_data(live.table.outcome),
                touched=facts.touched,
            )
        )
    return Me(name=await services.store.person(person) or "", tables=tables)


@put("/api/me", responses=REFUSALS)
async def set_me(data: SetMe, request: Asked, services: Services) -> Response[Me]:
    """Be called something."""
    limited(limits.CREATE, request, services)
    person, headers = await with_person(request, services)
    await services.store.name_person(person, clean(data.name, NAME_LENGTH), now_ms())
    return Response(await tell_me(person, services), headers=headers)


@post("/api/me/link", responses=REFUSALS)
async def my_link(request: Asked, services: Services) -> Response[PersonalLink]:
    """A link that opens my games on another device; the one before it holds no longer."""
    limited(limits.CREATE, request, services)
    person, headers = await with_person(request, services)
    if await services.store.person(person) is None:
        await services.store.name_person(person, "", now_ms())
    token = secrets.token_urlsafe(24)
    await services.store.link_person(person, hash_of(token))
    return Response(PersonalLink(link=f"/me/{token}"), headers=headers, status_code=201)


@get("/me/{token:str}", include_in_schema=False)
async def open_my_link(token: str, request: Asked, services: Services) -> Response[str]:
    """Become the person whose link this is."""
    limited(limits.CODES, request, services)
    person = await services.store.person_of_link(hash_of(token))
    if person is None:
        raise Refusal("unknown_code", "this link holds no longer; make a new one on the other device")
    cookie = services.signer.cookie(person, request.url.scheme == "https")
    return Response("", status_code=303, headers={"location": "/", "set-cookie": cookie}, media_type=MediaType.TEXT)


@delete("/api/me", responses=REFUSALS, status_code=204)
async def forget_me(request: Asked, services: Services) -> None:
    """Forget this person: name, link, and the name in every game's log."""
    person = person_of(request, services)
    if person is None:
        raise Refusal("not_your_seat", "nobody is known by this browser; there is nothing to forget")
    from boohive.server.privacy import forget

    await forget(services.store, person)
    for facts in list(services.hub.tables.values()):
        if any(holder.person == person for holder in facts.table.seats):
            services.hub.drop(facts.id)


# The server.


@get("/api/health", responses=REFUSALS)
async def health(services: Services) -> Health:
    """Whether the server can store and read."""
    ok = await services.store.is_well()
    hub = services.hub
    return Health(
        ok=ok,
        version=services.version,
        store=services.store.name,
        tables=len(hub.tables),
        sockets=len(services.sockets.open),
    )


@get("/metrics", include_in_schema=False, media_type=MediaType.TEXT)
async def metrics(services: Services) -> str:
    """Figures for Prometheus."""
    hub, sockets, writer = services.hub, services.sockets, services.store.writer
    rows = [
        ("boohive_actions_total", "counter", "Actions stored.", hub.acted),
        ("boohive_refusals_total", "counter", "Messages refused.", hub.refused),
        ("boohive_messages_total", "counter", "Messages received by sockets.", sockets.received),
        ("boohive_commits_total", "counter", "Commits of the store.", writer.commits),
        ("boohive_writes_total", "counter", "Writes of the store.", writer.written),
        ("boohive_tables", "gauge", "Tables in memory.", len(hub.tables)),
        ("boohive_sockets", "gauge", "Open sockets.", len(sockets.open)),
        ("boohive_worker_crashes_total", "counter", "Workers that crashed or hung.", services.workers.crashes),
        ("boohive_worker_queue", "gauge", "Requests that wait for a worker.", len(services.workers.waiting)),
    ]
    return "".join(
        f"# HELP {name} {words}\n# TYPE {name} {kind}\n{name} {value}\n" for name, kind, words, value in rows
    )


HANDLERS: list[Any] = [
    games, create_table, open_tables, table_state, join_table, join_by_code, quick_match, act, table_record,
    table_replay, read_a_record, look, analyse, hint, me, set_me, my_link, open_my_link, forget_me, health, metrics,
]  # fmt: skip


def refuse(request: Asked, refusal: Refusal) -> Response[Refused]:
    """A refusal as an answer."""
    body = Refused(code=refusal.code, reason=refusal.reason, wait=refusal.wait)  # type: ignore[arg-type]
    headers = {"retry-after": str(1 + refusal.wait // 1000)} if refusal.wait else {}
    return Response(body, status_code=STATUS.get(refusal.code, 409), headers=headers, media_type=MediaType.JSON)


def refuse_http(request: Asked, error: HTTPException) -> Response[Refused]:
    """What Litestar refuses: unreadable bodies, unknown paths, wrong methods."""
    detail = error.detail
    extra = getattr(error, "extra", None)
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        detail = "; ".join(f"{each.get('key', '')}: {each.get('message', '')}".strip(": ") for each in extra)
    codes = {404: "unknown_table", 405: "bad_message", 413: "too_large", 429: "too_often"}
    status = error.status_code
    if status >= 500:
        logger.error("a request failed: %s", detail)
    code = codes.get(status, "bad_message" if status < 500 else "try_again")
    body = Refused(code=code, reason=f"this cannot be done: {clean(detail, 300)}")  # type: ignore[arg-type]
    headers = {name: value for name, value in (error.headers or {}).items() if name.lower() == "allow"}
    return Response(body, status_code=status, headers=headers, media_type=MediaType.JSON)


def refuse_words(request: Asked, error: BoohiveError) -> Response[Refused]:
    """What the rules or notations refuse."""
    return refuse(request, Refusal("bad_message", str(error)))


def refuse_fault(request: Asked, error: Exception) -> Response[Refused]:
    """Our own mistake: logged in full, told in one sentence."""
    logger.error("a request failed", exc_info=error)
    body = Refused(code="try_again", reason="something went wrong here; try again")
    return Response(body, status_code=500, media_type=MediaType.JSON)


def guard(services: Services) -> Callable[[Asked], Any]:
    """Before every request: not too often, and no other site's page changes anything."""

    async def check(request: Asked) -> None:
        limited(limits.HTTP, request, services)
        headers = {"origin": request.headers.get("origin"), "host": request.headers.get("host", "")}
        known = {name: value for name, value in headers.items() if value is not None}
        if request.method not in ("GET", "HEAD") and not same_origin(known, services.settings.origins):
            raise Refusal("private", "pages of other sites cannot do this; open the server's own page")

    return check


def build_api(services: Services) -> Litestar:
    """The HTTP application."""
    handlers: dict[Any, Any] = {
        Refusal: refuse,
        BoohiveError: refuse_words,
        HTTPException: refuse_http,
        Exception: refuse_fault,
    }
    return Litestar(
        HANDLERS,
        dependencies={"services": Provide(lambda: services, sync_to_thread=False)},
        exception_handlers=handlers,
        before_request=guard(services),
        request_max_body_size=512 * 1024,
        openapi_config=OpenAPIConfig(
            title="boohive",
            version=services.version,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        response_headers=[
            ResponseHeader(name="cache-control", value="no-store"),
            ResponseHeader(name="x-content-type-options", value="nosniff"),
        ],
        response_cache_config=ResponseCacheConfig(),
        logging_config=None,
    )
