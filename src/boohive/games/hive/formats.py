"""Games of Hive in the files of other programs: GameStrings, Mzinga's PGN, BoardSpace's SGF and lists of moves.

A file becomes a ``Record``. People played on past a third repetition and placed queens in the first turn, so files of every
format are read without those tournament rules unless the caller asks for them. A result that the rules did not decide is
kept: how the game ended is what the file says, or else resignation and agreement, as such games nearly always end.
"""

import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from boohive.core import sgf
from boohive.core.errors import BoohiveError, NotationError
from boohive.core.game import Event, Position, RecordFormat
from boohive.core.options import OptionValue
from boohive.core.record import FIRST_LINE, HowEnded, Record, Result, Variation, guess_how, settle
from boohive.core.turn_game import TurnPosition
from boohive.games.hive import effects, hexes, move_texts, notation
from boohive.games.hive.coordinates import tile_name
from boohive.games.hive.game import HIVE, protocol_state
from boohive.games.hive.rules import HiveKernel

__all__ = ["read_game", "read_moves", "read_pgn", "read_sgf", "write_pgn", "write_sgf"]

AS_PEOPLE_PLAY: dict[str, OptionValue] = {"queen_first": "true", "repetition": "false"}


def read_game(text: str, given: Mapping[str, OptionValue] | None = None) -> Record[Position]:
    """A game from a GameString, a PGN or SGF file, a list of moves or our own record, whichever it is."""
    given = given or {}
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith(FIRST_LINE):
        return Record.read(start, {HIVE.id: HIVE})
    if start.startswith("("):
        return read_sgf(start, given)
    if start.startswith("["):
        return read_pgn(start, given)
    return read_moves(start, given) if looks_like_moves(start) else read_gamestring(start, given)


def record_of(
    position: TurnPosition[HiveKernel], seats: tuple[str, ...] = (), headers: tuple[tuple[str, str], ...] = ()
) -> Record[Position]:
    """The game that led to a position."""
    events = tuple(Event(ply % 2, move) for ply, move in enumerate(position.moves_played))
    return Record(HIVE, position.options, None, seats, events, headers)


def first_position(record: Record[Position]) -> TurnPosition[HiveKernel]:
    """Where a game began."""
    if record.start is None:
        return HIVE.new(**record.options)
    return HIVE.from_text(record.start, **record.options)


def last_position(record: Record[Position]) -> TurnPosition[HiveKernel]:
    """Where a game has come to."""
    position = first_position(record)
    for event in record.events:
        position = position.play(event.text)
    return position


def read_gamestring(text: str, given: Mapping[str, OptionValue] | None = None) -> Record[Position]:
    """A game from its GameString."""
    line = " ".join(text.split())
    position = HIVE.from_text(line, **{**AS_PEOPLE_PLAY, **(given or {})})
    state = line.split(";")[1].strip() if ";" in line else ""
    stated = said_result(state, position)
    return replace(record_of(position), result=settle(stated, position))


def write_gamestring(record: Record[Position]) -> str:
    """The GameString of a game."""
    position = last_position(record)
    kind, _, turn, *moves = position.text.split(";")
    return ";".join([kind, state_word(record, position), turn, *moves]) + "\n"


WINNERS = {"1-0": 0, "whitewins": 0, "0-1": 1, "blackwins": 1, "1/2-1/2": None, "draw": None}


def said_result(word: str, position: TurnPosition[HiveKernel], how: HowEnded | None = None) -> Result | None:
    """The result that a word of a file stands for; ``None``: the game goes on, or nobody knows."""
    if how == "abandoned":
        return Result(None, how)
    if word.lower() not in WINNERS:
        return None
    winner = WINNERS[word.lower()]
    return Result(winner, how or guess_how(winner, position))


def state_word(record: Record[Position], position: TurnPosition[HiveKernel]) -> str:
    """How a game stands or ended, in the words of the Universal Hive Protocol."""
    result = record.result
    if result is None or result.how == "rules":
        return protocol_state(position)
    if result.winner is None:
        return protocol_state(position) if result.how == "abandoned" else "Draw"
    return f"{effects.SIDES[result.winner]}Wins"


# PGN

