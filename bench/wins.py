"""Forced wins: finding positions whose win is proved, and counting how many of them the engine plays.

``python -m bench find-wins`` adds to ``bench/data/wins-GAME.txt`` what is missing there: positions from quick games of
the engine against itself in which a proof search shows that the player to move wins, each with the number of own turns
that the win needs at most. ``python -m bench wins`` lets level 8 play each of them with a second a move. BENCH_GAMES_OF
names the games, BENCH_WINS how many positions to find or to try.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import monotonic
from typing import NamedTuple

from bench.measure import row
from boohive.core.kernel import Kernel, Moves, play_at, status_of
from boohive.core.search_kernel import winning_move
from boohive.core.turn_game import Move, TurnGame, TurnPosition
from boohive.engine.deepening import is_mate_score, last, mate_distance, search
from boohive.engine.openings import openings, start_of
from boohive.engine.players import Player
from boohive.engine.proof import WON, Proof
from boohive.engine.transposition import TranspositionTable
from boohive.games import GAMES

DATA = Path(__file__).parent / "data"
NAMES = os.environ.get("BENCH_GAMES_OF", "boop,boop-ghosts,hive").split(",")
COUNT = int(os.environ.get("BENCH_WINS", "500"))
SECONDS = float(os.environ.get("BENCH_SECONDS", "1"))
MAX_TURNS = 5
PLAY_NODES, CHECK_NODES = 1500, 20_000
PROOF_NODES = {"boop": (60, 2400), "boop-ghosts": (20, 800), "hive": (3, 150)}
"""How long a proof is looked for: in any position, and where a short search sees a win. A look costs most in Hive."""

ODD_MOVES = 0.15
"""So often a quick game goes on with any move, for variety."""

AT_ONCE_SHARE = 0.2
"""Wins in one turn are easy to find; no more than this share of them is kept."""

MAX_LINES = 400
MAX_GAME_MOVES = 80


class Win(NamedTuple):
    """A position with a proved win."""

    turns: int
    """Own turns to the win, at most."""
    position: TurnPosition


# Finding


def proved_turns(proof: Proof, kernel: Kernel, seat: int, room: list[int]) -> int | None:
    """How many own turns the proved strategy takes at most; ``None`` if that is too much to walk through."""
    room[0] -= 1
    if room[0] < 0:
        return None
    if status_of(kernel).seat == seat:
        if winning_move(kernel) is not None:
            return 1
        moves = proof.winning_moves(kernel)
        if not moves:
            return None
        after = play_at(kernel, moves[0])
        rest = 0 if status_of(after).result == seat else proved_turns(proof, after, seat, room)
        return None if rest is None else rest + (not status_of(after).mid_turn)
    longest = 0
    legal = Moves(kernel)
    for i in range(len(legal)):
        after = play_at(kernel, legal.code(i))
        if status_of(after).result == seat:
            continue
        turns = proved_turns(proof, after, seat, room)
        if turns is None:
            return None
        longest = max(longest, turns)
    return longest


def proved_win(position: TurnPosition, nodes: int) -> int | None:
    """In how many own turns the player to move wins, by proof."""
    seat = position.to_move
    assert seat is not None
    proof = Proof(seat, 4)
    if proof.run(position._kernel, nodes) != WON:
        return None
    return proved_turns(proof, position._kernel, seat, [MAX_LINES])


def quick_game(game: TurnGame, number: int) -> Iterator[TurnPosition]:
    """The positions of a game that the engine plays against itself without much info."""
    rng = Random(f"wins {game.id} {number}")
    known = openings(game.id)
    position = start_of(game, rng.choice(known))
    table = TranspositionTable(1)
    for _ in range(MAX_GAME_MOVES):
        if position.to_move is None:
            return
        yield position
        best = last(search(position, nodes=PLAY_NODES, table=table)).best
        odd = rng.random() < ODD_MOVES
        position = position.play(rng.choice(position.legal_moves) if odd else position.move(best))


def wins_of(game: TurnGame, count: int, known: list[Win]) -> Iterator[Win]:
    """Positions with a proved win that are not known yet, until there are ``count`` with them."""
    at_once = int(count * AT_ONCE_SHARE) - sum(win.turns == 1 for win in known)
    seen = {win.position.text for win in known}
    number = len(seen)
    while len(seen) < count:
        for position in quick_game(game, number):
            if position.mid_turn or (at_once <= 0 and winning_move(position._kernel) is not None):
                continue
            info = last(search(position, nodes=2 * PLAY_NODES, table=TranspositionTable(1)))
            hopeful = is_mate_score(info.score) and info.score > 0
            turns = proved_win(position, PROOF_NODES[game.id][hopeful])
            if hopeful and turns is not None:
                turns = min(turns, (mate_distance(info.score) + 1) // 2)
            if turns is not None and turns <= MAX_TURNS and position.text not in seen and len(seen) < count:
                seen.add(position.text)
                at_once -= turns == 1
                yield Win(turns, position)
        number += 1


def find() -> None:
    for name in NAMES:
        game = GAMES[name]
        assert isinstance(game, TurnGame)
        begun = monotonic()
        known = read(name) if (DATA / f"wins-{name}.txt").exists() else []
        with (DATA / f"wins-{name}.txt").open("a", encoding="utf-8") as file:
            for win in wins_of(game, COUNT, known):
                file.write(f"{win.turns} {win.position.text}\n")
                file.flush()
        print(f"{name}: {COUNT - len(known)} positions in {monotonic() - begun:.0f} s")


# Playing


def read(name: str, count: int | None = None) -> list[Win]:
    """The stored positions, or ``count`` of them spread over the file."""
    lines = (DATA / f"wins-{name}.txt").read_text(encoding="utf-8").splitlines()
    step = 1 if count is None else max(1, len(lines) // count)
    found = []
    for line in lines[::step][:count]:
        turns, _, text = line.partition(" ")
        found.append(Win(int(turns), GAMES[name].from_text(text)))  # type: ignore[arg-type]
    return found


def plays(win: Win, seconds: float) -> bool:
    """Whether level 8 makes a move that keeps the win."""
    return keeps_win(win.position, Player(8, time=seconds, hash_mib=4).choose(win.position))


def keeps_win(position: TurnPosition, move: Move) -> bool:
    """Whether the player who makes this move still has a forced win after it."""
    after = position.play(move)
    if after.outcome is not None:
        return after.outcome.winner == position.to_move
    seat = position.to_move
    assert seat is not None
    if is_won_by_search(after, seat):
        return True
    return Proof(seat, 16).run(after._kernel, CHECK_NODES) == WON


def is_won_by_search(position: TurnPosition, seat: int) -> bool:
    """Whether a search sees the win to its end, no matter who is to move."""
    for info in search(position, time=3 * SECONDS, table=TranspositionTable(4)):
        if is_mate_score(info.score):
            return (info.score > 0) == (position.to_move == seat)
    return False


def run() -> None:
    row(f"level 8, {SECONDS:g} s a move", *(f"in {turns}" for turns in range(1, MAX_TURNS + 1)), "up to 3", "up to 5")
    for name in NAMES:
        wins = read(name, COUNT)
        played = {turns: [0, 0] for turns in range(1, MAX_TURNS + 1)}
        for win in wins:
            done = plays(win, SECONDS)
            played[win.turns][0] += done
            played[win.turns][1] += 1
            if not done:
                print(f"{name}, missed in {win.turns}: {win.position.text}", flush=True)
        sums = [[sum(played[turns][i] for turns in range(1, most + 1)) for i in range(2)] for most in (3, 5)]
        row(name, *(f"{done}/{of}" for done, of in [*played.values(), *sums]))
