"""A small engine that speaks the Universal Hive Protocol and plays the first legal move, with one vice at a time.

``python uhp_engine.py VICE``; ``none`` is no vice. It remembers its game by ``newgame`` and ``play`` only, and refuses a
second ``newgame``.
"""

import os
import re
import sys
import time

VICE = sys.argv[1]

ANSWERS = {
    "illegal": ["wQ wQ"],
    "garbage": ["certainly"],
    "pass": ["pass"],
    "error": ["err no idea"],
    "invalid": ["invalidmove no idea"],
    "empty": [],
    "blank": [""],
}


class Game:
    """Rules are loaded only when they are needed: most vices show before."""

    def __init__(self):
        self.text = None
        self.moves = []

    def position(self):
        import boohive

        position = boohive.from_text("hive", self.text)
        for move in self.moves:
            position = position.play(move)
        return position

    def newgame(self, text):
        if self.text is not None:
            return ["err this game is not over"]
        self.text = text
        return [text]

    def play(self, move):
        self.moves.append(move)
        return [self.position().text]

    def bestmove(self, limit):
        if VICE == "strict" and not re.fullmatch(r"time [0-9]{2}:[0-9]{2}:[0-9]{2}", limit):
            return [f"err bad time {limit}"]
        if VICE in ANSWERS:
            return ANSWERS[VICE]
        misbehave()
        move = self.position().legal_moves[0].text
        return [f"{move};3;17"] if VICE == "thinking" else [move]


def misbehave():
    """What ends, or never ends, an answer."""
    if VICE == "dies":
        print("segmentation fault, more or less", file=sys.stderr, flush=True)
        os._exit(3)
    if VICE == "hangs":
        time.sleep(60)
    if VICE == "flood":
        for number in range(200_000):
            print("thinking about", number)
    if VICE == "long line":
        sys.stdout.write("x" * 10_000_000)
    if VICE == "noise":
        print("noise " * 10, file=sys.stderr, flush=True)


def answer(game, line):
    command, _, rest = line.strip().partition(" ")
    if command == "pass":
        return game.play("pass")
    handler = {"newgame": game.newgame, "play": game.play, "bestmove": game.bestmove}.get(command)
    return handler(rest) if handler else ["err what?"]


def main():
    if VICE == "banner":
        print("Welcome!\n")
    if VICE == "dies at once":
        os._exit(4)
    print("id small\nok", flush=True)
    game = Game()
    for line in sys.stdin:
        for each in answer(game, line):
            print(each.upper() if VICE == "upper case" and not each.startswith("Base") else each)
        print("OK" if VICE == "upper case" else "ok", flush=True)


main()
