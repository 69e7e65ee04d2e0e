"""Rulebook pages that run: each fenced block is a position before, a move, and what comes of it.

A block is fenced with the game's id. Its lines:

- a bare line is the move; ``then`` joins several;
- ``name: value`` lines: ``options``, ``pools``, ``ghosts`` (before), ``to move``, ``pools after``, ``ghosts after``,
  ``effects`` (of the last move), ``choices`` (the legal moves afterwards), ``moves`` (how many before), ``won`` (winner
  and reason; without it the game goes on), ``refused`` (the sentence);
- drawings of six rows, the bed before and, unless the move is refused, the bed after. BOOOOP.'s are wide, with the
  ghosts on their seams, see ``boohive.games.ghosts.diagram``.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

import boohive
from boohive.core.game import Effect
from boohive.core.turn_game import TurnPosition
from boohive.games.boop.diagram import draw_bed, read_bed_diagram
from boohive.games.boop.notation import Bed, pools_of_kittens, read_bed, write_bed
from boohive.games.ghosts import diagram as ghosts_diagram
from boohive.games.ghosts.notation import read_ghost, write_ghost

PAGES = Path(__file__).parent / "rulebook"
DRAWN_ROW = re.compile(r"[.kcKC]( [.kcKC]){5}(\s{2,}[.kcKC]( [.kcKC]){5})?")
WIDE_ROW = r"[.kcKC](?:(?: {4}| [gG][v^] )[.kcKC]){5}"
WIDE_ROWS = re.compile(rf"{WIDE_ROW}(?: {{5,}}({WIDE_ROW}))?")
SEAM_LINE = re.compile(r"( *[gG][<>])+")


@dataclass
class Example:
    """One block of a page."""

    page: str
    title: str
    game: str
    moves: list[str] = field(default_factory=list)
    said: dict[str, str] = field(default_factory=dict)
    before: str = ""
    after: str = ""

    @property
    def name(self) -> str:
        return f"{self.page}: {self.title}"


def examples(game_prefix: str = "boop") -> list[Example]:
    """Every block of every page of these games."""
    found = []
    for page in sorted(PAGES.glob("*.md")):
        title = ""
        for part in re.split(r"^(## [^\n]*|```\S+\n.*?^```)$", page.read_text(encoding="utf-8"), flags=re.M | re.S):
            if part.startswith("## "):
                title = part[3:].strip()
            elif part.startswith("```" + game_prefix):
                found.append(read_example(page.stem, title, part))
    return found


def read_example(page: str, title: str, block: str) -> Example:
    """One block."""
    fence, *lines = block.splitlines()
    example = Example(page, title, fence[3:].strip())
    if example.game == "boop-ghosts":
        lines = read_wide_drawings(example, lines)
    for line in (line.strip() for line in lines):
        if line == "```":
            continue
        if DRAWN_ROW.fullmatch(line):
            before, _, after = re.sub(r"\s{2,}", "|", line).partition("|")
            example.before += before + "\n"
            example.after += after + "\n" if after else ""
        elif ": " in line:
            name, _, value = line.partition(": ")
            example.said[name] = value
        elif line:
            example.moves = line.split(" then ")
    return example


def read_wide_drawings(example: Example, lines: list[str]) -> list[str]:
    """Take BOOOOP.'s drawings out of a block; the lines that are left."""
    left, second = [], 0
    for line in lines:
        row = WIDE_ROWS.fullmatch(line)
        if row is None and not SEAM_LINE.fullmatch(line):
            left.append(line)
            continue
        second = row.start(1) if row else second
        cut = second if second > 0 else len(line)
        example.before += line[:cut] + "\n"
        example.after += line[cut:] + "\n" if second > 0 else ""
    return left


def read_drawing(example: Example, drawing: str) -> tuple[Bed, list[int]]:
    """Bed and ghosts of a drawing."""
    if example.game == "boop-ghosts":
        return ghosts_diagram.read_bed_diagram(drawing)
    ghosts = example.said.get("ghosts", "- -").split()
    return read_bed_diagram(drawing), [read_ghost(ghost) for ghost in ghosts]


def start_of(example: Example) -> TurnPosition:
    """The position before."""
    bed, ghosts = read_drawing(example, example.before)
    pools = example.said.get("pools") or ",".join(map(str, pools_of_kittens(bed)))
    seat = example.said.get("to move", "0")
    text = " ".join([write_bed(bed), pools, seat, *map(write_ghost, ghosts)])
    chosen = dict(setting.split("=") for setting in example.said.get("options", "").split())
    position: TurnPosition = boohive.from_text(example.game, text, **chosen)
    return position


def drawing_of(example: Example, position: TurnPosition) -> str:
    """A position as the page draws it."""
    ghosts = [read_ghost(field) for field in position.text.split()[3:5]]
    if example.game == "boop-ghosts":
        return ghosts_diagram.draw_bed(bed_in(position), ghosts)
    return draw_bed(bed_in(position))


def draw_again(example: Example) -> str:
    """The bed after as it is drawn, spelled as we draw."""
    if example.game == "boop-ghosts":
        return ghosts_diagram.draw_bed(*ghosts_diagram.read_bed_diagram(example.after))
    return draw_bed(read_bed_diagram(example.after))


def bed_in(position: TurnPosition) -> Bed:
    """The bed of a position."""
    return read_bed(position.text.split()[0])


def in_short(effect: Effect) -> str:
    """An effect as a page tells it."""
    return " ".join(
        str(word)
        for word in (effect.kind.replace("_", " "), effect.piece, effect.from_, effect.to, *effect.path)
        if word
    )


def check(example: Example) -> None:
    """Play the block and compare; the message of a failure is the two beds."""
    position, effects = start_of(example), []
    if "moves" in example.said:
        assert len(position.legal_moves) == int(example.said["moves"])
    for number, move in enumerate(example.moves, 1):
        if number == len(example.moves) and "refused" in example.said:
            expect_refusal(position, move, example.said["refused"])
            return
        effects = position.effects(move)
        position = position.play(move)
    if not example.moves:
        return
    drawn, expected = drawing_of(example, position), draw_again(example)
    assert drawn == expected, f"\n{drawn}\n\nexpected:\n{expected}"
    check_words(example, position, effects)


def expect_refusal(position: TurnPosition, move: str, sentence: str) -> None:
    """The move must be refused with exactly this sentence."""
    try:
        position.play(move)
    except boohive.BoohiveError as error:
        assert str(error) == sentence
    else:
        raise AssertionError(f"{move} was not refused")


def check_words(example: Example, position: TurnPosition, effects: list[Effect]) -> None:
    """What the block says besides the drawings."""
    outcome = position.outcome
    assert (f"{outcome.winner} {outcome.reason}" if outcome else None) == example.said.get("won")
    if "pools after" in example.said:
        assert position.text.split()[1] == example.said["pools after"]
    if "ghosts after" in example.said:
        assert " ".join(position.text.split()[3:5]) == example.said["ghosts after"]
    if "choices" in example.said:
        assert set(position.legal_moves.texts()) == set(example.said["choices"].split(" | "))
    if "choices" not in example.said and "won" not in example.said:
        assert not position.mid_turn, f"something has to be chosen: {position.legal_moves}"
    if "effects" in example.said:
        output = [in_short(effect) for effect in effects if effect.kind not in ("won", "draw")]
        assert "; ".join(output) == example.said["effects"]
