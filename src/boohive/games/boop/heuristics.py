"""boop. as the engine sees it: evaluation, immediate wins and threats, and which moves to try first.

The terms of the evaluation are in ``evaluate.py``, the search for rows in ``threats.py``, the symmetry of the bed in
``symmetry.py``.
"""

import cython

from boohive.core import bits, constants, network
from boohive.games.boop import bed, evaluate, inputs, network_terms, pieces, symmetry, threats
from boohive.games.boop.rules import BoopKernel

WEIGHTS = network.read_weights(__package__, network_terms.INPUTS)
FIRST_LAYER = WEIGHTS.first
LINEAR = WEIGHTS.linear
SECOND_LAYER = WEIGHTS.second
HAS_NETWORK = WEIGHTS.exist
SYMMETRY_KEYS = 2**61
"""Added to symmetry keys, for 0 is not a key."""

FORCING = 8000
"""What move ordering gives a move that makes a row."""


class BoopSearchKernel(BoopKernel):
    """A position of boop. or boop. for younger players that the engine can search."""

    def copy(self) -> "BoopSearchKernel":
        """The same position in an object of its own."""
        twin = BoopSearchKernel(self.junior, self.cat_may_return, self.opponent_row_wins, self.eight_wins)
        twin.copy_from(self)
        return twin

    def evaluate(self) -> int:
        """How good the position looks for the seat to move."""
        if HAS_NETWORK and not self.junior:
            found = [0] * 48
            counts = [0] * 48
            number = self.fill_inputs(found, counts)
            return network.worth(FIRST_LAYER, LINEAR, SECOND_LAYER, found, counts, number)
        me, other = self.mover, 1 - self.mover
        return evaluate.evaluate(
            self.kittens[me],
            self.cats[me],
            self.kittens_in_play[me],
            self.kittens[other],
            self.cats[other],
            self.kittens_in_play[other],
            self.junior,
        )

    @cython.final
    def fill_inputs(self, found: list[int], counts: list[int]) -> int:
        """The network's inputs that are not zero and their counts; how many there are."""
        me, other = self.mover, 1 - self.mover
        return inputs.fill(
            found,
            counts,
            self.kittens[me],
            self.cats[me],
            self.kittens_in_play[me],
            self.kittens[other],
            self.cats[other],
            self.kittens_in_play[other],
        )

    def network_inputs(self) -> dict[int, int]:
        """The network's inputs that are not zero, for training."""
        found, counts = bits.allocate_ints(network_terms.MAX_INPUTS), bits.allocate_ints(network_terms.MAX_INPUTS)
        bits.require(found)
        bits.require(counts)
        number = self.fill_inputs(found, counts)
        by_number = {found[i]: counts[i] for i in range(number)}
        bits.free(found)
        bits.free(counts)
        return by_number

    def symmetry_key(self) -> int:
        """For boop. for younger players an exact number that all eight views of the bed share."""
        if not self.junior:
            return self.key()
        return (
            4 * symmetry.canonical_board(self.kittens[0], self.kittens[1])
            + 2 * self.mover
            + self.choosing
            + SYMMETRY_KEYS
        )

    def winning_move(self, moves: list[int], start: int) -> int:
        """A move with which the mover wins at once."""
        return constants.NO_MOVE if self.choosing else self.winning_move_of(self.mover)

    def is_threatened(self, moves: list[int], start: int) -> bool:
        """Whether the other player could win now if it were their turn."""
        return self.winning_move_of(1 - self.mover) != constants.NO_MOVE

    def score_moves(self, moves: list[int], start: int, end: int, scores: list[int]) -> None:
        """Prefer moves that make a row, then those on a space where the other player would make one."""
        occupied, other = all_pieces(self), 1 - self.mover
        own_rows = threats.immediate_row_spaces(self.kittens[self.mover] | self.cats[self.mover], occupied)
        other_rows = threats.immediate_row_spaces(self.kittens[other] | self.cats[other], occupied)
        for i in range(start, end):
            scores[i] = 0
            if moves[i] < pieces.ONE and (own_rows | other_rows) & bits.bit(moves[i] & 63):
                scores[i] = FORCING if own_rows & bits.bit(moves[i] & 63) else FORCING // 2

    @cython.final
    def winning_move_of(self, seat: int) -> int:
        """A placement that would win for this player if it were their turn."""
        own = self.kittens[seat] if self.junior else self.cats[seat]
        if bits.count(own) < 2:
            return constants.NO_MOVE
        occupied = all_pieces(self)
        if bed.has_row(own):
            if not self.junior and self.pool_kittens(seat) > 0:
                return pieces.KITTEN + bits.lowest(bed.BED & ~occupied)  # A kitten moves no cat out of the row (B8).
            return self.as_move(seat, threats.row_keeping_space(own, occupied))
        if bits.count(own) == pieces.PIECES_PER_SEAT - 1 and (self.eight_wins or not self.junior):
            space = threats.eighth_piece_space(own, occupied)
            if space >= 0:
                return self.as_move(seat, space)
        return self.as_move(seat, threats.row_space(own, occupied))

    @cython.final
    def as_move(self, seat: int, space: int) -> int:
        """The code for placing a winning piece there, if there is such a space and such a piece in the pool."""
        pool = self.pool_kittens(seat) if self.junior else self.pool_cats(seat)
        if space < 0 or pool == 0:
            return constants.NO_MOVE
        return space + (pieces.KITTEN if self.junior else pieces.CAT)


def all_pieces(boop: BoopKernel) -> int:
    """Every piece on the bed: ``BoopKernel.occupied``, where the compiler can inline it."""
    return boop.kittens[0] | boop.kittens[1] | boop.cats[0] | boop.cats[1]
