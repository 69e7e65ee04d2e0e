"""Every message on the wire, one struct each. docs/protocol.md and web/src/lib/messages.ts are written from this file.

One WebSocket at ``/ws`` serves any number of tables. OfferKind a page sends has a ``type`` and names its table; what comes
back has a ``type`` too. A page holds one number per table, ``seq``: it applies ``acted`` only when its ``seq`` is one
more than the number it holds, and otherwise sends ``resume``. Times called ``now`` and ``at`` are milliseconds since
1970 by the server's clock unless a field says otherwise.
"""

from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, Struct

from boohive.tables.claims import Claim
from boohive.tables.fields import Level, MoveText, Name, OfferKind, Phrase, SeatNumber, ServerMillis
from boohive.tables.log import (
    Abandon,
    Answer,
    AssistanceUsed,
    Chat,
    ClaimDraw,
    ClaimReceived,
    ClaimsDiscarded,
    ClientAction,
    ClockSetting,
    ClosedByAdmin,
    CorrespondenceClock,
    Kick,
    Mute,
    NoClock,
    Offer,
    Pause,
    Play,
    RealTimeClock,
    RematchCreated,
    Rename,
    Resign,
    SeatLeft,
    Start,
    Timeout,
)

__all__ = ["CLIENT_MESSAGES", "HTTP_MESSAGES", "PRESETS", "SERVER_MESSAGES", "FromClient", "FromServer"]

TableId = Annotated[str, Meta(min_length=1, max_length=40)]
ActionId = Annotated[str, Meta(min_length=1, max_length=40)]
Token = Annotated[str, Meta(max_length=100)]
GameId = Annotated[str, Meta(min_length=1, max_length=40)]
PositionText = Annotated[str, Meta(max_length=4000)]
RecordText = Annotated[str, Meta(max_length=400_000)]
RoomCode = Annotated[str, Meta(min_length=5, max_length=12)]
OptionsData = Annotated[dict[str, bool | int | str], Meta(max_length=40)]
Data = dict[str, Any]
"""Plain data in the game's own words: see the game's page for its fields."""

PRESETS: tuple[Phrase, ...] = get_args(Phrase)
"""The ready phrases of the chat; a page shows each in its own language."""

RefusalCode = Literal[
    "bad_message",
    "unknown_table",
    "not_your_seat",
    "not_your_turn",
    "illegal_move",
    "not_now",
    "stale",
    "too_early",
    "too_often",
    "too_large",
    "muted",
    "private",
    "full",
    "unknown_code",
    "unknown_game",
    "bad_option",
    "newer_format",
    "no_engine",
    "busy",
    "try_again",
]
"""Why something was refused, for programs; ``reason`` says the same to a player."""


# Parts that several messages share.


class Part(Struct, frozen=True, kw_only=True):
    """A piece of a message."""


class MoveData(Part, frozen=True, kw_only=True, rename={"start": "from", "end": "to"}):
    """A legal move. Games may add fields of their own."""

    text: str
    """OfferKind to send to play it."""
    kind: str
    """Such as ``place``, ``move``, ``row``."""
    piece: str | None = None
    start: Any = None
    """Where the piece stands now, or the list of spaces a choice is about."""
    end: Any = None
    """Where it goes."""


class EffectData(Part, frozen=True, kw_only=True):
    """One visible consequence of an event, to be shown in the order of the list. Fields that say nothing are left out."""

    kind: str
    """A rulebook word: placed, booped, fell, graduated, returned, won..."""
    seat: int | None = None
    """Whose piece it happens to, or who won."""
    piece: str | None = None
    start: str | None = None
    """Where it was; left out when it came from the pool or hand."""
    end: str | None = None
    """Where it is now; left out when it left the board."""
    by: str | None = None
    """OfferKind did it, where that is not plain."""
    over: list[str] | None = None
    """OfferKind it passed on the way."""
    note: str | None = None