TAG = re.compile(r'^\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*$', re.MULTILINE)
TOKEN = re.compile(r"\{(?P<braces>[^}]*)\}|;(?P<rest>[^\n]*)|(?P<mark>[()])|(?P<lone>[{}])|(?P<word>[^\s(){};]+)")
SKIPPED = re.compile(r"\d+\.*|\.+|\$\d+")
JUDGED = re.compile(r"[!?]+$")
"""What somebody thinks of a move, behind it."""
ESCAPED_LINE = re.compile(r"^%.*$", re.MULTILINE)
NUMBERED = re.compile(r"\d+\.+(?=\S)")
RESULTS = ("1-0", "0-1", "1/2-1/2", "*", "whitewins", "blackwins", "draw", "inprogress", "notstarted")
OWN_TAGS = ("White", "Black", "Result", "GameType", "Termination")
SEVEN = ("Event", "Site", "Date", "Round")

ENDINGS: list[tuple[str, HowEnded]] = [
    ("resign", "resigned"), ("time", "time"), ("forfeit", "time"), ("agree", "agreed"), ("abandon", "abandoned"),
    ("absen", "absence"), ("unterminated", "abandoned"), ("repetition", "claimed"), ("adjudicat", "adjudicated"),
    ("infraction", "adjudicated"),
]  # fmt: skip
"""Parts of words that say how a game ended."""

TERMINATIONS: dict[HowEnded, str] = {
    "resigned": "resignation", "time": "time forfeit", "agreed": "agreement", "claimed": "repetition",
    "absence": "absence", "abandoned": "abandoned", "adjudicated": "adjudication",
}  # fmt: skip


def how_from(words: str) -> HowEnded | None:
    """How a game ended, from what somebody wrote about it."""
    return next((how for part, how in ENDINGS if part in words.lower()), None)


def read_pgn(text: str, given: Mapping[str, OptionValue] | None = None) -> Record[Position]:
    """A game from Mzinga's dialect of PGN: tags, then one numbered MoveString after another."""
    text = ESCAPED_LINE.sub("", text)
    tags = [(name, re.sub(r"\\(.)", r"\1", value)) for name, value in TAG.findall(text)]
    tag_values = dict(tags)
    if "GameType" not in tag_values:
        raise NotationError(
            'the file does not say which bugs take part; it needs a tag such as [GameType "Base+MLP"]', "not_hive"
        )
    options = {**AS_PEOPLE_PLAY, **(given or {}), "type": notation.read_type(tag_values["GameType"])}
    seats = (tag_values.get("White", ""), tag_values.get("Black", ""))
    reader = MoveReader(HIVE.new(**options))
    reader.read(TAG.sub("", text))
    headers = tuple((name, value) for name, value in tags if name not in OWN_TAGS and value)
    word = result_word(tag_values.get("Result", ""), reader.result)
    last_comment = reader.comments[-1][1] if reader.comments else ""
    how = how_from(tag_values.get("Termination", "")) or how_from(last_comment)
    record = reader.record(seats if any(seats) else (), headers)
    return replace(record, result=settle(said_result(word, reader.position, how), reader.position))


def result_word(tag: str, written: str) -> str:
    """The result that a PGN file names, in its tag, behind its moves, or in both places."""
    said = [word for word in (tag, written) if word.lower() in WINNERS]
    if len(said) == 2 and WINNERS[tag.lower()] != WINNERS[written.lower()]:
        raise NotationError(f"the tag Result says {tag} and behind the moves stands {written}; they must be the same")
    return said[0] if said else ""


def read_moves(text: str, given: Mapping[str, OptionValue] | None = None) -> Record[Position]:
    """A game from its moves alone, numbered or joined by ``;``; the expansions are those whose bugs are moved."""
    moves = text if text[:1].isdigit() else text.replace(";", " ")
    letters = {found[2].upper() for found in notation.PIECE.finditer(moves)}
    kind = "".join(letter for letter in "MLP" if letter in letters)
    options = {**AS_PEOPLE_PLAY, "type": f"Base+{kind}" if kind else "Base", **(given or {})}
    reader = MoveReader(HIVE.new(**options))
    reader.read(moves)
    return replace(reader.record(), result=settle(said_result(reader.result, reader.position), reader.position))


def looks_like_moves(text: str) -> bool:
    """Whether a text begins with a bug, perhaps after a number."""
    return re.match(r"(?:1\s*\.+\s*)?[wb][QSBGAMLP][1-3]?(?![\w+])", text) is not None


