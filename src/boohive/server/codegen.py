"""Generates what others build against from the message types: docs/protocol.md and web/src/lib/messages.ts.

``python -m boohive.server.codegen`` writes both files; a test fails when they have drifted from the types.
"""

import ast
import inspect
import textwrap
import types
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    NotRequired,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import msgspec
from msgspec import Struct

from boohive.core import view
from boohive.games import GAMES
from boohive.server import messages
from boohive.server.messages import http, parts, socket
from boohive.tables.fields import OfferKind, Phrase
from boohive.tables.log import ClientAction, ClockSetting, CorrespondenceClock, NoClock, RealTimeClock

__all__ = ["markdown", "typescript"]

ROOT = Path(__file__).parents[3]
TYPESCRIPT = ROOT / "web" / "src" / "lib" / "messages.ts"
MARKDOWN = ROOT / "docs" / "protocol.md"

TypeHint: TypeAlias = Any
"""Whatever may stand in an annotation: classes, unions, literals, with or without arguments."""

CLOCKS = (NoClock, RealTimeClock, CorrespondenceClock)
SHAPES = (
    view.View, view.Scenery, view.Shape, view.PieceRef, view.PieceAt, view.Tray, view.TrayPieces, view.Mark, view.MoveData,
    view.EffectData, view.OutcomeData, view.SentenceData,
)  # fmt: skip


def game_types() -> list[type]:
    """The types of the games' own views and sceneries, each after those it is made of."""
    found: list[type] = []
    for game in GAMES.values():
        for each in (game.view_type, game.scenery_type):
            _collect(each, found)
    return [each for each in found if each not in SHAPES]


def _collect(kind: TypeHint, found: list[type]) -> None:
    if is_typeddict(kind):
        if kind in found or kind in SHAPES:
            return
        for each in get_type_hints(kind).values():
            _collect(each, found)
        found.append(kind)
    for part in get_args(kind):
        _collect(part, found)


Section = tuple[str, str, Sequence[type]]


def sections() -> list[Section]:
    """The chapters of the protocol: title, what it is about, and its types."""
    return [
        ("From the client", "Each is one JSON object, at most 16 KiB, with its ``type``.", socket.CLIENT_MESSAGES),
        ("Actions", "The ``action`` of an ``action`` message, with its ``kind``.", socket.CLIENT_ACTIONS),
        ("From the server", "Each is one JSON object with its ``type``.", socket.SERVER_MESSAGES),
        ("Actions of the server", "Further values of ``action`` in an ``update``.", socket.SERVER_ACTIONS),
        ("Parts", "Pieces of the messages above.", parts.PARTS),
        ("Shapes", "What every view, move and effect is made of, whatever the game.", SHAPES),
        (
            "Views",
            "What each game adds to its view; ``position`` in a board is one of them, by its ``game``.",
            game_types(),
        ),
        ("Clocks", "The ``clock`` of a table, with its ``kind``. Times are milliseconds.", CLOCKS),
        ("HTTP", "Bodies of requests and answers, JSON; a refusal is answered with ``error``.", http.HTTP_MESSAGES),
    ]


UNIONS: dict[str, TypeHint] = {
    "FromClient": socket.FromClient,
    "FromServer": socket.FromServer,
    "ClientAction": ClientAction,
    "ShownAction": socket.ShownAction,
    "ClockSetting": ClockSetting,
    "ErrorCode": parts.ErrorCode,
    "OfferKind": OfferKind,
    "Phrase": Phrase,
    "Status": parts.Status,
}

SIMPLE: dict[TypeHint, str] = {
    int: "number",
    float: "number",
    str: "string",
    bool: "boolean",
    type(None): "null",
    Any: "unknown",
}


# Fields of a type, whether it is a struct or a TypedDict.


class Field(NamedTuple):
    """One field as a client sees it."""

    name: str
    kind: TypeHint
    required: bool
    doc: str


