"""A small network that judges a position: whole numbers only, so that every build and machine gives the same score.

A position is a list of inputs, each with a count. Each of the hidden units adds up the inputs by its weights and counts
for nothing below zero; the score is the sum of the units by their weights, and of the inputs by weights of their own.
``bench/train.py`` finds the weights; a game keeps them in its folder as ``network.weights``.
"""

import os
import struct
from base64 import b64decode, b64encode
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

HIDDEN = 32
"""The units of the hidden layer. The C body has two groups of sixteen."""

LINEAR_BITS = 7
SCALE_BITS = 11
"""A unit counts in 128ths, and every weight of the second layer and of the inputs themselves in sixteenths of a point."""

FILE = "network.weights"
FOLDER = "BOOHIVE_NETWORKS"
"""The variable that names a folder with other weights, ``GAME.weights`` each; a game that is not in it has no network."""


class Weights(NamedTuple):
    """What is in a file of weights."""

    first: list[int]
    """A row of the hidden units for their start and then one for each input."""
    linear: list[int]
    second: list[int]

    @property
    def exist(self) -> bool:
        """Whether there is a network at all."""
        return any(self.second)


def worth(
    first: list[int], linear: list[int], second: list[int], inputs: list[int], counts: list[int], number: int
) -> int:
    """The score of a position with this number of inputs. Compiled, the C body in ``network.pxd``."""
    units = first[:HIDDEN]
    total = 0
    for i in range(number):
        row, count = HIDDEN * (1 + inputs[i]), counts[i]
        total += linear[inputs[i]] * count
        units = [unit + weight * count for unit, weight in zip(units, first[row : row + HIDDEN], strict=True)]
    total <<= LINEAR_BITS
    total += sum(max(unit, 0) * weight for unit, weight in zip(units, second, strict=True))
    return total >> SCALE_BITS


def read_weights(package: str, inputs: int) -> Weights:
    """The weights of the game whose package this is; all zero where it has no file of them."""
    sizes = HIDDEN * (1 + inputs), inputs, HIDDEN
    text = weights_text(package)
    numbers = [0] * sum(sizes) if text is None else unpacked(text)
    if len(numbers) != sum(sizes):
        raise ValueError(f"the weights of {package} are {len(numbers)} numbers, not {sum(sizes)}; train them again")
    first, linear = sizes[0], sizes[0] + inputs
    return Weights(numbers[:first], numbers[first:linear], numbers[linear:])


def weights_text(package: str) -> str | None:
    """The file of weights, if there is one."""
    folder = os.environ.get(FOLDER)
    if folder is None:
        found = files(package).joinpath(FILE)
        return found.read_text(encoding="ascii") if found.is_file() else None
    other = Path(folder, f"{package.rpartition('.')[2]}.weights")
    return other.read_text(encoding="ascii") if other.is_file() else None


def unpacked(text: str) -> list[int]:
    """The numbers of a file of weights: base64 of 16-bit words, after lines of remarks."""
    packed = b64decode("".join(line for line in text.splitlines() if not line.startswith("#")))
    return list(struct.unpack(f"<{len(packed) // 2}h", packed))


def packed_text(numbers: list[int], remarks: list[str]) -> str:
    """The text of a file of weights."""
    text = b64encode(struct.pack(f"<{len(numbers)}h", *numbers)).decode("ascii")
    lines = [text[i : i + 120] for i in range(0, len(text), 120)]
    return "\n".join([*(f"# {remark}" for remark in remarks), *lines]) + "\n"


def without_weights(packages: Iterable[str]) -> list[str]:
    """The folders of games that have inputs for a network but no weights; their evaluations are sums of terms."""
    lacking = (each for each in packages if files(each).joinpath("inputs.py").is_file() and weights_text(each) is None)
    return sorted(package.rpartition(".")[2] for package in lacking)
