"""Bodies of HTTP requests and answers."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from boohive.core.view import EffectData, MoveData, OutcomeData, SentenceData
from boohive.server.messages.parts import (
    ActionId,
    EventData,
    GameId,
    GameView,
    OptionsData,
    PlaceText,
    PlainData,
    PositionText,
    RecordText,
    RoomCode,
    SeatData,
    Status,
    Token,
)
from boohive.tables.fields import Level, MoveText, Name, SeatNumber, ServerMillis
from boohive.tables.hints import HintAnswer
from boohive.tables.log import ClientAction, ClockSetting, NoClock

__all__ = ["HTTP_MESSAGES"]


class RequestBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of a request."""


class AnswerBody(Struct, frozen=True, kw_only=True):
    """The body of an answer."""


# Tables.


class SeatRequest(RequestBody, frozen=True, kw_only=True):
    """Who is to sit on a seat of a new table."""

    occupant: Literal["me", "empty", "bot"]
    """``empty``: open to anybody."""
    level: Level | None = None
    """For a bot: one of the game's levels."""
    name: Name | None = None
    """For ``me``; several seats of mine share one screen."""


class CreateTable(RequestBody, frozen=True, kw_only=True):
    """``POST /api/tables``: set up a table. Answered with ``SeatsTaken``."""

    game: GameId
    seats: Annotated[list[SeatRequest], Meta(min_length=1, max_length=6)]
    """In the order in which they sit; the first one begins."""
    preset: Annotated[str, Meta(max_length=40)] | None = None
    """A set of options by its name; ``rulebook`` if you do not say."""
    options: OptionsData = {}
    """Only what differs from the preset."""
    clock: ClockSetting = NoClock()
    random_seats: bool = False
    """Let the server decide at random who begins."""
    public: bool = False
    """Let strangers find it."""
    party: bool = False
    """One big screen shows the race and each phone is a player's: nobody needs to sit down yet, and whoever comes while it
    is played may still join."""
    strict: bool = False
    """No hints, no takebacks, and claims faster than a person are refused."""
    assistance_allowed: bool = False
    """Whether players of a game between people may ask the computer for hints, which everybody at the table sees. Who
    plays alone or against bots always may, except in strict play."""
    position: PositionText | None = None
    """Begin here instead of at the ordinary start."""
    record: RecordText | None = None
    """Go on with this game (its options and moves count)."""


class JoinTable(RequestBody, frozen=True, kw_only=True):
    """``POST /api/tables/{table_id}/join``: take an empty seat. Answered with ``SeatsTaken``."""

    name: Name | None = None
    seat: SeatNumber | None = None
    """Which one; the first empty one if you do not mind."""


class JoinByCode(RequestBody, frozen=True, kw_only=True):
    """``POST /api/join``: take an empty seat by the five-letter room code. Answered with ``SeatsTaken``."""

    room_code: RoomCode
    name: Name | None = None
    assistance_allowed: bool = False
    """You agree to hints of the computer, which everybody sees; a table that allows them takes nobody by code without it."""


class QuickMatch(RequestBody, frozen=True, kw_only=True):
    """``POST /api/match``: play with somebody who waits for the same game, or wait. Answered with ``SeatsTaken``."""

    game: GameId
    clock: ClockSetting = NoClock()
    name: Name | None = None


class SeatToken(AnswerBody, frozen=True, kw_only=True):
    """The secret of one of your seats. Anybody who has it may act for the seat."""

    seat: int
    token: str


class SeatsTaken(AnswerBody, frozen=True, kw_only=True):
    """You have a seat (or several)."""

    table_id: str
    tokens: list[SeatToken]
    room_code: str | None = None
    """Others can join by it while seats are empty."""
    link: str = ""
    """The page of the table: safe to give to anybody, it lets them join an empty seat or watch."""


class PartyState(AnswerBody, frozen=True, kw_only=True):
    """``GET /api/party``: whether phones in the home network can reach this server. ``POST /api/party`` lets them, until the
    server ends. Both are for the browser of the machine that runs it; all others are told nothing."""

    can_open: bool
    """Whether this server listens on its own machine only, and may listen on the home network too."""
    links: list[str]
    """Where phones find it now."""


