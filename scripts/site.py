"""What MkDocs does not do by itself: pages that live elsewhere in the tree, notebooks as pages, and links between them all.

A link to a file that is not a page of the site (a source file, say) becomes plain text.
"""

import json
import posixpath
import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

TOP = Path(__file__).parents[1]
ELSEWHERE = {
    "index.md": "README.md",
    "architecture.md": "ARCHITECTURE.md",
    "contributing.md": "CONTRIBUTING.md",
    "changes.md": "CHANGELOG.md",
    **{f"rulebook/{page.name}": f"tests/rulebook/{page.name}" for page in (TOP / "tests" / "rulebook").glob("*.md")},
}
"""Pages of the site, and where their text lives."""
COMMANDS_PAGE = "reference/commands.md"
GAMES_PAGE = "reference/games.md"
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)#\s]+)(#[^)]*)?\)")


def on_files(files: Files, config: Any) -> Files:
    """Add the pages from elsewhere; a notebook is shown as text, code and what came out."""
    for uri, source in ELSEWHERE.items():
        files.append(File.generated(config, uri, content=(TOP / source).read_text(encoding="utf-8")))
    files.append(File.generated(config, COMMANDS_PAGE, content=commands_page()))
    files.append(File.generated(config, GAMES_PAGE, content=games_page()))
    for file in list(files):
        if file.src_uri.endswith(".ipynb"):
            files.remove(file)
            text = notebook_page(json.loads(Path(file.abs_src_path).read_text(encoding="utf-8")))
            files.append(File.generated(config, file.src_uri.removesuffix("ipynb") + "md", content=text))
    return files


def commands_page() -> str:
    """What each command says of itself."""
    sys.path.insert(0, str(TOP / "src"))
    from boohive.cli import build_parser, commands_with

    parts = ["# Commands", f"```text\n{build_parser([]).format_help()}```"]
    for name in commands_with(()):
        parser = build_parser([name])
        command = next(action for action in parser._actions if action.dest == "command").choices[name]
        parts.append(f"## boohive {name}\n\n```text\n{command.format_help()}```")
    return "\n\n".join(parts) + "\n"


def games_page() -> str:
    """Every game with its options and presets."""
    sys.path.insert(0, str(TOP / "src"))
    from boohive import GAMES
    from boohive.core.options import format_value

    parts = ["# Games and options", "`boohive games` prints the same. `--set NAME=VALUE` and `--preset NAME` choose."]
    for game in GAMES.get_all():
        parts.append(f"## {game.title}\n\n`{game.id}`. {game.summary}")
        rows = ["| option | values | default | what it decides |", "| --- | --- | --- | --- |"]
        for option in game.options:
            values = option.describe_values().replace("|", ", ")
            rows.append(f"| `{option.name}` | {values} | {format_value(option.default)} | {option.help} |")
        rows += ["", "| preset | what it is for |", "| --- | --- |"]
        rows += [f"| {preset.name} | {preset.help} |" for preset in game.presets]
        parts.append("\n".join(rows))
    return "\n\n".join(parts) + "\n"


def notebook_page(notebook: dict[str, Any]) -> str:
    """A notebook as Markdown."""
    parts = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        parts += [shown(output) for output in cell.get("outputs", [])]
    return "\n\n".join(parts) + "\n"


def shown(output: dict[str, Any]) -> str:
    """What a cell printed or drew."""
    if "text" in output:
        return f"```text\n{''.join(output['text']).rstrip()}\n```"
    data = output["data"]
    if "image/svg+xml" in data:
        return f'<div style="max-width: 24em">{"".join(data["image/svg+xml"])}</div>'
    return f"```text\n{''.join(data['text/plain'])}\n```"


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Let links lead to where the pages are in the site."""
    here = page.file.src_uri
    source = ELSEWHERE.get(here, f"docs/{here}")
    return LINK.sub(lambda link: moved(link, here, source, files), markdown)


def moved(link: re.Match[str], here: str, source: str, files: Files) -> str:
    """One link."""
    picture, words, target, part = link.groups()
    if re.match(r"[a-z]+:", target):
        return link[0]
    path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
    uri = next((uri for uri, place in ELSEWHERE.items() if place == path), path.removeprefix("docs/"))
    if files.get_file_from_path(uri) is None and files.get_file_from_path(f"{uri}/README.md") is not None:
        uri = f"{uri}/README.md"
    if files.get_file_from_path(uri) is None:
        return words
    return f"{picture}[{words}]({posixpath.relpath(uri, posixpath.dirname(here) or '.')}{part or ''})"
