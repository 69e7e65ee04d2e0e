"""Games turned and mirrored: the same moves as somebody sees them who sits at another side of the board."""

import re
from random import Random

from boohive.games import GAMES

BED = ("boop", "boop-junior", "boop-ghosts")
HEX = ["{}-", "{}\\", "/{}", "-{}", "\\{}", "{}/"]
"""Hive's six directions clockwise from the east, as a MoveString writes them."""


def bed_side(number):
    """One of the eight ways to turn a bed, for a column and a row 0 to 5."""

    def turn(column, row):
        column, row = (row, column) if number & 4 else (column, row)
        return (5 - column if number & 1 else column), (5 - row if number & 2 else row)

    return turn


def turned_bed_move(text, number):
    turn = bed_side(number)

    def space(found):
        column, row = turn(ord(found[1]) - ord("a"), int(found[2]) - 1)
        return f"{'abcdef'[column]}{row + 1}"

    return text if "@" in text else re.sub(r"\b([a-f])([1-6])\b", space, text)


def turned_hive_move(text, number):
    """Turned by ``number`` sixths; from six on mirrored first."""
    piece, _, place = text.partition(" ")
    for direction, form in enumerate(HEX):
        left, right = form.split("{}")
        if len(form) == 3 and place.startswith(left) and place.endswith(right) and place != left + right:
            mirrored = -direction % 6 if number >= 6 else direction
            return f"{piece} {HEX[(mirrored + number) % 6].format(place.strip('-/' + chr(92)))}"
    return text


def turned_moves(game, moves, number):
    """A game's moves from another side."""
    turn = turned_bed_move if game in BED else turned_hive_move
    return [turn(move, number) for move in moves]


def sides(game):
    return range(8) if game in BED else range(12)


def quiet_game(game, length, seed=0):
    """A random game of placements and moves that mean the same from every side, not over before ``length`` moves."""
    for attempt in range(1000):
        chance, position, moves = Random(f"{seed} {attempt}"), GAMES[game].new(), []
        while len(moves) < length and position.outcome is None:
            texts = [text for text in position.legal_moves.texts() if _is_plain(text)]
            if not texts:
                break
            moves.append(chance.choice(texts))
            position = position.play(moves[-1])
        if len(moves) == length and position.outcome is None:
            return moves
    raise AssertionError(f"no quiet game of {game}")


def _is_plain(text):
    return text == "g -" or (text.split()[0] != "g" and "," not in text and "row" not in text and "x " not in text[:2])


def position_after(game, moves):
    position = GAMES[game].new()
    for move in moves:
        position = position.play(move)
    return position
