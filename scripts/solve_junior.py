"""Solves boop. for younger players and writes the winning strategy that the package ships.

    python scripts/solve_junior.py [FILE]

Takes a few minutes and 256 MiB. ``boohive verify boop-junior --file FILE`` checks what was written.
"""

import sys
from collections.abc import Mapping
from pathlib import Path

import boohive
from boohive.core.kernel import Kernel, Moves, play_at, status_of
from boohive.core.search_kernel import winning_move
from boohive.core.turn_game import TurnPosition
from boohive.engine.proof import WON, Proof
from boohive.games.boop.certificate import FIRST_PLAYER, SHIPPED, SIZE, STRIDE, digits_of, first_line, smallest_view


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
        number, view = smallest_view(digits_of(kernel))
        if number in strategy:
            continue
        code = proof.winning_moves(kernel)[0]
        strategy[number] = view.index(space_of(code))
        waiting += replies(play_at(kernel, code))
    return strategy


def replies(kernel: Kernel) -> list[Kernel]:
    """Every position in which the first player is to move again."""
    found = []
    legal = Moves(kernel)
    for i in range(len(legal)):
        child = play_at(kernel, legal.code(i))
        found += [child] if status_of(child).seat == FIRST_PLAYER else replies(child)
    return found


def space_of(code: int) -> int:
    """Which of the 36 spaces a move places on."""
    return SIZE * (code // STRIDE) + code % STRIDE


def write_strategy(position: TurnPosition, strategy: Mapping[int, int]) -> bytes:
    """The strategy as a file."""
    records = [number.to_bytes(8, "big") + bytes([space]) for number, space in sorted(strategy.items())]
    return first_line(position.game.id, position.options).encode() + b"\n" + b"".join(records)


def main() -> None:
    """Write the file."""
    position = boohive.new("boop-junior")
    strategy = solve(position)
    assert strategy is not None
    Path(sys.argv[1] if len(sys.argv) > 1 else SHIPPED).write_bytes(write_strategy(position, strategy))


if __name__ == "__main__":
    main()
