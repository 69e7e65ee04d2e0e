"""Thinking about a position: deeper and deeper until the time, the nodes or the depth are used up, on one or more threads.

Everything here is in move codes and scores; ``analysis.py`` puts it into words.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from boohive.core import clock
from boohive.core.codes import NO_MOVE
from boohive.core.kernel import evaluation_of
from boohive.core.turn_game import TurnPosition
from boohive.engine import scores
from boohive.engine.search import Control, Search
from boohive.engine.table import Table

__all__ = ["Control", "Line", "Table", "Thought", "is_sure", "last", "think", "turns_to_the_end"]

FIRST_NARROW_DEPTH = 4
NARROW = 30
"""From this depth on, a score is first looked for this close to the last one."""


class Line(NamedTuple):
    """A way the game may go on."""

    score: int
    """Its worth to the seat to move."""
    moves: tuple[int, ...]
    """Move codes, both players' best as far as was seen."""


class Thought(NamedTuple):
    """What is known after a round of thinking."""

    depth: int
    """Whole turns."""
    nodes: int
    nanoseconds: int
    lines: tuple[Line, ...]
    """Best first."""
    whole: bool
    """Whether the round was finished; a last one that was cut short may still have found a better move."""

    @property
    def best(self) -> int:
        """The code of the move to play."""
        return self.lines[0].moves[0]

    @property
    def score(self) -> int:
        """Its score."""
        return self.lines[0].score


T = TypeVar("T")


def last(rounds: Iterable[T]) -> T:
    """What the last round of deepening brought."""
    return deque(rounds, maxlen=1)[0]


def is_sure(score: int) -> bool:
    """Whether the score is a win or a loss seen to its end."""
    return abs(score) >= scores.SURE


def turns_to_the_end(score: int) -> int:
    """For a sure score: after how many turns, both players' counted, the game is over."""
    return scores.WIN - abs(score)


def think(
    position: TurnPosition,
    *,
    time: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    lines: int = 1,
    threads: int = 1,
    memory: Table | None = None,
    control: Control | None = None,
    only: Sequence[int] | None = None,
    clever: bool = True,
    changes: dict[str, int] | None = None,
) -> Iterator[Thought]:
    """One thought after each round of deepening; always at least one, with a legal move. The game must be running.

    ``control.stop = True`` from any thread ends it at once. ``only`` limits the moves that are looked at;
    ``changes`` gives other values to some of the search's habits.
    """
    start = clock.now()
    control = control or Control()
    control.deadline = start + int(time * 1e9) if time is not None else 0
    control.most_nodes = nodes or 0
    memory = memory or Table()
    memory.next_search()

    def new_search() -> Search:
        search = Search(position._kernel, memory, control, clever, changes)
        search.remember(position._history.listed())
        return search

    main = new_search()
    if only is not None:
        main.set_root(list(only))
    crew = start_helpers(new_search, threads - 1)
    try:
        yield from deepen(position, main, start, depth or scores.MAX_DEPTH - 1, lines)
    finally:
        if crew:
            control.stop = True
            for helper in crew:
                helper.join()


def deepen(position: TurnPosition, main: Search, start: int, most_depth: int, lines: int) -> Iterator[Thought]:
    """The rounds of the main thread."""
    lines = min(lines, len(main.root_list()))
    known: tuple[Line, ...] = ()
    for depth in range(1, min(most_depth, scores.MAX_DEPTH - 1) + 1):
        found = one_round(main, depth, known, lines)
        whole = not main.stopped
        if found and (whole or found[0].moves):
            merged = found if whole else merge(found, known)
            known = merged[:lines]
            yield Thought(depth, main.nodes, clock.now() - start, known, whole)
        if not whole or all(is_sure(line.score) and turns_to_the_end(line.score) <= depth for line in known):
            break
    if not known:
        first = Line(evaluation_of(position._kernel), (main.root_list()[0],))
        yield Thought(0, main.nodes, clock.now() - start, (first,), False)


def merge(found: Sequence[Line], last: Sequence[Line]) -> tuple[Line, ...]:
    """What an unfinished round found, then what the round before it had for the other moves."""
    begun = {line.moves[0] for line in found}
    return (*found, *(line for line in last if line.moves[0] not in begun))


def one_round(main: Search, depth: int, last: Sequence[Line], lines: int) -> tuple[Line, ...]:
    """The best lines to this depth; fewer when the search was stopped."""
    found: list[Line] = []
    for number in range(lines):
        guess = last[number].score if number < len(last) else None
        score = in_a_window(main, depth, number, guess)
        if main.stopped and main.best == NO_MOVE:
            break
        found.append(Line(score, tuple(main.best_line())))
        if main.stopped:
            break
    return tuple(sorted(found, key=lambda line: -line.score))


def in_a_window(main: Search, depth: int, number: int, guess: int | None) -> int:
    """The score, looked for near the guess first, in windows that double until it lies inside."""
    width = NARROW
    low, high = -scores.INFINITE, scores.INFINITE
    if guess is not None and depth >= FIRST_NARROW_DEPTH and not is_sure(guess):
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
        search = new_search()
        for depth in range(1 + number % 2, scores.MAX_DEPTH):
            search.run(depth, -scores.INFINITE, scores.INFINITE, 0)
            if search.stopped:
                break

    crew = [threading.Thread(target=help_along, args=(number,), daemon=True) for number in range(1, count + 1)]
    for helper in crew:
        helper.start()
    return crew
