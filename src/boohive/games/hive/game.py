"""The row of Hive: rules, words and pictures put together."""

import json
from typing import Any

from boohive.core.errors import BoohiveError, NotationError
from boohive.core.game import Effect
from boohive.core.kernel import Kernel
from boohive.core.options import Option, Options, Preset
from boohive.core.seen import NOTHING
from boohive.core.turn_game import TurnGame, TurnPosition
from boohive.games.hive import bugs, diagram, hexes, notation, picture, screen, telling
from boohive.games.hive.rules import HiveKernel
from boohive.games.hive.table import (
    Place,
    kernel_of,
    place_beside,
    places,
    tile_name,
)

__all__ = ["HIVE"]

BY_MODE = "by-mode"

MODE = Option("mode", "tournament", "the tournament's rules or our rulebook's", ("tournament", "rulebook"))
TYPE = Option("type", "Base+MLP", "which bugs take part: Mosquito, Ladybug, Pillbug", notation.TYPES)
QUEEN_FIRST = Option(
    "queen_first",
    BY_MODE,
    "whether a queen may be placed in the first turn (rulebook: yes)",
    (BY_MODE, "true", "false"),
)
REPETITION = Option(
    "repetition",
    BY_MODE,
    "whether a position for the third time is a draw (tournament: yes)",
    (BY_MODE, "true", "false"),
)


def queen_may_come_first(options: Options) -> bool:
    """T1: forbidden in tournaments."""
    return options["queen_first"] == "true" or (options["queen_first"] == BY_MODE and options["mode"] == "rulebook")


def repeats_draw(options: Options) -> bool:
    """T3: a draw in tournaments."""
    return options["repetition"] == "true" or (options["repetition"] == BY_MODE and options["mode"] == "tournament")


def start(options: Options) -> Kernel:
    """The empty table, everything in hand."""
    return HiveKernel(notation.kinds_of_type(str(options["type"])), queen_may_come_first(options))


# Text


def read(game: TurnGame, text: str, options: Options) -> TurnPosition:
    """The position at the end of a GameString; its type is the type of the game."""
    kind, moves = notation.split_game(text)
    notation.check_turn(text, len(moves))
    options = options.replace(type=kind)
    position = TurnPosition(game, options, start(options))
    renumber = notation.Renumbering()
    for number, move in enumerate(moves, 1):
        try:
            position = position.play(renumber(move))
        except BoohiveError as error:
            raise NotationError(f"move {number} of the game, {notation.short(move)}: {error}") from None
    return position


def write(position: TurnPosition) -> str:
    """The GameString, with every move in its one canonical form."""
    moves = texts_of_moves(position)
    return ";".join([str(position.options["type"]), state(position), notation.turn_words(len(moves)), *moves])


def texts_of_moves(position: TurnPosition) -> list[str]:
    """The MoveStrings of the game so far; each is worked out once and then kept."""
    moves = position.moves_played()
    known = next((i for i in range(len(moves), 0, -1) if moves[i - 1].text is not None), 0)
    kernel = start(position.options)
    assert isinstance(kernel, HiveKernel)
    for i, move in enumerate(moves if known < len(moves) else []):
        if i >= known:
            move.text = notation.write_move(kernel, move.code)
        kernel.play(move.code)
    return [move.text or "" for move in moves]


def state(position: TurnPosition) -> str:
    """How the game stands, in the protocol's words."""
    outcome = position.outcome
    if outcome is not None:
        return "Draw" if outcome.winner is None else f"{telling.SIDES[outcome.winner]}Wins"
    return "InProgress" if position.played is not None else "NotStarted"


def read_move(position: TurnPosition, text: str) -> int:
    """The code of a MoveString."""
    return notation.read_move(kernel_of(position), text)


def write_move(position: TurnPosition, code: int) -> str:
    """The MoveString of a move."""
    return notation.write_move(kernel_of(position), code)


def effects(position: TurnPosition, code: int, after: TurnPosition) -> list[Effect]:
    """What the move does."""
    return telling.effects(position, code)


def last_line(position: TurnPosition) -> str:
    """Who is to move, or how it ended."""
    outcome = position.outcome
    if outcome is None:
        side, _, turn = notation.turn_words(kernel_of(position).ply).rstrip("]").partition("[")
        return f"{side} to move, turn {turn}"
    if outcome.winner is None:
        return f"drawn: {outcome.reason}"
    return f"{telling.SIDES[outcome.winner]} has won: {outcome.reason}"


