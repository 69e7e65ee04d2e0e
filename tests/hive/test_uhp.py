"""The Universal Hive Protocol: every command, every refusal, real arenas, and nonsense without end."""

import io
import string
import subprocess
import sys
from random import Random
from time import monotonic

import pytest
from uhp_utils.arena import Arena
from uhp_utils.engine import EngineWrapper
from uhp_utils.perft import compare_perft
from uhp_utils.validmoves import compare_valid_moves

import boohive
from boohive.uhp import COMMANDS, ENGINE_OPTIONS, Engine, serve

COMMAND = [sys.executable, "-m", "boohive", "uhp"]
FUZZED_LINES = [4_000, pytest.param(100_000, marks=pytest.mark.slow)]
MID_GAME = (
    r"Base+MLP;InProgress;White[11];wB1;bS1 wB1-;wQ /wB1;bQ bS1/;wG1 -wB1;bG1 bS1-;wM -wQ;bM bQ-;wP /wQ;bP bQ/;"
    r"wL -wG1;bL bG1-;wA1 wQ\;bB1 \bQ;wS1 wA1-;bA1 -bB1;wA2 -wP;bA2 bP-;wA2 wS1/;bA2 /bA1"
)
WON = (
    r"Base;WhiteWins;White[7];wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wG1 -wQ;bG1 \bQ;wG1 bQ\;bG2 bQ/;wA1 wQ\;bA1 bG2/;"
    r"wA1 bG2\;bA1 /bG1"
)


def ask(engine: Engine, *lines: str) -> list[str]:
    """The answer to the last of these lines."""
    answer: list[str] = []
    for line in lines:
        answer = list(engine.answer(line))
    return answer


def test_a_session_as_it_goes_over_the_wire() -> None:
    answers = io.StringIO()
    serve(io.StringIO("info\nnewgame\nplay wS1\nexit\ninfo\n"), answers)
    hello = [f"id boohive {boohive.__version__}", "Mosquito;Ladybug;Pillbug", "ok"]
    game = ["Base;NotStarted;White[1]", "ok", "Base;InProgress;Black[1];wS1", "ok"]
    assert answers.getvalue().splitlines() == [*hello, *hello, *game, "ok"]


def test_newgame_in_all_three_forms() -> None:
    engine = Engine()
    assert ask(engine, "newgame") == ["Base;NotStarted;White[1]"]
    assert ask(engine, "newgame Base+PLM") == ["Base+MLP;NotStarted;White[1]"]
    assert ask(engine, "newgame Base;InProgress;White[9];wS1; BS1  ws1-;") == ["Base;InProgress;White[2];wS1;bS1 wS1-"]


def test_a_refused_game_keeps_the_old_one() -> None:
    engine = Engine()
    before = ask(engine, "newgame", "play wS1")
    for refused in (
        "newgame Base;InProgress;White[1];wS1;bQ wS1-",
        "newgame Base+X",
        "newgame a;b;c",
        "newgame Base;x",
    ):
        assert ask(engine, refused)[0].startswith("err ")
    assert ask(engine, "play bS1 wS1-", "undo") == before


def test_moves_that_cannot_be_played_are_invalid_and_change_nothing() -> None:
    engine = Engine()
    ask(engine, "newgame Base+MLP", "play wS1")
    for move in ("bQ wS1-", "bS1 bS1-", "bS1", "wS2 wS1-", "pass", "", "bS1 wQ-", "bS1 -wS1-", "bA2 wS1-", "x" * 300):
        assert ask(engine, f"play {move}")[0].startswith("invalidmove "), move
    assert ask(engine, "pass")[0].startswith("invalidmove ")
    assert ask(engine, "undo", "play wS1") == ["Base+MLP;InProgress;Black[1];wS1"]


def test_pass_is_played_where_it_is_the_only_move() -> None:
    engine = Engine()
    stuck = r"Base+MLP;InProgress;Black[4];wM;bB1 /wM;wQ \wM;bQ -bB1;wP -wQ;bQ wP\;wM bB1"
    assert ask(engine, f"newgame {stuck}", "validmoves") == ["pass"]
    assert ask(engine, "bestmove depth 3") == ["pass"]
    assert ask(engine, "pass")[0].endswith(";pass")


