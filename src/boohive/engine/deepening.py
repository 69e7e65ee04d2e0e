"""Iterative deepening: a position is searched deeper and deeper until time, nodes or depth are used up, on any number of
threads.

Everything here is in move codes and scores; ``analysis.py`` puts it into words.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from boohive.core import clock
from boohive.core.constants import NO_MOVE
from boohive.core.search_kernel import evaluate
from boohive.core.turn_game import TurnPosition
from boohive.engine import scores
from boohive.engine.search import Search, SearchControl
from boohive.engine.shared_work import SharedWork
from boohive.engine.time_control import StopRule
from boohive.engine.transposition import TranspositionTable

__all__ = [
    "PrincipalVariation",
    "SearchControl",
    "SearchInfo",
    "TranspositionTable",
    "is_mate_score",
    "last",
    "mate_distance",
    "search",
]

ASPIRATION_MIN_DEPTH = 4
ASPIRATION_WINDOW = 30
"""From this depth on, a score is first looked for this close to the last one."""


class PrincipalVariation(NamedTuple):
    """A way the game may go on."""

    score: int
    """Its worth to the seat to move."""
    moves: tuple[int, ...]
    """Move codes, both players' best as far as was seen."""


class SearchInfo(NamedTuple):
    """What is known after a round of deepening."""

    depth: int
    """Whole turns."""
    nodes: int
    nanoseconds: int
    variations: tuple[PrincipalVariation, ...]
    """Best first."""
    completed: bool
    """Whether the round was finished; a last one that was cut short may still have found a better move."""

    @property
    def best(self) -> int:
        """The code of the move to play."""
        return self.variations[0].moves[0]

    @property
    def score(self) -> int:
        """Its score."""
        return self.variations[0].score


T = TypeVar("T")


def last(rounds: Iterable[T]) -> T:
    """What the last round of deepening brought."""
    return deque(rounds, maxlen=1)[0]


def is_mate_score(score: int) -> bool:
    """Whether the score is a win or a loss seen to its end."""
    return abs(score) >= scores.MATE_BOUND


def mate_distance(score: int) -> int:
    """For such a score: after how many turns, both players' counted, the game is over."""
    return scores.WIN - abs(score)


def search(
    position: TurnPosition,
    *,
    time: float | None = None,
    soft_time: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    multipv: int = 1,
    threads: int = 1,
    table: TranspositionTable | None = None,
    control: SearchControl | None = None,
    root_moves: Sequence[int] | None = None,
    pruning: bool = True,
    parameters: dict[str, int] | None = None,
) -> Iterator[SearchInfo]:
    """What is known after each iteration; always at least once, with a legal move. The game must not be over.

    ``soft_time`` is the usual part of the time, which is all that a clear move takes and less than a doubtful one does.
    ``control.stop = True`` from any thread ends it at once. ``root_moves`` limits the moves that are looked at;
    ``parameters`` gives other values to some of the search's parameters.
    """
    start = clock.now()
    control = control or SearchControl()
    control.deadline = start + int(time * 1e9) if time is not None else 0
    control.max_nodes = nodes or 0
    table = table or TranspositionTable()
    table.new_search()

    shared = SharedWork() if threads > 1 else None

    def new_search(is_helper: bool) -> Search:
        given = {**position.game.search_parameters, **(parameters or {})}
        found = Search(position._kernel, table, control, pruning, given)
        found.set_history(position._history.keys())
        if shared is not None:
            found.share(shared, is_helper)
        if root_moves is not None:
            found.set_root_moves(list(root_moves))
        return found

    main = new_search(False)
    rule = None if soft_time is None else StopRule(soft_time)
    rounds = iterative_deepening(position, main, start, depth or scores.MAX_DEPTH - 1, multipv, rule)
    if shared is None:
        yield from rounds
    else:
        helpers = [Helper(lambda: new_search(True), shared) for _ in range(threads - 1)]
        yield from together(rounds, helpers, control, multipv)


