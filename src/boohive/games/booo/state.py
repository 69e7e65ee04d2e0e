"""A moment of the race as plain values: who has which tokens, and what everybody is waiting for."""

from enum import StrEnum
from typing import NamedTuple, TypedDict, Unpack

from boohive.core.game import Millis, Seat
from boohive.games.booo import constants
from boohive.games.booo.castle import COLOURS
from boohive.games.booo.proof import ProofStep

__all__ = ["ABSENT_AFTER", "Phase", "PlayerState", "State"]

ABSENT_AFTER: Millis = 30_000
"""H37: after this time away a seat no longer counts for "more than half"."""


class Phase(StrEnum):
    """What everybody is waiting for."""

    CHOOSING = "choosing"
    """The first player picks ghost room and number (Q2)."""
    BETWEEN = "between"
    """The next visitor is about to be announced."""
    ARRIVING = "arriving"
    """A visitor is announced and shown to all at one moment."""
    SEARCH = "search"
    CALLED = "called"
    """On one screen somebody has called and names a colour (H38)."""
    PROOF = "proof"
    PAUSE = "pause"
    """A claim has failed; the search starts again in a moment (H34)."""
    OVER = "over"


class PlayerState(NamedTuple):
    """A player's tokens, and what happened to the player in this round."""

    visitors: tuple[int, ...] = ()
    walls: str = ""
    """The wall tokens in the order they were taken: these colours are banned (H16)."""
    last_won_round: int = 0
    """The round in which the last visitor was taken; 0 for never (H26)."""
    hand: bool = False
    fails: int = 0
    """Failed claims in this round."""
    cooldown_until: Millis = 0
    """No claim before this time; 0 when there is no cool-down."""
    out: bool = False
    """Until the next visitor."""
    away: Millis | None = None
    """Since when the connection is lost."""

    @property
    def colours(self) -> int:
        """The colours that are not banned, as a set of bits."""
        return sum(bit for bit, letter in COLOUR_BITS if letter not in self.walls)

    @property
    def total(self) -> int:
        """H25: visitors and wall tokens."""
        return len(self.visitors) + len(self.walls)

    def is_absent(self, now: Millis) -> bool:
        """Whether the seat has been away too long to count."""
        return self.away is not None and now >= self.away + ABSENT_AFTER


class PlayerFields(TypedDict, total=False):
    """The fields of a ``PlayerState``, for ``State.with_player``."""

    visitors: tuple[int, ...]
    walls: str
    last_won_round: int
    hand: bool
    fails: int
    cooldown_until: Millis
    out: bool
    away: Millis | None


COLOUR_BITS = tuple((1 << number, letter) for number, letter in enumerate(COLOURS))
assert len(COLOUR_BITS) == constants.COLOURS


class State(NamedTuple):
    """Everything that changes in a game; the castle and what was agreed on are kept elsewhere."""

    phase: Phase
    players: tuple[PlayerState, ...]
    first: Seat
    """The first player."""
    ghost: int
    """The ghost's room."""
    number: int
    """H8: which of each visitor's rooms counts."""
    now: Millis = 0
    since: Millis = 0
    """When this phase began; a search begins at the moment its visitor is shown."""
    until: Millis = 0
    """When a pause ends or a visitor is shown."""
    round: int = 0
    """Also the number on the visitor's token, because the pile is in rising order (H7)."""
    attempt: int = 0
    """Which search of this round."""
    visitor: int | None = None
    """The visitor's room."""
    discarded: tuple[int, ...] = ()
    umpire_checked: bool = False
    """Whether the umpire has checked this search for a route."""
    claimant: Seat | None = None
    colour: int = constants.ANY
    """The announced colour."""
    steps: tuple[ProofStep, ...] = ()
    last_step_at: Millis = 0
    """When the last step of the proof was made."""
    searched: Millis = 0
    """All searching together: the clock of a time trial."""
    hints: int = 0
    """How far down the hint ladder this round has come."""
    end: str = ""
    """Why the game is over, a key of ``ending.ENDS``."""
    winner: Seat | None = None

    @property
    def search(self) -> str:
        """H30: the name of the search, which a claim carries."""
        return f"{self.round}.{self.attempt}"

    def with_player(self, seat: Seat, **fields: Unpack[PlayerFields]) -> "State":
        """The same with one player changed."""
        changed = self.players[seat]._replace(**fields)
        return self._replace(players=(*self.players[:seat], changed, *self.players[seat + 1 :]))

    def hands_down(self) -> "State":
        """Q11: all hands go down when a search starts again."""
        return self._replace(players=tuple(player._replace(hand=False) for player in self.players))
