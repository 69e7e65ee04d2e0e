"""Hive rule by rule: the page in tests/rulebook is what is tested here."""

import re

import pytest

from hive.pages import PAGE, Block, blocks, check_moves, check_what_matters, position_of

RULES = [f"V{number}" for number in range(1, 17)] + ["T1", "T2", "T3"]


@pytest.mark.parametrize("block", blocks(), ids=lambda block: block.title)
def test_every_move_of_the_page_and_no_other(block: Block) -> None:
    check_moves(position_of(block), block)


@pytest.mark.parametrize("block", blocks(), ids=lambda block: block.title)
def test_what_the_page_says(block: Block) -> None:
    check_what_matters(position_of(block), block)


@pytest.mark.parametrize("block", blocks(), ids=lambda block: block.title)
def test_the_state_and_turn_of_the_page_are_worked_out_anew(block: Block) -> None:
    said, worked_out = block.game.split(";"), position_of(block).text.split(";")
    assert worked_out[:3] == said[:3]


def test_every_rule_has_its_place_on_the_page() -> None:
    titles = " ".join(re.findall(r"^## .*$", PAGE.read_text(encoding="utf-8"), re.M))
    assert [rule for rule in RULES if not re.search(rf"\b{rule}\b", titles)] == []
