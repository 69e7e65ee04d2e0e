"""What the documents show is true: their Python runs, their commands are understood and, where they end, run; links lead on."""

import doctest
import os
import re
import shlex
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

from boohive.cli import build_parser

TOP = Path(__file__).parents[2]
PAGES = [*TOP.glob("*.md"), *(TOP / "docs").rglob("*.md")]
FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
KINDS = {"python", "sh", "text", "ini", "nginx", ""}
"""Every kind of block there is; another one needs a test here first."""
ENDS = {"games", "show", "moves", "perft", "hint", "analyse", "selfplay", "dataset", "export", "turns"}
"""Commands that end by themselves and need nothing else; they are run."""


OF_OTHERS = (["docker", "build"], ["docker", "compose"], ["python3", "-m"], ["systemctl", "daemon-reload"])
"""Commands of other programs that name nothing of ours."""


def blocks(page: Path, kind: str) -> list[str]:
    return [body for found, body in FENCE.findall(page.read_text(encoding="utf-8")) if found == kind]


def named(page: Path) -> str:
    return str(page.relative_to(TOP))


def commands(page: Path) -> list[list[str]]:
    lines = [line for body in blocks(page, "sh") for line in body.splitlines()]
    return [words for line in lines if (words := shlex.split(line, comments=True))]


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_block_is_of_a_kind_that_is_checked(page: Path) -> None:
    assert {kind for kind, _ in FENCE.findall(page.read_text(encoding="utf-8"))} <= KINDS


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_examples_run(page: Path) -> None:
    failures, _ = doctest.testfile(str(page), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert failures == 0


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=named)
def test_python_without_a_prompt_runs_too(page: Path) -> None:
    names: dict[str, object] = {}
    for body in blocks(page, "python"):
        if ">>> " not in body:
            exec(compile(body, named(page), "exec"), names)


@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)], ids=named)
def test_commands_are_understood_and_run_where_they_end(page: Path, tmp_path: Path) -> None:
    for words in commands(page):
        if words[0] == "boohive":
            understand(words[1:], tmp_path)
        else:
            check_other(words)


def understand(words: list[str], folder: Path) -> None:
    args = build_parser(words).parse_args(words)
    if args.command in ENDS:
        done = subprocess.run(
            [sys.executable, "-m", "boohive", *words],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0 and done.stdout, f"boohive {shlex.join(words)}: {done.stderr}"


def check_other(words: list[str]) -> None:
    """What is not a command of ours at least exists."""
    if "=" in words[0]:  # A variable of the environment.
        words = words[1:]
    if words[0] == "./dev":
        assert re.search(rf"^  {words[1]}\) ", (TOP / "dev").read_text(), re.MULTILINE), words
    elif Path(words[0]).name == "pip" and words[1] == "install":
        extra = re.fullmatch(r"boohive(?:\[(\w+)\])?", words[2])
        known = tomllib.loads((TOP / "pyproject.toml").read_text())["project"]["optional-dependencies"]
        assert extra and (extra[1] is None or extra[1] in known), words
    elif words[0] == "python":
        assert (TOP / words[1]).exists(), words
    elif words[0] == "cp":
        assert all(list(TOP.glob(each)) for each in words[1:-1]), words
    elif words[:3] == ["systemctl", "enable", "--now"]:
        units = {path.name.removesuffix(".service") for path in (TOP / "deploy").iterdir()}
        assert units.issuperset(words[3:]), words
    else:
        assert words[:2] in OF_OTHERS, f"nobody checks {words}"


def test_a_wrong_command_on_a_page_is_found(tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        understand(["show", "boop", "--no-such-option"], tmp_path)
    with pytest.raises(AssertionError):
        understand(["show", "boop", "--position", "nonsense"], tmp_path)
    with pytest.raises(AssertionError):
        check_other(["./dev", "dance"])


def test_the_readme_has_an_example() -> None:
    assert (TOP / "README.md").read_text().count(">>> ") >= 6


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        if not link.startswith(("http:", "https:", "mailto:")):
            assert (page.parent / link).exists(), f"{page.name} links to {link}"


FILE = re.compile(r"`([\w./-]+\.(?:py|pxd|md|toml|txt|svg|js|ts|perft))(?:::\S+)?`")
FOLDERS = [TOP, TOP / "docs", TOP / "src", TOP / "src/boohive", TOP / "tests"]
MADE_UP = {"my_bot.py", "name.py", "name.pxd"}
"""Files that only stand for others."""


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "CHANGELOG.md"], ids=named)
def test_files_that_are_named_exist(page: Path) -> None:
    for file in set(FILE.findall(page.read_text(encoding="utf-8"))) - MADE_UP:
        if "NAME" in file:
            continue
        if "/" in file:
            assert any((folder / file).exists() for folder in FOLDERS), f"{page.name} names {file}"
        else:
            anywhere = [*TOP.glob(file), *(found for folder in FOLDERS[1:] for found in folder.rglob(file))]
            assert anywhere, f"{page.name} names {file}"


