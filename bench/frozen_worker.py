"""The old engine's side of ``frozen.py``. Runs with the package of commit 847df46, so it speaks that commit's names.

``frozen_worker.py SOURCES SEED TIME NODES``. The first line is [game, position, options]; every further one the moves
since the last answer, for which the answer is [move, depth, nodes]. With ``scores`` as a last word every line is [game,
position, nodes], and the answer is the score of a search alone.
"""

import json
import sys

sys.path.insert(0, sys.argv[1])

from boohive.engine.thinking import last, think

import boohive
from boohive.engine.players import Player, think_to_win
from boohive.engine.proof import WON, Proof

NODES_PER_PROOF_NODE = 5000
"""As ``level:8,nodes=N`` has it, so that both sides spend the same."""


def with_nodes(player, position, nodes):
    """Level 8 with a number of nodes instead of a time."""
    proof = Proof(position.to_move, 8)
    won = proof.run(position.kernel, 1 + nodes // NODES_PER_PROOF_NODE) == WON
    thought = last(think(position, nodes=nodes, memory=player.memory))
    moves = proof.winning_moves(position.kernel) if won else []
    return (moves[0] if moves and abs(thought.score) < 29000 else thought.best), thought


def with_time(player, position):
    """As ``Player.best``, which does not say how deep it looked."""
    thought = last(think_to_win(position, player.time, player.control, memory=player.memory))
    return thought.best, thought


def answer(player, position, nodes):
    legal = position.legal_moves
    if len(legal) == 1:
        return legal[0].text, 0, 0
    if position.game.id == "boop-junior":
        return player.choose(position).text, 0, 0
    code, thought = with_nodes(player, position, nodes) if nodes else with_time(player, position)
    text = next(move.text for move in legal if move.code == code)
    return text, thought.depth, thought.nodes


def scores():
    for line in sys.stdin:
        game, text, nodes = json.loads(line)
        print(last(think(boohive.from_text(game, text), nodes=nodes)).score, flush=True)


def main():
    assert boohive.__file__.startswith(sys.argv[1]), boohive.__file__
    seed, time, nodes = int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])
    player = Player(8, seed, time)
    print("ready", flush=True)
    if sys.argv[5:] == ["scores"]:
        return scores()
    game, text, options = json.loads(sys.stdin.readline())
    position = boohive.from_text(game, text, **options)
    for line in sys.stdin:
        for move in json.loads(line):
            position = position.play(move)
        print(json.dumps(answer(player, position, nodes)), flush=True)


main()
