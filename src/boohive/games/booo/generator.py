"""The generator of our sections and our deck, and the figures that say how good they are.

``python -m boohive.games.booo.generator`` writes both data files; a test checks that they are what the generator gives.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from boohive.core.rng import SplitMix64, random_stream
from boohive.games.booo import constants
from boohive.games.booo.castle import CENTRE, COLOURS, ROOMS, Castle, read_room, room_steps
from boohive.games.booo.routes import crossings_from
from boohive.games.booo.streams import Stream

__all__ = [
    "SET_SPECS",
    "CastleLimits",
    "Figures",
    "SetSpec",
    "average",
    "castle_of",
    "deal_deck",
    "generate_sections",
    "good_seed",
    "is_poor",
    "measure",
]

# Sections --------------------------------------------------------------------------------------------------------------

ARMS = "NESW"
RING_SIDES = ((0, 3), (0, 1), (2, 3), (1, 2))
"""Of rooms A B C D, as places in N E S W: the sides towards the outer ring; the other two face the inner cross."""

REPEAT_ONE_IN = 4
"""In one of this many rooms a colour is repeated, on one ring side and one inner side: a way through the room."""

AT_THE_CENTRE_ONE_IN = 5
"""One of this many closing walls stands between arm and centre instead of at the mouth."""


class ColourSupply:
    """Gives out colours evenly: the least used in this section, then in the whole set; at random among equals."""

    def __init__(self, rng: SplitMix64) -> None:
        self.rng = rng
        self.in_set: Counter[str] = Counter()
        self.in_section: Counter[str] = Counter()

    def next_section(self) -> None:
        """Start counting a new section; the counts of the whole set go on."""
        self.in_section = Counter()

    def pick(self, n: int) -> list[str]:
        """Different colours for ``n`` walls."""
        order = self.rng.shuffled(COLOURS)
        order.sort(key=lambda colour: (self.in_section[colour], self.in_set[colour]))
        picked = self.rng.shuffled(order[:n])
        for colour in picked:
            self.use(colour)
        return picked

    def use(self, colour: str) -> None:
        """Count a wall."""
        self.in_section[colour] += 1
        self.in_set[colour] += 1


def generate_room(supply: ColourSupply, ring: tuple[int, int]) -> str:
    """Four different colours, or three with one on a ring side and an inner side."""
    rng = supply.rng
    if rng.below(REPEAT_ONE_IN):
        return "".join(supply.pick(4))
    inner = [side for side in range(4) if side not in ring]
    colours = supply.pick(3)
    supply.use(colours[0])
    sides = [""] * 4
    sides[rng.choice(ring)] = sides[rng.choice(inner)] = colours[0]
    rest = iter(colours[1:])
    return "".join(colour or next(rest) for colour in sides)


def generate_section(supply: ColourSupply, closed_arms: int) -> str:
    """One section with this many arms of its inner cross closed by a wall."""
    supply.next_section()
    rng = supply.rng
    groups = [generate_room(supply, ring) for ring in RING_SIDES]
    groups.append("".join(supply.pick(4)))
    mouths, inner = ["."] * 4, ["."] * 4
    for arm, colour in zip(rng.shuffled(range(4))[:closed_arms], supply.pick(closed_arms), strict=True):
        row = mouths if rng.below(AT_THE_CENTRE_ONE_IN) else inner
        row[arm] = colour
    return "-".join([*groups, "".join(mouths), "".join(inner)])


def generate_sections(seed: int, closed_arms: Sequence[int]) -> tuple[str, ...]:
    """Nine sections; how many arms each closes is the difficulty."""
    rng = SplitMix64(seed)
    supply = ColourSupply(rng)
    return tuple(generate_section(supply, closed) for closed in rng.shuffled(closed_arms))


# The deck ----------------------------------------------------------------------------------------------------------------

VISITORS = 15
NUMBERS = 4
FAR = 3
"""Visitors who follow each other stand at least this many room steps apart."""


FAR_FROM = [[room for room in range(len(ROOMS)) if room_steps(room, other) >= FAR] for other in range(len(ROOMS))]
FIRST = [room for room in range(len(ROOMS)) if all(room in FAR_FROM[read_room(name)] for name in CENTRE)]
"""Where the first visitor may stand: far from every room in which the ghost may start."""


def deal_number(rng: SplitMix64) -> list[str]:
    """The rooms of the 15 visitors under one number: all different, each far from the one before."""
    while True:
        rooms: list[int] = []
        far = FIRST
        for _ in range(VISITORS):
            fit = [room for room in far if room not in rooms]
            if not fit:
                break
            rooms.append(rng.choice(fit))
            far = FAR_FROM[rooms[-1]]
        else:
            return [ROOMS[room] for room in rooms]


def deal_deck(seed: int) -> tuple[tuple[str, ...], ...]:
    """15 visitors with four rooms each."""
    rng = SplitMix64(seed)
    while True:
        deck = list(zip(*(deal_number(rng) for _ in range(NUMBERS)), strict=True))
        if all(len(set(rooms)) == NUMBERS for rooms in deck):
            return tuple(deck)


# Figures -----------------------------------------------------------------------------------------------------------------

ALL_COLOURS = (1 << constants.COLOURS) - 1
ROUNDS = tuple(
    (ghost, tuple(visitor for visitor in range(len(ROOMS)) if room_steps(ghost, visitor) >= FAR))
    for ghost in range(len(ROOMS))
)
"""The rounds that figures are taken over: every pair of rooms at least 3 room steps apart."""


class Figures(NamedTuple):
    """How good the puzzles of some castles are; counts over rounds, so that castles add up."""

    rounds: int = 0
    solvable: int = 0
    """With the special tokens."""
    plain: int = 0
    """Without any."""
    in_two: int = 0
    crossings: int = 0
    """Of all solvable rounds together."""
    by_colour: tuple[int, ...] = (0,) * constants.COLOURS
    """Solvable with this first colour, with the special tokens."""

    def __add__(self, other: object) -> "Figures":
        if not isinstance(other, Figures):
            return NotImplemented
        colours = tuple(a + b for a, b in zip(self.by_colour, other.by_colour, strict=True))
        return Figures(
            self.rounds + other.rounds,
            self.solvable + other.solvable,
            self.plain + other.plain,
            self.in_two + other.in_two,
            self.crossings + other.crossings,
            colours,
        )

    def percent(self, count: int) -> float:
        """A count as a share of all rounds."""
        return 100 * count / self.rounds

    @property
    def mean(self) -> float:
        """Crossings of the best route, over the rounds that have one."""
        return self.crossings / self.solvable

    @property
    def spread(self) -> float:
        """Points between the best and the worst first colour."""
        return self.percent(max(self.by_colour)) - self.percent(min(self.by_colour))


def measure(castle: Castle, passages: int, transformations: int) -> Figures:
    """The figures of one castle."""
    rounds = solvable = solvable_plain = in_two = crossings = 0
    by_colour = [0] * constants.COLOURS
    for ghost, visitors in ROUNDS:
        by_first = [
            crossings_from(castle.graph, ghost, ALL_COLOURS, passages, transformations, first)
            for first in range(constants.COLOURS)
        ]
        plain = crossings_from(castle.graph, ghost, ALL_COLOURS, 0, 0)
        for first, reached in enumerate(by_first):
            by_colour[first] += sum(reached[visitor] >= 0 for visitor in visitors)
        best = [min((n for n in column if n >= 0), default=constants.ANY) for column in zip(*by_first, strict=True)]
        found = [best[visitor] for visitor in visitors if best[visitor] >= 0]
        rounds += len(visitors)
        solvable += len(found)
        solvable_plain += sum(plain[visitor] >= 0 for visitor in visitors)
        in_two += sum(n <= 2 for n in found)
        crossings += sum(found)
    return Figures(rounds, solvable, solvable_plain, in_two, crossings, tuple(by_colour))


def best_crossings(castle: Castle, passages: int, transformations: int) -> list[int]:
    """The crossings of every round's best route; ``ANY`` for a round without one."""
    best: list[int] = []
    for ghost, visitors in ROUNDS:
        reached = crossings_from(castle.graph, ghost, ALL_COLOURS, passages, transformations)
        best += [reached[visitor] for visitor in visitors]
    return best


