"""The other side of ``bench.train:WithNetworks``: this package with the networks of a folder.

``network_worker.py FOLDER SEED TIME NODES``. The first line is [game, position, options]; every further one the moves
since the last answer, for which the answer is [move, depth, nodes].
"""

import json
import os
import sys

os.environ["BOOHIVE_NETWORKS"] = sys.argv[1]  # read when the games are loaded

import boohive
from boohive.engine.players import Player


def main():
    seed, time, nodes = int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])
    player = Player(8, seed, time, max_nodes=nodes or None)
    print("ready", flush=True)
    game, text, options = json.loads(sys.stdin.readline())
    position = boohive.from_text(game, text, **options)
    for line in sys.stdin:
        for move in json.loads(line):
            position = position.play(move)
        print(json.dumps([player.choose(position).text, player.depth, player.nodes]), flush=True)


main()
