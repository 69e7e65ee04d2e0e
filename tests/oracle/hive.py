"""OpenSpiel's Hive as an independent judge: the same game played there, its moves as ours (bug and cell).

OpenSpiel lists a placement for every unused number of a kind; ours only for the lowest, so its spare numbers are left
out. It has no threefold repetition, and a table with an edge: games stop before they come near it. On the sixth ply it does
not look for pins (version 2.0.2); what it allows too much there is checked by ``splits_the_hive``.
"""

from functools import cache

import pyspiel

from boohive.core.turn_game import TurnPosition
from boohive.games.hive import move_texts, notation
from boohive.games.hive.coordinates import TILE_BY_NAME, places

EDGE = 8
"""How far OpenSpiel's table reaches from its middle."""


@cache
def game_of(kind: str) -> pyspiel.Game:
    letters = kind.partition("+")[2]
    expansions = {"uses_mosquito": "M" in letters, "uses_ladybug": "L" in letters, "uses_pillbug": "P" in letters}
    return pyspiel.load_game("hive", {**expansions, "board_size": EDGE})


@cache
def output(kind: str, action: int) -> tuple[int, int, int]:
    """An action as the tile that moves, the tile it is told by, and the step from there; a pass is nobody's."""
    state = game_of(kind).new_initial_state()
    text = state.action_to_string(0, action)
    if text == move_texts.PASS_WORD:
        return 0, 0, 0
    words = notation.MOVE.fullmatch(text)
    assert words is not None, text
    other = words["other"]
    return TILE_BY_NAME[words["piece"]], TILE_BY_NAME[other] if other else 0, notation.way(words) if other else 0


class Judge:
    """One game, played along with ours."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.state = game_of(kind).new_initial_state()

    def moves(self, position: TurnPosition) -> dict[int, int]:
        """OpenSpiel's actions by our move codes."""
        kernel = position._kernel
        cells, placeable = kernel.cells(), set(kernel.next_to_place())
        found = {}
        for action in self.state.legal_actions():
            tile, other, step = output(self.kind, action)
            if tile and cells[tile] < 0 and tile not in placeable:
                continue
            found[1024 * tile + ((cells[other] + step & 1023) if other else 0)] = action
        return found

    def play(self, action: int) -> None:
        self.state.apply_action(action)

    def winner(self) -> int | None:
        """The seat that has won, 2 for a draw, ``None`` while the game goes on."""
        if not self.state.is_terminal():
            return None
        white = self.state.returns()[0]
        return 2 if white == 0 else int(white < 0)


def near_the_edge(position: TurnPosition) -> bool:
    return any(max(abs(q), abs(r), abs(q + r)) >= EDGE - 1 for q, r in places(position).values())


WITHOUT_PINS = 5
"""The ply on which OpenSpiel lets a bug leave that holds the hive together."""


def splits_the_hive(position: TurnPosition, tile: int) -> bool:
    """Whether the hive is in two parts without this bug, by walking through what is left."""
    kernel = position._kernel
    cells = kernel.cells()
    left = {cell for other, cell in enumerate(cells) if cell >= 0 and other != tile}
    found, todo = set[int](), [min(left)]
    while todo:
        cell = todo.pop()
        if cell in left and cell not in found:
            found.add(cell)
            todo += [(cell + step) & 1023 for step in (1, 32, 31, -1, -32, -31)]
    return found != left
