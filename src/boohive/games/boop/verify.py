"""Checks the winning strategies for boop. for younger players independently, in plain Python over the public interface.

Nothing here is shared with the solver that made the files, nor with the player that uses them. From the empty bed the
first player follows the file, the second tries everything. The file is right if every line ends in a win of the first
player, no line returns to an earlier position of its own, and every position in the file is reached.
"""

from collections.abc import Callable
from importlib.resources import files
from operator import itemgetter
from typing import Literal, NamedTuple, TypedDict

from boohive.core.errors import BoohiveError
from boohive.core.turn_game import Move, TurnPosition
from boohive.games.boop.game import BOOP_JUNIOR

__all__ = ["RULES", "BadStrategy", "Rules", "Verdict", "shipped_file", "verify"]


class Rules(TypedDict):
    """The options that change the rules of the game; the one about repetition does not, since no line repeats."""

    junior_eight: Literal["win", "retrieve"]
    opponent_line_wins: bool


EIGHTS: tuple[Literal["win"], Literal["retrieve"]] = ("win", "retrieve")
RULES = tuple(Rules(junior_eight=eight, opponent_line_wins=line) for eight in EIGHTS for line in (False, True))
COLUMNS = "abcdef"
ENTRY_BYTES = 9
TAKE_BACK = 2**63
"""Added to the number of a position in which the first player has to take a kitten back."""


class BadStrategy(BoohiveError):
    """The strategy does not win; the text says where."""


class Verdict(NamedTuple):
    """What was checked."""

    rules: Rules
    decisions: int
    """Positions in the file."""
    positions: int
    """Different positions with the first player to move that were searched; symmetric ones count once."""
    longest: int
    """The most pieces that are placed, by both players, before the first player has won."""


def squares() -> list[tuple[int, int]]:
    """The 36 spaces as (row, column)."""
    return [(row, column) for row in range(6) for column in range(6)]


def views() -> list[tuple[int, ...]]:
    """For each of the eight symmetric views of the bed, the space that it shows in each place."""
    ways: list[Callable[[int, int], tuple[int, int]]] = [
        lambda r, c: (r, c),
        lambda r, c: (r, 5 - c),
        lambda r, c: (5 - r, c),
        lambda r, c: (5 - r, 5 - c),
        lambda r, c: (c, r),
        lambda r, c: (c, 5 - r),
        lambda r, c: (5 - c, r),
        lambda r, c: (5 - c, 5 - r),
    ]
    return [tuple(6 * way(r, c)[0] + way(r, c)[1] for r, c in squares()) for way in ways]


VIEWS = views()
VIEW_GETTERS = [itemgetter(*view) for view in VIEWS]
DIGITS = str.maketrans({"k": "1", "K": "2", **{str(n): "0" * n for n in range(1, 7)}, "/": None})


def smallest(bed: str) -> tuple[str, tuple[int, ...]]:
    """The smallest view of a bed, and where each of its spaces lies on the bed."""
    spaces, number = min((getter(bed), i) for i, getter in enumerate(VIEW_GETTERS))
    return "".join(spaces), VIEWS[number]


def header(rules: Rules) -> str:
    """How the file for these rules begins."""
    line = "true" if rules["opponent_line_wins"] else "false"
    return f"boohive strategy 1 boop-junior junior_eight={rules['junior_eight']} opponent_line_wins={line}"


def rules_of(data: bytes) -> Rules:
    """What a file is for, by its first line."""
    line = data.partition(b"\n")[0]
    for rules in RULES:
        if line == header(rules).encode():
            return rules
    raise BadStrategy(f"the file is not a strategy; its first line should be such as {header(RULES[0])!r}")


def read(data: bytes) -> dict[int, int]:
    """The file's positions and moves; refused when it is damaged or not in order."""
    body = data.partition(b"\n")[2]
    if len(body) % ENTRY_BYTES:
        raise BadStrategy(f"the file is cut off: {len(body)} bytes are not a whole number of entries")
    keys = [body[i : i + ENTRY_BYTES - 1] for i in range(0, len(body), ENTRY_BYTES)]
    if keys != sorted(set(keys)):
        raise BadStrategy("the file's positions are not in order, or one stands twice")
    return {int.from_bytes(key, "big"): body[ENTRY_BYTES * i + ENTRY_BYTES - 1] for i, key in enumerate(keys)}


