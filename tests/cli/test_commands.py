"""The command line as a stranger meets it: right answers on stdout, one sentence on stderr, never a traceback."""

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from boohive.cli import COMMANDS, build_parser, commands_with, examples_of

START = "6/6/6/6/6/6 8,0,8,0 0 - -"


def boohive(*words: str, stdin: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "boohive", *words],
        input=stdin,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def refusal(run: subprocess.CompletedProcess[str]) -> str:
    """The one sentence of a refused command."""
    assert run.returncode != 0
    assert "Traceback" not in run.stderr
    assert len(run.stderr.strip().splitlines()) == 1, run.stderr
    return run.stderr.strip()


def test_perft_prints_only_the_counts() -> None:
    run = boohive("perft", "boop", "5")
    assert run.stdout == "1: 36\n2: 1260\n3: 42900\n4: 1421952\n5: 45923628\n"
    assert "leaves/s" in run.stderr


def test_perft_as_json_and_with_threads() -> None:
    output = json.loads(boohive("perft", "boop-junior", "4", "--json", "--threads", "2").stdout)
    assert output["counts"] == [36, 1260, 42900, 1421952]
    assert set(output) == {"counts", "seconds", "leaves_per_second"}


def test_perft_of_a_pending_turn_counts_its_rest_as_one_turn() -> None:
    pending = "kkkkk1/6/6/6/6/6 3,0,8,0 0 - - choose"
    output = json.loads(boohive("perft", "boop", "2", "--position", pending, "--json").stdout)
    assert output["counts"][0] == 3


def test_turns_answers_every_line() -> None:
    pending = "kkkkk1/6/6/6/6/6 3,0,8,0 0 - - choose"
    won = "ccc3/6/6/6/6/6 5,0,8,0 1 - -"
    run = boohive("turns", "boop", "--stdin", stdin=f"{START}\nnonsense\n{pending}\n{won}\n\n")
    first, second, third, fourth, fifth = (json.loads(line) for line in run.stdout.splitlines())
    assert first["position"] == START and first["outcome"] is None and len(first["turns"]) == 36
    assert ["k5/6/6/6/6/6 7,0,8,0 1 - -", None] in first["turns"]
    assert set(second) == {"error"} and set(fifth) == {"error"}
    assert [turn[0] for turn in third["turns"]] == [
        "3kk1/6/6/6/6/6 3,3,8,0 1 - -",
        "k3k1/6/6/6/6/6 3,3,8,0 1 - -",
        "kk4/6/6/6/6/6 3,3,8,0 1 - -",
    ]
    assert fourth["outcome"] == {"winner": 0, "reason": "three cats in a row"} and fourth["turns"] == []


def test_moves_lists_one_a_line() -> None:
    lines = boohive("moves", "boop", "--position", START).stdout.splitlines()
    assert len(lines) == 36 and "k c3" in lines


def test_show_draws_text_and_picture() -> None:
    assert "1 . . . . . ." in boohive("show", "boop").stdout
    assert boohive("show", "boop", "--svg").stdout.startswith("<svg")


def test_games_names_every_game_and_option() -> None:
    output = boohive("games").stdout
    assert all(
        word in output for word in ("boop-junior", "eight_cat_return", "opponent_line_wins", "junior_eight", "draw")
    )


def test_analyze_is_another_spelling_of_analyse() -> None:
    ours, other = boohive("analyse", "--help"), boohive("analyze", "--help")
    assert other.returncode == 0
    assert other.stdout == ours.stdout


def test_every_command_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    from boohive.cli import COMMANDS, main

    for name in COMMANDS:
        with pytest.raises(SystemExit) as left:
            main([name, "--help"])
        assert left.value.code == 0 and "usage: boohive " + name in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("perft", "boop", "x"), "'x' is not a whole number from 1 on"),
        (("perft", "chess", "3"), "there is no game 'chess'"),
        (("perft", "boop", "3", "--set", "ghosts=true"), "this game has no option 'ghosts'; it has eight_cat_return"),
        (("perft", "boop", "3", "--set", "draw=maybe"), "draw=maybe is not possible; draw is none|threefold"),
        (("perft", "boop", "3", "--set", "draw"), "'draw' sets nothing; write option=value"),
        (("perft", "boop", "3", "--position", "x"), "a position has five fields"),
        (("moves", "boop", "--position", "7/6/6/6/6/6 8,0,8,0 0 - -"), "row 1 of the bed, '7'"),
        (("fly",), "invalid choice: 'fly'"),
        (("turns", "boop"), "--stdin"),
        (("play", "boop", "--load", "/no/such/file"), "cannot be read: No such file"),
    ],
)
def test_bad_input_gets_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    assert sentence in refusal(boohive(*words))


