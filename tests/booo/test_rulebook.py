"""The rulebook page of Booo!: every block is played."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

import boohive
from boohive.core.game import Event

PAGE = Path(__file__).parents[1] / "rulebook" / "booo.md"


class Block(NamedTuple):
    title: str
    position: str
    moves: list[str]
    said: dict[str, str]


def blocks() -> list[Block]:
    found, title = [], ""
    for part in re.split(r"^(## [^\n]*|```booo\n.*?^```)$", PAGE.read_text(encoding="utf-8"), flags=re.M | re.S):
        if part.startswith("## "):
            title = part[3:]
        elif part.startswith("```booo"):
            position, moves, *rest = part.splitlines()[1:-1]
            said = dict(line.split(": ", 1) for line in rest)
            found.append(Block(title, position, moves.split(" then "), said))
    return found


@pytest.mark.parametrize("block", blocks(), ids=lambda block: block.title)
def test_rulebook(block: Block) -> None:
    position, effects = boohive.from_text("booo", block.position), ()
    for move in block.moves:
        step = position.apply(Event(0, move))
        position, effects = step.position, step.effects
    output = [
        " ".join(str(word) for word in (effect.kind, effect.piece, effect.from_, effect.to) if word)
        for effect in effects
    ]
    if "failed" in block.said:
        assert [effect.reason for effect in effects if effect.kind == "failed"] == [block.said["failed"]]
    else:
        assert "; ".join(output) == block.said["effects"]
