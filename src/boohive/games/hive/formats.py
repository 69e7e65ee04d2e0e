"""Games of Hive in the files of other programs: Mzinga's PGN and BoardSpace's SGF, read and written.

A file becomes a ``Record``. People played on past a third repetition and placed queens in the first turn, so files are
read without those tournament rules unless the caller asks for them.
"""

import itertools
import re
from collections.abc import Mapping

from boohive.core.errors import BoohiveError, NotationError
from boohive.core.game import Event, Position, RecordFormat
from boohive.core.options import OptionValue
from boohive.core.record import FIRST_LINE, Record
from boohive.core.turn_game import TurnPosition
from boohive.games.hive import hexes, notation
from boohive.games.hive.coordinates import tile_name
from boohive.games.hive.game import HIVE, protocol_state
from boohive.games.hive.rules import HiveKernel

__all__ = ["read_game", "read_pgn", "read_sgf", "write_pgn", "write_sgf"]

AS_PEOPLE_PLAY: dict[str, OptionValue] = {"queen_first": "true", "repetition": "false"}


def read_game(text: str, chosen: Mapping[str, OptionValue] | None = None) -> Record[Position]:
    """A game from a GameString, a PGN or SGF file or our own record, whichever it is."""
    chosen = chosen or {}
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith(FIRST_LINE):
        return Record.read(start, {HIVE.id: HIVE})
    if start.startswith("("):
        return read_sgf(start, chosen)
    if start.startswith("["):
        return read_pgn(start, chosen)
    return read_gamestring(start, chosen)


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


def read_gamestring(text: str, chosen: Mapping[str, OptionValue] | None = None) -> Record[Position]:
    """A game from its GameString."""
    return record_of(HIVE.from_text(" ".join(text.split()), **(chosen or {})))


def write_gamestring(record: Record[Position]) -> str:
    """The GameString of a game."""
    return last_position(record).text + "\n"


# PGN

TAG = re.compile(r'^\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*$', re.MULTILINE)
NUMBER = re.compile(r"(?:^|\s)\d+\s*\.+\s*")
RESULTS = ("1-0", "0-1", "1/2-1/2", "*", "WhiteWins", "BlackWins", "Draw", "InProgress", "NotStarted")


def read_pgn(text: str, chosen: Mapping[str, OptionValue] | None = None) -> Record[Position]:
    """A game from Mzinga's dialect of PGN: tags, then one numbered MoveString after another."""
    tags = {name: re.sub(r"\\(.)", r"\1", value) for name, value in TAG.findall(text)}
    if "GameType" not in tags:
        raise NotationError(
            'the file does not say which bugs take part; it needs a tag such as [GameType "Base+MLP"]', "not_hive"
        )
    options = {**AS_PEOPLE_PLAY, **(chosen or {}), "type": notation.read_type(tags["GameType"])}
    position = HIVE.new(**options)
    renumber = notation.Renumbering()
    for number, move in enumerate(pgn_moves(text), 1):
        position = play_on(position, renumber(move), f"move {number}")
    seats = (tags.get("White", ""), tags.get("Black", ""))
    kept_tags = ("Event", "Site", "Date", "Round", "Result")
    headers = tuple((name.lower(), tags[name]) for name in kept_tags if tags.get(name) and name != "Result")
    return record_of(position, seats if any(seats) else (), headers)


def pgn_moves(text: str) -> list[str]:
    """The MoveStrings of the move text, without numbers, comments and the result."""
    body = re.sub(r"\{[^}]*\}", " ", TAG.sub("", text))
    moves = [" ".join(part.split()) for part in NUMBER.split(body)]
    moves = [move for move in moves if move]
    if moves:
        for result in RESULTS:
            moves[-1] = moves[-1].removesuffix(result).strip()
    return [move for move in moves if move]


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
    said = dict(record.headers)
    tags = {name: said.get(name.lower(), "") for name in ("Event", "Site", "Date", "Round")}
    tags |= {"White": names[0], "Black": names[1]}
    tags |= {"Result": protocol_state(position), "GameType": str(position.options["type"])}
    lines = [f'[{name} "{escaped(value)}"]' for name, value in tags.items()]
    moves = [f"{number}. {move}" for number, move in enumerate(position.moves_played, 1)]
    return "\n".join([*lines, "", *moves]) + "\n"


def escaped(value: str) -> str:
    """A tag's value with its quotes kept apart."""
    return " ".join(value.replace("\\", "\\\\").replace('"', '\\"').split())


# SGF

