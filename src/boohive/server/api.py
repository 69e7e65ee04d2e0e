"""The HTTP interface: paths, status codes and errors. What each request does stands in ``routes``."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeVar

from litestar import Litestar, Request, Response, delete, get, post, put
from litestar.config.response_cache import ResponseCacheConfig
from litestar.datastructures import ResponseHeader, State
from litestar.di import NamedDependency, Provide
from litestar.enums import MediaType
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter
from msgspec import Struct

from boohive.core.errors import BoohiveError
from boohive.server import limits
from boohive.server.frames import NOT_MEASURED, TcpTimes
from boohive.server.http_connection import TCP_TIMES
from boohive.server.identity import read_cookie
from boohive.server.messages.http import (
    ActionRequest,
    AnalyseRequest,
    AnalysisAnswer,
    CreateTable,
    DeviceLink,
    GameList,
    Health,
    HintRequest,
    Inspection,
    InspectRequest,
    JoinByCode,
    JoinTable,
    Live,
    PartyState,
    Profile,
    QuickMatch,
    ReadRecord,
    Replay,
    SeatsTaken,
    TableList,
    UpdateProfile,
)
from boohive.server.messages.socket import ErrorMessage, Snapshot, Update
from boohive.server.rendering import error_message
from boohive.server.routes import games, operations, party, positions, profile, tables
from boohive.server.routes.common import Caller, Reply
from boohive.server.services import Services
from boohive.server.sockets import same_origin
from boohive.server.store.protocol import StoreUnavailable
from boohive.server.workers import Payload
from boohive.tables.errors import Rejected
from boohive.tables.hints import HintAnswer
from boohive.tables.text import clean

__all__ = ["build_api"]

logger = logging.getLogger("boohive.api")

ApiRequest = Request[None, None, State]
Answer = TypeVar("Answer")
TablePath = Annotated[str, PathParameter(max_length=40, pattern=r"^[a-z2-7]{1,40}$")]
CallerParam = NamedDependency[Caller]
ServicesParam = NamedDependency[Services]

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
    code: ResponseSpec(ErrorMessage, description=what, generate_examples=False)
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


def caller_of(request: ApiRequest, services: ServicesParam) -> Caller:
    """Who sent a request, without anything of the framework."""
    cookie = read_cookie(dict(request.headers))
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return Caller(
        address=limits.network_of(request.client.host) if request.client else "?",
        person=services.signer.person(cookie),
        token=token.strip() if kind.lower() == "bearer" and token else None,
        is_secure=request.url.scheme == "https",
        renew_cookie=services.signer.needs_renewal(cookie),
        received_ms=services.clock.now_ms() - request.scope.get("state", {}).get(TCP_TIMES, _not_measured)().unread_ms,
    )


def _not_measured() -> TcpTimes:
    """For a request without a connection that can be asked."""
    return NOT_MEASURED


def response(reply: Reply[Answer], media_type: MediaType = MediaType.JSON) -> Response[Answer]:
    """A reply as the framework sends it."""
    return Response(reply.body, status_code=reply.status, headers=dict(reply.headers), media_type=media_type)


def json_response(body: Struct | bytes) -> Response[Any]:
    """A body that is JSON already, or a struct."""
    return Response(body, status_code=200, media_type=MediaType.JSON)


async def while_connected(request: ApiRequest, work: Awaitable[Answer]) -> Answer:
    """Work that ends when its client has gone: nobody would read the answer."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_has_left(request))
    for task in (working, leaving):
        task.add_done_callback(_look_at)
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise Rejected("not_now", "the connection was closed before the answer")
    finally:
        working.cancel()
        leaving.cancel()


def _look_at(task: "asyncio.Future[Answer]") -> None:
    """A failure that nobody waits for any more, because the asker has gone, is not one for the log."""
    if not task.cancelled():
        task.exception()


async def _has_left(request: ApiRequest) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


@get("/api/games", responses=REFUSALS, sync_to_thread=False)
def list_games(services: ServicesParam) -> GameList:
    """The games that can be played here."""
    return games.list_games(services)


# Tables.


@post("/api/tables", responses=REFUSALS)
async def create_table(
    data: JSONBody[CreateTable], caller: CallerParam, services: ServicesParam
) -> Response[SeatsTaken]:
    """Set up a table."""
    return response(await tables.create_table(services, caller, data))


@get("/api/tables", responses=REFUSALS)
async def list_tables(
    services: ServicesParam, game: Annotated[str | None, QueryParameter(max_length=40)] = None
) -> TableList:
    """Tables that wait for players or can be watched."""
    return await tables.list_tables(services, game)


@get("/api/tables/{table:str}", responses=REFUSALS)
async def table_state(table: TablePath, caller: CallerParam, services: ServicesParam) -> Snapshot:
    """The table as the sender may see it; a seat's secret goes into the Authorization header."""
    return await tables.table_state(services, caller, table)