def test_a_closed_pipe_gets_one_sentence() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "boohive", "turns", "boop", "--stdin"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin and process.stdout and process.stderr
    process.stdout.close()
    try:
        process.stdin.write(f"{START}\n" * 2000)
        process.stdin.close()
    except BrokenPipeError:
        pass
    output = process.stderr.read()
    process.stderr.close()
    assert process.wait(60) != 0
    assert output == "", "as after | head"


def test_a_game_in_the_terminal(tmp_path: Path) -> None:
    saved = tmp_path / "game.txt"
    typed = f"k c3\nk c3\nnonsense\nmoves\nundo\nk d4\nsave {saved}\nquit\n"
    run = boohive("play", "boop", stdin=typed)
    assert run.returncode == 0
    assert "c3 is taken; place on an empty space" in run.stdout
    assert "'nonsense' is not a move" in run.stdout
    assert "k a1, k b1" in run.stdout
    assert saved.read_text().endswith("\n0 k d4\n")
    again = boohive("play", "--load", str(saved), stdin="k a1\nquit\n")
    assert "4 . . . k . ." in again.stdout and "1 K . . . . ." in again.stdout


@pytest.mark.parametrize("game", ["boop", "boop-junior"])
def test_the_computer_answers_in_the_terminal(game: str) -> None:
    run = boohive("play", game, "--against", "random", "--seed", "1", "--seat", "1", stdin="quit\n")
    assert run.stdout.count("The computer plays k ") == 1


def test_imports_are_light() -> None:
    """The library must not pull in what only the server or the engine needs."""
    code = "import sys, boohive; print([m for m in ('numpy', 'litestar', 'sqlalchemy', 'asyncio', 'torch') if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_the_version_goes_to_standard_output_with_build_and_extras() -> None:
    run = boohive("--version")
    assert run.stdout.startswith("boohive ") and "; extras: server" in run.stdout and run.stderr == ""


def test_the_doctor_looks_at_everything() -> None:
    run = boohive("doctor")
    assert run.returncode == 0, run.stdout
    assert all(line.startswith("ok ") for line in run.stdout.splitlines())
    found = {each["name"]: each for each in json.loads(boohive("doctor", "--json").stdout)}
    assert "boop-junior" in found["games"]["detail"] and "hive: " in found["engine"]["detail"]


def test_a_check_that_raises_fails_alone() -> None:
    from boohive.commands.doctor import run_check

    assert run_check("x", lambda: str(1 / 0)) == ("x", False, "ZeroDivisionError: division by zero")


def test_bash_completes_commands_games_and_options() -> None:
    script = boohive("completion", "bash").stdout
    for words, expected in (
        ("boohive ana", "analyse"),
        ("boohive play boop-j", "boop-junior"),
        ("boohive uhp --th", "--threads"),
    ):
        ask = f'COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _boohive; echo "${{COMPREPLY[@]}}"'
        done = subprocess.run(["bash", "-c", f"{script}\n{ask}"], capture_output=True, text=True, check=True)
        assert done.stdout.split() == [expected], done.stderr
    assert "bashcompinit" in boohive("completion", "zsh").stdout
    assert "__fish_seen_subcommand_from uhp" in boohive("completion", "fish").stdout
    assert "invalid choice: 'tcsh'" in refusal(boohive("completion", "tcsh"))


def test_the_manual_page_names_every_command_and_is_well_formed() -> None:
    page = boohive("man").stdout
    for command in COMMANDS:
        assert f".SS boohive {command}\n" in page
    assert ".B \\-\\-spelling" in page and ".B rotate\\-key" in page
    roff = shutil.which("groff")
    if roff is not None:
        done = subprocess.run([roff, "-man", "-Tascii", "-ww"], input=page, capture_output=True, text=True, check=True)
        assert done.stderr == "" and "count sequences of whole turns" in done.stdout