class MoveReader:
    """Plays the moves of a text: MoveStrings, one or two after a number, with comments and variations."""

    def __init__(self, position: TurnPosition[HiveKernel]) -> None:
        self.position = position
        self.before = position
        """Where the last move was played: a variation stands in its place."""
        self.renumber = notation.Renumbering()
        self.count = 0
        self.words: list[str] = []
        self.result = ""
        self.comments: list[tuple[int, str]] = []
        self.variations: list[Variation] = []

    def read(self, text: str) -> None:
        """Read the text to its end."""
        depth, start = 0, 0
        for token in TOKEN.finditer(text):
            if token["mark"] == "(":
                self.finish()
                start = token.end() if depth == 0 else start
                depth += 1
            elif token["mark"] == ")":
                depth -= 1
                if depth < 0:
                    raise NotationError(f"after move {self.count} a bracket is closed that was never opened")
                if depth == 0:
                    self.read_variation(text[start : token.start()])
            elif depth == 0:
                self.take(token)
        if depth:
            raise NotationError(f"the variation after move {self.count} has no end; ')' is missing")
        self.finish()

    def take(self, token: re.Match[str]) -> None:
        """A word or a comment of the game itself."""
        comment = token["braces"] if token["braces"] is not None else token["rest"]
        if comment is not None:
            self.finish()
            self.comments.append((self.count, " ".join(comment.split())))
            return
        if token["lone"] is not None:
            missing = "'}' is missing" if token["lone"] == "{" else "'{' is missing"
            raise NotationError(f"the comment after move {self.count} is not whole; {missing}")
        word = JUDGED.sub("", NUMBERED.sub("", token["word"]))
        if word.lower() in RESULTS:
            self.result = word
        elif word and not SKIPPED.fullmatch(word):
            self.add(word)

    def add(self, word: str) -> None:
        """One more word: a move has two, the first move of a game and a pass have one."""
        self.words.append(word)
        mark_alone = self.words[-1] in ("-", "/", "\\")
        wanted = 1 if self.count == 0 or self.words[0].lower() == move_texts.PASS_WORD else 2
        if len(self.words) >= wanted and not mark_alone:
            self.finish()

    def finish(self) -> None:
        """Play the words that were collected."""
        if not self.words:
            return
        move = " ".join([self.words[0], "".join(self.words[1:])]).strip()
        self.words = []
        self.before = self.position
        self.count += 1
        self.position = play_on(self.position, self.renumber(move), f"move {self.count}")

    def read_variation(self, text: str) -> None:
        """What could have been played instead of the last move; variations in it come after it."""
        if self.count == 0:
            raise NotationError("a variation stands before the first move; it belongs after the move it replaces")
        inner = MoveReader(self.before)
        inner.count, inner.renumber = self.count - 1, self.renumber.copied()
        inner.before = inner.position
        inner.read(text)
        events = inner.record().events
        self.variations.append(Variation(self.count - 1, events[self.count - 1 :]))
        self.variations += inner.variations

    def record(self, seats: tuple[str, ...] = (), headers: tuple[tuple[str, str], ...] = ()) -> Record[Position]:
        """What was read."""
        return replace(
            record_of(self.position, seats, headers), comments=tuple(self.comments), variations=tuple(self.variations)
        )


def play_on(position: TurnPosition[HiveKernel], move: str, where: str) -> TurnPosition[HiveKernel]:
    """One more move of a file; a refusal says where in the file it is."""
    try:
        return position.play(move)
    except BoohiveError as error:
        raise type(error)(f"{where}, {notation.short(move)}: {error}") from None


def write_pgn(record: Record[Position]) -> str:
    """The game in Mzinga's dialect of PGN."""
    position = last_position(record)
    names = [*record.seats, "", ""]
    by_name = {name.lower(): (name, value) for name, value in record.headers}
    tags = [(name, by_name.get(name.lower(), ("", ""))[1]) for name in SEVEN]
    tags += [("White", names[0]), ("Black", names[1])]
    tags += [("Result", state_word(record, position)), ("GameType", str(position.options["type"]))]
    if record.result is not None and record.result.how in TERMINATIONS:
        tags.append(("Termination", TERMINATIONS[record.result.how]))
    tags += [(name, value) for name, value in record.headers if name.capitalize() not in SEVEN and name.isidentifier()]
    lines = [f'[{name} "{escaped(value)}"]' for name, value in tags]
    return "\n".join([*lines, "", *pgn_lines(record, position.moves_played)]) + "\n"


