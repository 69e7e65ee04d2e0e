"""The rulebook page of BOOOOP.: every picture is played."""

import pytest

import pages

EXAMPLES = [example for example in pages.examples() if example.game == "boop-ghosts"]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_rulebook(example: pages.Example) -> None:
    pages.check(example)


def test_every_rule_of_ghosts_has_its_picture() -> None:
    titles = " ".join(example.title for example in EXAMPLES).split()
    missing = {f"G{number}" for number in range(1, 19)} - set(titles)
    assert not missing