class TableSummary(AnswerBody, frozen=True, kw_only=True):
    """A table in a list."""

    table_id: str
    game: str
    title: str
    seats: list[SeatData]
    clock: ClockSetting
    options: dict[str, bool | int | str]
    strict: bool
    rated: bool
    assistance_allowed: bool
    """Whether hints were agreed on for a game between people."""
    status: Status
    created_ms: ServerMillis


class TableList(AnswerBody, frozen=True, kw_only=True):
    """``GET /api/tables``: the public tables, those that wait first."""

    tables: list[TableSummary]


class ActionRequest(RequestBody, frozen=True, kw_only=True):
    """``POST /api/tables/{table_id}/action``: ``action`` for clients without a socket. Answered with ``update``."""

    id: ActionId
    seq: Annotated[int, Meta(ge=0)]
    action: ClientAction
    seat: SeatNumber | None = None
    token: Token | None = None


# Games.


class OptionInfo(AnswerBody, frozen=True, kw_only=True):
    """One thing that may be agreed on."""

    name: str
    default: bool | int | str
    """Its value in the preset ``rulebook``."""
    help: str
    choices: list[str] = []
    minimum: int | None = None
    maximum: int | None = None


class PresetInfo(AnswerBody, frozen=True, kw_only=True):
    """Options that players know by one name."""

    name: str
    options: dict[str, bool | int | str]
    """Every option with its value."""
    help: str


class LevelData(AnswerBody, frozen=True, kw_only=True):
    """How strong a bot can be."""

    number: int
    name: str


class GameInfo(AnswerBody, frozen=True, kw_only=True):
    """A game that can be played here."""

    id: str
    title: str
    summary: str
    kind: Literal["turns", "race"]
    player_counts: list[int]
    options: list[OptionInfo]
    presets: list[PresetInfo]
    levels: list[LevelData]
    """Empty when there are no bots."""
    analysis: bool
    """Whether hints and analysis can be asked for."""


class GameList(AnswerBody, frozen=True, kw_only=True):
    """``GET /api/games``: the games, and what a page needs to know of the server."""

    games: list[GameInfo]
    quick_phrases: list[str]
    """The chat's quick phrases."""
    version: str
    protocol: int


# Positions and records.


class InspectRequest(RequestBody, frozen=True, kw_only=True, rename={"from_": "from"}):
    """``POST /api/inspect``: a position without a table, for lessons, replays and links. Answered with ``Inspection``."""

    game: GameId
    preset: Annotated[str, Meta(max_length=40)] | None = None
    options: OptionsData = {}
    position: PositionText | None = None
    """Where to begin; the ordinary start if you do not say."""
    moves: Annotated[list[MoveText], Meta(max_length=2000)] = []
    """Moves to play from there; in a race events of any seat that may act, all at the position's own time."""
    preview: Annotated[list[MoveText], Meta(max_length=64)] = []
    """Moves whose effects are wanted."""
    piece: PlaceText | None = None
    """All legal moves of this piece, as in ``preview`` ..."""
    from_: PlaceText | None = None
    """... from here."""


class Inspection(AnswerBody, frozen=True, kw_only=True):
    """A position without a table."""

    game: str
    text: str
    """The position's text; a link can carry it."""
    scenery: PlainData
    position: GameView
    legal_moves: list[MoveData]
    effects: list[EffectData]
    """What the last move did."""
    previews: dict[str, list[EffectData]]
    outcome: OutcomeData | None


class ReadRecord(RequestBody, frozen=True, kw_only=True):
    """``POST /api/records``: read a record in any format its game knows. Answered with ``Replay``."""

    record: RecordText


class ReplayStep(AnswerBody, frozen=True, kw_only=True):
    """One event of a record and what it led to."""

    event: EventData
    effects: list[EffectData]
    position: GameView


class PlayerInfo(AnswerBody, frozen=True, kw_only=True):
    """A player named in a record."""

    name: str | None
    occupant: Literal["person", "bot"]
    level: int | None = None


