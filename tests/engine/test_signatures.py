"""The search is pinned: the same positions, node count and thread give the same move, score and nodes as before.

A change of the search or of an evaluation that is meant to change its play writes the file again
(``python tests/engine/test_signatures.py``); any other change must leave it as it is.
"""

import json
from pathlib import Path
from random import Random

import pytest

import boohive
from boohive.engine.deepening import last, search
from boohive.engine.transposition import TranspositionTable

FILE = Path(__file__).with_name("signatures.json")
GAMES = {"boop": 3, "boop-junior": 1, "boop-ghosts": 3, "hive": 3}
"""Position ``n`` of a game was reached by 2 random moves and ``n`` times this many more."""
POSITIONS = 20
NODES = 5000


def signature(position):
    """Best move, score and nodes of a search with one thread and an empty table."""
    found = last(search(position, nodes=NODES, table=TranspositionTable(4)))
    return [position.move(found.best).text, found.score, found.nodes]


def random_text(game, rng, moves):
    """The text of a position after random moves, or of the last one before the game ended."""
    row = boohive.GAMES[game].as_turn_based()
    position = row.new(**row.research_options())
    for _ in range(moves):
        after = position.play(rng.choice(position.legal_moves))
        if after.outcome is not None:
            break
        position = after
    return position.text


def position_of(game, text):
    """The position with the options of benchmarks."""
    row = boohive.GAMES[game].as_turn_based()
    return row.from_text(text, **row.research_options())


def write():
    """Make the file from the present code; positions that the file already has are kept."""
    known = json.loads(FILE.read_text()) if FILE.exists() else {}
    found = {}
    for game, step in GAMES.items():
        rng = Random(f"signatures {game}")
        texts = [text for text, *_ in known.get(game, ())] or [
            random_text(game, rng, 2 + step * number) for number in range(POSITIONS)
        ]
        found[game] = [[text, *signature(position_of(game, text))] for text in texts]
    lines = [f"{json.dumps(game)}: [\n" + ",\n".join(map(json.dumps, rows)) + "\n]" for game, rows in found.items()]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")


@pytest.mark.parametrize("game", GAMES)
def test_the_search_finds_what_it_found_before(game):
    if boohive.KERNEL_BUILD == "pure":
        pytest.skip("uncompiled, this takes minutes")
    rows = json.loads(FILE.read_text())[game]
    assert len(rows) == POSITIONS
    for text, *expected in rows:
        assert signature(position_of(game, text)) == expected, text


if __name__ == "__main__":
    write()