ACTION = re.compile(r";\s*P([01])\s*\[\s*\d+\s+(\w+)\s*([^\]]*)\]")
DROPS = ("dropb", "pdropb")
MOVES = ("move", "pmove", "movedone", "pmovedone")
COLOURS = "wb"


def read_sgf(text: str, chosen: Mapping[str, OptionValue] | None = None) -> Record[Position]:
    """A game from BoardSpace: a turn is what a player did last before ``done``."""
    options = {**AS_PEOPLE_PLAY, **(chosen or {}), "type": sgf_type(text)}
    reader = SgfReader(HIVE.new(**options))
    for player, action, words in ACTION.findall(text):
        reader.act(int(player), action.lower(), words.split())
    reader.confirm()
    names = [re.search(rf'P{seat}\[\s*id\s+"([^"]*)"', text) for seat in range(2)]
    return record_of(reader.position, tuple(name[1] if name else "" for name in names) if any(names) else ())


def sgf_type(text: str) -> str:
    """The type of game in the SU property: ``hive-plm`` has all three expansions."""
    setup = re.search(r"SU\[\s*hive(?:-([a-z]+))?", text, re.IGNORECASE)
    if setup is None:
        raise NotationError("this SGF file is not a game of Hive; its property SU must begin with 'hive'", "not_hive")
    letters = (setup[1] or "").upper()
    if set(letters) - set("MLP"):
        raise NotationError(
            f"the set 'hive-{setup[1]}' is not known here; files of hive, hive-m, ... hive-plm can be read",
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
        elif action == "pass":
            self.pending = (notation.PASS_WORD, None, "")
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
        if piece == notation.PASS_WORD:
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
        return notation.write_move(self.position._kernel, tile * hexes.CELLS + cell)

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
        return self.position.legal_moves.texts() == [notation.PASS_WORD]

    def pass_if_forced(self) -> None:
        """Pass, where that is the only move."""
        if self.only_pass():
            self.position = self.position.play(notation.PASS_WORD)


def label(words: list[str]) -> tuple[int, int] | None:
    """BoardSpace's column letter and row number."""
    if re.fullmatch(r"[A-Za-z]", words[0]) and re.fullmatch(r"-?\d{1,3}", words[1]):
        return ord(words[0].upper()) - ord("A"), int(words[1])
    return None


def write_sgf(record: Record[Position]) -> str:
    """The game in BoardSpace's dialect: a drop or a move and then ``done`` for each turn."""
    position = first_position(record)
    letters = str(position.options["type"]).partition("+")[2].lower()
    names = [*record.seats, "", ""]
    lines = ["(;", "GM[27]VV[1]", f"SU[hive{'-' if letters else ''}{letters}]"]
    lines += [f'P{seat}[id "{escaped(names[seat])}"]' for seat in range(2) if names[seat]]
    numbers = itertools.count()
    for event in record.events:
        seat = position.to_move
        before = position._kernel.cells()
        position = position.play(event.text)
        action = boardspace_action(event.text, before, position._kernel.cells())
        lines += [f"; P{seat}[{next(numbers)} {action}]", f"; P{seat}[{next(numbers)} done]"]
    return "\n".join([*lines, ")"]) + "\n"


def boardspace_action(text: str, before: list[int], after: list[int]) -> str:
    """What a player did, with the cell's column and row and a neighbour that names the place."""
    piece, _, neighbour = text.partition(" ")
    if piece == notation.PASS_WORD:
        return "pass"
    tile = notation.read_tile(piece)
    column, row = boardspace_cell(after[tile])
    reference = neighbour.replace("\\", "\\\\") or "."
    if before[tile] < 0:
        return f"dropb {piece} {column} {row} {reference}"
    return f"move {piece[0].upper()} {piece} {column} {row} {reference}"


def boardspace_cell(cell: int) -> tuple[str, int]:
    """Column letter and row of a cell; the first bug of a game lies at N 13."""
    half = hexes.WIDTH // 2
    away = (cell - hexes.ORIGIN + hexes.CELLS // 2 + half) % hexes.CELLS
    q, r = away % hexes.WIDTH - half, away // hexes.WIDTH - half
    return chr(ord("A") + (13 + q) % 26), 13 - r


FORMATS = (
    RecordFormat(
        "gamestring", ".uhp", write_gamestring, read_gamestring, lambda text: text.startswith("Base"), offered=True
    ),
    RecordFormat("pgn", ".pgn", write_pgn, read_pgn, lambda text: text.startswith("["), offered=True),
    RecordFormat("sgf", ".sgf", write_sgf, read_sgf, lambda text: text.startswith("(")),
)