@cache
def field_docs(kind: type) -> dict[str, str]:
    """The sentence below each field in the source."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(kind)))
    except (OSError, TypeError):
        return {}
    docs = {}
    body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
    for before, after in pairwise(body):
        if not isinstance(before, ast.AnnAssign) or not isinstance(before.target, ast.Name):
            continue
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            docs[before.target.id] = " ".join(str(after.value.value).split())
    return docs


def fields_of(kind: type) -> Iterator[Field]:
    """The fields of a struct or a TypedDict, those of its bases included."""
    docs = field_docs(kind)
    if isinstance(kind, type) and issubclass(kind, Struct):
        for field in msgspec.structs.fields(kind):
            yield Field(field.encode_name, field.type, field.required, docs.get(field.name, ""))
        return
    docs = {**field_docs(view.View), **field_docs(view.PieceRef), **docs}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        required = get_origin(hint) is not NotRequired
        inner = hint if required else get_args(hint)[0]
        noted = (
            [each for each in get_args(inner)[1:] if isinstance(each, str)] if get_origin(inner) is Annotated else []
        )
        yield Field(name, inner, required, noted[0] if noted else docs.get(name, ""))


def doc_of(kind: type) -> str:
    """What a type says of itself, in one line."""
    return " ".join((DOCS.get(kind.__name__) or kind.__doc__ or "").split())


def _module_docs(module: types.ModuleType) -> dict[str, str]:
    """The strings below top-level assignments: TypedDicts that are made by a call cannot hold their own."""
    body = ast.parse(inspect.getsource(module)).body
    docs = {}
    for before, after in pairwise(body):
        if isinstance(before, ast.Assign) and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            docs[ast.unparse(before.targets[0])] = str(after.value.value)
    return docs


DOCS = _module_docs(view)


# TypeScript.


def in_typescript(kind: TypeHint) -> str:  # noqa: PLR0911 - one line for each form a type can have
    """A Python type as TypeScript."""
    if kind == parts.GameView:
        return "GameView"
    for name, union in UNIONS.items():
        if kind == union:
            return name
    if kind in SIMPLE:
        return SIMPLE[kind]
    inner = get_args(kind)
    origin: TypeHint = get_origin(kind)
    if origin is Annotated:
        return in_typescript(inner[0])
    if origin is Literal:
        return " | ".join(f'"{part}"' for part in inner)
    if origin in (Union, types.UnionType):
        return " | ".join(in_typescript(part) for part in inner)
    if origin in (tuple, list, Sequence):
        return _array(inner[0])
    return f"Record<string, {in_typescript(inner[1])}>" if origin in (dict, Mapping) else str(kind.__name__)


def _array(part: TypeHint) -> str:
    inner = in_typescript(part)
    return f"({inner})[]" if " " in inner else f"{inner}[]"


def tag_of(kind: type) -> tuple[str, str] | None:
    """The field by which a struct is recognised, and its value."""
    config = getattr(kind, "__struct_config__", None)
    return (str(config.tag_field), str(config.tag)) if config is not None and config.tag_field else None


def interface(kind: type) -> str:
    """One type as a TypeScript interface."""
    lines = [f"/** {doc_of(kind)} */", f"export interface {kind.__name__} {{"]
    if tag := tag_of(kind):
        lines.append(f'  {tag[0]}: "{tag[1]}";')
    for field in fields_of(kind):
        if field.doc:
            lines.append(f"  /** {field.doc} */")
        lines.append(f"  {field.name}{'' if field.required else '?'}: {_type_of(kind, field)};")
    return "\n".join([*lines, "}"])


def _type_of(kind: type, field: Field) -> str:
    """A field's type; the ``game`` of a game's own view is its id, so that TypeScript can distinguish the views."""
    ids = [f'"{game.id}"' for game in GAMES.values() if field.name == "game" and game.view_type is kind]
    return " | ".join(ids) or in_typescript(field.kind)


def game_view_type() -> str:
    """The union of all games' views; a game this file does not know has the common part."""
    names = sorted({game.view_type.__name__ for game in GAMES.values()})
    return (
        "/** One of these by its `game`; of a game added later, the common part. */\nexport type GameView ="
        + "".join(f"\n  | {name}" for name in dict.fromkeys([*names, "View"]))
        + ";"
    )