@post("/api/tables/{table:str}/join", responses=REFUSALS)
async def join_table(
    table: TablePath, data: JSONBody[JoinTable], caller: CallerParam, services: ServicesParam
) -> Response[SeatsTaken]:
    """Take an open seat."""
    return response(await tables.join_table(services, caller, table, data))


@post("/api/join", responses=REFUSALS)
async def join_by_code(
    data: JSONBody[JoinByCode], caller: CallerParam, services: ServicesParam
) -> Response[SeatsTaken]:
    """Take an open seat by the room code."""
    return response(await tables.join_by_code(services, caller, data))


@post("/api/match", responses=REFUSALS)
async def quick_match(data: JSONBody[QuickMatch], caller: CallerParam, services: ServicesParam) -> Response[SeatsTaken]:
    """Sit down with somebody who waits for the same, or wait."""
    return response(await tables.quick_match(services, caller, data))


@post("/api/tables/{table:str}/action", responses=REFUSALS, status_code=200)
async def act(table: TablePath, data: JSONBody[ActionRequest], caller: CallerParam, services: ServicesParam) -> Update:
    """Do something at a table without a socket."""
    return await tables.act(services, caller, table, data)


# Records and positions.


@get("/api/tables/{table:str}/record", responses=REFUSALS, media_type=MediaType.TEXT)
async def table_record(table: TablePath, caller: CallerParam, services: ServicesParam) -> Response[str]:
    """The game as a record, to keep."""
    return response(await positions.table_record(services, caller, table), MediaType.TEXT)


@get("/api/tables/{table:str}/replay", responses=REFUSALS)
async def table_replay(table: TablePath, caller: CallerParam, services: ServicesParam) -> Response[Replay]:
    """The game so far, step by step."""
    return json_response(await positions.table_replay(services, caller, table))


@post("/api/records", responses=REFUSALS, status_code=200)
async def read_record(
    data: JSONBody[ReadRecord], caller: CallerParam, services: ServicesParam, request: ApiRequest
) -> Response[Replay]:
    """A record, played through step by step."""
    return json_response(await while_connected(request, positions.read_record(services, caller, data)))


@post("/api/inspect", responses=REFUSALS, status_code=200)
async def inspect(data: JSONBody[InspectRequest], caller: CallerParam, services: ServicesParam) -> Response[Inspection]:
    """A position without a table."""
    return json_response(await positions.inspect(services, caller, data))


@post("/api/analyse", responses=REFUSALS, status_code=200)
async def analyse(
    data: JSONBody[AnalyseRequest], caller: CallerParam, services: ServicesParam, request: ApiRequest
) -> AnalysisAnswer:
    """What the engine thinks of a position."""
    return await while_connected(request, positions.analyse(services, caller, data))


@post("/api/tables/{table:str}/hint", responses=REFUSALS, status_code=200)
async def hint(
    table: TablePath, data: JSONBody[HintRequest], caller: CallerParam, services: ServicesParam, request: ApiRequest
) -> HintAnswer:
    """A hint for the seat to move."""
    return await while_connected(request, positions.hint(services, caller, table, data))


# The caller.


@get("/api/me", responses=REFUSALS)
async def me(
    caller: CallerParam, services: ServicesParam, skip: Annotated[int, QueryParameter(ge=0, le=100_000)] = 0
) -> Response[Profile]:
    """Who this browser is, and its games."""
    return response(await profile.me(services, caller, skip))


@put("/api/me", responses=REFUSALS)
async def set_me(data: JSONBody[UpdateProfile], caller: CallerParam, services: ServicesParam) -> Response[Profile]:
    """Be called something."""
    return response(await profile.set_me(services, caller, data))


@post("/api/me/link", responses=REFUSALS)
async def personal_link(caller: CallerParam, services: ServicesParam) -> Response[DeviceLink]:
    """A link that opens my games on another device, once and within an hour; the one before it is no longer valid."""
    return response(await profile.personal_link(services, caller))


@post("/me/{token:str}", include_in_schema=False)
async def use_link(token: FromPath[str], caller: CallerParam, services: ServicesParam) -> Response[str]:
    """Become the person whose link this is. The page at this address asks first; looking at it changes nothing."""
    return response(await profile.use_link(services, caller, token), MediaType.TEXT)


@get("/api/me/data", responses=REFUSALS)
async def my_data(caller: CallerParam, services: ServicesParam) -> Response[Payload]:
    """Everything that is kept of this person."""
    return response(await profile.my_data(services, caller))


@delete("/api/me", responses=REFUSALS, status_code=204)
async def erase_me(caller: CallerParam, services: ServicesParam) -> None:
    """Forget this person: name, link, and the name in every game's log."""
    await profile.erase_me(services, caller)


# The server.


@get("/api/party", responses=REFUSALS, sync_to_thread=False)
def party_state(request: ApiRequest, caller: CallerParam, services: ServicesParam) -> PartyState:
    """Whether phones in the home network can reach this server."""
    return party.party_state(services, caller, request.headers.get("host", ""))