def is_poor(castle: Castle, passages: int, transformations: int, limits: "CastleLimits") -> bool:
    """Whether set-up should shuffle again: too many rounds without a route, or routes too short or too long."""
    best = best_crossings(castle, passages, transformations)
    found = [crossings for crossings in best if crossings >= 0]
    return (
        100 * len(found) < limits.solvable * len(best)
        or not limits.min_crossings <= sum(found) / len(found) <= limits.max_crossings
    )


# The search for a good seed ----------------------------------------------------------------------------------------------


class CastleLimits(NamedTuple):
    """What a castle, or the mean over castles, has to reach."""

    solvable: float
    """Percent of rounds, with the set's special tokens; at least."""
    min_crossings: float
    max_crossings: float
    """Mean crossings of the solvable rounds, between these."""


class SetSpec(NamedTuple):
    """What a set of sections should be like."""

    closed_arms: tuple[int, ...]
    tokens: str
    """Passages + transformations that the set is meant for."""
    mean: CastleLimits
    """For the mean over castles."""
    poor: CastleLimits
    """A castle below this is shuffled again at set-up."""
    plain: tuple[float, float]
    """Percent of rounds solvable without tokens."""
    in_two: float
    """Percent of rounds in at most two crossings; at most."""
    spread: float
    """Points between first colours; at most."""


