"""The log of a table: every action that can stand in it, and one entry of it.

Actions that a person may send come first; those only a server writes follow. What is written here is kept for ever:
every change raises ``FORMAT``, and every older number stays readable. A field may be added with a default that means
what its absence meant; none is renamed, removed or given another meaning. A reader ignores fields it does not know and
refuses a log whose number is higher than its own.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from boohive.core.game import Seat
from boohive.tables.claims import Claim
from boohive.tables.errors import Rejected
from boohive.tables.fields import Level, Millis, MoveText, Name, OfferKind, Phrase, SeatNumber, ServerMillis
from boohive.tables.hints import HintAnswer

__all__ = [
    "FORMAT",
    "OLD_RNG",
    "RNG",
    "Abandon",
    "Action",
    "ActionBase",
    "Answer",
    "AssistanceUsed",
    "Chat",
    "ClaimAbsence",
    "ClaimDraw",
    "ClaimReceived",
    "ClaimsDiscarded",
    "ClientAction",
    "ClockSetting",
    "ClosedByAdmin",
    "CorrespondenceClock",
    "Kick",
    "LogEntry",
    "Mute",
    "NoClock",
    "Offer",
    "Pause",
    "Play",
    "RealTimeClock",
    "RematchCreated",
    "Rename",
    "Resign",
    "SeatLeft",
    "SeatTaken",
    "Start",
    "TableCreated",
    "Timeout",
    "read_action",
    "read_entry",
    "server_id",
    "write_action",
]

FORMAT = 1
"""The number of the format that this version writes, and the highest it reads."""
RNG = "blake2b"
"""BLAKE2b with the table's seed as its key, of a purpose and a count: ``core.rng.HashStream``."""
OLD_RNG = "sha256/splitmix64"
"""SHA-256 of the table's seed and a purpose gives the seed of a SplitMix64 stream: ``core.rng.derive_seed``."""


class ActionBase(Struct, frozen=True, tag_field="kind", omit_defaults=True, forbid_unknown_fields=True):
    """Something that happens at a table."""


# What people do.


class Play(ActionBase, frozen=True, tag="play"):
    """A move, or in a race any event of the game, in the game's notation. A client sends ``text`` and ``reported_ms``."""

    text: MoveText
    reported_ms: Millis | None = None
    """In a race: milliseconds from the moment the page painted the news to the press, by the page's own clock."""
    game_ms: Millis | None = None
    """Milliseconds since the game began; written by the server."""
    clock_ms: Millis | None = None
    """What the move took from its seat's clock; written by the server."""
    corrected_ms: Millis | None = None
    """The time by which a claim that now enters the game was ranked; written by the server."""
    turn_from_ms: ServerMillis | None = None
    """The moment from which this turn was timed: when its start was sent; written by the server."""
    reveal_at: ServerMillis | None = None
    """The moment before which nobody may be shown this event and what follows from it; written by the server."""


class Resign(ActionBase, frozen=True, tag="resign"):
    """Give the game up."""


class Offer(ActionBase, frozen=True, tag="offer"):
    """Ask the others for a draw, to take the last move back, or for another game."""

    what: OfferKind


class Answer(ActionBase, frozen=True, tag="answer"):
    """Say yes or no to an offer; the one who made it withdraws it with no."""

    what: OfferKind
    yes: bool


class ClaimDraw(ActionBase, frozen=True, tag="claim_draw"):
    """Claim a draw because the position stands for the third time; only the seat to move can."""


class ClaimAbsence(ActionBase, frozen=True, tag="claim_absence"):
    """End the game because the other player has been away for long while it was their turn."""

    win: bool
    """Win it; or else it ends without a result, for instance to go on against the computer at another table."""
    away_ms: Millis | None = None
    """How long the other player has kept this one waiting and was away; written by the server."""


class Chat(ActionBase, frozen=True, tag="chat"):
    """Say something: one of the quick phrases, or a text."""

    text: Annotated[str, Meta(max_length=300)] = ""
    phrase: Phrase | None = None
    """The name of a quick phrase, which every page shows in its own language."""


class Start(ActionBase, frozen=True, tag="start"):
    """Begin, with the seats that are taken. A table that is full begins by itself."""

    order: tuple[SeatNumber, ...] | None = None
    """Which seat of the waiting table sits first, second...; written by the server."""