class Check:
    """A depth-first search through everything the second player can try."""

    def __init__(self, entries: dict[int, int]) -> None:
        self.entries = entries
        self.longest: dict[str, int] = {}
        """The length of the longest line from each position that has been searched."""
        self.on_path: set[str] = set()
        self.reached: set[int] = set()
        self.good_spaces: list[int] = []
        """Where wins were found last; tried first, for most replies allow the same answer."""

    def longest_line(self, position: TurnPosition) -> int:
        """The length of the longest line from a position with the first player to move."""
        bed = position.text.split(maxsplit=1)[0].translate(DIGITS)
        canonical, view = smallest(bed)
        if canonical in self.longest:
            return self.longest[canonical]
        if canonical in self.on_path:
            raise BadStrategy(f"the strategy comes back to {position.text}")
        if self.wins_at_once(position, bed):
            self.longest[canonical] = 1
            return 1
        self.on_path.add(canonical)
        self.longest[canonical] = 2 + max(
            (self.longest_line(reply) for reply in self.replies(position, canonical, view)), default=0
        )
        self.on_path.remove(canonical)
        return self.longest[canonical]

    def wins_at_once(self, position: TurnPosition, bed: str) -> bool:
        """Whether some placement wins now."""
        for space in self.good_spaces:
            if bed[space] == "0" and self.wins(position, f"k {COLUMNS[space % 6]}{space // 6 + 1}"):
                return True
        for move in position.legal_moves:
            if self.wins(position, move):
                name = move.text.split()[1]
                self.good_spaces = [6 * (int(name[1]) - 1) + COLUMNS.index(name[0]), *self.good_spaces[:3]]
                return True
        return False

    def wins(self, position: TurnPosition, move: Move | str) -> bool:
        """Whether this move wins now."""
        outcome = position.play(move).outcome
        return outcome is not None and outcome.winner == 0

    def replies(self, position: TurnPosition, canonical: str, view: tuple[int, ...]) -> list[TurnPosition]:
        """The positions after the file's move and each reply; refused if the second player comes off better."""
        number = int(canonical, 3)
        if number not in self.entries:
            raise BadStrategy(f"the strategy does not know {position.text}")
        self.reached.add(number)
        after = position.play(self.move(position, "k", self.entries[number], view))
        if after.mid_turn and after.to_move == 0:
            after = self.take_back(after)
        found = [reply for move in after.legal_moves for reply in whole_turns(after.play(move))]
        for reply in found:
            outcome = reply.outcome
            if outcome is not None and outcome.winner != 0:
                raise BadStrategy(f"after {after.text} the second player can end the game in {reply.text}")
        return [reply for reply in found if reply.outcome is None]

    def take_back(self, position: TurnPosition) -> TurnPosition:
        """The position after the kitten that the file names was taken back."""
        canonical, view = smallest(position.text.split(maxsplit=1)[0].translate(DIGITS))
        number = int(canonical, 3) + TAKE_BACK
        if number not in self.entries:
            raise BadStrategy(f"the strategy does not know {position.text}")
        self.reached.add(number)
        return position.play(self.move(position, "one", self.entries[number], view))

    def move(self, position: TurnPosition, word: str, space: int, view: tuple[int, ...]) -> Move:
        """The file's move on the bed as it lies."""
        if space >= len(view):
            raise BadStrategy(f"the strategy names space {space} in {position.text}; there are 36, from 0 on")
        row, column = divmod(view[space], 6)
        try:
            return position.parse(f"{word} {COLUMNS[column]}{row + 1}")
        except BoohiveError as error:
            raise BadStrategy(f"the strategy's move in {position.text} is not legal: {error}") from None


def whole_turns(position: TurnPosition) -> list[TurnPosition]:
    """The position, or those it leads to while the second player has something to choose."""
    if not position.mid_turn:
        return [position]
    return [found for move in position.legal_moves for found in whole_turns(position.play(move))]


def shipped_file(rules: Rules) -> bytes:
    """The strategy that comes with the package for these rules."""
    by_line = "-opponent-line" if rules["opponent_line_wins"] else ""
    return files("boohive.games.boop").joinpath(f"boop-junior-{rules['junior_eight']}{by_line}.strategy").read_bytes()


def verify(data: bytes) -> Verdict:
    """Check a strategy file under the rules that it names; ``BadStrategy`` says what is wrong with it."""
    rules = rules_of(data)
    check = Check(read(data))
    longest = check.longest_line(BOOP_JUNIOR.new(**rules))
    unreached = len(check.entries) - len(check.reached)
    if unreached:
        raise BadStrategy(f"{unreached} positions in the file are never reached")
    return Verdict(rules, len(check.entries), len(check.longest), longest)
