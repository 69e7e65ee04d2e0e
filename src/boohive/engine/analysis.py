"""What the engine thinks, in words and as plain data: best lines, a hint, and the review of a whole game."""

import asyncio
import math
from collections.abc import AsyncIterator, Iterable, Iterator
from itertools import accumulate
from typing import Any, NamedTuple

from boohive.core.constants import ONGOING
from boohive.core.errors import OptionError
from boohive.core.kernel import play_at, status_of
from boohive.core.record import Record
from boohive.core.search_kernel import is_threatened, winning_move
from boohive.core.sentences import Sentence
from boohive.core.turn_game import Move, TurnPosition
from boohive.engine import scores
from boohive.engine.deepening import (
    PrincipalVariation,
    SearchControl,
    SearchInfo,
    TranspositionTable,
    is_mate_score,
    last,
    mate_distance,
)
from boohive.engine.forced_wins import ForcedWins, search_with_proof
from boohive.engine.levels import win_probability
from boohive.engine.limits import SearchLimits, is_whole, require_ongoing
from boohive.engine.processes import max_processes

__all__ = ["Analysis", "AnalysisLine", "Hint", "JudgedMove", "Review", "analyse", "analyse_async", "hint", "review"]

JUDGEMENTS = [(0.15, "blunder"), (0.10, "mistake"), (0.05, "inaccuracy")]
"""How much win probability a move must lose to be called so."""

DESCRIPTIONS = [(0.93, "winning"), (0.78, "clearly better"), (0.60, "slightly better"), (0.40, "about even")]


class AnalysisLine(NamedTuple):
    """A way the game may go on."""

    moves: tuple[str, ...]
    score: int
    """For the seat to move, in the engine's unit."""
    win_probability: float
    """Of the seat to move, 0 to 1."""
    description: Sentence

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        probability = round(self.win_probability, 4)
        return {"moves": list(self.moves), "score": self.score, "chance": probability, "words": self.description}


class Analysis(NamedTuple):
    """What is known after one iteration of the search."""

    seat: int
    depth: int
    nodes: int
    seconds: float
    lines: tuple[AnalysisLine, ...]

    def __str__(self) -> str:
        """Depth and lines, best first, as a program would print them."""
        rows = [f"{line.win_probability:.0%} {line.description}: {', '.join(line.moves)}" for line in self.lines]
        return "\n".join([f"depth {self.depth}, {self.nodes:,} nodes, {self.seconds:.2f} s", *rows])

    @property
    def best(self) -> str:
        """The move to play."""
        return self.lines[0].moves[0]

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "seat": self.seat,
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "lines": [line.as_data() for line in self.lines],
        }


