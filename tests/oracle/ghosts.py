"""BOOOOP. once more, slowly and plainly from the rulebook's text, to check the package against. Shares no code with it.

The bed is a dictionary from (row, column) to a letter. A ghost is (way, seam, place, direction) or None. A whole turn is
played on copies, and each choice is spelled out; the answers are position texts with the winner, if there is one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

SIZE = 6
LETTERS = ("kc", "KC")
Space = tuple[int, int]
Ghost = tuple[str, int, int, int]
Bed = dict[Space, str]
Answer = tuple[str, tuple[int, str] | None]


@dataclass(frozen=True)
class Table:
    """Everything on the table; ``pending`` is what the mover still has to decide."""

    bed: tuple[tuple[Space, str], ...]
    pools: tuple[int, int, int, int]
    seat: int
    ghosts: tuple[Ghost | None, Ghost | None]
    pending: str | None = None


@dataclass(frozen=True)
class Agreed:
    """The options."""

    cat_may_return: bool = True
    opponent_line_wins: bool = False


# Texts


def read(text: str) -> Table:
    bed_text, pools, seat, first, second, *pending = text.split()
    bed = {}
    for row, letters in enumerate(bed_text.split("/")):
        column = 0
        for letter in letters:
            if letter.isdigit():
                column += int(letter)
            else:
                bed[row, column] = letter
                column += 1
    kittens, cats, other_kittens, other_cats = map(int, pools.split(","))
    return Table(
        tuple(sorted(bed.items())),
        (kittens, cats, other_kittens, other_cats),
        int(seat),
        (read_ghost(first), read_ghost(second)),
        pending[0] if pending else None,
    )


def read_ghost(text: str) -> Ghost | None:
    return None if text == "-" else (text[0], int(text[1]), int(text[3]), 1 if text[4] == "+" else -1)


def write(table: Table) -> str:
    bed = dict(table.bed)
    rows = []
    for row in range(SIZE):
        words, empty = "", 0
        for column in range(SIZE):
            if (row, column) in bed:
                words += (str(empty) if empty else "") + bed[row, column]
                empty = 0
            else:
                empty += 1
        rows.append(words + (str(empty) if empty else ""))
    fields = ["/".join(rows), ",".join(map(str, table.pools)), str(table.seat), *map(write_ghost, table.ghosts)]
    return " ".join(fields + ([table.pending] if table.pending else []))


def write_ghost(ghost: Ghost | None) -> str:
    return "-" if ghost is None else f"{ghost[0]}{ghost[1]}@{ghost[2]}{'+' if ghost[3] > 0 else '-'}"


# A whole turn


def turns(text: str, agreed: Agreed) -> list[Answer]:
    """Each way to complete the turn, with the outcome; nothing when the game is over."""
    table = read(text)
    if table.pending is None and winner(table, 1 - table.seat, agreed) is not None:
        return []
    if table.pending is None:
        placed = [after for table_ in placements(table) for after in ghost_acts(table_, agreed)]
    elif table.pending == "ghost":
        placed = list(ghost_decides(replace(table, pending=None)))
    else:
        return [finish(after, agreed) for after in graduations(replace(table, pending=None), agreed)]
    return [answer for after in placed for answer in end_of_turn(after, agreed)]


def outcome(text: str, agreed: Agreed) -> tuple[int, str] | None:
    """The outcome of a position whose turn is complete."""
    table = read(text)
    return None if table.pending else winner(table, 1 - table.seat, agreed)


def placements(table: Table) -> Iterator[Table]:
    """Place one piece of the pool on any open space; it boops everyone next to it."""
    bed = dict(table.bed)
    for kind in range(2):
        if table.pools[2 * table.seat + kind] == 0:
            continue
        for row in range(SIZE):
            for column in range(SIZE):
                if (row, column) not in bed:
                    yield place(table, (row, column), kind)


def place(table: Table, space: Space, kind: int) -> Table:
    before, bed, pools = dict(table.bed), dict(table.bed), list(table.pools)
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            neighbour = (space[0] + down, space[1] + right)
            if neighbour == space or neighbour not in before:
                continue
            letter = before[neighbour]
            if kind == 0 and letter in "cC":
                continue  # Cats cannot be booped by Kittens.
            behind = (space[0] + 2 * down, space[1] + 2 * right)
            if behind in before:
                continue  # A line of two holds.
            del bed[neighbour]
            if is_on_bed(behind):
                bed[behind] = letter
            else:
                pools["kcKC".index(letter)] += 1
    bed[space] = LETTERS[table.seat][kind]
    pools[2 * table.seat + kind] -= 1
    return replace(table, bed=tuple(sorted(bed.items())), pools=as_pools(pools))


def as_pools(pools: list[int]) -> tuple[int, int, int, int]:
    return pools[0], pools[1], pools[2], pools[3]


def is_on_bed(space: Space) -> bool:
    return 0 <= space[0] < SIZE and 0 <= space[1] < SIZE


# The ghost


def ghost_acts(table: Table, agreed: Agreed) -> Iterator[Table]:
    """At the end of the turn: on the board it moves automatically, in the pool it may be placed, unless one has won."""
    ghost = table.ghosts[table.seat]
    if ghost is not None:
        yield ghost_moves(table, ghost)
    elif winner(table, table.seat, agreed) is not None:
        yield table
    else:
        yield from ghost_decides(table)


def ghost_decides(table: Table) -> Iterator[Table]:
    """It is never mandatory to place it; any stitch leading onto the board from any edge."""
    yield table
    other = table.ghosts[1 - table.seat]
    for way in "HV":
        for seam in range(SIZE - 1):
            for place_, direction in ((0, 1), (SIZE - 1, -1)):
                if other is None or other[:3] != (way, seam, place_):
                    yield with_ghost(table, (way, seam, place_, direction))


def with_ghost(table: Table, ghost: Ghost | None) -> Table:
    first, second = table.ghosts
    return replace(table, ghosts=(ghost, second) if table.seat == 0 else (first, ghost))


def ghost_moves(table: Table, ghost: Ghost) -> Table:
    """One stitch forward; through the other ghost to the next open stitch; off the edge back to the pool."""
    way, seam, place_, direction = ghost
    other = table.ghosts[1 - table.seat]
    place_ += direction
    while other is not None and other[:3] == (way, seam, place_):
        place_ += direction
    if not 0 <= place_ < SIZE:
        return with_ghost(table, None)
    table = with_ghost(table, (way, seam, place_, direction))
    if way == "H":
        pushed = [((seam, place_), (-1, 0)), ((seam + 1, place_), (1, 0))]
    else:
        pushed = [((place_, seam), (0, -1)), ((place_, seam + 1), (0, 1))]
    for space, away in pushed:
        table = scare(table, space, away)
    return table


def scare(table: Table, space: Space, away: Space) -> Table:
    """Boop, or BOOO! over the blocking pieces to the next open space, or off the bed."""
    bed, pools = dict(table.bed), list(table.pools)
    if space not in bed:
        return table
    letter = bed[space]
    target = (space[0] + away[0], space[1] + away[1])
    while target in bed:
        target = (target[0] + away[0], target[1] + away[1])
    del bed[space]
    if is_on_bed(target):
        bed[target] = letter
    else:
        pools["kcKC".index(letter)] += 1
    return replace(table, bed=tuple(sorted(bed.items())), pools=as_pools(pools))


# The end of the turn


def end_of_turn(table: Table, agreed: Agreed) -> list[Answer]:
    """Everything has settled: a win, else one graduation, else nothing."""
    if winner(table, table.seat, agreed) is not None:
        return [finish(table, agreed)]
    grown = list(graduations(table, agreed))
    return [finish(after, agreed, None) for after in grown] or [finish(table, agreed, None)]


WORK_IT_OUT = (-1, "")


def finish(table: Table, agreed: Agreed, found: tuple[int, str] | None = WORK_IT_OUT) -> Answer:
    """The other player's turn, also after a winning one."""
    if found == WORK_IT_OUT:
        found = winner(table, table.seat, agreed)
    return write(replace(table, seat=1 - table.seat)), found


