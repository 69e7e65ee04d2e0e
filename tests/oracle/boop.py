"""boop. and boop. for younger players written a second time, slowly, straight from the rulebook.

Shares nothing with the package: a bed is a dict from (column, row) to a letter, rules are loops in the rulebook's order.
"""

from typing import Any, NamedTuple

COLUMNS = "abcdef"
ROWS = "123456"
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
SPACES = [(x, y) for y in range(6) for x in range(6)]
ON_BED = set(SPACES)

Space = tuple[int, int]
Bed = dict[Space, str]


class Position(NamedTuple):
    bed: Bed
    pools: dict[str, int]
    seat: int
    choosing: bool


class Rules(NamedTuple):
    junior: bool = False
    eight_cat_return: bool = False
    opponent_line_wins: bool = False
    junior_eight: str = "win"


KITTENS, CATS = "kK", "cC"


def read(text: str) -> Position:
    rows, pools, seat, _, _, *pending = text.split()
    bed = {}
    for y, row in enumerate(rows.split("/")):
        x = 0
        for letter in row:
            if letter.isdigit():
                x += int(letter)
            else:
                bed[x, y] = letter
                x += 1
    return Position(bed, dict(zip("kcKC", map(int, pools.split(",")), strict=True)), int(seat), pending == ["choose"])


def write(position: Position) -> str:
    rows = []
    for y in range(6):
        row, empty = "", 0
        for x in range(6):
            letter = position.bed.get((x, y))
            if letter is None:
                empty += 1
                continue
            row += (str(empty) if empty else "") + letter
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
    pools = ",".join(str(position.pools[letter]) for letter in "kcKC")
    pending = " choose" if position.choosing else ""
    return f"{'/'.join(rows)} {pools} {position.seat} - -{pending}"


def rows_of_three() -> list[list[Space]]:
    found = []
    for x, y in SPACES:
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            row = [(x + i * dx, y + i * dy) for i in range(3)]
            if ON_BED.issuperset(row):
                found.append(row)
    return found


THREES = rows_of_three()
assert len(THREES) == 80


def lined_up(bed: Bed, letters: str) -> list[list[Space]]:
    own = {space for space, letter in bed.items() if letter in letters}
    return [row for row in THREES if own.issuperset(row)] if len(own) >= 3 else []


def winner(position: Position, rules: Rules) -> tuple[int, str] | None:
    """Looked for after the turn of the player who is not to move now."""
    mover = 1 - position.seat
    what = KITTENS if rules.junior else CATS
    words = "kittens" if rules.junior else "cats"
    if lined_up(position.bed, what[mover]):
        return mover, f"three {words} in a row"
    if list(position.bed.values()).count(what[mover]) == 8 and not (rules.junior and rules.junior_eight == "retrieve"):
        return mover, f"all eight {words} on the bed"
    if rules.opponent_line_wins and lined_up(position.bed, what[1 - mover]):
        return 1 - mover, f"three {words} in a row"
    return None


def boop(position: Position, letter: str, space: Space) -> Position:
    """Place a piece and boop, one direction after the other."""
    bed, pools = dict(position.bed), dict(position.pools)
    pools[letter] -= 1
    for dx, dy in DIRECTIONS:
        near = (space[0] + dx, space[1] + dy)
        beyond = (space[0] + 2 * dx, space[1] + 2 * dy)
        if near not in bed or (letter in KITTENS and bed[near] in CATS) or beyond in bed:
            continue
        piece = bed.pop(near)
        if beyond in ON_BED:
            bed[beyond] = piece
        else:
            pools[piece] += 1
    bed[space] = letter
    return position._replace(bed=bed, pools=pools)


def endings(position: Position, rules: Rules) -> list[Position]:
    """The ways a turn can end once everything has settled; `position.seat` is still the player whose turn it is."""
    kitten, cat = KITTENS[position.seat], CATS[position.seat]
    passed = position._replace(seat=1 - position.seat, choosing=False)
    if winner(passed, rules):
        return [passed]
    leaving: list[list[Space]] = []
    if not rules.junior:
        leaving += [row for row in lined_up(position.bed, kitten + cat) if any(position.bed[s] == kitten for s in row)]
    own = [space for space, letter in position.bed.items() if letter in (kitten, cat)]
    if len(own) == 8:
        leaving += [[s] for s in own if position.bed[s] == kitten or rules.eight_cat_return]
    return [take_off(passed, spaces, rules) for spaces in leaving] or [passed]


def take_off(position: Position, spaces: list[Space], rules: Rules) -> Position:
    bed, pools = dict(position.bed), dict(position.pools)
    for space in spaces:
        letter = bed.pop(space)
        home = letter if rules.junior else ("c" if letter in "kc" else "C")
        pools[home] += 1
    return position._replace(bed=bed, pools=pools)


def turns(position: Position, rules: Rules) -> list[Position]:
    """Every whole turn, or every way to finish the one that has begun."""
    if position.choosing:
        return endings(position, rules)
    if winner(position, rules):
        return []
    found = []
    for letter in (KITTENS[position.seat], CATS[position.seat]):
        if position.pools[letter] == 0:
            continue
        for space in SPACES:
            if space not in position.bed:
                found += endings(boop(position, letter, space), rules)
    return found


def answer(text: str, rules: Rules) -> dict[str, Any]:
    """The same answer as `boohive turns` gives."""
    position = read(text)

    def outcome(each: Position) -> dict[str, Any] | None:
        won = None if each.choosing else winner(each, rules)
        return won and {"winner": won[0], "reason": won[1]}

    return {
        "position": write(position),
        "outcome": outcome(position),
        "turns": [[write(after), outcome(after)] for after in turns(position, rules)],
    }