def describe(game: str, score: int) -> Sentence:
    """A score as a player would say it. The turns to a forced win or loss are at most that many."""
    if abs(score) == scores.MATE_BOUND:  # proved, but the number of turns is not known
        return _judgement("winning" if score > 0 else "losing")
    if is_mate_score(score):
        if score > 0:
            turns = (mate_distance(score) + 1) // 2
            return Sentence(f"wins in {turns}", "wins_in", count=turns)
        turns = max(1, mate_distance(score) // 2)
        return Sentence(f"loses in {turns}", "loses_in", count=turns)
    value = win_probability(game, score)
    for threshold, text in DESCRIPTIONS:
        if value >= threshold:
            return _judgement(text)
        if 1 - value >= threshold:
            return _judgement(text.replace("winning", "losing").replace("better", "worse"))
    return _judgement("about even")


def _judgement(text: str) -> Sentence:
    return Sentence(text, text.replace(" ", "_"))


def line_texts(position: TurnPosition, codes: tuple[int, ...]) -> tuple[str, ...]:
    """The moves of a line in the game's notation."""
    texts = []
    for code in codes:
        if code not in position.legal_moves.codes():
            break  # two positions with one key share an entry of the table
        move = position.move(code)
        texts.append(move.text)
        position = position.play(move)
        if position.outcome is not None:
            break
    return tuple(texts)


def to_line(position: TurnPosition, variation: PrincipalVariation) -> AnalysisLine:
    """A variation of the search with its moves as texts and its score explained."""
    game = position.game.id
    return AnalysisLine(
        line_texts(position, variation.moves),
        variation.score,
        win_probability(game, variation.score),
        describe(game, variation.score),
    )


def to_analysis(position: TurnPosition, info: SearchInfo) -> Analysis:
    """What a search has found, with moves as texts and scores explained."""
    # An iteration that was cut short knows which line is best, but the scores below it are the previous iteration's.
    bounds = accumulate((line.score for line in info.variations), min)
    lines = tuple(
        to_line(position, PrincipalVariation(score, variation.moves))
        for score, variation in zip(bounds, info.variations, strict=True)
    )
    return Analysis(position.to_move or 0, info.depth, info.nodes, info.nanoseconds / 1e9, lines)


def analyse(
    position: TurnPosition,
    limits: SearchLimits | float | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    searchmoves: Iterable[Move | str] | None = None,
    lines: int = 3,
    threads: int = 1,
    hash_mib: int = 16,
    control: SearchControl | None = None,
) -> Iterator[Analysis]:
    """One analysis after each iteration of the search; without any limit it takes one second.

    The limits are one object, seconds alone, or given by name. ``searchmoves`` are the only first moves that are looked at;
    ``control.stop = True`` from any thread ends the search.
    """
    require_ongoing(position)
    given = SearchLimits.of(limits) if limits is not None else SearchLimits(time, nodes, depth)
    if limits is not None and not (time is None and nodes is None and depth is None):
        raise OptionError("limits are given twice; give them as one object or by their names")
    require_counts(lines=lines, threads=threads, hash_mib=hash_mib)
    codes = None if searchmoves is None else root_codes(position, searchmoves)
    return _analyses(
        position, SearchLimits(time=1.0) if given.is_open else given, codes, lines, threads, hash_mib, control
    )


def _analyses(
    position: TurnPosition,
    limits: SearchLimits,
    root_moves: list[int] | None,
    lines: int,
    threads: int,
    hash_mib: int,
    control: SearchControl | None,
) -> Iterator[Analysis]:
    for info in search_with_proof(
        position,
        limits.time,
        control or SearchControl(),
        nodes=limits.nodes,
        depth=limits.depth,
        multipv=lines,
        threads=threads,
        table=TranspositionTable(hash_mib),
        root_moves=root_moves,
        for_analysis=True,
    ):
        yield to_analysis(position, info)


def root_codes(position: TurnPosition, moves: Iterable[Move | str]) -> list[int]:
    """The codes of the moves to look at, each legal and each once."""
    if isinstance(moves, str):
        raise OptionError(f"searchmoves={moves!r} is one text; give a list of moves, such as [{moves!r}]")
    codes = list(dict.fromkeys(position.parse(str(move)).code for move in moves))
    if not codes:
        raise OptionError("searchmoves is empty; name at least one legal move, or leave it out")
    return codes


def require_counts(**counts: int) -> None:
    """Refuse what is not a whole number from 1 on, and more threads than the machine can use."""
    for name, count in counts.items():
        if not is_whole(count) or count < 1:
            raise OptionError(f"{name}={count!r} is not possible; give a whole number from 1 on")
    if counts["threads"] > max_processes():
        raise OptionError(
            f"threads={counts['threads']} is too many for this machine; at most {max_processes()} make sense"
        )


async def analyse_async(
    position: TurnPosition,
    limits: SearchLimits | float | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    searchmoves: Iterable[Move | str] | None = None,
    lines: int = 3,
    threads: int = 1,
    hash_mib: int = 16,
) -> AsyncIterator[Analysis]:
    """``analyse`` for asynchronous programs: the search runs on a thread of its own.

    Leaving the loop and calling ``aclose()``, or cancelling the task, ends the search at once.
    """
    control = SearchControl()
    found = analyse(
        position, limits, time=time, nodes=nodes, depth=depth, searchmoves=searchmoves, lines=lines, threads=threads,
        hash_mib=hash_mib, control=control,
    )  # fmt: skip
    waiting: asyncio.Future[Analysis | None] | None = None
    try:
        while True:
            waiting = asyncio.get_running_loop().run_in_executor(None, next, found, None)
            analysis = await asyncio.shield(waiting)
            if analysis is None:
                return
            yield analysis
    finally:
        control.stop = True
        if waiting is not None and not waiting.done():
            await asyncio.wait([waiting])


# A hint, in three steps


class Hint(NamedTuple):
    """Help for a player, as much of it as they want: where to look, what to play, and why."""

    nudge: Sentence
    move: str
    reason: str
    """All of ``reasons`` in one sentence."""
    win_probability: float
    """Of the seat to move, 0 to 1."""
    reasons: tuple[Sentence, ...] = ()

    def as_data(self) -> dict[str, str | float]:
        """For JSON."""
        probability = round(self.win_probability, 4)
        return {"nudge": self.nudge, "move": self.move, "reason": self.reason, "chance": probability}


def hint(position: TurnPosition, time: float = 1.0) -> Hint:
    """Where to look, what to play and why."""
    analysis = last(analyse(position, time, lines=1))
    move = position.parse(analysis.best)
    why = reasons(position, move, analysis)
    return Hint(nudge(position, move), move.text, "; ".join(why), analysis.lines[0].win_probability, why)


def nudge(position: TurnPosition, move: Move) -> Sentence:
    """Where to look, without naming the move."""
    if winning_move(position._kernel) is not None:
        return Sentence("you can win right now", "can_win")
    if is_threatened(position._kernel):
        return Sentence("the other player threatens to win next turn", "opponent_threatens")
    return position.game.nudge(position.effects(move)) or Sentence("look at the whole board", "look_at_all")


def reasons(position: TurnPosition, move: Move, analysis: Analysis) -> tuple[Sentence, ...]:
    """Why the move is good: what it does, what it stops or threatens, and how the game stands."""
    standing = analysis.lines[0].description
    judgement = f"it {standing}" if standing.code in ("wins_in", "loses_in") else f"you are {standing}"
    return (*visible_reasons(position, move), Sentence(judgement, standing.code, **standing.args))


def visible_reasons(position: TurnPosition, move: Move) -> list[Sentence]:
    """What a move does that a player can see on the board."""
    after = play_at(position._kernel, move.code)
    seat, is_open, result, _ = status_of(after)
    found: list[Sentence] = []
    if result == position.to_move:
        return [Sentence("it wins at once", "wins")]
    found += position.game.visible_reasons(position.effects(move))
    if not is_open and seat != position.to_move and result == ONGOING:
        if is_threatened(position._kernel) and winning_move(after) is None:
            found.append(Sentence("it stops the other player's win", "stops_win"))
        if is_threatened(after):
            found.append(Sentence("it threatens to win next turn", "threatens"))
    return found


# The review of a game


class JudgedMove(NamedTuple):
    """One move of a game and how good it was."""

    number: int
    seat: int
    move: str
    best: str
    win_probability: float
    """Of its seat before the move, with best play."""
    loss: float
    """How much of that the move gave away."""
    judgement: str
    """``best``, ``good``, ``inaccuracy``, ``mistake`` or ``blunder``."""
    description: str
    """Of the position before the move."""

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "number": self.number,
            "seat": self.seat,
            "move": self.move,
            "best": self.best,
            "chance": round(self.win_probability, 4),
            "loss": round(self.loss, 4),
            "judgement": self.judgement,
            "words": self.description,
        }


