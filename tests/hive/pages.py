"""The page of Hive's rules: each block is a game, what matters about it, and every legal move."""

import re
from dataclasses import dataclass, field
from pathlib import Path

import boohive
from boohive.core.errors import IllegalMove
from boohive.core.turn_game import TurnPosition
from boohive.games.hive.coordinates import tile_name
from boohive.games.hive.game import protocol_state as state
from boohive.games.hive.notation import read_move

PAGE = Path(__file__).parents[1] / "rulebook" / "hive.md"


@dataclass
class Block:
    title: str
    game: str = ""
    said: dict[str, str] = field(default_factory=dict)


def blocks() -> list[Block]:
    found: list[Block] = []
    title = ""
    for part in re.split(r"^(## [^\n]*|```hive\n.*?^```)$", PAGE.read_text(encoding="utf-8"), flags=re.M | re.S):
        if part.startswith("## "):
            title = part[3:].strip()
        elif part.startswith("```hive"):
            found.append(read_block(title, part))
    return found


def read_block(title: str, text: str) -> Block:
    block = Block(title)
    for line in text.splitlines()[1:-1]:
        if line.startswith("Base"):
            block.game = line
        else:
            name, _, value = line.partition(": ")
            block.said[name] = value
    return block


def position_of(block: Block) -> TurnPosition:
    chosen = dict(setting.split("=") for setting in block.said.get("options", "").split())
    position: TurnPosition = boohive.from_text("hive", block.game, **{"mode": "tournament", **chosen})
    return position


def codes(position: TurnPosition, moves: str) -> set[int]:
    """Moves as bug and cell; ``none`` is no move."""
    texts = [] if moves == "none" else moves.split(" ; ")
    return {read_move(position._kernel, text) for text in texts}


def goals(position: TurnPosition, bug: str) -> set[int]:
    return {move.code for move in position.legal_moves if tile_name(move.code >> 10) == bug}


def check_moves(position: TurnPosition, block: Block) -> None:
    """The whole list, each bug and cell once."""
    listed = [move.code for move in position.legal_moves]
    assert len(listed) == len(set(listed)), "a bug and cell is listed twice"
    assert set(listed) == codes(position, block.said["moves"])


def check_what_matters(position: TurnPosition, block: Block) -> None:
    legal = {move.code for move in position.legal_moves}
    for name, value in block.said.items():
        if name == "count":
            assert len(legal) == int(value)
        elif name == "only":
            assert {tile_name(code >> 10) for code in legal} == set(value.split())
        elif name == "stays":
            assert not any(goals(position, bug) for bug in value.split())
        elif name == "goals":
            bug, count = value.split()
            assert len(goals(position, bug)) == int(count)
        elif name == "places":
            on_table = position._kernel.cells()
            cells = {code & 1023 for code in legal if on_table[code >> 10] < 0}
            assert cells == {read_move(position._kernel, f"wQ {place}") & 1023 for place in value.split()}
        elif name == "can":
            assert codes(position, value) <= legal
        elif name == "cannot":
            check_refused(position, value)
        elif name == "state":
            assert state(position) == value
        elif name not in ("moves", "options"):
            assert goals(position, name) == codes(position, " ; ".join(f"{name} {goal}" for goal in value.split()))


def check_refused(position: TurnPosition, move: str) -> None:
    try:
        position.play(move)
    except IllegalMove as error:
        assert ";" in str(error), "a refusal says what would be right"
    else:
        raise AssertionError(f"{move} is not refused")