def iterative_deepening(
    position: TurnPosition, main: Search, start: int, max_depth: int, multipv: int, rule: StopRule | None
) -> Iterator[SearchInfo]:
    """The rounds of the main thread."""
    multipv = min(multipv, len(main.root_moves()))
    variations: tuple[PrincipalVariation, ...] = ()
    for depth in range(1, min(max_depth, scores.MAX_DEPTH - 1) + 1):
        found = search_depth(main, depth, variations, multipv)
        completed = not main.stopped
        if found and (completed or found[0].moves):
            merged = found if completed else merge(found, variations)
            variations = merged[:multipv]
            yield SearchInfo(depth, main.nodes, clock.now() - start, variations, completed)
        if not completed or all(
            is_mate_score(each.score) and mate_distance(each.score) <= depth for each in variations
        ):
            break
        if rule is not None and rule.is_enough((clock.now() - start) / 1e9, variations[0].moves[0], effort_of(main)):
            break
    if not variations:
        first = PrincipalVariation(evaluate(position._kernel), (main.root_moves()[0],))
        yield SearchInfo(0, main.nodes, clock.now() - start, (first,), False)


def merge(found: Sequence[PrincipalVariation], last: Sequence[PrincipalVariation]) -> tuple[PrincipalVariation, ...]:
    """What an unfinished round found, then what the round before it had for the other moves."""
    begun = {variation.moves[0] for variation in found}
    return (*found, *(variation for variation in last if variation.moves[0] not in begun))


def effort_of(main: Search) -> float:
    """The share of the last run's nodes that went into the best move."""
    return main.best_nodes / max(1, main.root_nodes)


def search_depth(
    main: Search, depth: int, last: Sequence[PrincipalVariation], multipv: int
) -> tuple[PrincipalVariation, ...]:
    """The best variations to this depth; fewer when the search was stopped."""
    found: list[PrincipalVariation] = []
    for number in range(multipv):
        guess = last[number].score if number < len(last) else None
        score = aspiration_search(main, depth, number, guess)
        if main.stopped and main.best == NO_MOVE:
            break
        found.append(PrincipalVariation(score, tuple(main.best_variation())))
        if main.stopped:
            break
    return tuple(sorted(found, key=lambda variation: -variation.score))


def aspiration_search(main: Search, depth: int, number: int, guess: int | None) -> int:
    """The score, looked for near the guess first, in windows that grow until it lies inside."""
    width = ASPIRATION_WINDOW
    low, high = -scores.INFINITE, scores.INFINITE
    if guess is not None and depth >= ASPIRATION_MIN_DEPTH and not is_mate_score(guess):
        low, high = guess - width, guess + width
    while True:
        score = main.run(depth, low, high, number)
        if main.stopped or low < score < high:
            return score
        width *= 3
        if score <= low:
            low = max(-scores.INFINITE, low - width)
        if score >= high:
            high = min(scores.INFINITE, high + width)
        if width > 1000:
            low, high = -scores.INFINITE, scores.INFINITE


class Helper:
    """Another thread that searches the same position, the moves that no other one is searching; what it finds is in the shared
    table when the main thread comes to those moves."""

    def __init__(self, new_search: Callable[[], Search], shared: SharedWork) -> None:
        self.new_search = new_search
        self.shared = shared
        self.depth = 0
        self.best: PrincipalVariation | None = None
        """What was best in its last round, to this depth; maybe not all moves were searched."""
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self) -> None:
        """Search until the main thread ends."""
        mine = self.new_search()
        variations: tuple[PrincipalVariation, ...] = ()
        depth = 1
        while 0 < depth < scores.MAX_DEPTH:
            found = search_depth(mine, depth, variations, 1)
            if found and found[0].moves:
                self.depth, self.best = depth, found[0]
            if mine.stopped:
                depth = mine.catch_up()
            else:
                variations, depth = found, max(depth + 1, self.shared.depth)


def together(
    rounds: Iterator[SearchInfo], helpers: list[Helper], control: SearchControl, multipv: int
) -> Iterator[SearchInfo]:
    """The main thread's rounds, while the others search too."""
    try:
        for info in rounds:
            yield info
        if multipv == 1 and not info.completed:
            control.stop = True
            yield best_of(info, helpers)
    finally:
        control.stop = True
        for helper in helpers:
            helper.thread.join()


def best_of(info: SearchInfo, helpers: Iterable[Helper]) -> SearchInfo:
    """What the main thread has found, or a better move that a helper found in the same round, which was cut short."""
    for helper in helpers:
        helper.thread.join()
        if helper.best is not None and helper.depth == info.depth and helper.best.score > info.score:
            info = info._replace(variations=(helper.best,))
    return info
