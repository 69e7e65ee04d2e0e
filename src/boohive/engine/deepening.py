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

    ``control.stop = True`` from any thread ends it at once. ``root_moves`` limits the moves that are looked at;
    ``parameters`` gives other values to some of the search's parameters.
    """
    start = clock.now()
    control = control or SearchControl()
    control.deadline = start + int(time * 1e9) if time is not None else 0
    control.max_nodes = nodes or 0
    table = table or TranspositionTable()
    table.new_search()

    def new_search() -> Search:
        found = Search(position._kernel, table, control, pruning, parameters)
        found.set_history(position._history.keys())
        return found

    main = new_search()
    if root_moves is not None:
        main.set_root_moves(list(root_moves))
    helpers = start_helpers(new_search, threads - 1)
    try:
        yield from iterative_deepening(position, main, start, depth or scores.MAX_DEPTH - 1, multipv)
    finally:
        if helpers:
            control.stop = True
            for helper in helpers:
                helper.join()


def iterative_deepening(
    position: TurnPosition, main: Search, start: int, max_depth: int, multipv: int
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
    if not variations:
        first = PrincipalVariation(evaluate(position._kernel), (main.root_moves()[0],))
        yield SearchInfo(0, main.nodes, clock.now() - start, (first,), False)


def merge(found: Sequence[PrincipalVariation], last: Sequence[PrincipalVariation]) -> tuple[PrincipalVariation, ...]:
    """What an unfinished round found, then what the round before it had for the other moves."""
    begun = {variation.moves[0] for variation in found}
    return (*found, *(variation for variation in last if variation.moves[0] not in begun))


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


def start_helpers(new_search: Callable[[], Search], count: int) -> list[threading.Thread]:
    """Other threads that search the same position and leave what they find in the shared table."""

    def help_along(number: int) -> None:
        mine = new_search()
        for depth in range(1 + number % 2, scores.MAX_DEPTH):
            mine.run(depth, -scores.INFINITE, scores.INFINITE, 0)
            if mine.stopped:
                break

    helpers = [threading.Thread(target=help_along, args=(number,), daemon=True) for number in range(1, count + 1)]
    for helper in helpers:
        helper.start()
    return helpers