def test_a_moving_bug_may_be_told_by_itself_and_a_climb_by_its_side() -> None:
    """As nokamute writes; for a bug in hand it is refused."""
    engine = Engine()
    ask(engine, "newgame Base;InProgress;White[3];wB1;bS1 wB1-;wQ -wB1;bQ bS1-")
    plain = ask(engine, r"play wQ \wB1")
    assert ask(engine, "undo", "play wQ wQ/") == plain
    assert ask(engine, r"play bQ \bQ")[0].startswith("Base;")
    climbed = ask(
        engine, "newgame Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 /wS1;bS2 bQ-", "play wB1 wS1"
    )
    assert ask(engine, "undo", "play wB1 -bS1") == climbed


def test_moves_are_spelled_as_other_programs_do() -> None:
    """Both look around a place from the upper left, clockwise; Nokamute names it by the moving bug too."""
    engine = Engine()
    ask(engine, f"newgame {MID_GAME}")
    own = ask(engine, "validmoves")[0].split(";")
    mzinga = ask(engine, "options set MoveSpelling mzinga", "validmoves")[0].split(";")
    nokamute = ask(engine, "options set MoveSpelling Nokamute", "validmoves")[0].split(";")
    assert own != mzinga != nokamute
    game = engine.game
    assert [game.parse(text).text for text in mzinga] == [game.parse(text).text for text in nokamute] == own
    by_own = dict(zip(own, zip(mzinga, nokamute, strict=True), strict=True))
    assert by_own["wA3 wS1-"] == ("wA3 wA2\\", "wA3 wA2\\")
    assert by_own["wA1 /wS1"] == ("wA1 /wS1", "wA1 wA1\\")
    assert ask(engine, "options set MoveSpelling x") == [
        "err MoveSpelling cannot be 'x'; it is Boohive, Mzinga, Nokamute"
    ]


def test_undo_works_after_the_end_and_not_too_far() -> None:
    engine = Engine()
    assert ask(engine, f"newgame {WON}")[0].startswith("Base;WhiteWins;White[7];wS1;")
    for command in ("validmoves", "bestmove depth 1", "bestmove time 00:00:01", "play wQ wS1-"):
        assert ask(engine, command)[0].startswith("err "), command
    assert ask(engine, "undo 13")[0].startswith("err ")
    assert ask(engine, "undo")[0].startswith("Base;InProgress;Black[6]")
    assert ask(engine, "undo 11") == ["Base;NotStarted;White[1]"]


def test_before_the_first_game_there_is_nothing_to_play() -> None:
    for command in ("play wS1", "pass", "validmoves", "bestmove depth 1", "undo", "perft 1"):
        assert ask(Engine(), command)[0].startswith("err "), command


def test_options_are_told_and_set() -> None:
    engine = Engine()
    assert len(ask(engine, "options")) == len(ENGINE_OPTIONS)
    assert ask(engine, "options get level") == ["Level;int;8;8;1;8"]
    assert ask(engine, "options set Level 3") == ["Level;int;3;8;1;8"]
    assert ask(engine, "options set Repetition false") == ["Repetition;bool;False;True"]
    for refused in (
        "options set Level 9",
        "options set Level x",
        "options get Nothing",
        "options set",
        "options do it",
    ):
        assert ask(engine, refused)[0].startswith("err "), refused


def test_repetition_can_be_switched_off() -> None:
    engine = Engine()
    moves = r"wS1;bB1 wS1-;wQ \wS1;bQ bB1\;" + r"wQ -wS1;bQ bB1-;wQ \wS1;bQ bB1\;" * 2
    assert ask(engine, f"newgame Base;Draw;White[7];{moves}")[0].startswith("Base;Draw;White[7]")
    assert ask(engine, "options set Repetition False", f"newgame Base;Draw;White[7];{moves}")[0].startswith(
        "Base;InProgress;White[7]"
    )


def test_bestmove_is_legal_and_not_played() -> None:
    engine = Engine()
    (before,) = ask(engine, f"newgame {MID_GAME}")
    legal = ask(engine, "validmoves")[0].split(";")
    for command in ("bestmove depth 0", "bestmove depth 1", "bestmove time 00:00:00", "bestmove time 0:0:0.2"):
        (move,) = ask(engine, command)
        assert move in legal
    assert ask(engine, "undo", rf"play {before.split(';')[-1]}") == [before]
    ask(engine, "options set ReportIntermediateBestMoves True")
    assert ask(engine, "bestmove depth 2")[0].split(";")[0] in legal
    for refused in ("bestmove", "bestmove time", "bestmove time 5", "bestmove depth -1", "bestmove depth x"):
        assert ask(engine, refused)[0].startswith("err "), refused