def rows_of_three() -> list[tuple[Space, Space, Space]]:
    found = []
    for row in range(SIZE):
        for column in range(SIZE):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                ends = (row + 2 * down, column + 2 * right)
                if is_on_bed(ends):
                    found.append(((row, column), (row + down, column + right), ends))
    return found


ROWS = rows_of_three()


def winner(table: Table, seat: int, agreed: Agreed) -> tuple[int, str] | None:
    """Who has won once this player's turn is over."""
    bed = dict(table.bed)
    cat = LETTERS[seat][1]
    if any(all(bed.get(space) == cat for space in row) for row in ROWS):
        return seat, "three cats in a row"
    if sum(letter == cat for letter in bed.values()) == 8:
        return seat, "all eight cats on the bed"
    other = LETTERS[1 - seat][1]
    if agreed.opponent_line_wins and any(all(bed.get(space) == other for space in row) for row in ROWS):
        return 1 - seat, "three cats in a row"
    return None


def graduations(table: Table, agreed: Agreed) -> Iterator[Table]:
    """Each group of three that can graduate, and each single piece if all eight are on the bed."""
    bed = dict(table.bed)
    kitten, cat = LETTERS[table.seat]
    for row in ROWS:
        letters = [bed.get(space) for space in row]
        if all(letter in (kitten, cat) for letter in letters) and kitten in letters:
            yield leave(table, row)
    own = [space for space, letter in bed.items() if letter in (kitten, cat)]
    if len(own) == 8:
        for space in own:
            if bed[space] == kitten or agreed.cat_may_return:
                yield leave(table, (space,))


def leave(table: Table, spaces: tuple[Space, ...]) -> Table:
    """These pieces leave the bed; for each of them a cat is in the pool."""
    bed, pools = dict(table.bed), list(table.pools)
    for space in spaces:
        del bed[space]
        pools[2 * table.seat + 1] += 1
    return replace(table, bed=tuple(sorted(bed.items())), pools=as_pools(pools))
