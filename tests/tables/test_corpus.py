"""S8: logs of every released version replay for ever. Files are added here with each release and never changed.

The files of 0.1 were made again once, before any release, when the log got its format number. From then on every change
of the log raises that number, and every older number stays readable.
"""

import hashlib
import json
from pathlib import Path

import pytest

from boohive import Record
from boohive.core.options import Options
from boohive.games import GAMES
from boohive.server.requests import ACTION_ID
from boohive.tables import log
from boohive.tables.errors import Rejected
from boohive.tables.replay import replay
from boohive.tables.seating import complete
from tables.growing_log import SEED, Log

FOLDER = Path(__file__).parents[1] / "data" / "logs"
FILES = sorted(FOLDER.glob("*.jsonl"))


def read(file):
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    entries = [
        log.read_entry(line["seq"], line["server_ms"], line["seat"], line["id"], json.dumps(line["action"]))
        for line in lines[:-1]
    ]
    return entries, lines[-1]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_s8_an_old_log_leads_to_the_same_state(file):
    entries, last = read(file)
    table = replay(entries)
    assert table.position.text == last["position"]
    assert table.fingerprint() == last["fingerprint"]
    assert table.record().write() == last["record"]
    assert Record.read(last["record"], GAMES).write() == last["record"]


def test_every_game_has_logs_in_the_corpus():
    assert {json.loads(file.open().readline())["action"]["game"] for file in FILES} == set(GAMES)


def test_every_format_number_has_logs_in_the_corpus():
    numbers = {json.loads(file.open().readline())["action"]["format"] for file in FILES}
    assert numbers == set(range(1, log.FORMAT + 1))


def test_the_corpus_has_not_been_changed():
    listed = dict(line.split()[::-1] for line in (FOLDER / "SHA256").read_text().splitlines())
    found = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in FILES}
    assert found == listed


@pytest.mark.parametrize("game_id", list(GAMES))
def test_s8_a_default_that_changes_changes_no_old_game(game_id, monkeypatch):
    """The first entry holds every option with its value."""
    file = next(file for file in FILES if file.name == f"0.1-{game_id}-1.jsonl")
    entries, last = read(file)
    written = entries[0].action.options
    game = GAMES[game_id]
    assert set(written) == {option.name for option in game.options}
    real = Options.__init__

    def with_other_defaults(self, known, given=None):
        real(self, [option._replace(default=another(option)) for option in known], given)

    monkeypatch.setattr(Options, "__init__", with_other_defaults)
    table = replay(entries)
    assert without_options(table.position.text) == without_options(last["position"])
    assert dict(table.position.options) == written


def without_options(text):
    """The text of a position of Booo! names the options that differ from their defaults; the rest is what happened."""
    return text.split(" | ", 1)[-1]


def another(option):
    """A value that is not the option's default."""
    if isinstance(option.default, bool):
        return not option.default
    if isinstance(option.default, int):
        return option.default + 1 if option.default < option.maximum else option.minimum
    return next((choice for choice in option.choices if choice != option.default), option.default)


def test_a_new_log_says_which_format_and_generator_it_has_and_holds_every_option():
    created = complete(log.TableCreated("booo", {}, 3, rng=log.RNG, seed=SEED))
    written = json.loads(log.write_action(created))
    assert written["format"] == log.FORMAT == 1
    assert written["rng"] == log.RNG
    assert written["seed"] == SEED
    assert set(written["options"]) == {option.name for option in GAMES["booo"].options}
    assert written["options"]["players"] == 3
    assert written["rated"] is False
    assert set(written) == {"kind", *log.TableCreated.__struct_fields__}


def test_a_reader_ignores_fields_it_does_not_know():
    data = b'{"kind":"play","text":"k a1","mood":{"kind":"fine"},"clock_ms":5}'
    assert log.read_action(data) == log.Play("k a1", clock_ms=5)
    created = json.loads(log.write_action(log.TableCreated("boop", {}, 2, log.RealTimeClock(5_000), seed=SEED)))
    created["clock"]["berserk"] = True
    created["colour"] = "red"
    assert log.read_action(json.dumps(created)) == log.TableCreated("boop", {}, 2, log.RealTimeClock(5_000), seed=SEED)


@pytest.mark.parametrize(
    "data",
    [
        b'{"kind":"table_created","format":2,"game":["boop"]}',
        b'{"kind":"teleport","to":"a1"}',
    ],
)
def test_a_newer_log_is_refused_with_a_sentence(data):
    with pytest.raises(Rejected, match=r"update it$") as caught:
        log.read_action(data)
    assert caught.value.code == "newer_format"


def test_a_newer_log_that_can_be_read_is_refused_all_the_same():
    created = log.TableCreated("boop", {}, 2, seed=SEED, format=log.FORMAT + 1)
    with pytest.raises(Rejected, match="log format 2"):
        replay([log.LogEntry(1, 0, None, log.server_id("created"), created)])


def test_a_log_with_a_field_of_the_wrong_type_is_not_read():
    with pytest.raises(ValueError, match="clock_ms"):
        log.read_action(b'{"kind":"play","text":"k a1","clock_ms":"five","mood":1}')


def test_no_client_can_take_an_id_of_the_server():
    """S2 needs ids to be unique; the server's own are in a space that no client can write."""
    for made_by_server in (log.server_id("timeout", 5), log.server_id("start"), log.server_id("away", 3)):
        assert ACTION_ID.fullmatch(made_by_server) is None
    assert ACTION_ID.fullmatch("timeout-5")
    entry = log.LogEntry(1, 0, 0, "timeout-5", log.Resign())
    assert entry.public_id == "timeout-5"
    assert log.LogEntry(1, 0, 0, log.server_id("timeout", 5), log.Timeout()).public_id == ""


def test_the_secrets_of_a_table_cannot_be_worked_out_from_each_other():
    """What the game shows of its seed tells nothing about ties, seats or bots: each purpose has a hash of its own."""
    one, two = (Log(people=("ann", "bob", "cid"), game="booo", seed=seed) for seed in (SEED, SEED[:-1] + "e"))
    seeds = {each.table.initial_position.options["seed"] for each in (one, two)}
    assert len(seeds) == 2
    assert all(seed >= 2**40 for seed in seeds)