def test_modules_of_the_reference_exist() -> None:
    pages = [page.read_text(encoding="utf-8") for page in (TOP / "docs" / "reference").glob("*.md")]
    modules = [name for page in pages for name in re.findall(r"^::: (\S+)", page, re.MULTILINE)]
    assert len(modules) > 10
    for name in modules:
        assert find_spec(name) is not None, name


def test_the_package_says_what_it_is() -> None:
    import boohive

    failures, tried = doctest.testmod(boohive)
    assert failures == 0 and tried > 0


def test_every_page_is_in_the_site_and_the_site_has_every_page() -> None:
    text = (TOP / "mkdocs.yml").read_text()
    output = set(re.findall(r"[\w/-]+\.md", text))
    written = {str(page.relative_to(TOP / "docs")) for page in (TOP / "docs").rglob("*.md")}
    notebooks = {f"notebooks/{file.stem}.md" for file in (TOP / "docs" / "notebooks").glob("*.ipynb")}
    rulebook = {f"rulebook/{file.name}" for file in (TOP / "tests" / "rulebook").glob("*.md")}
    assert output == written | notebooks | rulebook | {
        *("index.md", "architecture.md", "contributing.md", "changes.md", "reference/commands.md", "reference/games.md")
    }


@pytest.mark.slow
def test_the_site_builds_without_a_warning_and_asks_nobody_else() -> None:
    """./dev docs is strict; no page fetches anything from another host."""
    done = subprocess.run(["./dev", "docs"], cwd=TOP, capture_output=True, text=True, check=False, env=os.environ)
    assert done.returncode == 0, done.stderr[-3000:]
    fetched = re.compile(r"""<(?:script|link|img|iframe)\b[^>]*(?:src|href)=["']?(https?:)?//[^"' >]+""")
    for page in (TOP / "site").rglob("*.html"):
        assert "<blockquote>" not in page.read_text(encoding="utf-8") or page.name == "hosting.html", page
        assert not [
            hit[0] for hit in fetched.finditer(page.read_text(encoding="utf-8")) if 'rel="canonical"' not in hit[0]
        ]


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_no_example_is_read_as_a_quotation(page: Path) -> None:
    """To Markdown ``>>>`` outside a block of code is a quotation in a quotation in a quotation."""
    assert ">>> " not in FENCE.sub("", page.read_text(encoding="utf-8")), f"{page.name} has an example without a fence"


def test_the_vocabulary_has_every_word_once() -> None:
    rows = re.findall(
        r"^\| ([^|]+) \| [^|]+ \|$", (TOP / "docs/vocabulary.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    words = [word.strip(" `") for row in rows if row not in ("word", "---") for word in row.split(", ")]
    assert len(words) > 80
    assert sorted(words) == sorted(set(words))


def test_the_decisions_are_all_listed() -> None:
    folder = TOP / "docs" / "decisions"
    listed = re.findall(r"^- \[(\d+)\]\(([^)]+)\)", (folder / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert [file for _, file in listed] == sorted(page.name for page in folder.glob("0*.md"))
    assert all(file.startswith(f"{number}-") for number, file in listed)
