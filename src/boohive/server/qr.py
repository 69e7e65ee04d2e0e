"""A QR code for a terminal: one size (version 3, 29 modules, level L), which any link of up to 53 characters fits.

The numbers are those of ISO/IEC 18004: positions, generator polynomials, the bits that say level and mask.
"""

__all__ = ["draw", "encode"]

SIDE = 29
DATA, CHECK = 55, 15
"""Code words of data, and of the Reed-Solomon code that corrects them."""
MAX_BYTES = DATA - 2
ALIGNMENT = 22
FORMAT = 0b111011111000100
"""Level L, mask 0 (dark where row + column is even), with their check bits."""
FIELD = 0x11D
"""x^8 + x^4 + x^3 + x^2 + 1: the field the check words are reckoned in."""
MARGIN = 2

Matrix = list[list[bool | None]]


def encode(text: str) -> list[list[bool]]:
    """The modules, row by row: ``True`` is dark."""
    matrix: Matrix = [[None] * SIDE for _ in range(SIDE)]
    place_patterns(matrix)
    bits = [bool(word >> bit & 1) for word in code_words(text.encode()) for bit in range(7, -1, -1)] + [False] * 7
    for (row, column), bit in zip(free_modules(matrix), bits, strict=True):
        matrix[row][column] = bit ^ ((row + column) % 2 == 0)
    return [[bool(module) for module in row] for row in matrix]


def code_words(data: bytes) -> list[int]:
    """Data and check words."""
    if len(data) > MAX_BYTES:
        raise ValueError(f"{len(data)} bytes are too many for this code; it holds {MAX_BYTES}")
    bits = f"0100{len(data):08b}" + "".join(f"{byte:08b}" for byte in data) + "0000"
    words = [int(bits[i : i + 8], 2) for i in range(0, len(bits), 8)]
    words += [0xEC, 0x11] * ((DATA - len(words)) // 2) + [0xEC] * ((DATA - len(words)) % 2)
    return words + check_words(words)


def times(one: int, other: int) -> int:
    """A product in the field."""
    product = 0
    while other:
        product ^= one if other & 1 else 0
        one = one << 1 ^ (FIELD if one & 0x80 else 0)
        other >>= 1
    return product


def check_words(words: list[int]) -> list[int]:
    """The remainder of the data by the generator polynomial."""
    generator, power = [1], 1
    for _ in range(CHECK):
        generator = [a ^ times(b, power) for a, b in zip([*generator, 0], [0, *generator], strict=True)]
        power = times(power, 2)
    rest = [0] * CHECK
    for word in words:
        factor = word ^ rest[0]
        rest = [old ^ times(factor, g) for old, g in zip([*rest[1:], 0], generator[1:], strict=True)]
    return rest


def place_patterns(matrix: Matrix) -> None:
    """What every code of this size has: three corners, the small square, the dotted lines, level and mask."""
    for top, left in ((0, 0), (0, SIDE - 7), (SIDE - 7, 0)):
        place_square(matrix, top + 3, left + 3, {2, 4}, 4)
    place_square(matrix, ALIGNMENT, ALIGNMENT, {1}, 2)
    for i in range(8, SIDE - 8):
        matrix[6][i] = matrix[i][6] = i % 2 == 0
    for i in range(15):
        bit = bool(FORMAT >> (14 - i) & 1)
        around = (8, i if i < 6 else i + 1) if i < 8 else (15 - i if i == 8 else 14 - i, 8)
        matrix[around[0]][around[1]] = bit
        row, column = (SIDE - 1 - i, 8) if i < 7 else (8, SIDE - 15 + i)
        matrix[row][column] = bit
    matrix[SIDE - 8][8] = True


def place_square(matrix: Matrix, row: int, column: int, light: set[int], reach: int) -> None:
    """Square rings around a module; those at some distances are light."""
    for down in range(-reach, reach + 1):
        for right in range(-reach, reach + 1):
            if 0 <= row + down < SIDE and 0 <= column + right < SIDE:
                matrix[row + down][column + right] = max(abs(down), abs(right)) not in light


def free_modules(matrix: Matrix) -> list[tuple[int, int]]:
    """Where the bits go: up and down in pairs of columns from the right, past the dotted line."""
    found = []
    columns = [column if column > 6 else column - 1 for column in range(SIDE - 1, 0, -2)]
    for turn, right in enumerate(columns):
        rows = range(SIDE) if turn % 2 else range(SIDE - 1, -1, -1)
        found += [(row, column) for row in rows for column in (right, right - 1) if matrix[row][column] is None]
    return found


def draw(text: str) -> str:
    """The code for a terminal: black on white whatever its colours are, two rows of modules in a line."""
    code = encode(text)
    light = [False] * (SIDE + 2 * MARGIN)
    rows = [light] * MARGIN + [[False] * MARGIN + row + [False] * MARGIN for row in code] + [light] * (MARGIN + 1)
    halves = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
    lines = [
        "".join(halves[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]
    return "\n".join(f"\033[30;107m{line}\033[0m" for line in lines)