class OutcomeData(Part, frozen=True, kw_only=True):
    """How the game ended."""

    winner: int | None
    """``None`` for a draw, a shared victory or no result."""
    reason: str
    """In the rulebook's words, or ``resigned``, ``time ran out``, ``agreed``, ``abandoned``."""


class EventData(Part, frozen=True, kw_only=True):
    """One event of the game."""

    seat: int | None
    """``None`` when nobody did it."""
    text: str
    at: int | None = None
    """Milliseconds since the game began, where it is known."""


class SeatData(Part, frozen=True, kw_only=True):
    """A seat at the table."""

    seat: int
    name: str
    occupant: Literal["open", "person", "bot"]
    level: int | None = None
    """How strong the bot is, 1 to 8."""
    here: bool = False
    """Whether a page of theirs is connected; bots always are."""
    muted: bool = False


class ClockData(Part, frozen=True, kw_only=True):
    """A seat's clock at the moment of the message's ``now``."""

    left: int | None
    """Milliseconds left; ``None`` without a clock."""
    running: bool = False
    """Whether it runs down: show ``left - (server's now - message's now)``."""
    free: int = 0
    """Milliseconds that pass before it runs down (delay)."""


class OfferData(Part, frozen=True, kw_only=True):
    """An offer that waits for answers."""

    what: OfferKind
    by: int
    """The seat that made it."""
    waiting: list[int]
    """The seats that still have to answer."""


class ChatData(Part, frozen=True, kw_only=True):
    """Something said. Show it as text and nothing else."""

    at: ServerMillis
    seat: int | None
    name: str
    text: str = ""
    phrase: Phrase | None = None
    """One of the quick phrases; then ``text`` is empty."""


class Scene(Part, frozen=True, kw_only=True):
    """Everything at a table that an action can change, as this page may see it. It replaces the scene before it."""

    status: Literal["waiting", "playing", "over"]
    seats: list[SeatData]
    you: list[int]
    """The seats that this page may act for; several in hot seat, none for a spectator."""
    host: bool
    """Whether this page may start the table."""
    acting: list[int]
    """The seats that may act now: one in a turn game, any number in a race."""
    position: Data
    """The position's ``view`` for this page: what lies where. Nothing a seat may not know is in it."""
    legal: list[MoveData]
    """The legal moves, when one of your seats is to move; empty otherwise and in a race."""
    last: EventData | None
    """The last event of the game."""
    moves: int
    """How many events the game has had."""
    clocks: list[ClockData]
    """One per seat, in order."""
    offers: list[OfferData]
    outcome: OutcomeData | None
    """How it ended; ``None`` while it goes on."""
    game_time: int | None
    """In a race: milliseconds since the game began at the message's ``now``."""
    due: int | None
    """In a race: when (milliseconds since the game began) something happens by itself, such as a cool-down that ends."""
    claims: list[Claim]
    """In a race: the claims of the ranking under way or just made."""
    next: str | None = None
    """The table of the rematch."""
    can_takeback: bool = False
    """Whether taking back is possible here at all (not in strict play, not before the first move)."""


# OfferKind a page sends.


