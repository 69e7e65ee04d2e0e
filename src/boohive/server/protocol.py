"""Writes what others build against from the message structs: the page docs/protocol.md and the TypeScript types.

``python -m boohive.server.protocol`` writes both files; a test says when they have drifted from the structs.
"""

import ast
import inspect
import textwrap
import types
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from boohive.server import messages
from boohive.tables.fields import OfferKind
from boohive.tables.log import ClientAction, ClockSetting

__all__ = ["markdown", "typescript"]

ROOT = Path(__file__).parents[3]
TYPESCRIPT = ROOT / "web" / "src" / "lib" / "messages.ts"
MARKDOWN = ROOT / "docs" / "protocol.md"

SECTIONS: tuple[tuple[str, str, Sequence[type[Struct]]], ...] = (
    ("What a page sends", "Each is one JSON object, at most 16 KiB, with its ``type``.", messages.CLIENT_MESSAGES),
    ("What can be done", "The ``do`` of ``act``, with its ``kind``.", messages.DEEDS),
    ("What the server sends", "Each is one JSON object with its ``type``.", messages.SERVER_MESSAGES),
    ("What the server does", "Further values of ``did`` in ``acted``, with their ``kind``.", messages.SERVER_DEEDS),
    ("Parts", "Pieces of the messages above.", messages.PARTS),
    ("Clocks", "The ``clock`` of a table, with its ``kind``. Times are milliseconds.", messages.CLOCKS),
    ("Over HTTP", "Bodies of requests and answers, JSON; refusals carry a ``Refused``.", messages.HTTP_MESSAGES),
)

UNIONS: dict[str, Any] = {
    "FromClient": messages.FromClient,
    "FromServer": messages.FromServer,
    "ClientAction": ClientAction,
    "Did": messages.SeenAction | messages.SatDown | messages.Opened,
    "ClockSetting": ClockSetting,
    "RefusalCode": messages.RefusalCode,
    "OfferKind": OfferKind,
}

OPEN_ENDED = {"MoveData"}
"""Structs to which a game may add fields of its own."""


