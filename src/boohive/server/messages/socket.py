"""Messages on the WebSocket."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from boohive.core.view import EffectData, SentenceData
from boohive.server.messages.parts import (
    ActionId,
    BoardPart,
    ChatMessage,
    ClockData,
    ClocksPart,
    CompanyPart,
    ErrorCode,
    EventData,
    PlaceText,
    TableId,
    TableSettings,
    TableView,
    Token,
)
from boohive.tables.fields import MoveText, SeatNumber, ServerMillis
from boohive.tables.log import (
    Abandon,
    Answer,
    AssistanceUsed,
    Chat,
    ClaimAbsence,
    ClaimDraw,
    ClaimsDiscarded,
    ClientAction,
    ClosedByAdmin,
    Kick,
    Mute,
    Offer,
    Pause,
    Play,
    RematchCreated,
    Rename,
    Resign,
    SeatLeft,
    Start,
    Timeout,
)

__all__ = [
    "CLIENT_ACTIONS",
    "CLIENT_MESSAGES",
    "PROTOCOL",
    "SERVER_ACTIONS",
    "SERVER_MESSAGES",
    "ActionMessage",
    "ClaimReceivedData",
    "ClocksMessage",
    "ErrorMessage",
    "FromClient",
    "FromServer",
    "Hello",
    "LatencyEcho",
    "LatencyProbe",
    "Overflow",
    "Ping",
    "Pong",
    "Presence",
    "Preview",
    "PreviewResult",
    "Resume",
    "RevealSoon",
    "SeatTakenData",
    "ShownAction",
    "Snapshot",
    "Subscribe",
    "TableCreatedData",
    "Unsubscribe",
    "Update",
]

PROTOCOL = 1
"""Raised when a client of the last version can no longer understand the server."""


# From the client.


class ClientMessage(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A message from a client to the server."""


class ActionMessage(ClientMessage, frozen=True, kw_only=True, tag="action"):
    """Do something at a table. Answered with ``update`` (to everybody) or ``error`` (to you). Safe to send again."""

    table_id: TableId
    id: ActionId
    """Made by you, never used before for this seat. Sending the same id again returns the first answer."""
    seq: Annotated[int, Meta(ge=0)]
    """The number you hold: what you saw when you decided."""
    action: ClientAction
    seat: SeatNumber | None = None
    """Which of your seats acts; needed only when you hold several."""
    token: Token | None = None
    """The seat's secret, for this one action, when you have not subscribed with it."""


class Subscribe(ClientMessage, frozen=True, kw_only=True, tag="subscribe"):
    """Follow a table from now on. Answered with ``snapshot``."""

    table_id: TableId
    tokens: Annotated[list[Token], Meta(max_length=6)] = []
    """Secrets of the seats you hold; without any you are a spectator. Your cookie counts too."""


class Resume(ClientMessage, frozen=True, kw_only=True, tag="resume"):
    """Follow a table again after a gap. Answered with the updates you missed, or with ``snapshot``."""

    table_id: TableId
    seq: Annotated[int, Meta(ge=0)]
    """The number you hold."""
    tokens: Annotated[list[Token], Meta(max_length=6)] = []


class Unsubscribe(ClientMessage, frozen=True, kw_only=True, tag="unsubscribe"):
    """Stop following a table."""

    table_id: TableId


class Preview(ClientMessage, frozen=True, kw_only=True, tag="preview", rename={"from_": "from"}):
    """What would moves do? Answered with ``preview``. Name moves, or what all of them have in common."""

    table_id: TableId
    id: ActionId
    """Comes back in the answer."""
    moves: Annotated[list[MoveText], Meta(max_length=64)] = []
    """These moves by their text."""
    piece: PlaceText | None = None
    """All legal moves of the piece with this id or kind ..."""
    from_: PlaceText | None = None
    """... and from here ..."""
    to: PlaceText | None = None
    """... and to there."""


class Ping(ClientMessage, frozen=True, kw_only=True, tag="ping"):
    """Are you there, and what time is it? Answered with ``pong``."""

    client_time: float = 0
    """Your own clock, in any unit; comes back unchanged."""


class LatencyEcho(ClientMessage, frozen=True, kw_only=True, tag="latency_echo"):
    """The answer to ``latency_probe``, to be sent at once."""

    n: int


# From the server.


class ServerMessage(Struct, frozen=True, tag_field="type", kw_only=True):
    """A message from the server."""


class Hello(ServerMessage, frozen=True, kw_only=True, tag="hello"):
    """The first message on every socket: load the page again when ``protocol`` is not the one you know."""

    protocol: int
    version: str
    server_ms: ServerMillis


class Snapshot(ServerMessage, frozen=True, kw_only=True, tag="snapshot"):
    """A table as it stands, complete: it replaces what you knew of it."""

    table_id: str
    seq: int
    """The number you hold from now on."""
    server_ms: ServerMillis
    settings: TableSettings
    room_code: str | None
    """For those at the table while it waits for players."""
    table: TableView
    effects: list[EffectData]
    """What the last event did."""
    events: list[EventData]
    """Every event of the game so far, without those taken back."""
    chat: list[ChatMessage]
    spectators: int
    gone_seat: int | None
    """The seat that has been away so long, while it was to move, that the other player may send ``claim_absence``."""


class SeatTakenData(Struct, frozen=True, tag_field="kind", tag="seat_taken"):
    """Somebody has taken a seat."""

    seat: int
    name: str | None
    occupant: Literal["person", "bot"]


class ClaimReceivedData(Struct, frozen=True, tag_field="kind", tag="claim_received"):
    """In a race: somebody has claimed; what and when is in the board's ``claims``, for those who may know it."""


