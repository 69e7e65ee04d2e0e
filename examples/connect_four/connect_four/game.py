"""Connect four: two players drop discs into seven columns; four in a row, in any direction, win."""

from boohive import Effect, NotationError, Piece, TurnGame, TurnPosition
from boohive.core.bridge import PythonKernel
from boohive.core.constants import DRAW, ONGOING
from boohive.core.options import Option, Options
from boohive.core.view import MoveData

COLUMNS, ROWS = 7, 6
LETTERS = "XO"
START = (0,) * (COLUMNS * ROWS)


class Rules:
    """A position: who has a disc on which space (1 and 2; 0 is empty), counted from the lower left, row by row."""

    def __init__(self, goal: int, spaces: tuple[int, ...] = START) -> None:
        self.goal, self.spaces = goal, list(spaces)
        self.discs = sum(space != 0 for space in spaces)
        self.winner = ONGOING
        for last in range(len(spaces)):
            if spaces[last]:
                self.look_for_row(last)

    # What boohive asks

    def moves(self) -> list[int]:
        """The columns that are not full."""
        return [column for column in range(COLUMNS) if not self.spaces[COLUMNS * (ROWS - 1) + column]]

    def play(self, move: int) -> None:
        """Drop a disc into a column."""
        space = move
        while self.spaces[space]:
            space += COLUMNS
        self.spaces[space] = 1 + self.seat()
        self.discs += 1
        self.look_for_row(space)

    def seat(self) -> int:
        """Who is to move."""
        return self.discs % 2

    def result(self) -> int:
        """The seat that has won, a draw when the board is full, or neither yet."""
        return DRAW if self.winner == ONGOING and self.discs == len(self.spaces) else self.winner

    def copy(self) -> "Rules":
        """The same position in an object of its own."""
        twin = object.__new__(Rules)
        twin.goal, twin.spaces, twin.discs, twin.winner = self.goal, list(self.spaces), self.discs, self.winner
        return twin

    def snapshot(self) -> tuple[int, ...]:
        """The spaces as numbers."""
        return tuple(self.spaces)

    def irreversible_count(self) -> int:
        """No disc ever leaves, so no position comes back."""
        return self.discs

    def evaluate(self) -> int:
        """For the engine: discs near the middle take part in more rows."""
        middle: int = sum((3 - abs(space % COLUMNS - 3)) * (-1) ** who for space, who in enumerate(self.spaces) if who)
        return -10 * middle if self.seat() == 0 else 10 * middle

    # The rule

    def look_for_row(self, space: int) -> None:
        """Whether the disc on this space makes a row that wins."""
        row, column = divmod(space, COLUMNS)
        for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            in_line = 1 + self.reach(row, column, up, right) + self.reach(row, column, -up, -right)
            if in_line >= self.goal:
                self.winner = self.spaces[space] - 1

    def reach(self, row: int, column: int, up: int, right: int) -> int:
        """How many discs of the same player follow in one direction."""
        who, found = self.spaces[COLUMNS * row + column], 0
        while True:
            row, column = row + up, column + right
            if not (0 <= row < ROWS and 0 <= column < COLUMNS) or self.spaces[COLUMNS * row + column] != who:
                return found
            found += 1


class ConnectFour(TurnGame[PythonKernel]):
    """The game: its facts, its notation, its words."""

    id = "connect-four"
    title = "Connect four"
    summary = "Drop discs into seven columns; four in a row win."
    move_text_is_static = True
    move_codes = COLUMNS
    grid_letters = LETTERS
    seat_letters = ("X", "O")
    options = (Option("goal", 4, "How many discs in a row win.", minimum=3, maximum=5),)

    def start(self, options: Options) -> PythonKernel:
        """The empty board."""
        return PythonKernel(Rules(int(options["goal"])))

    def restore(self, options: Options, state: tuple[int, ...]) -> PythonKernel:
        """A position from its numbers."""
        holes = any(state[i] and not state[i - COLUMNS] for i in range(COLUMNS, len(state)))
        lead = state.count(1) - state.count(2)
        if len(state) != len(START) or not set(state) <= {0, 1, 2} or lead not in (0, 1) or holes:
            raise NotationError("a position has 42 numbers, 0, 1 or 2, from the lower left; no disc hangs in the air")
        return PythonKernel(Rules(int(options["goal"]), state))

    def read_move(self, position: TurnPosition[PythonKernel], text: str) -> int:
        """A move is the number of a column, 1 to 7."""
        if text not in ("1", "2", "3", "4", "5", "6", "7"):
            raise NotationError(f"{text!r} is not a column; write a number from 1 to {COLUMNS}")
        return int(text) - 1

    def write_move(self, position: TurnPosition[PythonKernel], code: int) -> str:
        """The number of the column."""
        return str(code + 1)

    def move_view(self, position: TurnPosition[PythonKernel], code: int) -> MoveData:
        """A move for a screen: touching any space of the column will do."""
        column = [f"{'abcdefg'[code]}{row}" for row in range(1, ROWS + 1)]
        return {"text": str(code + 1), "kind": "drop", "about": column}

    def refusal(self, position: TurnPosition[PythonKernel], code: int) -> str:
        """Why a move is not legal."""
        return f"column {code + 1} is full; choose one of {', '.join(position.legal_moves.texts())}"

    def reason(self, position: TurnPosition[PythonKernel]) -> str:
        """Why the game is over."""
        goal = ("three", "four", "five")[int(position.options["goal"]) - 3]
        return "the board is full" if position._kernel.rules.result() == DRAW else f"{goal} in a row"

    def effects(self, before: TurnPosition[PythonKernel], code: int, after: TurnPosition[PythonKernel]) -> list[Effect]:
        """The disc that falls, and where it ends."""
        changed = zip(before._kernel.state(), after._kernel.state(), strict=True)
        space = next(space for space, (was, now) in enumerate(changed) if was != now)
        place = f"{'abcdefg'[space % COLUMNS]}{ROWS - space // COLUMNS}"
        return [Effect("placed", before.to_move, Piece("disc", before.to_move), to=place)]

    def grid(self, position: TurnPosition[PythonKernel]) -> list[str]:
        """The rows from the top: the text diagram, the picture and the view are made from them."""
        spaces = "".join("." if not who else LETTERS[who - 1] for who in position._kernel.state())
        return [spaces[COLUMNS * row : COLUMNS * (row + 1)] for row in reversed(range(ROWS))]


CONNECT_FOUR = ConnectFour()
