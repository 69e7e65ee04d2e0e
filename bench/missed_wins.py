"""``python -m bench missed-wins``: forced wins that the search of 847df46 does not see, and whether level 8 plays them.

``find-missed`` looks for them: the engine plays quick games against itself, each with a seed of its own, and in the winner's
last turns a proof search is asked; in Hive, where a proof takes long, backwards from the end for as long as it finds one. A win
that is proved, but that neither a short search of today nor the old engine's search sees, goes to
``bench/data/missed-wins-GAME.txt`` with the number of its game, until there are BENCH_WINS of them (default 200). The old
search gets as many nodes as it looked at in 0.25 s of one processor when its speed was measured. No position is chosen by hand.

``missed-wins`` lets level 8 play each of them with BENCH_SECONDS a move (default 1): any move after which the win is still proved
counts. The old engine's level 8 is asked the same. BENCH_GAMES_OF names the games, BENCH_LIMIT ends either command after so many
seconds; both go on where they stopped, and what was found out is kept in BENCH_CACHE.
"""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import monotonic

from bench.frozen import HERE, Frozen, build, cache_folder
from bench.measure import row
from bench.wins import DATA, NAMES, SECONDS, keeps_win
from boohive.core.search_kernel import winning_move
from boohive.core.turn_game import TurnGame, TurnPosition
from boohive.engine.deepening import is_mate_score, last, search
from boohive.engine.openings import openings, start_of
from boohive.engine.players import Player
from boohive.engine.proof import WON, Proof
from boohive.engine.transposition import TranspositionTable
from boohive.engine.uhp_client import PATIENCE, PipeProcess
from boohive.games import GAMES

COUNT = int(os.environ.get("BENCH_WINS", "200"))
LIMIT = float(os.environ.get("BENCH_LIMIT", "inf"))
OLD_NODES = {"boop": 1_050_000, "boop-ghosts": 800_000, "hive": 550_000}
"""What 847df46 looks at in 0.25 s of processor time (4.16, 3.22 and 2.21 million a second)."""
PROOF_NODES = {"boop": 1000, "boop-ghosts": 500, "hive": 2000}
"""How long a proof is looked for."""
BACKWARDS = {"hive"}
"""Where the last turn is looked at first,"""
UNPROVED = 2
"""and none before so many whose win is not proved."""
PLAY_NODES, SHORT_NODES = 1500, 3000
ODD_MOVES = 0.1
"""So often a quick game goes on with any move, for variety."""
LAST_TURNS = {"boop": 8, "boop-ghosts": 8, "hive": 20}
"""So many of the winner's decisions before the end are looked at."""
MAX_GAME_MOVES = 160


class OldSearch:
    """The search of 847df46 alone, without its look for a forced win."""

    def __init__(self) -> None:
        self.pipe = PipeProcess(
            [sys.executable, str(HERE / "frozen_worker.py"), str(build() / "src"), "0", "1", "0", "scores"]
        )
        self.pipe.read(monotonic() + PATIENCE)

    def sees_win(self, position: TurnPosition, nodes: int) -> bool:
        """Whether its score is a win after so many nodes."""
        self.pipe.write(json.dumps([position.game.id, position.text, nodes]))
        return int(self.pipe.read(monotonic() + PATIENCE)) >= 29_000


# Finding


def quick_game(game: TurnGame, number: int) -> list[TurnPosition]:
    """A game that the engine plays against itself with few nodes a move."""
    rng = Random(f"missed wins {game.id} {number}")
    position = start_of(game, rng.choice(openings(game.id)))
    table = TranspositionTable(1)
    seen = [position]
    while position.to_move is not None and len(seen) < MAX_GAME_MOVES:
        best = last(search(position, nodes=PLAY_NODES, table=table)).best
        odd = rng.random() < ODD_MOVES
        position = position.play(rng.choice(position.legal_moves) if odd else position.move(best))
        seen.append(position)
    return seen


def winners_last(seen: list[TurnPosition]) -> list[TurnPosition]:
    """The winner's last turns of a game, in the order in which they are looked at."""
    outcome, game = seen[-1].outcome, seen[-1].game.id
    if outcome is None or outcome.winner is None:
        return []
    turns = [each for each in seen if each.to_move == outcome.winner and not each.mid_turn][-LAST_TURNS[game] :]
    return turns[::-1] if game in BACKWARDS else turns


def missed_in(game: TurnGame, number: int, old: OldSearch) -> Iterator[str]:
    """The first position of a game whose win is proved and not seen."""
    unproved = 0
    for position in winners_last(quick_game(game, number)):
        if winning_move(position._kernel) is not None:
            continue
        if is_mate_score(last(search(position, nodes=SHORT_NODES, table=TranspositionTable(1))).score):
            continue
        proof = Proof(position.to_move or 0, 8)
        if proof.run(position._kernel, PROOF_NODES[game.id]) != WON:
            unproved += 1
            if game.id in BACKWARDS and unproved == UNPROVED:
                return
            continue
        if not old.sees_win(position, OLD_NODES[game.id]):
            yield position.text
            return  # Its neighbours are much the same.


def file_of(name: str) -> Path:
    return DATA / f"missed-wins-{name}.txt"


def read(name: str) -> list[tuple[int, str]]:
    """Numbers of games, and the positions from them."""
    lines = file_of(name).read_text(encoding="utf-8").splitlines() if file_of(name).exists() else []
    return [(int(number), text) for number, text in (line.split(" | ") for line in lines)]


def find() -> None:
    begun = monotonic()
    for name in NAMES:
        old, found = OldSearch(), read(name)
        progress = cache_folder() / f"missed-wins-{name}.txt"
        start = found[-1][0] + 1 if found else 0
        number = max(start, int(progress.read_text()) if progress.exists() else 0)
        while len(found) < COUNT and monotonic() - begun < LIMIT:
            for text in missed_in(GAMES[name].as_turn_based(), number, old):
                found.append((number, text))
                with file_of(name).open("a", encoding="utf-8") as file:
                    file.write(f"{number} | {text}\n")
            number += 1
            progress.write_text(str(number))
        old.pipe.close()
        print(f"{name}: {len(found)} positions in {number} games", flush=True)


# Playing


def played(name: str, text: str, old: Frozen) -> dict[str, bool]:
    """Whether level 8 of today and that of 847df46 keep the win."""
    position = GAMES[name].as_turn_based().from_text(text)
    return {
        "now": keeps_win(position, Player(8, time=SECONDS).choose(position)),
        "847df46": keeps_win(position, old.choose(position)),
    }


def run() -> None:
    row(f"missed wins, level 8 at {SECONDS:g} s", "positions", "now", "847df46")
    begun = monotonic()
    for name in NAMES:
        kept = cache_folder() / f"missed-wins-{name}.jsonl"
        done = dict(map(json.loads, kept.read_text(encoding="utf-8").splitlines())) if kept.exists() else {}
        for _, text in read(name):
            if text in done or monotonic() - begun > LIMIT:
                continue
            old = Frozen(0, SECONDS)  # One for each: it remembers a game.
            done[text] = played(name, text, old)
            old.close()
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps([text, done[text]]) + "\n")
        known = [done[text] for _, text in read(name) if text in done]
        shares = (f"{sum(each[who] for each in known)} of {len(known)}" for who in ("now", "847df46"))
        row(name, len(read(name)), *shares)
