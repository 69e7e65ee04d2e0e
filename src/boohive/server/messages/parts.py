"""Parts that several messages share."""

from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, Struct

from boohive.core.view import MoveData, OutcomeData
from boohive.tables.fields import OfferKind, Phrase
from boohive.tables.hints import HintAnswer
from boohive.tables.log import ClockSetting
from boohive.tables.table import ChatMessage

__all__ = [
    "PARTS",
    "QUICK_PHRASES",
    "BoardPart",
    "ChatMessage",
    "ClaimData",
    "ClockData",
    "ClocksPart",
    "CompanyPart",
    "ErrorCode",
    "EventData",
    "OfferData",
    "SeatData",
    "Status",
    "TableSettings",
    "TableView",
]

TableId = Annotated[str, Meta(min_length=1, max_length=40)]
ActionId = Annotated[str, Meta(min_length=1, max_length=40)]
Token = Annotated[str, Meta(max_length=100)]
GameId = Annotated[str, Meta(min_length=1, max_length=40)]
PositionText = Annotated[str, Meta(max_length=4000)]
RecordText = Annotated[str, Meta(max_length=400_000)]
RoomCode = Annotated[str, Meta(min_length=5, max_length=12)]
PlaceText = Annotated[str, Meta(max_length=40)]
OptionsData = Annotated[dict[str, bool | int | str], Meta(max_length=40)]
PlainData = dict[str, Any]
"""Plain data in the words of a game."""
GameView = PlainData
"""A view as its game makes it; the generated documents name the type of each game."""
Status = Literal["waiting", "playing", "over"]

QUICK_PHRASES: tuple[str, ...] = get_args(Phrase)

ErrorCode = Literal[
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
    "no_engine",
    "busy",
    "try_again",
]
"""What kind of error it is; its ``message`` says more."""


class Part(Struct, frozen=True, kw_only=True):
    """A piece of a message."""


class EventData(Part, frozen=True, kw_only=True, omit_defaults=True):
    """One event of the game."""

    seat: int | None
    """``None`` when nobody did it."""
    text: str
    game_ms: int | None = None
    """When, where it is known."""


class SeatData(Part, frozen=True, kw_only=True):
    """A seat at the table."""

    seat: int
    name: str | None
    """``None`` for a player who gave no name, and for an empty seat."""
    occupant: Literal["empty", "person", "bot"]
    level: int | None = None
    """How strong the bot is."""
    connected: bool = False
    """Whether a page of theirs is connected; bots always are."""
    muted: bool = False
    resigned: bool = False
    """Whether this player has given up while the others play on."""
    assisted: bool = False
    """Whether this player has asked the computer for help in this game between people."""


class ClockData(Part, frozen=True, kw_only=True):
    """A seat's clock at the moment of the message's ``server_ms``."""

    remaining_ms: int | None
    """``None`` without a clock."""
    running: bool = False
    """Whether it runs down: show ``remaining_ms`` less the time since the message's ``server_ms``."""
    delay_ms: int = 0
    """Milliseconds that pass before it runs down."""


class OfferData(Part, frozen=True, kw_only=True):
    """An offer that awaits answers."""

    kind: OfferKind
    offered_by: int
    """The seat that made it."""
    awaiting: list[int]
    """The seats that still have to answer."""


class ClaimData(Part, frozen=True, kw_only=True):
    """In a race: one claim of the last ranking."""

    seat: int
    text: str
    corrected_ms: int | None
    """The corrected time from the reveal to the press."""
    reported_ms: int | None
    """What the page reported."""
    rtt_ms: int | None
    """The round trip the server measured."""
    rank: int | None = None
    """1 for the first; ``None`` while claims are still awaited."""
    tied: bool = False
    """Whether it was too close to call, so that the table's random generator decided."""


class BoardPart(Part, frozen=True, kw_only=True):
    """Everything about the game itself, as this viewer may see it."""

    status: Status
    moved: int
    """The ``seq`` of the last change of the position: what a person has in mind for a position holds as long as this
    number stays the same."""
    position: GameView
    """What is where. Nothing this viewer may not know is in it."""
    legal_moves: list[MoveData]
    """When one of your seats is to move; empty otherwise and in a race."""
    active_seats: list[int]
    """The seats that may act now: one in a turn-based game, any number in a race."""
    event_count: int
    last_event: EventData | None
    outcome: OutcomeData | None
    """How it ended; ``None`` while it goes on."""
    next_timer_ms: int | None
    """In a race: when (game time) something happens by itself."""
    claims: list[ClaimData]
    """In a race: the claims of the last ranking; one that waits to be ranked is here for its own seat alone."""
    hint: HintAnswer | None
    """The computer's hint to a player about this position of a game between people: everybody sees it."""


class CompanyPart(Part, frozen=True, kw_only=True):
    """Who is at the table and what they have agreed on, as this viewer may see it."""

    seats: list[SeatData]
    your_seats: list[int]
    """The seats this client may act for; several on a shared screen, none for a spectator."""
    is_host: bool
    """Whether this client may start the table."""
    offers: list[OfferData]
    takeback_allowed: bool
    """Whether taking back is possible here at all."""
    assistance_allowed: bool
    """Whether players may ask for hints: in a game between people only if that was agreed on, and never in strict play."""
    between_people: bool
    """Whether at least two different persons play: then nothing but hints that everybody sees is offered."""
    rematch_table: str | None
    """The table of the rematch."""


class ClocksPart(Part, frozen=True, kw_only=True):
    """The clocks at the moment of the message's ``server_ms``."""

    clocks: list[ClockData]
    """One per seat, in order."""
    game_ms: int | None
    """In a race: the game's own time."""


class TableView(Part, frozen=True, kw_only=True):
    """Everything at a table that can change."""

    board: BoardPart
    company: CompanyPart
    clocks: ClocksPart


class TableSettings(Part, frozen=True, kw_only=True):
    """What was agreed on when the table was created."""

    game: str
    title: str
    options: dict[str, bool | int | str]
    preset: str | None
    """The name of the set of options it was created with."""
    clock: ClockSetting
    strict: bool
    """No hints, no takebacks, and claims faster than a person are refused."""
    rated: bool
    assistance_allowed: bool
    """Whether hints were agreed on for a game between people; sitting down means agreeing."""
    random_seats: bool = False
    """Whether the seats are put in random order when the game starts."""
    party: bool = False
    """Whether one big screen shows the race and each phone is a player's; then a seat may be free while it is played."""
    public: bool
    """Whether strangers find it in the list of tables."""
    scenery: PlainData
    """What of the board never changes in a game: Booo!'s castle."""
    initial_position: str
    """The text of the position before the first event; empty where it would give a secret away."""


PARTS: tuple[type[Struct], ...] = (
    TableView, BoardPart, CompanyPart, ClocksPart, TableSettings, SeatData, EventData, ClockData, OfferData, ChatMessage,
    ClaimData,
)  # fmt: skip