class Review(NamedTuple):
    """A game, judged move by move."""

    moves: tuple[JudgedMove, ...]
    accuracy: tuple[float, float]
    """Of each seat, 0 to 100."""
    turning_points: tuple[int, ...]
    """Numbers of the moves that changed the game most, in order."""

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "moves": [move.as_data() for move in self.moves],
            "accuracy": [round(value, 1) for value in self.accuracy],
            "turning_points": list(self.turning_points),
        }


def review(record: Record, time: float = 0.2, threads: int = 1) -> Review:
    """Judge every move of a game, ``time`` seconds for each."""
    moves = list(judge_all(record, time, threads))
    accuracy = tuple(mean_accuracy([move for move in moves if move.seat == seat]) for seat in range(2))
    worst = sorted((move for move in moves if move.loss >= JUDGEMENTS[1][0]), key=lambda move: -move.loss)[:5]
    return Review(tuple(moves), (accuracy[0], accuracy[1]), tuple(sorted(move.number for move in worst)))


def judge_all(record: Record, time: float, threads: int) -> Iterator[JudgedMove]:
    """Each move with its loss: the win probability before it minus the one after it."""
    position = record.first().as_turn_based()
    thinker = GameThinker(time, threads)
    before = thinker.info(position)
    for number, event in enumerate(record.events, 1):
        move = position.parse(event.text)
        after = position.play(move)
        following = thinker.info(after)
        yield judge(number, position, move, after, before, following)
        position, before = after, following


class GameThinker:
    """Looks at the positions of a game one after the other; what was found out about one helps with the next."""

    def __init__(self, time: float, threads: int) -> None:
        self.time = time
        self.threads = threads
        self.table = TranspositionTable(16)
        self.control = SearchControl()
        self.forced_wins = ForcedWins(self.control)

    def info(self, position: TurnPosition) -> SearchInfo | None:
        """What is known of a position after the time; ``None`` when the game is over."""
        if position.to_move is None:
            return None
        return last(
            search_with_proof(
                position,
                self.time,
                self.control,
                threads=self.threads,
                table=self.table,
                forced_wins=self.forced_wins,
                for_analysis=True,
            )
        )


def seat_win_probability(position: TurnPosition, info: SearchInfo | None, seat: int) -> float:
    """A seat's win probability; 0, 0.5 or 1 when the game is over."""
    outcome = position.outcome
    if outcome is not None:
        return 0.5 if outcome.winner is None else float(outcome.winner == seat)
    assert info is not None
    value = win_probability(position.game.id, info.score)
    return value if position.to_move == seat else 1 - value


def judge(
    number: int,
    position: TurnPosition,
    move: Move,
    after: TurnPosition,
    before: SearchInfo | None,
    following: SearchInfo | None,
) -> JudgedMove:
    """One move."""
    seat = position.to_move
    assert seat is not None
    assert before is not None
    best = position.move(before.best)
    possible = seat_win_probability(position, before, seat)
    loss = 0.0 if best == move else max(0.0, possible - seat_win_probability(after, following, seat))
    judgement = "best" if best == move else next((word for limit, word in JUDGEMENTS if loss >= limit), "good")
    description = describe(position.game.id, before.score)
    return JudgedMove(number, seat, move.text, best.text, possible, loss, judgement, description)


def mean_accuracy(moves: list[JudgedMove]) -> float:
    """100 for the best moves only; falls fast with the win probability that is lost."""
    if not moves:
        return 100.0
    each = [max(0.0, min(100.0, 103.17 * math.exp(-4.35 * move.loss) - 3.17)) for move in moves]
    return sum(each) / len(each)