def typescript() -> str:
    """The whole of web/src/lib/messages.ts."""
    head = "// Generated by `python -m boohive.server.codegen` from src/boohive/server/messages: change it there.\n"
    phrases = ", ".join(f'"{phrase}"' for phrase in parts.QUICK_PHRASES)
    text = [
        head + "\n".join(f"// {line}".rstrip() for line in (messages.__doc__ or "").strip().splitlines()),
        f"export const PROTOCOL = {socket.PROTOCOL};",
        f"export const QUICK_PHRASES = [{phrases}] as const;",
    ]
    for name, union in UNIONS.items():
        origin: TypeHint = get_origin(union)
        words = get_args(union) if origin is Literal else None
        members = [f'"{word}"' for word in words] if words else [part.__name__ for part in get_args(union)]
        text.append(f"export type {name} =" + "".join(f"\n  | {member}" for member in members) + ";")
    text.append(game_view_type())
    text += [interface(kind) for _, _, kinds in sections() for kind in kinds]
    return "\n\n".join(text) + "\n"


# Markdown.


def _in_words(kind: TypeHint) -> str:
    """A type for the page: short, with code marks, safe inside a table."""
    return "`" + in_typescript(kind).replace("|", "\\|") + "`"


def _type_page(kind: type) -> list[str]:
    tag = tag_of(kind)
    lines = [f"### {f'`{tag[1]}`' if tag else kind.__name__}", "", doc_of(kind).replace("``", "`"), ""]
    fields = list(fields_of(kind))
    if fields:
        lines += ["| field | type | |", "| --- | --- | --- |"]
    for field in fields:
        needed = "" if field.required else " (may be left out)"
        says = field.doc.replace("``", "`").replace("|", "\\|")
        lines.append(f"| `{field.name}` | {_in_words(field.kind)}{needed} | {says} |")
    return [*lines, ""] if fields else lines


def markdown() -> str:
    """The whole of docs/protocol.md."""
    about = (messages.__doc__ or "").split("\n", 1)[1].replace("``", "`").strip()
    lines = [
        "# The protocol",
        "",
        "<!-- Generated by `python -m boohive.server.codegen` from the message types. -->",
        "",
        about,
        "",
        "```text",
        *EXAMPLE,
        "```",
        "",
        "The chat's quick phrases: " + ", ".join(parts.QUICK_PHRASES) + ".",
        "",
        f"The `code` of an error is one of {', '.join(f'`{code}`' for code in get_args(parts.ErrorCode))}.",
        "",
    ]
    for title, intro, kinds in sections():
        lines += [f"## {title}", "", intro.replace("``", "`"), ""]
        for kind in kinds:
            lines += _type_page(kind)
    return "\n".join(lines).rstrip() + "\n"


EXAMPLE = (
    'POST /api/tables {"game": "boop", "seats": [{"occupant": "me"}, {"occupant": "empty"}]}',
    '  -> {"table_id": "7hk2m9", "tokens": [{"seat": 0, "token": "..."}], "room_code": "BQKZT", "link": "/t/7hk2m9"}',
    "GET /ws (WebSocket)",
    '  -> {"type": "hello", "protocol": 1, ...}',
    '  {"type": "subscribe", "table_id": "7hk2m9", "tokens": ["..."]}',
    '  -> {"type": "snapshot", "seq": 4, "table": {"board": {...}, "company": {...}, "clocks": {...}}, ...}',
    '  {"type": "action", "table_id": "7hk2m9", "id": "a1", "seq": 4, "action": {"kind": "play", "text": "k c3"}}',
    '  -> {"type": "update", "seq": 5, "id": "a1", "seat": 0, "effects": [...], "board": {...}, ...}',
)


def main() -> None:
    """Write both files."""
    for path, text in ((TYPESCRIPT, typescript()), (MARKDOWN, markdown())):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
