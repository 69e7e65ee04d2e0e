"""Wrong command lines: each is refused with exit code 2 and one sentence, before anything is played, made or changed."""

import io
import json
import os
import sqlite3
from pathlib import Path

import pytest

from boohive.cli import main
from boohive.core.record import Record
from boohive.engine.processes import max_processes
from boohive.games import GAMES

PGN = '[GameType "Base+MLP"]\n[White "Ann"]\n[Black "Bob"]\n\n1. wL\n2. bL wL-\n'
WON = (
    r"Base;BlackWins;Black[7];wA1;bQ -wA1;wQ wA1-;bS1 \bQ;wG1 wQ\;bG1 \bS1;wG2 wA1\;bA1 bG1-;wB1 \wQ;bB1 /bG1;wB2 wQ-;"
    r"bB2 -bB1;wA2 wB1-"
)
DEEP = "9" * 20
TOO_MANY = str(max_processes() + 1)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with files of several kinds; one stands in it."""
    monkeypatch.chdir(tmp_path)
    for name in ("BOOHIVE_DB", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "empty.txt").write_bytes(b"")
    (tmp_path / "notes.txt").write_text("precious notes\n")
    (tmp_path / "other.jsonl").write_text('{"a": 1}\n')
    (tmp_path / "bin.bin").write_bytes(bytes(range(256)) * 16)
    (tmp_path / "backup.jsonl").write_text('{"what": "boohive backup 1", "shape": ""}\n')
    (tmp_path / "game.pgn").write_text(PGN)
    (tmp_path / "two.pgn").write_text(f"{PGN}\n{PGN}")
    (tmp_path / "broken.pgn").write_text('[GameType "Base+MLP"\n1. wL')
    (tmp_path / "broken.sgf").write_text("(;SU[hive-plm]\n;P0[1 dropb")
    (tmp_path / "illegal.pgn").write_text(PGN.replace("bL wL-", "bL bQ-"))
    (tmp_path / "wrong-result.uhp").write_text(WON.replace("BlackWins", "WhiteWins"))
    (tmp_path / "boop.txt").write_text(Record.of(GAMES["boop"].new().play("k c3")).write())
    with sqlite3.connect(tmp_path / "other.sqlite3") as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    return tmp_path


def state_of(folder: Path) -> dict[str, bytes | None]:
    """Every file and folder, with what is in it."""
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


POSTGRES = "postgresql://u@127.0.0.1:9/x"

WRONG: list[tuple[str, str]] = [
    # Files of others, and places that cannot be written.
    ("selfplay boop --games 1 --level 1 --out notes.txt", "notes.txt is not a file that boohive selfplay wrote"),
    ("selfplay boop --games 1 --level 1 --out bin.bin", "bin.bin is not a file that boohive selfplay wrote"),
    ("selfplay boop --games 1 --level 1 --out none/x", "none/x cannot be used: No such file or directory"),
    ("selfplay boop --games 1 --level 1 --out folder", "folder cannot be used: Is a directory"),
    ("arena boop random random --out none/x", "none/x cannot be used: No such file or directory"),
    ("arena boop random random --save folder", "folder cannot be used: Is a directory"),
    ("arena boop random random --save bin.bin", "bin.bin holds no games of the arena"),
    ("arena boop random random --save other.jsonl", "other.jsonl holds no games of the arena"),
    ("dataset empty.txt", "empty.txt is not a file that boohive selfplay wrote"),
    ("dataset boop.txt", "boop.txt is not a file that boohive selfplay wrote"),
    ("dataset other.jsonl", "other.jsonl is not a file that boohive selfplay wrote"),
    ("dataset folder", "folder cannot be read: Is a directory"),
    # Players.
    ("arena boop python:json:dumps random", "python:json:dumps is not a player; write python:MODULE:CLASS"),
    ("arena boop python: random", "python: is not a player; write python:MODULE:CLASS"),
    ("arena boop python:json random", "python:json is not a player; write python:MODULE:CLASS"),
    ("arena hive uhp: random", "uhp: names no engine"),
    ("arena boop level:0 random", "level:0 cannot be read; write level:1 to level:8"),
    ("arena boop level:9 random", "level:9 cannot be read; write level:1 to level:8"),
    ("arena boop level:nan random", "level:nan cannot be read"),
    ("arena boop level:8,threads=0 random", "level:8,threads=0 cannot be read"),
    ("arena boop level:8,threads=5000 random", f"with at most {max_processes()} threads"),
    ("arena boop random", "a match needs two players"),
    ("arena boop random random --sprt 5 1", "the lower one first"),
    ("arena boop random random --sprt 0 0", "the lower one first"),
    ("arena boop random random --sprt nan 1", "'nan' is not an Elo difference"),
    ("arena booo --ladder", "Booo! is a race without turns"),
    ("arena chess --ladder", "there is no game 'chess'"),
    ("arena boop random random --ladder", "--ladder plays every level; leave the players out"),
    # Numbers.
    ("selfplay boop --games 1 --level 1 --out x --time nan", "'nan' is not a number of seconds above 0"),
    ("selfplay boop --games 1 --level 1 --out x --time -1", "'-1' is not a number of seconds above 0"),
    ("selfplay boop --games 1 --level 1 --out x --time 0", "'0' is not a number of seconds above 0"),
    ("selfplay boop --games 1 --level 9 --out x", "one or two levels from 1 to 8 play"),
    (f"selfplay boop --games 1 --level 1 --out x --workers {TOO_MANY}", f"{TOO_MANY} is too many for this machine"),
    ("arena boop random random --time inf", "'inf' is not a number of seconds above 0"),
    ("arena boop random random --workers 100000", f"at most {max_processes()} make sense"),
    ("analyse boop --threads 5000 --time 0.05", f"5000 is too many for this machine; at most {max_processes()}"),
    (f"perft boop 3 --threads {TOO_MANY}", f"{TOO_MANY} is too many for this machine"),
    (f"perft boop {DEEP}", f"{DEEP} is too large; a number has at most 18 digits"),
    ("perft boop 13", "13 turns are too many to count; at most 12"),
    ("serve --port 99999", "99999 is not a port; ports are 0 to 65535"),
    ("serve --port -1", "'-1' is not a whole number from 0 on"),
    ("serve --workers 0", "'0' is not a whole number from 1 on"),
    ("serve --workers -1", "'-1' is not a whole number from 1 on"),
    ("cluster --local 2 --port 65535", "--port 65535 is not possible"),
    ("admin tidy --days -5", "'-5' is not a whole number from 0 on"),
    # Databases.
    ("admin list --db typo.sqlite3", "there is no database typo.sqlite3"),
    ("admin tidy --db typo.sqlite3", "there is no database typo.sqlite3"),
    ("admin export nobody --db typo.sqlite3", "there is no database typo.sqlite3"),
    ("admin list --db none/typo.sqlite3", "there is no database none/typo.sqlite3"),
    ("backup out.gz --db typo.sqlite3", "there is no database typo.sqlite3"),
    ("restore missing.gz --db new.sqlite3", "there is no file missing.gz"),
    *(
        (f"{words} --db {where}", sentence)
        for words in ("admin list", "backup out.gz", "serve", "restore backup.jsonl")
        for where, sentence in (
            ("notes.txt", "notes.txt is not a database of boohive"),
            ("bin.bin", "bin.bin is not a database of boohive"),
            ("folder", "folder is not a database of boohive"),
            ("other.sqlite3", "other.sqlite3 holds no games of boohive"),
            (POSTGRES, f"the database {POSTGRES} cannot be used: "),
            ("mysql://u@127.0.0.1/x", "is not a database we know"),
            ("://x", "is not a database; give a file name"),
            ("", "the name of the database is empty"),
        )
        if (words, where) != ("serve", POSTGRES)  # A server waits for its database: tests/server/test_hosting.py.
    ),
    ("admin list --db empty.txt", "empty.txt holds no games of boohive"),
    ("serve --db notes.txt/x.sqlite3", "the folder notes.txt cannot be made"),
    ("serve --valkey nonsense", "'nonsense' is not the address of a Valkey; write valkey://host:port"),
    # One thing said twice, or about another game.
    ("play hive --load boop.txt", "boop.txt is a game of boop, not of hive"),
    ("play --load boop.txt --set draw=none", "a saved game has its own options"),
    ("analyse boop --record boop.txt --position x", "a saved game has its own start and options"),
    ("analyse boop --record boop.txt --set draw=none", "a saved game has its own start and options"),
    ("analyse hive --record boop.txt", "boop.txt is a game of boop"),
    ("export boop.txt", "a game of boop. cannot be written as gamestring; it can be written as record, sgf"),
    ("export boop.txt --to pgn", "a game of boop. cannot be written as pgn"),
    ("export game.pgn --set type=Base+X", "Base+X"),
    ("export game.pgn --set type=Base", "the game in the file has type=Base+MLP, not type=Base"),
    ("show hive --position Base;InProgress;White[99];wS1", "after 1 moves it is not 'White[99]'; write Black[1]"),
    ("show hive --position Base;InProgress;White[1];wS1", "after 1 moves it is not 'White[1]'; write Black[1]"),
    # Words that nobody knows, abbreviations among them.
    ("perft boop 3 --foo", "boohive perft: unknown: --foo; see boohive perft --help"),
    ("perft boop 3 --thread 2", "boohive perft: unknown: --thread 2"),
    ("booo castle --see 1", "boohive booo: unknown: --see 1"),
    ("--versio", "boohive: unknown: --versio"),
    ("play ", "there is no game ''"),
]


LINES = (Path(__file__).parent / "wrong_lines.txt").read_text(encoding="utf-8").splitlines()
WRONG += [(words, sentence) for words, _, sentence in (line.partition(" => ") for line in LINES if line[0] != "#")]


def split(words: str) -> list[str]:
    """The arguments; a position text at the end may hold spaces."""
    start, option, position = words.partition(" --position ")
    return [*start.split(" "), "--position", position] if option and " " in position else words.split(" ")


@pytest.mark.parametrize(("words", "sentence"), WRONG, ids=[words.replace("/", ":") for words, _ in WRONG])
def test_a_wrong_command_line_gets_one_sentence(
    words: str, sentence: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for played in ("boohive.engine.arena.play_game", "boohive.engine.selfplay.play_game", "boohive.server.app.serve"):
        monkeypatch.setattr(played, lambda *_: pytest.fail("it began"))
    monkeypatch.setattr("gc.disable", lambda: None)
    monkeypatch.setattr("boohive.commands.serve.set_log", lambda _: None)  # It would stay for the tests that follow.
    monkeypatch.setattr("sys.stdin", io.StringIO())
    before = state_of(folder)
    try:
        code = main(split(words))
    except SystemExit as left:
        code = int(left.code or 0)
    said = capsys.readouterr()
    assert (code, said.out) == (2, "")
    assert sentence in said.err
    assert len(said.err.strip().splitlines()) == 1, said.err
    assert state_of(folder) == before


def test_a_person_who_is_not_there_is_named(folder: Path, capsys: pytest.CaptureFixture[str], store: str) -> None:
    for task in ("delete", "export"):
        assert main(["admin", task, "nobody", "--db", store]) == 2
        assert "there is no person 'nobody'; 'boohive admin people' lists them" in capsys.readouterr().err


@pytest.fixture
def store(folder: Path) -> str:
    from boohive.server.store.database import check_database

    check_database("games.sqlite3", create=True)
    return "games.sqlite3"


def test_a_store_that_is_there_is_read(folder: Path, capsys: pytest.CaptureFixture[str], store: str) -> None:
    assert main(["admin", "list", "--db", store]) == 0
    assert main(["backup", "out.gz", "--db", store]) == 0
    assert (folder / "out.gz").exists()
    assert main(["restore", "out.gz", "--db", "new/copy.sqlite3"]) == 0


def test_a_backup_takes_the_place_of_a_backup_only(
    folder: Path, capsys: pytest.CaptureFixture[str], store: str
) -> None:
    for name in ("notes.txt", "bin.bin", "game.pgn"):
        before = (folder / name).read_bytes()
        assert main(["backup", name, "--db", store]) == 2
        assert f"{name} is there and is not a backup of boohive; choose another name" in capsys.readouterr().err
        assert (folder / name).read_bytes() == before
    for name in ("out.gz", "out.jsonl", "empty.txt"):
        assert [main(["backup", name, "--db", store]) for _ in range(2)] == [0, 0]


def test_the_version_goes_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    said = capsys.readouterr()
    assert left.value.code == 0
    assert said.out.startswith("boohive 0.") and said.err == ""


def test_a_record_of_any_game_is_exported(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "boop.txt", "--to", "record"]) == 0
    assert capsys.readouterr().out == (folder / "boop.txt").read_text()
    assert main(["export", "boop.txt", "--to", "sgf"]) == 0
    assert "GN[boop]" in capsys.readouterr().out
    assert main(["export", "game.pgn", "--set", "type=Base+MLP"]) == 0
    assert capsys.readouterr().out.startswith("Base+MLP;InProgress;")


def test_a_strategy_that_does_not_hold_is_told_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "boop-junior", "--file", "notes.txt", "--json"]) == 1
    assert "is not a strategy" in json.loads(capsys.readouterr().out)["problem"]
