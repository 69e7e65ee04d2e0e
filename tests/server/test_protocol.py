"""The page docs/protocol.md and the TypeScript types say what the structs say."""

import pytest
from msgspec import json

from boohive.server import messages, protocol


@pytest.mark.parametrize(
    ("path", "write"), [(protocol.TYPESCRIPT, protocol.typescript), (protocol.MARKDOWN, protocol.markdown)]
)
def test_what_others_build_against_has_not_drifted_from_the_structs(path, write):
    assert path.read_text(encoding="utf-8") == write(), "run: python -m boohive.server.protocol"


def test_every_struct_on_the_wire_is_described():
    described = {struct for _, _, structs in protocol.SECTIONS for struct in structs}
    used = {
        value
        for value in vars(messages).values()
        if isinstance(value, type) and issubclass(value, messages.Struct) and value.__module__ == messages.__name__
    }
    bases = {messages.Part, messages.ClientMessage, messages.ServerMessage}
    assert used - bases <= described


def test_every_struct_and_union_is_in_the_typescript():
    text = protocol.typescript()
    for _, _, structs in protocol.SECTIONS:
        for struct in structs:
            assert f"export interface {struct.__name__} {{" in text


def test_a_message_from_a_page_is_read_as_its_struct():
    sent = b'{"type":"act","table":"t","id":"1","seq":3,"do":{"kind":"play","text":"k c3","reported_ms":12}}'
    act = json.decode(sent, type=messages.FromClient)
    assert isinstance(act, messages.Act)
    assert act.do == messages.Play(text="k c3", reported_ms=12)
