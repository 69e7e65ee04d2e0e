"""Random games played side by side with OpenSpiel's Hive: the same moves at every position, the same end."""

from random import Random

import pytest

import boohive
from boohive.core.turn_game import TurnPosition
from boohive.games.hive.notation import TYPES
from quick import fewer

oracle = pytest.importorskip("oracle.hive", reason="OpenSpiel is not installed on this machine")

POSITIONS = [fewer(2_600), pytest.param(26_000, marks=pytest.mark.slow)]
"""For each of the eight types; together more than 20,000."""

LONGEST = 120


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("positions", POSITIONS)
def test_openspiel_finds_the_same_moves(kind: str, positions: int) -> None:
    rng = Random(kind)
    checked = 0
    while checked < positions:
        checked += compare_a_game(kind, rng)


def compare_a_game(kind: str, rng: Random) -> int:
    """Play one random game on both; how many positions were compared."""
    judge = oracle.Judge(kind)
    position: TurnPosition = boohive.new("hive", mode="tournament", type=kind, repetition=False)
    for ply in range(LONGEST):
        outcome = position.outcome
        ours = None if outcome is None else 2 if outcome.winner is None else outcome.winner
        assert ours == judge.winner(), position.text
        if outcome is not None or oracle.near_the_edge(position):
            return ply
        theirs = judge.moves(position)
        if ply == oracle.WITHOUT_PINS:
            theirs = {code: theirs[code] for code in theirs if not breaks_the_hive(position, code >> 10)}
        codes = [move.code for move in position.legal_moves]
        assert sorted(codes) == sorted(theirs), difference(position, set(codes), set(theirs))
        code = rng.choice(codes)
        judge.play(theirs[code])
        position = position.play(next(move for move in position.legal_moves if move.code == code))
    return LONGEST


def breaks_the_hive(position: TurnPosition, tile: int) -> bool:
    """Whether the bug is on the table and the hive would fall apart without it."""
    return position._kernel.cells()[tile] >= 0 and oracle.splits_the_hive(position, tile)


def difference(position: TurnPosition, ours: set[int], theirs: set[int]) -> str:
    def words(codes: set[int]) -> list[str]:
        return [position.game.write_move(position, code) for code in codes]

    return f"{position.text}\n{position}\nonly we: {words(ours - theirs)}\nonly they: {words(theirs - ours)}"
