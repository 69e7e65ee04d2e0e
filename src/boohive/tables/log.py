"""The log of a table: every action that can stand in it, and one line of it.

Actions that a person may send come first; those only a server writes follow. What is written here is kept for ever:
a field may be added with a default, none may be renamed, removed or given another meaning.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from boohive.core.game import Seat

__all__ = [
    "Abandon",
    "Action",
    "Answer",
    "Chat",
    "Claimed",
    "Close",
    "Deed",
    "Entry",
    "Kick",
    "Leave",
    "Mute",
    "NextTable",
    "Offer",
    "Open",
    "Pause",
    "Play",
    "Pledge",
    "Ranked",
    "Rename",
    "Resign",
    "Sit",
    "Start",
    "Timeout",
    "read_entry",
    "write_action",
]

When = int
"""Milliseconds since 1970, by the server's clock."""

Millis = Annotated[int, Meta(ge=0, le=10**15)]
MoveText = Annotated[str, Meta(min_length=1, max_length=800)]
Name = Annotated[str, Meta(max_length=40)]
Level = Annotated[int, Meta(ge=1, le=8)]
SeatNumber = Annotated[int, Meta(ge=0, le=5)]
What = Literal["draw", "takeback", "rematch"]
Phrase = Literal[
    "hello", "good luck", "well played", "thanks", "oops", "thinking", "one more?", "goodbye", "boo!", "wow"
]
"""The quick phrases of the chat; a page shows each in its own language."""


class Action(Struct, frozen=True, tag_field="kind", omit_defaults=True, forbid_unknown_fields=True):
    """Something that happens at a table."""


# What people do.


class Play(Action, frozen=True, tag="play"):
    """A move, or in a race any event of the game, in the game's notation."""

    text: MoveText
    elapsed: Millis | None = None
    """In a race: milliseconds from the moment the page painted the news to the press, by the page's own clock."""
    at: Millis | None = None
    """Milliseconds since the game began; the server writes it, what a client sends is ignored."""
    spent: Millis | None = None
    """What the move took from its seat's clock; the server writes it, what a client sends is ignored."""


class Resign(Action, frozen=True, tag="resign"):
    """Give the game up."""


class Offer(Action, frozen=True, tag="offer"):
    """Ask the others for a draw, to take the last move back, or for another game."""

    what: What


class Answer(Action, frozen=True, tag="answer"):
    """Say yes or no to an offer; the one who made it withdraws it with no."""

    what: What
    yes: bool


class Chat(Action, frozen=True, tag="chat"):
    """Say something: one of the ready phrases, or words of one's own."""

    text: Annotated[str, Meta(max_length=300)] = ""
    preset: Phrase | None = None
    """The name of a ready phrase, which every page shows in its own language."""


class Start(Action, frozen=True, tag="start"):
    """Begin, with the seats that are taken. A table that is full begins by itself."""

    order: tuple[SeatNumber, ...] | None = None
    """Which seat of the waiting table sits first, second...; the server writes it."""


class Leave(Action, frozen=True, tag="leave"):
    """Get up from a seat before the game has begun."""


class Rename(Action, frozen=True, tag="rename"):
    """Be called something else."""

    name: Name


class Abandon(Action, frozen=True, tag="abandon"):
    """End the game without a result: before it has properly begun, alone, or when nobody has moved for a week."""


Deed = Play | Resign | Offer | Answer | Chat | Start | Leave | Rename | Abandon
"""What a person may send."""


# What a server writes.


class NoClock(Struct, frozen=True, tag_field="kind", tag="none", forbid_unknown_fields=True):
    """Take your time."""


class RealTime(Struct, frozen=True, tag_field="kind", tag="realtime", forbid_unknown_fields=True):
    """So much time for the whole game. A seat's first turn is free."""

    initial: Annotated[int, Meta(ge=1_000, le=24 * 3_600_000)]
    """Milliseconds for each seat."""
    increment: Annotated[int, Meta(ge=0, le=3_600_000)] = 0
    """Milliseconds added after each turn."""
    delay: Annotated[int, Meta(ge=0, le=3_600_000)] = 0
    """Milliseconds of each turn that are free."""