def test_the_levels_are_the_engines_and_the_highest_uses_its_time() -> None:
    engine = Engine()
    ask(engine, "newgame Base+MLP", "play wS1", "play bS1 wS1-")
    legal = ask(engine, "validmoves")[0].split(";")
    ask(engine, "bestmove depth 1")
    begun = monotonic()
    (move,) = ask(engine, "bestmove time 00:00:00.5")
    assert move in legal
    assert 0.4 < monotonic() - begun < 1.5
    for level in (1, 4, 5):
        begun = monotonic()
        ask(engine, f"options set Level {level}")
        (move,) = ask(engine, "bestmove time 00:01:00")
        assert move in legal
        assert monotonic() - begun < 10


def test_perft_prints_a_row_for_each_depth() -> None:
    engine = Engine()
    ask(engine, "newgame Base+MLP")
    assert ask(engine, "perft 4") == ["0: 1", "1: 7", "2: 294", "3: 6678", "4: 151686"]


# Other people's programs


def test_an_arena_plays_ten_games_without_a_complaint() -> None:
    arena = Arena(COMMAND, COMMAND, results_file=None, command_timeout=60, search_timeout=60)
    for number in range(10):
        match = arena.play_match("depth 1", max_moves=40, swap_colors=number % 2 == 1, verbose=False)
        assert match.result is not None
        assert match.result_desc in ("WhiteWins", "BlackWins", "Draw", "MaxMoves"), match.result_desc


def test_their_perft_comparison_agrees() -> None:
    compared = compare_perft(COMMAND, COMMAND, MID_GAME, 2, timeout=60)
    assert compared.ok and compared.results_a[2] == 12814, compared


def test_their_comparison_of_valid_moves_agrees() -> None:
    compared = compare_valid_moves(COMMAND, COMMAND, [MID_GAME], full_game=True, timeout=60)
    assert compared.ok and compared.total > 15, compared


# Nonsense


def nonsense(rng: Random) -> str:
    """A line that may be anything: real commands with broken parts, or noise."""
    words = [*COMMANDS, "newgame Base+MLP", "play wS1", "play bS1 wS1-", "options set", "bestmove depth", MID_GAME, WON]
    words += ["wQ", "bQ wS1-", r"\bA1", "Base;", "White[1]", "-1", "999999999999", "Level", "é", "\x00", "ｗＱ", "²"]
    line = " ".join(rng.choice(words) for _ in range(rng.randrange(1, 5)))
    if rng.random() < 0.5:
        at = rng.randrange(len(line) + 1)
        line = line[:at] + "".join(rng.choices(string.printable, k=rng.randrange(4))) + line[at + 1 :]
    for quick in ("exit", "quit", "bestmove", "perft"):  # these end the process or only cost time
        line = line.replace(quick, "undo") if rng.random() < 0.95 or quick in ("exit", "quit") else line
    line = line.replace("\n", " ").replace("\r", " ").replace("perft", "perft 1 #")
    return "undo" if line.split()[:1] and line.split()[0].lower() in ("exit", "quit") else line


@pytest.mark.parametrize("lines", FUZZED_LINES)
def test_nonsense_never_ends_the_engine(lines: int) -> None:
    engine = Engine()
    rng = Random(4)
    for _ in range(lines):
        line = nonsense(rng)
        for answer in engine.answer(line):
            assert "\n" not in answer
            assert "boohive made a mistake" not in answer, (line, answer)
        assert not engine.exiting


@pytest.mark.parametrize("lines", FUZZED_LINES)
def test_nonsense_over_the_wire_always_ends_with_ok(lines: int) -> None:
    rng = Random(5)
    said = [nonsense(rng) for _ in range(lines)]
    run = subprocess.run(
        COMMAND, input="\n".join([*said, "info", "exit"]).encode(), capture_output=True, timeout=900, check=False
    )
    answers = run.stdout.decode().splitlines()
    assert run.returncode == 0, run.stderr[-500:]
    assert answers.count("ok") == lines + 3  # the greeting, info and exit
    assert answers[-2:] == ["ok", "ok"]
    assert run.stderr == b""


def test_the_wrapper_sees_a_well_behaved_engine() -> None:
    with EngineWrapper(COMMAND, startup_timeout=60, command_timeout=60) as engine:
        assert "boohive" in engine.name
        assert engine.command("newgame Base")[-1] in ("ok", "Base;NotStarted;White[1]")