def pgn_lines(record: Record[Position], moves: list[str]) -> Iterator[str]:
    """The moves with their numbers, comments and variations."""
    said: dict[int, list[str]] = {}
    for after, text in record.comments:
        said.setdefault(after, []).append("{" + " ".join(text.replace("}", ")").split()) + "}")
    yield from said.get(0, [])
    for number, move in enumerate(moves, 1):
        yield " ".join([f"{number}. {move}", *said.get(number, [])])
        for after, events in record.variations:
            if after == number - 1:
                other = " ".join(f"{number + i}. {event.text}" for i, event in enumerate(events))
                yield f"({other})"
    if any(each.after >= len(moves) for each in record.variations):
        raise NotationError("PGN has no place for a variation after the last move; write sgf or record")


def escaped(value: str) -> str:
    """A tag's value with its quotes kept apart."""
    return " ".join(value.replace("\\", "\\\\").replace('"', '\\"').split())


# SGF

ACTION = re.compile(r"\s*\d+\s+(\w+)\s*(.*)", re.DOTALL)
DROPS = ("dropb", "pdropb")
MOVES = ("move", "pmove", "movedone", "pmovedone")
COLOURS = "wb"
OWN_PROPERTIES = ("SU", "P0", "P1", "RE", "GM", "VV")
PROPERTY = re.compile(r"[A-Z][A-Z0-9]?")
SETS = "plm"
"""The order in which BoardSpace writes the letters of the expansions."""


def read_sgf(text: str, given: Mapping[str, OptionValue] | None = None) -> Record[Position]:
    """A game from BoardSpace: a turn is what a player did last before ``done``."""
    root = sgf.parse(text)
    options = {**AS_PEOPLE_PLAY, **(given or {}), "type": sgf_type(root.first("SU"))}
    reader = SgfReader(HIVE.new(**options))
    for node in root.line():
        for seat in range(2):
            for value in node.properties.get(f"P{seat}", ()):
                if action := ACTION.fullmatch(value):
                    reader.act(seat, action[1].lower(), action[2].split())
    reader.confirm()
    seats = (sgf_name(root, 0), sgf_name(root, 1))
    headers = tuple(
        (name, sgf.unescaped(value))
        for name, values in root.properties.items() if name not in OWN_PROPERTIES for value in values
    )  # fmt: skip
    stated = reader.result or boardspace_result(root.first("RE"), seats, reader.position)
    record = record_of(reader.position, seats if any(seats) else (), headers)
    return replace(record, result=settle(stated, reader.position))


def sgf_name(root: sgf.Node, seat: int) -> str:
    """A player's name."""
    for value in root.properties.get(f"P{seat}", ()):
        if found := re.match(r'\s*id\s+"((?:[^"\\]|\\.)*)"', sgf.unescaped(value), re.IGNORECASE):
            return re.sub(r"\\(.)", r"\1", found[1])
    return ""


def boardspace_result(text: str, seats: tuple[str, ...], position: TurnPosition[HiveKernel]) -> Result | None:
    """The result in a sentence of BoardSpace's, in whichever language: it names the winner."""
    named = [(len(name), seat) for seat, name in enumerate(seats) if name and name in text]
    named = named or [(1, seat) for seat, side in enumerate(effects.SIDES) if side.lower() in text.lower()]
    rest = text
    for name in sorted(filter(None, seats), key=len, reverse=True):
        rest = rest.replace(name, "")
    how = how_from(rest)
    if how == "abandoned":
        return Result(None, how)
    if named and "draw" not in rest.lower():
        winner = max(named)[1]
        return Result(winner, how or guess_how(winner, position))
    return Result(None, how or guess_how(None, position)) if "draw" in rest.lower() else None


def sgf_type(setup: str) -> str:
    """The type of game in the property SU, such as ``hive-plm`` (all three expansions) or ``Hive-PLM 2 0 101``."""
    words = re.match(r"\s*hive(?:-([a-z]+))?(?=\s|$)", setup, re.IGNORECASE)
    if words is None:
        raise NotationError("this SGF file is not a game of Hive; its property SU must begin with 'hive'", "not_hive")
    letters = (words[1] or "").upper()
    if set(letters) - set("MLP"):
        raise NotationError(
            f"the set 'hive-{words[1]}' is not known here; files of hive, hive-m, ... hive-plm can be read",
            "not_hive",
        )
    return notation.read_type(f"Base+{letters}" if letters else "Base")