class Days(Struct, frozen=True, tag_field="kind", tag="days", forbid_unknown_fields=True):
    """So much time for each turn."""

    per_move: Annotated[int, Meta(ge=60_000, le=60 * 86_400_000)]
    """Milliseconds for each turn."""


ClockSetting = NoClock | RealTime | Days


class Open(Action, frozen=True, tag="open"):
    """The table is set up: always the first line of a log."""

    game: str
    options: dict[str, bool | int | str]
    seats: int
    clock: ClockSetting = NoClock()
    start: str | None = None
    """The text of the first position, when it is not the ordinary start."""
    moves: tuple[tuple[Seat | None, str, int | None], ...] = ()
    """Events already played when the table opens (a continued record): seat, text, time."""
    shuffle: bool = False
    """Whether the seats are drawn by lot at the start."""
    listed: bool = False
    """Whether strangers find it among the open tables."""
    strict: bool = False
    """Rated play: no hints, no takebacks, claims faster than a person are refused."""
    seed: int = 0
    """The table's own chance."""
    before: str | None = None
    """The table this is the rematch of."""


class Sit(Action, frozen=True, tag="sit"):
    """Somebody takes a seat."""

    seat: SeatNumber
    name: str
    player: Literal["person", "bot"] = "person"
    level: Level | None = None
    """How strong a bot is."""
    person: str | None = None
    """Who it is: the public half of a guest's cookie."""
    token: str | None = None
    """The hash of the secret that proves the seat."""
    host: bool = False


class Claimed(Action, frozen=True, tag="claimed"):
    """In a race: a claim has come in and waits, with others that may be under way, to be ranked."""

    text: MoveText
    elapsed: Millis
    """The corrected time from the reveal to the press."""
    told: Millis
    """What the page told; where it differs from ``elapsed`` the server could not verify it."""
    rtt: Millis = 0
    """The seat's round trip as the server measured it."""
    wait: Millis = 0
    """How long after this claim the ranking may be made at the earliest."""
    at: Millis = 0
    """When the claim arrived, in milliseconds since the game began."""
    spent: Millis = 0
    """What it took of its seat's allowance for times that cannot be verified."""


class Ranked(Action, frozen=True, tag="ranked"):
    """In a race: none of the waiting claims counted any more; they are put aside."""


class Timeout(Action, frozen=True, tag="timeout"):
    """A seat's time is up."""


class NextTable(Action, frozen=True, tag="next"):
    """The rematch is at another table."""

    table: str


class Pledge(Action, frozen=True, tag="pledge"):
    """A seat changes hands to the same person's new secret (a lost link, another device)."""

    seat: SeatNumber
    token: str
    person: str | None = None


class Pause(Action, frozen=True, tag="pause"):
    """No server was there for a while; nobody is charged for it."""

    millis: Millis
    """How long."""
    until: When
    """Up to when that has been counted."""


class Close(Action, frozen=True, tag="close"):
    """The host of the server closes the table."""

    reason: str = ""


class Mute(Action, frozen=True, tag="mute"):
    """A seat's words are not shown any more."""

    seat: SeatNumber
    on: bool = True


class Kick(Action, frozen=True, tag="kick"):
    """A seat is taken from its player."""

    seat: SeatNumber


Line = Deed | Open | Sit | Claimed | Ranked | Timeout | NextTable | Pledge | Pause | Close | Mute | Kick
"""Everything that can stand in a log."""


class Entry(Struct, frozen=True, omit_defaults=True):
    """One line of a log."""

    seq: int
    """1 for the first; the next one is always one more."""
    at: When
    seat: Seat | None
    """Who did it; ``None`` for the table itself."""
    id: str
    """Made by the client, unique for its seat: a resend is known by it."""
    action: Line


_decoder = msgspec.json.Decoder(Line)
_encoder = msgspec.json.Encoder()


def write_action(action: Line) -> bytes:
    """An action as it is stored."""
    return _encoder.encode(action)


def read_entry(seq: int, at: When, seat: Seat | None, action_id: str, action: bytes | str) -> Entry:
    """A stored line."""
    return Entry(seq, at, seat, action_id, _decoder.decode(action))
