"""The page docs/protocol.md and the TypeScript types say what the message types say."""

from types import ModuleType
from typing import Any, get_args, get_type_hints, is_typeddict

import pytest
from msgspec import Struct, json

from boohive.core import view
from boohive.games import GAMES
from boohive.server import codegen
from boohive.server.messages import http, parts, socket
from boohive.tables.log import Play

BASES = {
    parts.Part, socket.ClientMessage, socket.ServerMessage, http.RequestBody, http.AnswerBody,
}  # fmt: skip


def described() -> set[type]:
    return {kind for _, _, kinds in codegen.sections() for kind in kinds}


def structs_of(module: ModuleType) -> set[type]:
    """The structs that a module defines itself."""
    return {
        each
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Struct) and each.__module__ == module.__name__
    }


def typed_dicts_in(kind: Any, found: set[type]) -> set[type]:
    """Every TypedDict that this type is made of."""
    if is_typeddict(kind) and kind not in found:
        found.add(kind)
        for each in get_type_hints(kind).values():
            typed_dicts_in(each, found)
    for part in get_args(kind):
        typed_dicts_in(part, found)
    return found


@pytest.mark.parametrize(
    ("path", "write"), [(codegen.TYPESCRIPT, codegen.typescript), (codegen.MARKDOWN, codegen.markdown)]
)
def test_what_others_build_against_has_not_drifted_from_the_types(path, write):
    assert path.read_text(encoding="utf-8") == write(), "run: python -m boohive.server.codegen"


@pytest.mark.parametrize("module", [parts, socket, http])
def test_every_struct_of_the_messages_is_described(module):
    assert structs_of(module) - BASES <= described()


def test_every_struct_that_a_message_can_hold_is_described():
    for union in codegen.UNIONS.values():
        assert {part for part in get_args(union) if isinstance(part, type)} <= described()


def test_every_typed_dict_of_views_moves_and_effects_is_described():
    shapes = {each for each in vars(view).values() if is_typeddict(each)}
    assert len(shapes) >= 10
    assert shapes <= described()
    for game in GAMES.values():
        for kind in (game.view_type, game.scenery_type):
            assert typed_dicts_in(kind, set()) <= described()


def test_every_type_is_in_the_typescript_and_on_the_page_with_all_its_fields():
    typescript, page = codegen.typescript(), codegen.markdown()
    for kind in described():
        interface = typescript.partition(f"export interface {kind.__name__} {{")[2].partition("\n}")[0]
        tag = codegen.tag_of(kind)
        assert f"### {f'`{tag[1]}`' if tag else kind.__name__}\n" in page
        for field in codegen.fields_of(kind):
            assert f"  {field.name}{'' if field.required else '?'}: " in interface, (kind, field.name)
            assert f"| `{field.name}` |" in page


def test_a_message_from_a_page_is_read_as_its_struct():
    sent = b'{"type":"action","table_id":"t","id":"1","seq":3,"action":{"kind":"play","text":"k c3","reported_ms":12}}'
    message = json.decode(sent, type=socket.FromClient)
    assert message == socket.ActionMessage(table_id="t", id="1", seq=3, action=Play(text="k c3", reported_ms=12))


@pytest.mark.parametrize("kind", socket.CLIENT_MESSAGES, ids=lambda kind: kind.__struct_config__.tag)
def test_every_message_of_a_page_is_known_by_its_type(kind):
    fields = {"table_id": "t", "id": "1", "seq": 3, "action": {"kind": "resign"}, "n": 4}
    names = {field.name for field in codegen.fields_of(kind)}
    sent = {"type": kind.__struct_config__.tag, **{name: fields[name] for name in fields if name in names}}
    assert type(json.decode(json.encode(sent), type=socket.FromClient)) is kind