class Replay(AnswerBody, frozen=True, kw_only=True):
    """A whole game. ``GET /api/tables/{table_id}/replay`` gives that of a table."""

    game: str
    title: str
    options: dict[str, bool | int | str]
    players: list[PlayerInfo]
    initial_position: str
    scenery: PlainData
    position: GameView
    """The position before the first event."""
    steps: list[ReplayStep]
    outcome: OutcomeData | None
    record: str
    """The record as text."""
    formats: dict[str, str] = {}
    """The same for other programs, by the format's name."""
    in_play: bool = False
    """Whether it is a game between people that goes on: it is analysed when it is over."""


# The engine.


class AnalyseRequest(RequestBody, frozen=True, kw_only=True):
    """``POST /api/analyse``: what the engine thinks of a position. Answered with ``AnalysisAnswer``.

    Refused for positions of a running game between people from its eighth move on, however the board is turned.
    """

    game: GameId
    preset: Annotated[str, Meta(max_length=40)] | None = None
    options: OptionsData = {}
    position: PositionText | None = None
    moves: Annotated[list[MoveText], Meta(max_length=2000)] = []
    time_ms: Annotated[int, Meta(ge=10, le=10_000)] = 1000
    multipv: Annotated[int, Meta(ge=1, le=5)] = 1
    """How many variations."""


class VariationData(AnswerBody, frozen=True, kw_only=True):
    """A move and what the engine expects to follow."""

    moves: list[str]
    score: float
    """From the view of the seat to move; larger is better for it."""
    win_probability: float
    """Of the seat to move, 0 to 1."""
    description: SentenceData


class AnalysisAnswer(AnswerBody, frozen=True, kw_only=True):
    """What the engine thinks."""

    variations: list[VariationData]
    depth: int = 0
    nodes: int = 0


class HintRequest(RequestBody, frozen=True, kw_only=True):
    """``POST /api/tables/{table_id}/hint``: help for the seat to move. Answered with ``HintAnswer``.

    Refused in strict play, and in a game between people unless its table allows it; there everybody sees the hint.
    """

    detail: Literal["area", "piece", "move"] = "move"
    """How much to give away."""
    token: Token | None = None


# The visitor.


class MyTable(AnswerBody, frozen=True, kw_only=True):
    """One of my games."""

    table_id: str
    game: str
    title: str
    seats: list[SeatData]
    your_seats: list[int]
    status: Status
    your_turn: bool
    outcome: OutcomeData | None
    last_activity: ServerMillis


class Profile(AnswerBody, frozen=True, kw_only=True):
    """``GET /api/me``: who this browser is, and its last 50 games; ``?skip=50`` for those before them."""

    name: str
    tables: list[MyTable]
    more: bool = False
    """Whether there are older games."""


class UpdateProfile(RequestBody, frozen=True, kw_only=True):
    """``PUT /api/me``: choose a name. Answered with ``Profile``."""

    name: Name


class DeviceLink(AnswerBody, frozen=True, kw_only=True):
    """``POST /api/me/link``: a link that opens my games on another device. Keep it to yourself.

    It works once and for an hour: its page asks, and accepts with ``POST /me/{token}``.
    """

    link: str


class Live(AnswerBody, frozen=True, kw_only=True):
    """``GET /api/live``: the process answers; nothing is said about its database."""

    ok: bool = True
    version: str


class Health(AnswerBody, frozen=True, kw_only=True):
    """``GET /api/health``: whether the server can store and read."""

    ok: bool
    version: str
    store: str
    tables: int
    """Tables in this process's memory."""
    unreadable: int
    """Tables set aside because their logs cannot be read: ``boohive admin check`` lists them."""
    sockets: int


HTTP_MESSAGES: tuple[type[Struct], ...] = (
    GameList, GameInfo, OptionInfo, PresetInfo, LevelData,
    CreateTable, SeatRequest, JoinTable, JoinByCode, QuickMatch, SeatsTaken, SeatToken, TableList, TableSummary,
    ActionRequest, InspectRequest, Inspection, ReadRecord, Replay, ReplayStep, PlayerInfo,
    AnalyseRequest, AnalysisAnswer, VariationData, HintRequest, HintAnswer,
    Profile, MyTable, UpdateProfile, DeviceLink, PartyState, Health, Live,
)  # fmt: skip
