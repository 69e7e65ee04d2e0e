"""The rulebook pages: every picture is played."""

import pytest

import pages

EXAMPLES = [example for example in pages.examples() if example.game in ("boop", "boop-junior")]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_rulebook(example: pages.Example) -> None:
    pages.check(example)