class TableCreatedData(Struct, frozen=True, tag_field="kind", tag="table_created"):
    """The table was created."""


ShownAction = (
    Play | Resign | Offer | Answer | Chat | Start | SeatLeft | Rename | Abandon | ClaimDraw | ClaimAbsence
    | ClaimReceivedData | ClaimsDiscarded | Timeout | AssistanceUsed | RematchCreated | Pause | ClosedByAdmin | Mute | Kick
    | SeatTakenData | TableCreatedData
)  # fmt: skip


class Update(ServerMessage, frozen=True, kw_only=True, tag="update", omit_defaults=True):
    """Something happened at a table, and it is stored. Only the parts of the table that changed are in it."""

    table_id: str
    seq: int
    """Apply it when you hold ``seq - 1``; ignore it when you hold as much or more; otherwise send ``resume``."""
    server_ms: ServerMillis
    acted_ms: ServerMillis
    """When it happened, by the server's clock."""
    id: str
    """The ``id`` of the action."""
    seat: int | None
    action: ShownAction
    effects: list[EffectData] = []
    """What it did on the board, in order; show them, then the board."""
    board: BoardPart | None = None
    company: CompanyPart | None = None
    clocks: ClocksPart | None = None
    chat: ChatMessage | None = None
    """What was said, if something was."""
    events_taken_back: int = 0
    """Drop as many from the end of the list of events."""
    reveal_at: ServerMillis | None = None
    """In a race: show it at this moment, and measure ``reported_ms`` from the paint on."""
    is_resend: bool = False
    """Whether this answers a resend of something that had been done before."""


class ErrorMessage(ServerMessage, frozen=True, kw_only=True, tag="error", omit_defaults=True):
    """What you sent was not done."""

    code: ErrorCode
    message: SentenceData
    """What is wrong, then what would be right."""
    table_id: str | None = None
    id: str | None = None
    """The ``id`` of what was refused."""
    seq: int | None = None
    """The number the table is at; send ``resume`` when yours is smaller."""
    retry_after_ms: int | None = None
    """How long to wait before you try again."""


class PreviewResult(ServerMessage, frozen=True, kw_only=True, tag="preview"):
    """What the moves you asked about would do."""

    table_id: str
    id: str
    seq: int
    """The number of the entry whose position it is about."""
    effects: dict[str, list[EffectData]]
    """By the move's text."""


class ClocksMessage(ServerMessage, frozen=True, kw_only=True, tag="clocks"):
    """The clocks again: after a pause, or from time to time."""

    table_id: str
    server_ms: ServerMillis
    clocks: list[ClockData]
    game_ms: int | None = None


class Presence(ServerMessage, frozen=True, kw_only=True, tag="presence"):
    """Who is connected."""

    table_id: str
    connected: list[bool]
    """For each seat."""
    spectators: int
    gone_seat: int | None
    """The seat that has been away so long, while it was to move, that the other player may send ``claim_absence``."""


class RevealSoon(ServerMessage, frozen=True, kw_only=True, tag="reveal_soon"):
    """In a race: something will be shown to all at the same moment. What it is comes just before."""

    table_id: str
    server_ms: ServerMillis
    reveal_at: ServerMillis


class Pong(ServerMessage, frozen=True, kw_only=True, tag="pong"):
    """The answer to ``ping``."""

    client_time: float
    server_ms: ServerMillis


class LatencyProbe(ServerMessage, frozen=True, kw_only=True, tag="latency_probe"):
    """The server measures the round trip; answer with ``latency_echo`` at once."""

    n: int


class Overflow(ServerMessage, frozen=True, kw_only=True, tag="overflow"):
    """You read too slowly and messages were left out: send ``resume`` for this table."""

    table_id: str


class Notice(ServerMessage, frozen=True, kw_only=True, tag="notice", omit_defaults=True):
    """Something that concerns everybody at this server, at whatever table."""

    code: Literal["store_away", "store_back", "announcement"]
    """``store_away``: nothing can be stored just now; send again what is answered with ``try_again``."""
    message: SentenceData
    stops_at: ServerMillis | None = None
    """In an ``announcement``: when the server will stop for a while, with all clocks. Without it: it will not."""


FromClient = ActionMessage | Subscribe | Resume | Unsubscribe | Preview | Ping | LatencyEcho
FromServer = (
    Hello | Snapshot | Update | ErrorMessage | PreviewResult | ClocksMessage | Presence | RevealSoon | Pong
    | LatencyProbe | Overflow | Notice
)  # fmt: skip

CLIENT_MESSAGES: tuple[type[Struct], ...] = (
    ActionMessage, Subscribe, Resume, Unsubscribe, Preview, Ping, LatencyEcho,
)  # fmt: skip
SERVER_MESSAGES: tuple[type[Struct], ...] = (
    Hello, Snapshot, Update, ErrorMessage, PreviewResult, ClocksMessage, Presence, RevealSoon, Pong, LatencyProbe, Overflow,
    Notice,
)  # fmt: skip
CLIENT_ACTIONS: tuple[type[Struct], ...] = (
    Play, Resign, Offer, Answer, ClaimDraw, ClaimAbsence, Chat, Start, SeatLeft, Rename, Abandon,
)  # fmt: skip
SERVER_ACTIONS: tuple[type[Struct], ...] = (
    ClaimReceivedData, ClaimsDiscarded, Timeout, AssistanceUsed, RematchCreated, Pause, ClosedByAdmin, Mute, Kick, SeatTakenData,
    TableCreatedData,
)  # fmt: skip