class SeatLeft(ActionBase, frozen=True, tag="seat_left"):
    """Get up from a seat before the game has begun."""


class Rename(ActionBase, frozen=True, tag="rename"):
    """Be called something else."""

    name: Name


class Abandon(ActionBase, frozen=True, tag="abandon"):
    """End the game without a result: before it has properly begun, alone, or when nobody has moved for a week."""


ClientAction = Play | Resign | Offer | Answer | ClaimDraw | ClaimAbsence | Chat | Start | SeatLeft | Rename | Abandon
"""What a person may send."""


# What a server writes.


class NoClock(Struct, frozen=True, tag_field="kind", tag="none", forbid_unknown_fields=True):
    """No time limit."""


class RealTimeClock(Struct, frozen=True, tag_field="kind", tag="real_time", forbid_unknown_fields=True):
    """A fixed time for the whole game. A seat's first turn is free."""

    initial_ms: Annotated[int, Meta(ge=1_000, le=24 * 3_600_000)]
    """Milliseconds for each seat."""
    increment_ms: Annotated[int, Meta(ge=0, le=3_600_000)] = 0
    """Milliseconds added after each turn."""
    delay_ms: Annotated[int, Meta(ge=0, le=3_600_000)] = 0
    """Milliseconds of each turn that are free."""


class CorrespondenceClock(Struct, frozen=True, tag_field="kind", tag="correspondence", forbid_unknown_fields=True):
    """A fixed time for each turn."""

    per_move_ms: Annotated[int, Meta(ge=60_000, le=60 * 86_400_000)]
    """Milliseconds for each turn."""


ClockSetting = NoClock | RealTimeClock | CorrespondenceClock


class TableCreated(ActionBase, frozen=True, tag="table_created", omit_defaults=False):
    """The table is set up: always the first entry of a log, with every field written out."""

    game: str
    options: dict[str, bool | int | str]
    """Every option of the game with its value, so that a default that changes later changes no old game."""
    seats: int
    clock: ClockSetting = NoClock()
    initial_position: str | None = None
    """The text of the first position, when it is not the ordinary start."""
    events: tuple[tuple[Seat | None, str, int | None], ...] = ()
    """Events already played when the table opens (a continued record): seat, text, milliseconds since the game began."""
    random_seats: bool = False
    """Whether the order of the seats is random."""
    public: bool = False
    """Whether strangers find it among the open tables."""
    strict: bool = False
    """No hints, no takebacks, and claims faster than a person are refused."""
    rated: bool = False
    """Whether the result counts for a rating."""
    assistance_allowed: bool = True
    """Whether players of a game between people may ask the computer for hints, which everybody at the table sees."""
    preset: str | None = None
    """The name of the game's preset that the options were taken from."""
    party: bool = False
    """Whether one big screen shows the game and phones are its players': the table waits without anybody, and whoever comes
    while it is played may still sit down."""
    secrets_chosen: bool = False
    """Whether the person who set the table up could choose what the game hides: a seed, a position or a record."""
    rng: str = OLD_RNG
    """The generator that makes random numbers from ``seed``."""
    seed: str = ""
    """The table's secret as 32 hexadecimal digits; everything random at the table comes from it."""
    rematch_of: str | None = None
    """The table this is the rematch of."""
    format: int = FORMAT
    """The number of the format the whole log is written in."""


class SeatTaken(ActionBase, frozen=True, tag="seat_taken"):
    """Somebody takes a seat."""

    seat: SeatNumber
    name: str
    occupant: Literal["person", "bot"] = "person"
    level: Level | None = None
    """How strong a bot is."""
    person: str | None = None
    """Who it is: the public half of a guest's cookie."""
    pseudonym: str | None = None
    """A name for the person at this table alone. It stays when the person is erased: seats of one person belong together."""
    token_hash: str | None = None
    """The hash of the secret that proves the seat."""
    host: bool = False


class ClaimReceived(ActionBase, frozen=True, tag="claim_received"):
    """In a race: a claim has come in and waits, with others that may be under way, to be ranked."""

    claim: Claim


class ClaimsDiscarded(ActionBase, frozen=True, tag="claims_discarded"):
    """In a race: none of the waiting claims counted any more; they are put aside."""