class SgfReader:
    """Follows the clicks of a BoardSpace game."""

    def __init__(self, position: TurnPosition[HiveKernel]) -> None:
        self.position = position
        self.renumber = notation.Renumbering()
        self.pending: tuple[str, tuple[int, int] | None, str] | None = None
        self.picked = ""
        self.result: Result | None = None
        self.cells: dict[tuple[int, int], int] = {}
        """The kernel's cell for each of BoardSpace's (column, row) that was ever used."""

    def act(self, seat: int, action: str, words: list[str]) -> None:
        """One line of the file."""
        if action in DROPS and len(words) >= 3:
            self.pending = (self.coloured(words[0], self.picked or COLOURS[seat]), label(words[1:3]), words[-1])
        elif action in MOVES and len(words) >= 4:
            self.pending = (self.coloured(words[1], words[0][0].lower()), label(words[2:4]), words[-1])
            if action.endswith("done"):
                self.confirm()
        elif action == "pick" and words:
            self.picked = words[0][0].lower() if words[0][0].lower() in COLOURS else ""
        elif action == "resign":
            self.result = Result(1 - seat, "resigned")
        elif action == "acceptdraw":
            self.result = Result(None, "agreed")
        elif action == "pass":
            self.pending = (move_texts.PASS_WORD, None, "")
        elif action == "done":
            if self.pending is None and seat == self.position._kernel.ply % 2:
                self.pass_if_forced()
            self.confirm()

    @staticmethod
    def coloured(name: str, colour: str) -> str:
        """A bug's name with its colour, which old files leave out."""
        return name if re.fullmatch(r"[wb][A-Za-z]\d?", name) else colour + name

    def confirm(self) -> None:
        """Play the pending move."""
        if self.pending is None:
            return
        piece, place, reference = self.pending
        self.pending, self.picked = None, ""
        if piece == move_texts.PASS_WORD:
            self.pass_if_forced()
            return
        tile = notation.read_tile(self.renumber(tile_name(notation.read_tile(piece))))
        self.pass_if_forced()  # newer files leave forced passes out
        number = self.position._kernel.ply + 1
        move = self.move_text(tile, place, reference)
        after = play_on(self.position, move, f"move {number}")
        self.position = after
        if place is not None:
            self.cells[place] = after._kernel.cells()[tile]

    def move_text(self, tile: int, place: tuple[int, int] | None, reference: str) -> str:
        """The MoveString; a bare dot means: look at the coordinates."""
        other = reference.replace("\\\\", "\\").rstrip(".")
        if other:
            return f"{tile_name(tile)} {self.renumbered(other)}"
        if not self.cells:
            return tile_name(tile)
        if place is None or (cell := self.cell_at(place)) is None:
            raise NotationError(
                f"the file does not say where {tile_name(tile)} goes; a neighbour or coordinates must be given"
            )
        return move_texts.write_move(self.position._kernel, tile * hexes.CELLS + cell)

    def renumbered(self, other: str) -> str:
        """The other bug by the number it has here, with its mark."""
        return notation.PIECE.sub(self.renumber.rename, other)

    def cell_at(self, place: tuple[int, int]) -> int | None:
        """The kernel's cell at BoardSpace's coordinates, if it was used or touches one that was."""
        if place in self.cells:
            return self.cells[place]
        for step, (q, r) in zip(hexes.STEPS, hexes.AXIAL, strict=True):
            neighbour = (place[0] - q, place[1] + r)
            if neighbour in self.cells:
                return (self.cells[neighbour] + step) & hexes.LAST_CELL
        return None

    def only_pass(self) -> bool:
        """Whether the turn has to be passed."""
        return self.position.legal_moves.texts() == [move_texts.PASS_WORD]

    def pass_if_forced(self) -> None:
        """Pass, where that is the only move."""
        if self.only_pass():
            self.position = self.position.play(move_texts.PASS_WORD)


def label(words: list[str]) -> tuple[int, int] | None:
    """BoardSpace's column letter and row number."""
    if re.fullmatch(r"[A-Za-z]", words[0]) and re.fullmatch(r"-?\d{1,3}", words[1]):
        return ord(words[0].upper()) - ord("A"), int(words[1])
    return None