class ClientMessage(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A message from a page or a program to the server."""


class Act(ClientMessage, frozen=True, kw_only=True, tag="act"):
    """Do something at a table. Answered with ``acted`` (to everybody) or ``refused`` (to you). Safe to send again."""

    table: TableId
    id: ActionId
    """Made by you, never used before for this seat. Sending the same id again returns the first answer."""
    seq: Annotated[int, Meta(ge=0)]
    """The number you hold: what you saw when you decided."""
    do: ClientAction
    seat: SeatNumber | None = None
    """Which of your seats acts; needed only when you hold several."""
    token: Token | None = None
    """The seat's secret, when this socket has not shown it before."""


class Watch(ClientMessage, frozen=True, kw_only=True, tag="watch"):
    """Follow a table from now on. Answered with ``state``."""

    table: TableId
    tokens: Annotated[list[Token], Meta(max_length=6)] = []
    """Secrets of the seats you hold; without any you are a spectator. Your cookie counts too."""


class Resume(ClientMessage, frozen=True, kw_only=True, tag="resume"):
    """Follow a table again after a gap. Answered with the ``acted`` messages you missed, or with ``state``."""

    table: TableId
    seq: Annotated[int, Meta(ge=0)]
    """The number you hold."""
    tokens: Annotated[list[Token], Meta(max_length=6)] = []


class Unwatch(ClientMessage, frozen=True, kw_only=True, tag="unwatch"):
    """Stop following a table."""

    table: TableId


class Preview(ClientMessage, frozen=True, kw_only=True, tag="preview"):
    """OfferKind would a move do? Answered with ``previewed``. Name moves, or what all of them have in common."""

    table: TableId
    id: ActionId
    """Comes back in the answer."""
    moves: Annotated[list[MoveText], Meta(max_length=64)] = []
    """These moves by their text."""
    piece: Annotated[str, Meta(max_length=40)] | None = None
    """All legal moves of this piece (the ``piece`` of the legal moves) ..."""
    start: Annotated[str, Meta(max_length=40)] | None = None
    """... and from here (their ``from``) ..."""
    end: Annotated[str, Meta(max_length=40)] | None = None
    """... and to there (their ``to``)."""


class Ping(ClientMessage, frozen=True, kw_only=True, tag="ping"):
    """Are you there, and what time is it? Answered with ``pong``."""

    at: float = 0
    """Your own clock, in any unit; comes back unchanged."""


class Echo(ClientMessage, frozen=True, kw_only=True, tag="echo"):
    """The answer to ``probe``, to be sent at once."""

    n: int


# OfferKind the server sends.


class ServerMessage(Struct, frozen=True, tag_field="type", kw_only=True):
    """A message from the server."""


class State(ServerMessage, frozen=True, kw_only=True, tag="state"):
    """A table as it stands, complete: forget what you knew of it."""

    table: str
    seq: int
    """The number you hold from now on."""
    now: ServerMillis
    game: str
    title: str
    options: dict[str, bool | int | str]
    clock: ClockSetting
    strict: bool
    listed: bool
    code: str | None
    """The room code, for those at the table while it waits for players."""
    scene: Scene
    effects: list[EffectData]
    """OfferKind the last event did."""
    history: list[EventData]
    """Every event of the game so far, without those taken back."""
    start: str
    """The text of the position before the first of them."""
    chat: list[ChatData]
    watchers: int


SeenAction = (
    ClientAction | ClaimReceived | ClaimsDiscarded | Timeout | AssistanceUsed | RematchCreated | Pause | ClosedByAdmin
    | Mute | Kick
)  # fmt: skip


class SatDown(Struct, frozen=True, tag_field="kind", tag="seat_taken"):
    """Somebody has taken a seat."""

    seat: int
    name: str
    occupant: Literal["person", "bot"]


class Opened(Struct, frozen=True, tag_field="kind", tag="table_created"):
    """The table was set up."""


class Acted(ServerMessage, frozen=True, kw_only=True, tag="acted"):
    """Something happened at a table, and it is on disk."""

    table: str
    seq: int
    """Apply it when you hold ``seq - 1``; ignore it when you hold as much or more; otherwise send ``resume``."""
    now: ServerMillis
    at: ServerMillis
    """ServerMillis it happened."""
    id: str
    """The ``id`` of the ``act`` that did it."""
    seat: int | None
    did: SeenAction | SatDown | Opened
    effects: list[EffectData]
    """OfferKind it did on the board, in order; show them, then the scene."""
    scene: Scene
    chat: ChatData | None = None
    """OfferKind was said, if something was."""
    taken_back: int = 0
    """How many events were taken back: drop as many from the end of the history."""
    show_at: ServerMillis | None = None
    """In a race: show it at this moment of the server's clock, and measure ``elapsed`` from the paint on."""
    again: bool = False
    """Whether this is the answer to a resend of something that had been done before."""


class Refused(ServerMessage, frozen=True, kw_only=True, tag="refused"):
    """OfferKind you sent was not done."""

    code: RefusalCode
    reason: str
    """OfferKind is wrong, then what would be right."""
    table: str | None = None
    id: str | None = None
    """The ``id`` of what was refused."""
    seq: int | None = None
    """The number the table is at; send ``resume`` when yours is smaller."""
    wait: int | None = None
    """Milliseconds to wait before you try again."""


class Previewed(ServerMessage, frozen=True, kw_only=True, tag="previewed"):
    """OfferKind the moves you asked about would do."""

    table: str
    id: str
    seq: int
    """The number of the table it holds for."""
    effects: dict[str, list[EffectData]]
    """By the move's text."""


class Clock(ServerMessage, frozen=True, kw_only=True, tag="clock"):
    """The clocks anew: after a pause, or when a page asks for nothing else for a while."""

    table: str
    now: ServerMillis
    clocks: list[ClockData]
    game_time: int | None = None


class Presence(ServerMessage, frozen=True, kw_only=True, tag="presence"):
    """Who is connected."""

    table: str
    here: list[bool]
    """For each seat."""
    watchers: int


class Soon(ServerMessage, frozen=True, kw_only=True, tag="soon"):
    """In a race: something will be shown to all at the same moment. Get ready; what it is comes just before."""

    table: str
    now: ServerMillis
    show_at: ServerMillis


class Pong(ServerMessage, frozen=True, kw_only=True, tag="pong"):
    """The answer to ``ping``."""

    at: float
    now: ServerMillis


class Probe(ServerMessage, frozen=True, kw_only=True, tag="probe"):
    """The server measures the round trip; answer with ``echo`` at once."""

    n: int


class Resync(ServerMessage, frozen=True, kw_only=True, tag="resync"):
    """You read too slowly and messages were left out: send ``resume`` for this table."""

    table: str


# Over HTTP.


class WantedSeat(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who is to sit on a seat of a new table."""

    player: Literal["me", "open", "bot"]
    level: Level | None = None
    """For a bot: 1 (a child wins) to 8."""
    name: Name | None = None
    """For ``me``; several seats of mine are a hot seat."""


class CreateTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``POST /api/tables``: set up a table. Answered with ``Joined``."""

    game: GameId
    seats: Annotated[list[WantedSeat], Meta(min_length=1, max_length=6)]
    """In the order in which they sit; the first one begins."""
    preset: Annotated[str, Meta(max_length=40)] | None = None
    """Options that go together, by the name the game has for them; the rulebook's if nothing is said."""
    options: OptionsData = {}
    """Only what differs from that."""
    clock: ClockSetting = NoClock()
    shuffle: bool = False
    """Draw lots for who begins."""
    listed: bool = False
    """Let strangers find it."""
    strict: bool = False
    position: PositionText | None = None
    """Begin here instead of at the ordinary start."""
    record: RecordText | None = None
    """Go on with this game (its options and moves count)."""


class JoinTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``POST /api/tables/{table}/join``: take an open seat. Answered with ``Joined``."""

    name: Name | None = None
    seat: SeatNumber | None = None
    """Which one; the first open one if you do not mind."""


class JoinByCode(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``POST /api/join``: take an open seat by the five-letter room code. Answered with ``Joined``."""

    code: RoomCode
    name: Name | None = None


class QuickMatch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``POST /api/match``: sit down with whoever waits for the same game, or wait yourself. Answered with ``Joined``."""

    game: GameId
    clock: ClockSetting = NoClock()
    name: Name | None = None


class SeatToken(Struct, frozen=True, kw_only=True):
    """The secret of one of your seats. Whoever has it may act for the seat."""

    seat: int
    token: str


class Joined(Struct, frozen=True, kw_only=True):
    """You have a seat (or several)."""

    table: str
    tokens: list[SeatToken]
    code: str | None = None
    """The room code others can join by, while seats are open."""
    link: str = ""
    """The page of the table: safe to give to anybody, it lets them join an open seat or watch."""


class OpenTable(Struct, frozen=True, kw_only=True):
    """A table that waits for players, or can be watched."""

    table: str
    game: str
    title: str
    seats: list[SeatData]
    clock: ClockSetting
    options: dict[str, bool | int | str]
    strict: bool
    status: Literal["waiting", "playing", "over"]
    created: ServerMillis


class OpenTables(Struct, frozen=True, kw_only=True):
    """``GET /api/tables``: the listed tables, those that wait first."""

    tables: list[OpenTable]


class DoByHttp(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``POST /api/tables/{table}/act``: the same as ``act`` for clients without a socket. Answered with ``acted``."""

    id: ActionId
    seq: Annotated[int, Meta(ge=0)]
    do: ClientAction
    seat: SeatNumber | None = None
    token: Token | None = None


class OptionInfo(Struct, frozen=True, kw_only=True):
    """One thing that may be agreed on."""

    name: str
    default: bool | int | str
    """OfferKind people who sit down to play expect."""
    help: str
    choices: list[str] = []
    least: int | None = None
    most: int | None = None


class PresetInfo(Struct, frozen=True, kw_only=True):
    """Options that players know by one name."""

    name: str
    options: dict[str, bool | int | str]
    help: str


class GameInfo(Struct, frozen=True, kw_only=True):
    """A game on the shelf."""

    id: str
    title: str
    summary: str
    seats: list[int]
    """How many can play."""
    options: list[OptionInfo]
    presets: list[PresetInfo]
    levels: list[int]
    """How strong bots can be; empty when there are none."""
    race: bool
    """Whether several seats act at once."""
    hints: bool
    """Whether hints and analysis can be asked for."""


class Shelf(Struct, frozen=True, kw_only=True):
    """``GET /api/games``: the games, and what a page needs to know of the server."""

    games: list[GameInfo]
    presets: list[str]
    """The ready phrases of the chat."""
    version: str


class LookRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``POST /api/look``: a position without a table, for lessons, replays and shared links. Answered with ``Look``."""

    game: GameId
    options: OptionsData = {}
    position: PositionText | None = None
    """Where to begin; the ordinary start if not told."""
    moves: Annotated[list[MoveText], Meta(max_length=2000)] = []
    """Moves to play from there; in a race events of whoever may act, all at the position's own time."""
    preview: Annotated[list[MoveText], Meta(max_length=64)] = []
    """Moves whose effects are wanted."""
    piece: Annotated[str, Meta(max_length=40)] | None = None
    """All legal moves of this piece, as in ``preview`` ..."""
    start: Annotated[str, Meta(max_length=40)] | None = None
    """... from here."""


class Look(Struct, frozen=True, kw_only=True):
    """A position without a table."""

    game: str
    text: str
    """The position's text; a link can carry it."""
    position: Data
    legal: list[MoveData]
    effects: list[EffectData]
    """OfferKind the last move did."""
    previews: dict[str, list[EffectData]]
    outcome: OutcomeData | None


class ReadRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``POST /api/records``: read a record (of Hive a GameString, PGN or SGF too). Answered with ``Replay``."""

    record: RecordText


class ReplayStep(Struct, frozen=True, kw_only=True):
    """One event of a record and what it led to."""

    event: EventData
    effects: list[EffectData]
    position: Data
    text: str
    """The position's text."""


class Replay(Struct, frozen=True, kw_only=True):
    """A whole game. ``GET /api/tables/{table}/replay`` gives that of a table."""

    game: str
    title: str
    options: dict[str, bool | int | str]
    seats: list[str]
    """The players' names, where they were told."""
    start: str
    position: Data
    """The position before the first event."""
    steps: list[ReplayStep]
    outcome: OutcomeData | None
    record: str
    """The record as text."""
    forms: dict[str, str] = {}
    """The same for other programs, by name: of Hive ``uhp`` (a GameString) and ``pgn``."""


class AnalyseRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``POST /api/analyse``: what the engine thinks of a position. Answered with ``Analysis``."""

    game: GameId
    options: OptionsData = {}
    position: PositionText | None = None
    moves: Annotated[list[MoveText], Meta(max_length=2000)] = []
    millis: Annotated[int, Meta(ge=10, le=10_000)] = 1000
    lines: Annotated[int, Meta(ge=1, le=5)] = 1


class AnalysedLine(Struct, frozen=True, kw_only=True):
    """One line of play."""

    moves: list[str]
    score: float
    """From the view of the seat to move; larger is better for it."""
    chance: float
    """The chance of winning of the seat to move, 0 to 1."""
    words: str = ""


class Analysis(Struct, frozen=True, kw_only=True):
    """OfferKind the engine thinks."""

    lines: list[AnalysedLine]
    depth: int = 0
    nodes: int = 0
    words: str = ""


class HintRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``POST /api/tables/{table}/hint``: a hint for the seat to move; not in strict play. Answered with ``Hint``."""

    how: Literal["area", "piece", "move"] = "move"
    """How much to tell."""
    token: Token | None = None


class Hint(Struct, frozen=True, kw_only=True):
    """A hint."""

    words: str
    move: str | None = None
    piece: str | None = None
    area: list[str] = []
    """Spaces to look at."""


class MyTable(Struct, frozen=True, kw_only=True):
    """One of my games."""

    table: str
    game: str
    title: str
    seats: list[SeatData]
    you: list[int]
    status: Literal["waiting", "playing", "over"]
    your_turn: bool
    outcome: OutcomeData | None
    touched: ServerMillis


class Me(Struct, frozen=True, kw_only=True):
    """``GET /api/me``: who this browser is, and its games."""

    name: str
    tables: list[MyTable]


class SetMe(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``PUT /api/me``: be called something. Answered with ``Me``."""

    name: Name


class PersonalLink(Struct, frozen=True, kw_only=True):
    """``POST /api/me/link``: a link that opens my games on another device. Keep it to yourself."""

    link: str


class Health(Struct, frozen=True, kw_only=True):
    """``GET /api/health``: whether the server can store and read."""

    ok: bool
    version: str
    store: str
    tables: int
    """Tables in this process's memory."""
    sockets: int


FromClient = Act | Watch | Resume | Unwatch | Preview | Ping | Echo
FromServer = State | Acted | Refused | Previewed | Clock | Presence | Soon | Pong | Probe | Resync

CLIENT_MESSAGES: tuple[type[Struct], ...] = (Act, Watch, Resume, Unwatch, Preview, Ping, Echo)
SERVER_MESSAGES: tuple[type[Struct], ...] = (
    State, Acted, Refused, Previewed, Clock, Presence, Soon, Pong, Probe, Resync,
)  # fmt: skip
DEEDS: tuple[type[Struct], ...] = (
    Play, Resign, Offer, Answer, ClaimDraw, Chat, Start, SeatLeft, Rename, Abandon,
)  # fmt: skip
SERVER_DEEDS: tuple[type[Struct], ...] = (
    ClaimReceived, ClaimsDiscarded, Timeout, AssistanceUsed, RematchCreated, Pause, ClosedByAdmin, Mute, Kick, SatDown, Opened,
)  # fmt: skip
CLOCKS: tuple[type[Struct], ...] = (NoClock, RealTimeClock, CorrespondenceClock)
PARTS: tuple[type[Struct], ...] = (
    Scene, SeatData, MoveData, EffectData, EventData, OutcomeData, ClockData, OfferData, ChatData, Claim,
)  # fmt: skip
HTTP_MESSAGES: tuple[type[Struct], ...] = (
    Shelf, GameInfo, OptionInfo, PresetInfo,
    CreateTable, WantedSeat, JoinTable, JoinByCode, QuickMatch, Joined, SeatToken, OpenTables, OpenTable, DoByHttp,
    LookRequest, Look, ReadRecord, Replay, ReplayStep, AnalyseRequest, Analysis, AnalysedLine, HintRequest, Hint,
    Me, MyTable, SetMe, PersonalLink, Health,
)  # fmt: skip