@post("/api/party", responses=REFUSALS, status_code=200)
async def open_party(request: ApiRequest, caller: CallerParam, services: ServicesParam) -> PartyState:
    """Let phones in the home network reach this server until it ends; for the browser of its own machine."""
    return await party.open_party(services, caller, request.headers.get("host", ""))


@get("/api/health", responses=REFUSALS)
async def health(services: ServicesParam) -> Response[Health]:
    """Whether the server can store and read."""
    return response(await operations.health(services))


@get("/api/live", responses=REFUSALS, sync_to_thread=False)
def live(services: ServicesParam) -> Live:
    """Whether the process answers at all; one that does not should be started again."""
    return Live(version=services.version)


@get("/api/ready", responses=REFUSALS)
async def ready(services: ServicesParam) -> Response[Health]:
    """Whether new visitors may be sent here."""
    return response(await operations.ready(services))


@get("/metrics", include_in_schema=False, media_type=MediaType.TEXT)
async def metrics(services: ServicesParam) -> str:
    """Figures for Prometheus."""
    return operations.metrics(services)


HANDLERS: list[HTTPRouteHandler] = [
    list_games, create_table, list_tables, table_state, join_table, join_by_code, quick_match, act, table_record,
    table_replay, read_record, inspect, analyse, hint, me, set_me, personal_link, use_link, my_data, erase_me, party_state,
    open_party, health, live, ready, metrics,
]  # fmt: skip


# Errors.


def refuse(request: ApiRequest, refusal: Rejected) -> Response[ErrorMessage]:
    """A refusal as an answer."""
    body = error_message(refusal)
    headers = {"retry-after": str(1 + refusal.retry_after_ms // 1000)} if refusal.retry_after_ms else {}
    return Response(body, status_code=STATUS.get(refusal.code, 409), headers=headers, media_type=MediaType.JSON)


def refuse_unavailable(request: ApiRequest, error: StoreUnavailable) -> Response[ErrorMessage]:
    """The database is away: nobody's mistake, and no words of the driver."""
    return refuse(request, error.as_rejected())


CLIENT_HAS_GONE = "client disconnected prematurely"
"""What Litestar calls an error of the server when somebody goes away before a whole body has been sent."""


def refuse_http(request: ApiRequest, error: HTTPException) -> Response[ErrorMessage]:
    """What Litestar refuses: unreadable bodies, unknown paths, wrong methods."""
    detail = error.detail
    extra = getattr(error, "extra", None)
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        detail = "; ".join(f"{each.get('key', '')}: {each.get('message', '')}".strip(": ") for each in extra)
    codes = {404: "unknown_table", 405: "bad_message", 413: "too_large", 429: "too_often"}
    status = error.status_code
    if status >= 500 and detail != CLIENT_HAS_GONE:
        logger.error("a request failed: %s", detail)
    code = codes.get(status, "bad_message" if status < 500 else "try_again")
    body = error_message(Rejected(code, f"this cannot be done: {clean(detail, 300)}"))
    headers = {name: value for name, value in (error.headers or {}).items() if name.lower() == "allow"}
    return Response(body, status_code=status, headers=headers, media_type=MediaType.JSON)


def on_domain_error(request: ApiRequest, error: BoohiveError) -> Response[ErrorMessage]:
    """What the rules or notations refuse."""
    return refuse(request, Rejected("bad_message", error.sentence))


def refuse_nested(request: ApiRequest, error: RecursionError) -> Response[ErrorMessage]:
    """A body nested so deeply that it cannot be read."""
    return refuse(request, Rejected("bad_message", "this is nested too deeply to be read; send something simpler"))


def on_bug(request: ApiRequest, error: Exception) -> Response[ErrorMessage]:
    """Our own mistake: logged in full, answered in one sentence."""
    logger.error("a request failed", exc_info=error)
    body = error_message(Rejected("try_again", "something went wrong here; try again"))
    return Response(body, status_code=500, media_type=MediaType.JSON)


def before_request(services: Services) -> Callable[[ApiRequest], Awaitable[None]]:
    """Before every request: no other site's page changes anything. How often somebody may ask is decided in ``front.py``."""

    async def check(request: ApiRequest) -> None:
        headers = {"origin": request.headers.get("origin"), "host": request.headers.get("host", "")}
        given = {name: value for name, value in headers.items() if value is not None}
        if request.method not in ("GET", "HEAD") and not same_origin(given, services.settings.origins):
            raise Rejected("private", "pages of other sites cannot do this; open the server's own page")

    return check


def build_api(services: Services) -> Litestar:
    """The HTTP application."""
    handlers: dict[Any, Any] = {
        Rejected: refuse,
        StoreUnavailable: refuse_unavailable,
        BoohiveError: on_domain_error,
        HTTPException: refuse_http,
        RecursionError: refuse_nested,
        Exception: on_bug,
    }
    return Litestar(
        HANDLERS,
        dependencies={
            "services": Provide(lambda: services, sync_to_thread=False),
            "caller": Provide(caller_of, sync_to_thread=False),
        },
        exception_handlers=handlers,
        before_request=before_request(services),
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