def looks_like_boardspace(text: str) -> bool:
    """Whether a text is an SGF file with BoardSpace's property for the set of bugs."""
    return text.startswith("(") and re.search(r"SU\[\s*hive", text[:4000], re.IGNORECASE) is not None


def write_moves(record: Record[Position]) -> str:
    """The MoveStrings joined by ``;``, as sites and viewers copy them."""
    return ";".join(last_position(record).moves_played) + "\n"


def write_sgf(record: Record[Position]) -> str:
    """The game in BoardSpace's dialect: a drop or a move and then ``Done`` for each turn."""
    position = first_position(record)
    kind = str(position.options["type"]).partition("+")[2].lower()
    letters = "".join(letter for letter in SETS if letter in kind)
    names = [*record.seats, "", ""]
    lines = ["(;", "GM[27]VV[1]", f"SU[hive{'-' if letters else ''}{letters}]"]
    lines += [f'P{seat}[id "{sgf.escaped(escaped(names[seat]))}"]' for seat in range(2) if names[seat]]
    lines += [f"{name}[{sgf.escaped(value)}]" for name, value in record.headers if PROPERTY.fullmatch(name)]
    result = record.known_result()
    if result is not None:
        lines.append(f"RE[{sgf.escaped(result_sentence(result, names))}]")
    numbers = itertools.count()
    lines.append(f"; P0[{next(numbers)} Start P0]")
    for event in record.events:
        seat = position.to_move
        before = position._kernel.cells()
        position = position.play(event.text)
        action = boardspace_action(event.text, before, position._kernel.cells())
        lines += [f"; P{seat}[{next(numbers)} {action}]", f"; P{seat}[{next(numbers)} Done]"]
    lines += [f"; {seat}[{next(numbers)} {action}]" for seat, action in last_actions(result, position)]
    return "\n".join([*lines, ")"]) + "\n"


def result_sentence(result: Result, names: list[str]) -> str:
    """The result as BoardSpace says it; how the game ended where that is not in the actions."""
    how = {
        "time": " on time",
        "adjudicated": " by adjudication",
        "claimed": " by repetition",
        "absence": " by absence",
    }.get(result.how, "")
    if result.how == "abandoned":
        return "The game was abandoned"
    if result.winner is None:
        return f"The game is a draw{how}"
    both = names[:2] if names[0] != names[1] and all(names[:2]) else effects.SIDES
    return f"The game is won by {both[result.winner]}{how}"


def last_actions(result: Result | None, position: TurnPosition[HiveKernel]) -> list[tuple[str, str]]:
    """What the players did to end a game that the rules had not ended."""
    if result is None or result.how not in ("resigned", "agreed"):
        return []
    if result.winner is not None:
        return [(f"P{1 - result.winner}", "Resign")]
    seat = position.to_move or 0
    return [(f"P{seat}", "OfferDraw"), (f"P{1 - seat}", "AcceptDraw")]


def boardspace_action(text: str, before: list[int], after: list[int]) -> str:
    """What a player did, with the cell's column and row and a neighbour that names the place."""
    piece, _, neighbour = text.partition(" ")
    if piece == move_texts.PASS_WORD:
        return "Pass"
    tile = notation.read_tile(piece)
    column, row = boardspace_cell(after[tile])
    reference = neighbour.replace("\\", "\\\\") or "."
    if before[tile] < 0:
        return f"Dropb {piece} {column} {row} {reference}"
    return f"Move {piece[0].upper()} {piece} {column} {row} {reference}"


def boardspace_cell(cell: int) -> tuple[str, int]:
    """Column letter and row of a cell; the first bug of a game lies at N 13."""
    half = hexes.WIDTH // 2
    away = (cell - hexes.ORIGIN + hexes.CELLS // 2 + half) % hexes.CELLS
    q, r = away % hexes.WIDTH - half, away // hexes.WIDTH - half
    return chr(ord("A") + (13 + q) % 26), 13 - r


FORMATS = (
    RecordFormat(
        "gamestring", ".uhp", write_gamestring, read_gamestring, lambda text: text[:4].lower() == "base", offered=True
    ),
    RecordFormat("pgn", ".pgn", write_pgn, read_pgn, lambda text: text.startswith("["), offered=True),
    RecordFormat("sgf", ".sgf", write_sgf, read_sgf, looks_like_boardspace),
    RecordFormat("moves", ".txt", write_moves, read_moves, looks_like_moves),
)