# Data for screens


def view(position: TurnPosition) -> dict[str, Any]:
    """Every bug on the table, both hands and the last move."""
    kernel, known = kernel_of(position), places(position)
    return {
        "type": position.options["type"],
        "turn": kernel.ply // 2 + 1,
        "tiles": screen.tiles(kernel, known),
        "hands": hands(kernel),
        "last": last_view(position),
        "warnings": screen.queens_in_danger(kernel),
    }


def hands(kernel: HiveKernel) -> list[dict[str, int]]:
    """How many bugs of each kind both sides still have in hand."""
    return [screen.hand(kernel, seat) for seat in range(2)]


def moves_by_bug(position: TurnPosition) -> dict[str, list[dict[str, Any]]]:
    """For each bug that can do something, where it can end."""
    kernel, known = kernel_of(position), places(position)
    found: dict[str, list[dict[str, Any]]] = {}
    for move in position.legal_moves:
        tile, cell = divmod(move.code, hexes.CELLS)
        if tile == bugs.NOBODY:
            continue
        goal = {**place_beside(cell, known)._asdict(), "level": len(kernel.stack_at(cell)), "text": move.text}
        found.setdefault(tile_name(tile), []).append(goal)
    return found


def last_view(position: TurnPosition) -> dict[str, Any] | None:
    """The last move and, if the bug was thrown, by whom; ``None`` at the start."""
    told = last_effect(position)
    return told.as_data() if told is not None else None


def last_effect(position: TurnPosition) -> Effect | None:
    """What the last move did."""
    if position.played is not None and position.played.effects:
        return position.played.effects[0]
    moves = position.moves_played()
    if not moves:
        return None
    before = TurnPosition(
        position.game, position.options, kernel_after(position, len(moves) - 1), NOTHING, moves[-1].before
    )
    return telling.effects(before, moves[-1].code)[0]


def kernel_after(position: TurnPosition, plies: int) -> HiveKernel:
    """The game as it stood after its first moves."""
    kernel = start(position.options)
    assert isinstance(kernel, HiveKernel)
    for move in position.moves_played()[:plies]:
        kernel.play(move.code)
    return kernel


def move_view(position: TurnPosition, code: int) -> dict[str, Any]:
    """A move for a screen: which bug, from where, to where, thrown by whom."""
    told: dict[str, Any] = json.loads(screen.moves_json(kernel_of(position), places(position), [code]))[0]
    del told["text"]
    return told


def moves_json(position: TurnPosition) -> str:
    """All legal moves for a screen."""
    return screen.moves_json(kernel_of(position), places(position), position.legal_moves.codes())


# Drawings


def draw(position: TurnPosition) -> str:
    """The position in plain text."""
    kernel, known = kernel_of(position), places(position)
    return diagram.draw(stacks(kernel, known), hands(kernel), kernel.last_moved(), last_line(position))


def stacks(kernel: HiveKernel, known: dict[int, Place]) -> dict[Place, list[int]]:
    """The tiles on every occupied place, lowest first."""
    return {place: kernel.stack_at(cell) for cell, place in known.items()}


def svg(position: TurnPosition) -> str:
    """The position as a picture."""
    kernel = kernel_of(position)
    board = stacks(kernel, places(position))
    return picture.svg_of(board, hands(kernel), last_effect(position), last_line(position))


HIVE = TurnGame(
    id="hive",
    title="Hive",
    summary="Place and move bugs, keep the hive in one piece, and surround the other side's queen.",
    start=start,
    read=read,
    write=write,
    read_move=read_move,
    write_move=write_move,
    refuse=telling.refusal,
    reason=telling.reason,
    effects=effects,
    draw=draw,
    svg=svg,
    view=view,
    move_view=move_view,
    moves_json=moves_json,
    moves_by_piece=moves_by_bug,
    option_list=(MODE, TYPE, QUEEN_FIRST, REPETITION),
    presets=(
        Preset(
            "rulebook",
            {"mode": "rulebook", "type": "Base+ML"},
            "our rulebook: Mosquito and Ladybug, queen when you like",
        ),
        Preset("tournament", {"mode": "tournament", "type": "Base+MLP"}, "as in tournaments and on Hive servers"),
        Preset("carbon", {"mode": "rulebook", "type": "Base"}, "only the bugs of the base game"),
    ),
    table_defaults={"mode": "rulebook", "type": "Base+ML"},
    repeats_draw=repeats_draw,
    keep_moves=True,
)