@cache
def field_docs(struct: type[Struct]) -> dict[str, str]:
    """The sentence below each field."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(struct)))
    body = tree.body[0].body  # type: ignore[attr-defined]
    docs = {}
    for before, after in pairwise(body):
        is_text = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
        if isinstance(before, ast.AnnAssign) and isinstance(before.target, ast.Name) and is_text:
            docs[before.target.id] = " ".join(str(after.value.value).split())
    return docs


SIMPLE: dict[Any, str] = {
    int: "number",
    float: "number",
    str: "string",
    bool: "boolean",
    type(None): "null",
    Any: "unknown",
}


def in_typescript(kind: Any) -> str:  # noqa: PLR0911
    """A Python type as TypeScript."""
    for name, union in UNIONS.items():
        if kind == union:
            return name
    if kind in SIMPLE:
        return SIMPLE[kind]
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return in_typescript(parts[0])
    if origin is Literal:
        return " | ".join(f'"{part}"' for part in parts)
    if origin in (Union, types.UnionType):
        return " | ".join(in_typescript(part) for part in parts)
    if origin in (tuple, list):
        return _array(parts[0])
    return f"Record<string, {in_typescript(parts[1])}>" if origin is dict else str(kind.__name__)


def _array(part: Any) -> str:
    inner = in_typescript(part)
    return f"({inner})[]" if " " in inner else f"{inner}[]"


def interface(struct: type[Struct]) -> str:
    """One struct as a TypeScript interface."""
    docs, config = field_docs(struct), struct.__struct_config__
    lines = [f"/** {_sentence(struct)} */", f"export interface {struct.__name__} {{"]
    if config.tag_field:
        lines.append(f'  {config.tag_field}: "{config.tag}";')
    for field in msgspec.structs.fields(struct):
        if field.name in docs:
            lines.append(f"  /** {docs[field.name]} */")
        optional = "" if field.required else "?"
        lines.append(f"  {field.encode_name}{optional}: {in_typescript(field.type)};")
    if struct.__name__ in OPEN_ENDED:
        lines.append("  [more: string]: unknown;")
    return "\n".join([*lines, "}"])


def typescript() -> str:
    """The whole of web/src/lib/messages.ts."""
    head = "// Written by `python -m boohive.server.protocol` from src/boohive/server/messages.py: change it there.\n"
    presets = ", ".join(f'"{preset}"' for preset in messages.PRESETS)
    parts = [head + "\n".join(_sentence_block(messages.__doc__ or "")), f"export const PRESETS = [{presets}] as const;"]
    for name, union in UNIONS.items():
        words = get_args(union) if get_origin(union) is Literal else None
        members = [f'"{word}"' for word in words] if words else [part.__name__ for part in get_args(union)]
        parts.append(f"export type {name} =" + "".join(f"\n  | {member}" for member in members) + ";")
    parts += [interface(struct) for _, _, structs in SECTIONS for struct in structs]
    return "\n\n".join(parts) + "\n"


def _sentence_block(text: str) -> list[str]:
    return [f"// {line}".rstrip() for line in text.strip().splitlines()]


def _sentence(struct: type[Struct]) -> str:
    return " ".join((struct.__doc__ or "").split())


def _in_words(kind: Any) -> str:
    """A type for the page: short, with code marks, safe inside a table."""
    return "`" + in_typescript(kind).replace("|", "\\|") + "`"


def _struct_page(struct: type[Struct]) -> list[str]:
    docs, config = field_docs(struct), struct.__struct_config__
    title = f"`{config.tag}`" if config.tag_field else struct.__name__
    lines = [f"### {title}", "", _sentence(struct).replace("``", "`"), ""]
    fields = msgspec.structs.fields(struct)
    if fields:
        lines += ["| field | type | |", "| --- | --- | --- |"]
    for field in fields:
        needed = "" if field.required else " (may be left out)"
        says = docs.get(field.name, "").replace("``", "`").replace("|", "\\|")
        lines.append(f"| `{field.encode_name}` | {_in_words(field.type)}{needed} | {says} |")
    return [*lines, ""] if fields else lines


def markdown() -> str:
    """The whole of docs/protocol.md."""
    about = (messages.__doc__ or "").replace("``", "`").strip()
    lines = [
        "# The protocol",
        "",
        "<!-- Written by `python -m boohive.server.protocol` from the structs. -->",
        "",
        about,
        "",
    ]
    lines += ["```text", *EXAMPLE, "```", "", "The ready phrases of the chat: " + ", ".join(messages.PRESETS) + ".", ""]
    codes = ", ".join(f"`{code}`" for code in get_args(messages.RefusalCode))
    lines += [f"A refusal's `code` is one of {codes}.", ""]
    for title, about, structs in SECTIONS:
        lines += [f"## {title}", "", about.replace("``", "`"), ""]
        for struct in structs:
            lines += _struct_page(struct)
    return "\n".join(lines).rstrip() + "\n"


EXAMPLE = (
    'POST /api/tables {"game": "boop", "seats": [{"player": "me"}, {"player": "open"}]}',
    '  -> {"table": "7hk2m9", "tokens": [{"seat": 0, "token": "..."}], "code": "BQKZT", "link": "/t/7hk2m9"}',
    "GET /ws (WebSocket)",
    '  {"type": "watch", "table": "7hk2m9", "tokens": ["..."]}',
    '  -> {"type": "state", "seq": 4, "scene": {...}, ...}',
    '  {"type": "act", "table": "7hk2m9", "id": "a1", "seq": 4, "do": {"kind": "play", "text": "k c3"}}',
    '  -> {"type": "acted", "seq": 5, "id": "a1", "seat": 0, "effects": [...], "scene": {...}}',
)


def main() -> None:
    """Write both files."""
    for path, text in ((TYPESCRIPT, typescript()), (MARKDOWN, markdown())):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
