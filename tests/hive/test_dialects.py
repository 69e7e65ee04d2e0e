"""Files as other programs write them, in tests/data/files: at least twenty of each dialect, none of them by our writer.

``expected.tsv`` says of each who won, how it ended, who played and what was played.
"""

import io
from pathlib import Path

import pytest

import boohive
from boohive import BoohiveError, Record

FILES = Path(__file__).parents[1] / "data" / "files"
ROWS = [
    line.split("\t") for line in (FILES / "expected.tsv").read_text(encoding="utf-8").splitlines() if line[0] != "#"
]
FORMS = {"hive": ("record", "gamestring", "pgn", "sgf"), "boop": ("record", "sgf"), "boop-junior": ("record", "sgf")}
AGREED = boohive.Result(None, "agreed")


def moves_of(record: Record) -> list[str]:
    return [event.text for event in record.events]


def told(record: Record) -> tuple[str, str]:
    """Winner and way as the table writes them."""
    if record.result is None:
        return "-", "-"
    nobody = "none" if record.result.how == "abandoned" else "draw"
    return nobody if record.result.winner is None else str(record.result.winner), record.result.how


@pytest.mark.parametrize(("name", "winner", "how", "seats", "moves"), ROWS, ids=[row[0] for row in ROWS])
def test_a_file_is_read_as_it_was_meant_and_its_result_survives_every_format(
    name: str, winner: str, how: str, seats: str, moves: str
) -> None:
    (record,) = boohive.read(FILES / name)
    assert moves_of(record) == moves.split(";")
    assert told(record) == (winner, how)
    assert "|".join(record.seats) == seats
    for form in FORMS[record.game.id]:
        (again,) = boohive.read(boohive.write([record], form))
        assert moves_of(again) == moves_of(record)
        assert again.result == (weaker(record) if form == "gamestring" else record.result), form
        assert form == "gamestring" or again.seats == record.seats
        assert boohive.write([again], form) == boohive.write([record], form)


def weaker(record: Record) -> boohive.Result | None:
    """What a GameString can say of a result: who won, and not how."""
    result = record.result
    if result is None or result.how in ("rules", "abandoned"):
        return result if result is None or result.how == "rules" else None
    if result.winner is not None:
        return boohive.Result(result.winner, "resigned")
    return boohive.Result(None, "claimed") if record.last().as_turn_based().times_seen >= 3 else AGREED


def test_there_are_twenty_of_each_dialect_with_every_way_to_end() -> None:
    for dialect in ("gamestring", "pgn", "boardspace", "record", "sgf"):
        rows = [row for row in ROWS if row[0].startswith(dialect)]
        assert len(rows) >= 20
        ways = {row[2] for row in rows}
        assert {"resigned", "agreed"} <= ways and (dialect == "gamestring" or "time" in ways), dialect


@pytest.mark.parametrize("name", ["pgn-*.pgn", "boardspace-*.sgf", "record-*.txt", "gamestring-*.uhp", "sgf-*.sgf"])
def test_all_files_in_one_are_as_many_games(name: str, tmp_path: Path) -> None:
    files = sorted(FILES.glob(name))
    together = tmp_path / "together"
    together.write_bytes(b"\n".join(file.read_bytes() for file in files))
    found = list(boohive.read(together))
    assert [moves_of(record) for record in found] == [moves_of(next(boohive.read(file))) for file in files]
    with together.open("rb") as handle:
        assert len(list(boohive.read(handle))) == len(files)
    with together.open(encoding="utf-8", errors="replace") as handle:
        assert len(list(boohive.read(handle))) == len(files)


def test_a_large_file_is_read_as_far_as_somebody_asks() -> None:
    class Lines(io.StringIO):
        read_lines = 0

        def __next__(self) -> str:
            self.read_lines += 1
            return super().__next__()

    one = (FILES / "pgn-01.pgn").read_text()
    handle = Lines(f"{one}\n" * 1000)
    assert moves_of(next(boohive.read(handle)))
    assert handle.read_lines < 50


def test_a_refusal_names_file_game_and_line(tmp_path: Path) -> None:
    file = tmp_path / "two.pgn"
    one = (FILES / "pgn-01.pgn").read_text()
    file.write_text(one + "\n" + one.replace("2. bL wG1-", "2. bL wQ-"))
    games = boohive.read(str(file))
    next(games)
    with pytest.raises(
        BoohiveError, match=r"two\.pgn: game 2, from line 16 on: move 2, 'bL wQ-': wQ is not on the table"
    ):
        next(games)


