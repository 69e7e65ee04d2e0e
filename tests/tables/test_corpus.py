"""S8: logs of every released version replay for ever. Files are added here with each release and never changed."""

import hashlib
import json
from pathlib import Path

import pytest

from boohive.games import GAMES
from boohive.tables.log import read_entry
from boohive.tables.table import fold

FOLDER = Path(__file__).parents[1] / "data" / "logs"
FILES = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_s8_an_old_log_leads_to_the_same_state(file):
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    entries = [
        read_entry(line["seq"], line["at"], line["seat"], line["id"], json.dumps(line["action"])) for line in lines[:-1]
    ]
    table = fold(entries)
    last = lines[-1]
    assert table.position.text == last["position"]
    assert table.fingerprint() == last["fingerprint"]
    assert table.record().write() == last["record"]


def test_every_game_has_logs_in_the_corpus():
    assert {json.loads(file.open().readline())["action"]["game"] for file in FILES} == set(GAMES)


def test_the_corpus_has_not_been_changed():
    listed = dict(line.split()[::-1] for line in (FOLDER / "SHA256").read_text().splitlines())
    found = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in FILES}
    assert found == listed