SET_SPECS = {
    "easy": SetSpec((2,) * 9, "2+2", CastleLimits(99, 2.6, 3.3), CastleLimits(97, 2.3, 3.6), (88, 98), 45, 8),
    "standard": SetSpec(
        (2,) * 6 + (3,) * 3, "2+2", CastleLimits(97.6, 3.5, 3.9), CastleLimits(95, 3.1, 4.4), (82, 88), 23, 8
    ),
    "expert": SetSpec((3,) * 9, "0+4", CastleLimits(92, 4.6, 5.6), CastleLimits(86, 4.2, 6.2), (50, 75), 12, 12),
}
"""Two closed arms for children, a mix for everybody, three with four transformations for experts."""

TRIAL_CASTLES = 100


def castle_of(sections: Sequence[str], seed: int, attempt: int) -> Castle:
    """H2: the nine sections shuffled into nine places, never turned."""
    return Castle.of_sections(random_stream(seed, Stream.CASTLE, attempt).shuffled(sections))


def average(castles: Iterable[Castle], passages: int, transformations: int) -> Figures:
    """The figures of several castles together."""
    total = Figures()
    for castle in castles:
        total = total + measure(castle, passages, transformations)
    return total


def meets(spec: SetSpec, figures: Figures) -> bool:
    """Whether a set of sections is as its specification says."""
    return (
        figures.percent(figures.solvable) >= spec.mean.solvable
        and spec.mean.min_crossings <= figures.mean <= spec.mean.max_crossings
        and spec.plain[0] <= figures.percent(figures.plain) <= spec.plain[1]
        and figures.percent(figures.in_two) <= spec.in_two
        and figures.spread <= spec.spread
    )


def good_seed(spec: SetSpec, passages: int, transformations: int, start: int = 1) -> int:
    """The first seed from ``start`` on whose sections meet the specification over the trial castles."""
    seed = start
    while True:
        sections = generate_sections(seed, spec.closed_arms)
        # A few castles are enough to reject a hopeless seed.
        for castles in (TRIAL_CASTLES // 10, TRIAL_CASTLES):
            trial = (castle_of(sections, number, 0) for number in range(castles))
            figures = average(trial, passages, transformations)
            if figures.percent(figures.solvable) < spec.mean.solvable - 1 or figures.spread > spec.spread + 4:
                break
        else:
            if meets(spec, figures):
                return seed
        seed += 1


# The data files ------------------------------------------------------------------------------------------------------------

SEEDS = {"easy": 44, "standard": 826, "expert": 1}
"""What ``good_seed`` found for each set."""

DECK_SEED = 1

SECTIONS_HEAD = """\
# Our sections of the castle, made by generator.py: each is seven groups of N E S W (rooms A B C D, spurs, mouths, inner).
# Letters: W white, Y yellow, R red, G green, B blue, V violet, . no wall.
"""
VISITORS_HEAD = """\
# Our visitors 1 to 15, made by generator.py: the rooms under the numbers 1 2 3 4.
"""


def sections_file() -> str:
    """The text of ``sections.toml``."""
    parts = [SECTIONS_HEAD]
    for name, spec in SET_SPECS.items():
        texts = "".join(f'    "{text}",\n' for text in generate_sections(SEEDS[name], spec.closed_arms))
        parts.append(f"\n[{name}]\nseed = {SEEDS[name]}\nsections = [\n{texts}]\n")
    return "".join(parts)


def visitors_file() -> str:
    """The text of ``visitors.toml``."""
    rows = "".join("    [" + ", ".join(f'"{room}"' for room in rooms) + "],\n" for rooms in deal_deck(DECK_SEED))
    return f"{VISITORS_HEAD}\nseed = {DECK_SEED}\nvisitors = [\n{rows}]\n"


if __name__ == "__main__":
    folder = Path(__file__).parent
    (folder / "sections.toml").write_text(sections_file(), encoding="utf-8")
    (folder / "visitors.toml").write_text(visitors_file(), encoding="utf-8")