class Timeout(ActionBase, frozen=True, tag="timeout"):
    """A seat's time is up."""

    turn_from_ms: ServerMillis | None = None
    """The moment from which the turn was timed, where its start was sent later than its entry says."""


class AssistanceUsed(ActionBase, frozen=True, tag="assistance_used"):
    """A seat has asked the computer for help in a game between people."""

    seat: SeatNumber
    hint: HintAnswer | None = None
    """The hint it was given, for everybody at the table to see."""


class RematchCreated(ActionBase, frozen=True, tag="rematch_created"):
    """The rematch is at another table."""

    table: str


class Pause(ActionBase, frozen=True, tag="pause"):
    """No server was there for a while; nobody is charged for it."""

    length_ms: Millis
    """How long."""
    until_ms: ServerMillis
    """Up to when that has been counted."""


class ClosedByAdmin(ActionBase, frozen=True, tag="closed_by_admin"):
    """The administrator of the server closes the table."""

    reason: str = ""


class Mute(ActionBase, frozen=True, tag="mute"):
    """A seat's messages are no longer shown."""

    seat: SeatNumber
    on: bool = True


class Kick(ActionBase, frozen=True, tag="kick"):
    """A seat is taken from its player."""

    seat: SeatNumber


Action = (
    ClientAction | TableCreated | SeatTaken | ClaimReceived | ClaimsDiscarded | Timeout | AssistanceUsed | RematchCreated
    | Pause | ClosedByAdmin | Mute | Kick
)  # fmt: skip
"""Everything that can stand in a log."""


# Ids: the server's own begin with a mark that no client's may have, so that nobody takes the place of its actions.

SERVER_MARK = "~"


def server_id(what: str, *parts: int | str) -> str:
    """The id of an action that the server takes by itself."""
    return SERVER_MARK + "-".join([what, *map(str, parts)])


class LogEntry(Struct, frozen=True, omit_defaults=True):
    """One entry of a log."""

    seq: int
    """1 for the first; the next one is always one more."""
    server_ms: ServerMillis
    """When it happened."""
    seat: Seat | None
    """Who did it; ``None`` for the table itself."""
    id: str
    """Made by the client or by ``server_id``, and unique for its seat: a resend is recognised by it."""
    action: Action

    @property
    def public_id(self) -> str:
        """The id that its client made; empty for what the server did."""
        return "" if self.id.startswith(SERVER_MARK) else self.id


_decoder = msgspec.json.Decoder(Action)
write_action = msgspec.json.Encoder().encode
"""An action as it is stored, in bytes."""
_TYPES: Mapping[str, type[Struct]] = MappingProxyType(
    {str(each.__struct_config__.tag): each for each in (*get_args(Action), *get_args(ClockSetting))}
)


def read_action(data: bytes | str) -> Action:
    """A stored action; fields that this version does not know are ignored."""
    action: Action
    try:
        action = _decoder.decode(data)
    except msgspec.ValidationError as error:
        found = msgspec.json.decode(data)
        check_format(found.get("format", FORMAT))
        if found.get("kind") not in _TYPES:
            raise newer(f"an action {found.get('kind')!r}") from error
        action = msgspec.convert(_known_part(found), Action)
    return action


def check_format(number: int) -> None:
    """Reject a log that a later version has written."""
    if number > FORMAT:
        raise newer(f"log format {number}")


def newer(what: str) -> Rejected:
    """The reason why a later version's log is not read."""
    return Rejected(
        "newer_format", f"this table has {what}, and this version of boohive reads up to log format {FORMAT}; update it"
    )


def _known_part(value: object) -> object:
    """Stored data without the fields that the struct of its kind does not have."""
    if not isinstance(value, dict):
        return value
    struct = _TYPES.get(str(value.get("kind")))
    fields = None if struct is None else {"kind", *struct.__struct_encode_fields__}
    return {name: _known_part(each) for name, each in value.items() if fields is None or name in fields}


def read_entry(seq: int, server_ms: ServerMillis, seat: Seat | None, entry_id: str, action: bytes | str) -> LogEntry:
    """A stored entry."""
    return LogEntry(seq, server_ms, seat, entry_id, read_action(action))
