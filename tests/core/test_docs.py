"""What the documents show is true: their examples run, their links lead somewhere."""

import doctest
import re
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
PAGES = [*TOP.glob("*.md"), *(TOP / "docs").rglob("*.md")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(TOP)))
def test_examples_run(page: Path) -> None:
    failures, _ = doctest.testfile(str(page), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert failures == 0


def test_the_readme_has_an_example() -> None:
    assert (TOP / "README.md").read_text().count(">>> ") >= 6


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(TOP)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        if not link.startswith(("http:", "https:", "mailto:")):
            assert (page.parent / link).exists(), f"{page.name} links to {link}"


def test_the_package_says_what_it_is() -> None:
    import boohive

    failures, tried = doctest.testmod(boohive)
    assert failures == 0 and tried > 0
