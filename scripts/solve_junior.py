"""Solves boop. for younger players under each of its rules and writes the winning strategies that the package ships.

    python scripts/solve_junior.py [FOLDER]

Takes less than a minute and 256 MiB, and writes the same bytes each time. ``boohive verify boop-junior`` checks them.
"""

import sys
from collections.abc import Mapping
from pathlib import Path

import boohive
from boohive.core.kernel import Kernel, Moves, play_at, status_of
from boohive.core.search_kernel import winning_move
from boohive.core.turn_game import TurnPosition
from boohive.engine.proof import WON, Proof
from boohive.games.boop import pieces
from boohive.games.boop.certificate import FIRST_PLAYER, SIZE, STRIDE, file_name, first_line, position_number
from boohive.games.boop.verify import RULES

HERE = Path(__file__).parent.parent / "src/boohive/games/boop"


def solve(position: TurnPosition, mib: int = 256, max_nodes: int = 0) -> dict[int, int] | None:
    """A winning strategy of the first player from here; ``None`` if none was found."""
    proof = Proof(FIRST_PLAYER, mib)
    if proof.run(position._kernel, max_nodes) != WON:
        return None
    return extract(proof, position._kernel)


def extract(proof: Proof, start: Kernel) -> dict[int, int]:
    """The positions that the strategy can lead to, each with its move; only steps to what was proved earlier."""
    strategy: dict[int, int] = {}
    waiting = [start]
    while waiting:
        kernel = waiting.pop()
        if winning_move(kernel) is not None:
            continue
        number, view = position_number(kernel)
        if number in strategy:
            continue
        code = proof.winning_moves(kernel)[0]
        strategy[number] = view.index(space_of(code))
        waiting += own_decisions(play_at(kernel, code))
    return strategy


def own_decisions(kernel: Kernel) -> list[Kernel]:
    """Every position after this one, or this one itself, in which the first player decides next."""
    if status_of(kernel).seat == FIRST_PLAYER:
        return [kernel]
    legal = Moves(kernel)
    return [found for i in range(len(legal)) for found in own_decisions(play_at(kernel, legal.code(i)))]


def space_of(code: int) -> int:
    """Which of the 36 spaces a move places on or takes back from."""
    row, column = divmod(code % pieces.ONE, STRIDE)
    return SIZE * row + column


def write_strategy(position: TurnPosition, strategy: Mapping[int, int]) -> bytes:
    """The strategy as a file."""
    records = [number.to_bytes(8, "big") + bytes([space]) for number, space in sorted(strategy.items())]
    return first_line(position.game.id, position.options).encode() + b"\n" + b"".join(records)


def main() -> None:
    """Write the files."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    for rules in RULES:
        position = boohive.new("boop-junior", **rules)
        strategy = solve(position)
        assert strategy is not None
        (folder / file_name(position.game.id, position.options)).write_bytes(write_strategy(position, strategy))


if __name__ == "__main__":
    main()
