"""Fair claims in Booo!: rules for who claimed first, on simulated lines. Bars: rule E, 8 s rounds, wrong winner at most
0.5 %, seats within 1.5 points; finishes under 15 ms apart are ties, not wrong."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from boohive.core.rng import SplitMix64
from boohive.tables.claims import ALLOWANCE, TIE, Claim, allowance_after, correct, rank
from boohive.tables.latency import Latency, ranking_window

TRIPS = (20.0, 60.0, 120.0, 250.0)
JITTER = 0.10
SPIKE_SHARE, SPIKE = 0.01, 300.0
FRAME = 1000 / 60
ROUNDS = 20_000
TIES = 7
"""The stream of random numbers that settles ties."""
PACES = {"8 s": (8000.0, 0.6), "1.5 s": (1500.0, 0.6), "0.45 s": (450.0, 0.25)}
"""Median thinking time and its spread (lognormal)."""


class Press(NamedTuple):
    """One seat in one round."""

    seat: int
    trip: float
    thought: float
    """From seeing to pressing: the truth."""
    shown: float
    """When the page painted, after the common moment."""
    sent_shown: float
    """When it would have painted without a common moment: on delivery."""
    up: float
    """The way of the claim to the server."""


def travel(rng: SplitMix64, trip: float) -> float:
    """One way, with jitter and now and then a spike."""
    spike = SPIKE * rng.uniform() * 2 if rng.uniform() < SPIKE_SHARE else 0.0
    return max(trip / 2 * (1 + JITTER * rng.normal()), trip * 0.4) + spike


def presses(rng: SplitMix64, pace: tuple[float, float]) -> list[Press]:
    median, spread = pace
    found = []
    for seat, trip in enumerate(rng.shuffled(TRIPS)):
        offset = 0.03 * trip * rng.normal()
        frame = FRAME * rng.uniform()
        thought = median * rng.lognormal(spread)
        found.append(Press(seat, trip, thought, max(offset + frame, 0.0), travel(rng, trip) + frame, travel(rng, trip)))
    return found


def by_arrival(round_: list[Press], number: int) -> int:
    """A: a visitor is sent at once, the first packet back wins."""
    return min(round_, key=lambda press: press.sent_shown + press.thought + press.up).seat


def by_arrival_after_common_reveal(round_: list[Press], number: int) -> int:
    """D: shown at a common moment, the first packet back wins."""
    return min(round_, key=lambda press: press.shown + press.thought + press.up).seat


@dataclass
class RuleE:
    """E: shown at a common moment, ranked by what the seats report as far as it can be verified."""

    lie: float = 0.0
    """What the seat with the second shortest line takes off its time."""

    def __post_init__(self) -> None:
        self.latencies = {trip: Latency(trip, 0.9 * trip, JITTER * trip, trip) for trip in TRIPS}
        self.allowances = dict.fromkeys(TRIPS, ALLOWANCE)
        self.gained: list[float] = []

    def claim(self, press: Press) -> Claim:
        reported = press.thought - (self.lie if press.trip == TRIPS[1] else 0.0)
        arrival = press.shown + press.thought + press.up
        fair = correct(reported, arrival, 0.0, self.latencies[press.trip], self.allowances[press.trip])
        return Claim(
            seat=press.seat,
            text="claim",
            reported_ms=reported,
            corrected_ms=fair.corrected_ms,
            allowance_used_ms=fair.allowance_used_ms,
            game_ms=arrival,
            window_ms=0,
        )

    def __call__(self, round_: list[Press], number: int) -> int:
        trips = {press.seat: press.trip for press in round_}
        claims = sorted([self.claim(press) for press in round_], key=lambda claim: claim.game_ms)
        unanswered = [self.latencies[trips[claim.seat]] for claim in claims[1:]]
        end = claims[0].game_ms + ranking_window(unanswered)
        ranked = rank([claim for claim in claims if claim.game_ms <= end], SplitMix64(number, TIES, 1, 1))
        for each in ranked:
            self.allowances[trips[each.seat]] = allowance_after(self.allowances[trips[each.seat]], each)
        liar = next(press for press in round_ if press.trip == TRIPS[1])
        self.gained += [liar.thought - each.corrected_ms for each in ranked if each.seat == liar.seat]
        return ranked[0].seat


class Result(NamedTuple):
    wrong: float
    """Percent of rounds."""
    shares: dict[float, float]
    """Percent of rounds won, by the seat's round trip; fair is 25 each."""

    @property
    def apart(self) -> float:
        return max(self.shares.values()) - min(self.shares.values())


def simulate(
    ordering: Callable[[list[Press], int], int], pace: tuple[float, float], rounds: int, seed: int = 1
) -> Result:
    rng = SplitMix64(seed)
    wrong = 0
    wins = dict.fromkeys(TRIPS, 0)
    for number in range(rounds):
        round_ = presses(rng, pace)
        winner = round_[ordering(round_, number)]
        best = min(press.thought for press in round_)
        wrong += winner.thought - best >= TIE
        wins[winner.trip] += 1
    return Result(100 * wrong / rounds, {trip: 100 * won / rounds for trip, won in wins.items()})


def gain_of_a_lie(lie: float, claims: int = 20, games: int = 30) -> float:
    """Milliseconds a seat gains on average over its first ranked claims of a game."""
    gained: list[float] = []
    for game in range(games):
        liar = RuleE(lie=lie)
        simulate(liar, PACES["8 s"], 20 * claims, seed=game)
        gained += liar.gained[:claims]
    return sum(gained) / len(gained)


RULES: dict[str, Callable[[], Callable[[list[Press], int], int]]] = {
    "A arrival order": lambda: by_arrival,
    "D common reveal, arrival order": lambda: by_arrival_after_common_reveal,
    "E common reveal, verified times": RuleE,
}


def run() -> None:
    print(f"four seats, round trips {'/'.join(f'{trip:g}' for trip in TRIPS)} ms, {ROUNDS} rounds each")
    print(f"{'rule':34}{'pace':>8}{'wrong winner':>14}  shares by round trip")
    for name, make in RULES.items():
        for pace_name, pace in PACES.items():
            result = simulate(make(), pace, ROUNDS)
            shares = " / ".join(f"{share:.1f}" for share in result.shares.values())
            print(f"{name:34}{pace_name:>8}{result.wrong:>12.2f} %  {shares}  ({result.apart:.1f} apart)")
    gain = gain_of_a_lie(500.0)
    print(f"a seat that takes 500 ms off every claim gains {gain:.0f} ms on average over its first 20 (bar: 40)")