def test_variations_and_comments_go_both_ways() -> None:
    text = '[GameType "Base"]\n\n1. wS1 {a start} 2. bS1 wS1- (2. bA1 wS1- 3. wQ -wS1) 3. wQ -wS1\n'
    (record,) = boohive.read(text)
    assert record.comments == ((1, "a start"),)
    assert moves_of(record.variation(0)) == ["wS1", "bA1 wS1-", "wQ -wS1"]
    for form in ("pgn", "record"):
        (again,) = boohive.read(boohive.write([record], form))
        assert (again.variations, again.comments) == (record.variations, record.comments)
    (boop,) = boohive.read("(;GN[boop];B[k c3]C[here\n\\]](;W[k d4];B[k a1])(;W[k d3](;B[k a6])(;B[k f6])))")
    assert [each.after for each in boop.variations] == [1, 1] and boop.comments == ((1, "here\n]"),)
    for form in ("sgf", "record"):
        (again,) = boohive.read(boohive.write([boop], form))
        assert (again.variations, again.comments) == (boop.variations, boop.comments)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("wS1;bS1 wS1-;wQ -wS1", "Base"),
        ("1. wS1 2. bL wS1- 3. wQ -wS1", "Base+L"),
        ("wS1 bM wS1- wQ -wS1 bP bM-", "Base+MP"),
    ],
)
def test_moves_alone_say_which_bugs_take_part(text: str, words: str) -> None:
    (record,) = boohive.read(text)
    assert str(record.options["type"]) == words


@pytest.mark.parametrize(
    "text",
    [
        "(;GN[boop];B[k c3]", "(;GN[boop];B[k c3)", "(;GN[boop]RE[maybe];B[k c3])", "(;GN[boop]C[x];X[k c3])",
        "(;GN[boop];B[k c3](;W[k c3])(;W[k d4]))", '[GameType "Base"]\n1. wS1 (2. bS1 wS1-', '[GameType "Base"]\n(1. wS1)',
        "boohive record 1\ngame: boop\nvariation: 9 | 0 k c3\n\n0 k c3\n", "boohive record 1\ngame: boop\ncomment: x\n\n",
        "Base;WhiteWins;White[99];wS1", "Base;Perhaps;Black[1];wS1", '[GameType "Base"]\n1. wS1 {never closed 2. bS1 wS1-',
        '[GameType "Base"]\n1. wS1 never opened} 2. bS1 wS1-', '[GameType "Base"]\n[Result "1-0"]\n\n1. wS1 0-1',
    ],
)  # fmt: skip
def test_a_broken_file_is_refused(text: str) -> None:
    with pytest.raises(BoohiveError, match=r".{20}"):
        list(boohive.read(text))


TAGS = '[GameType "Base"]\n[White "J\u00f6rg"]\n[Result "0-1"]\n\n'
MOVES = "1. wS1 2. bS1 wS1- 3. wQ -wS1"


@pytest.mark.parametrize(
    "data",
    [
        f"\ufeff{TAGS}{MOVES} 0-1".encode(), f"{TAGS}{MOVES} 0-1\n".replace("\n", "\r\n").encode("latin-1"),
        f"\ufeff{TAGS}{MOVES}\n".replace("\n", "\r").encode(), f"% of a club's collection\n{TAGS}% and\n{MOVES}".encode(),
        (TAGS + "1. wS1! 2. bS1 wS1-?! $14 3. wQ -wS1 ?? 0-1").encode(), f"{TAGS}{MOVES} BlackWins".encode(),
        (TAGS.replace("0-1", "*") + f"{MOVES} 0-1").encode(), (TAGS + "1.wS1 1...bS1 wS1- 2.wQ -wS1 ; [x] and (y\n").encode(),
    ],
    ids=["mark of UTF-8", "Windows", "old Mac", "escaped lines", "judged moves", "word of UHP", "no tag", "two and two"],
)  # fmt: skip
def test_habits_of_editors_and_programs(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    file.write_bytes(data * 2 if data.endswith((b"\n", b"\r")) else data)
    for record in boohive.read(file):
        assert moves_of(record) == ["wS1", "bS1 wS1-", "wQ -wS1"]
        assert (record.seats, record.result) == (("J\u00f6rg", ""), boohive.Result(1, "resigned"))