def test_a_match_as_json() -> None:
    words = ("arena", "boop-junior", "random", "random", "--games", "2", "--json", "--workers", "1")
    found = json.loads(boohive(*words).stdout)
    assert found["players"] == ["random", "random"] and len(found["points"]) == found["games"] == 2
    assert found["share"] == sum(found["points"]) / 2 and found["verdict"] is None


def test_positions_moves_and_games_as_json(tmp_path: Path) -> None:
    shown = json.loads(boohive("show", "booo", "--json").stdout)
    assert shown["game"] == "booo" and shown["outcome"] is None
    over = json.loads(boohive("show", "boop", "--json", "--position", "6/6/6/1ccc2/6/6 4,1,8,0 1 - -").stdout)
    assert over["outcome"] == {"winner": 0, "reason": "three cats in a row"} and len(over["board"]["pieces"]) == 3
    moves = json.loads(boohive("moves", "hive", "--json").stdout)
    assert {"text", "kind", "piece", "to"} <= set(moves[0])
    file = tmp_path / "games.uhp"
    file.write_text("Base;WhiteWins;Black[1];wS1\nBase;InProgress;White[2];wS1;bS1 wS1-\n")
    games = [json.loads(line) for line in boohive("export", str(file), "--json").stdout.splitlines()]
    assert [game["result"] for game in games] == [{"winner": 0, "how": "resigned"}, None]
    assert [event["text"] for event in games[1]["events"]] == ["wS1", "bS1 wS1-"]


@pytest.mark.parametrize("name", commands_with(()))
def test_every_command_has_a_place_and_examples_that_are_understood(name: str) -> None:
    examples = examples_of(name)
    assert examples
    for example in examples:
        words = shlex.split(example.partition(" | man")[0].rpartition("| ")[2])
        words = shlex.split(words[1].strip("$()")) if words[0] == "eval" else words
        words = words[: words.index(">")] if ">" in words else words
        assert words[:2] == ["boohive", name]
        args = build_parser(words[1:]).parse_args(words[1:])
        assert args.command == name
    help_text = build_parser([name]).format_help()
    assert f"\n  {name} " in help_text and max(map(len, help_text.splitlines())) < 80


@pytest.mark.parametrize("name", ["moves", "hint", "perft", "analyse", "selfplay", "bench", "turns", "arena"])
def test_a_command_for_turns_offers_no_race(name: str) -> None:
    command = next(action for action in build_parser([name])._actions if action.dest == "command").choices[name]
    assert "booo," not in command.format_help() and "boop-ghosts" in command.format_help()


def test_against_takes_a_level_too() -> None:
    args = build_parser(["play"]).parse_args(["play", "boop", "--against", "3"])
    assert (args.against, args.level) == ("friend", 3)
    assert build_parser(["play"]).parse_args(["play", "--against", "random"]).against == "random"


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ('[Result "1-0"]', "Result: Ann has won by resignation."),
        ('[Result "0-1"]\n[Termination "time forfeit"]', "Result: Bob has won on time."),
        ('[Result "1/2-1/2"]', "Result: a draw by agreement."),
        ('[Result "*"]', ""),
    ],
)
def test_a_result_that_the_board_does_not_show_is_told(result: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    file.write_text(f'[GameType "Base"]\n[White "Ann"]\n[Black "Bob"]\n{result}\n\n1. wS1 2. bS1 wS1-\n')
    for command in (["show", str(file)], ["analyse", str(file), "--time", "0.01"]):
        told = [line for line in boohive(*command).stdout.splitlines() if line.startswith("Result:")]
        assert told == ([words] if words else [])


def test_a_seat_without_a_name_has_the_games_own(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    file.write_text('[GameType "Base"]\n[White "Ann"]\n[Result "0-1"]\n\n1. wS1 2. bS1 wS1- 0-1\n', encoding="utf-8")
    said = boohive("analyse", str(file), "--time", "0.01").stdout
    assert "1 Ann " in said and "2 Black " in said and "Black: accuracy" in said and "Result: Black has won" in said
