"""boop. by its rulebook (B1 to B21), and boop. for younger players (J1 to J4).

A turn is one placement with its boops, then, for the player whose turn it is only (B11): win, graduation or eight rule.
Where the rules leave a choice (which row, which piece), the choice is a move of its own; a single possible choice is
applied by itself. What a move does to the bed is in ``bed.py``; the words for it are in ``notation.py``.

Move codes: a kitten on a space, a cat on a space, one piece that leaves by the eight rule, a row that graduates.
"""

import cython

from boohive.core import bits, constants
from boohive.core.kernel import Kernel
from boohive.core.search_kernel import SearchKernel
from boohive.games.boop import bed, pieces


class BoopKernel(SearchKernel):
    """A position of boop. or, with ``junior``, of boop. for younger players."""

    def __init__(self, junior: bool, cat_may_return: bool, opponent_row_wins: bool, eight_wins: bool) -> None:
        self.fault = constants.NO_FAULT
        self.junior = junior
        self.cat_may_return = cat_may_return
        self.opponent_row_wins = opponent_row_wins
        self.eight_wins = eight_wins
        self.kittens = [0] * 2
        self.cats = [0] * 2
        self.kittens_in_play = [pieces.PIECES_PER_SEAT, pieces.PIECES_PER_SEAT]  # B2: on the bed or in the pool
        self.mover = 0
        self.choosing = False
        self.won = constants.ONGOING
        self.choices = bits.allocate_moves(pieces.MAX_CHOICES)
        bits.require(self.choices)
        self.undo_depth = 0
        self.has_undo_buffer = False  # until `reserve_undo`
        self.undo_stack = bits.allocate_words(0)
        bits.require(self.undo_stack)

    def __dealloc__(self) -> None:
        bits.free(self.undo_stack)
        bits.free(self.choices)

    # The state of the game

    def seat(self) -> int:
        """Who decides next."""
        return self.mover

    def mid_turn(self) -> bool:
        """Whether a row or a piece has to be chosen."""
        return self.choosing

    def decisions_per_turn(self) -> int:
        """A placement, and a choice of a row or a piece."""
        return 2

    def result(self) -> int:
        """``ONGOING`` or the seat that has won; the rules know no draw (B21)."""
        return self.won

    def irreversible_count(self) -> int:
        """Kittens that grew up never come back."""
        return self.kittens_in_play[0] + 16 * self.kittens_in_play[1]

    @cython.final
    def key(self) -> int:
        """A hash of bed, pools, seat and pending choice."""
        mixed = bits.mix(self.kittens[0]) ^ bits.mix(~self.kittens[1] & bed.BED)
        mixed = bits.mix(mixed ^ self.cats[0])
        mixed = bits.mix(mixed ^ self.cats[1])
        small = 2 * self.mover + self.choosing
        return bits.mix(mixed ^ (small + 4 * self.kittens_in_play[0] + 64 * self.kittens_in_play[1]))

    def state(self) -> tuple[int, ...]:
        """The exact position."""
        return (
            self.kittens[0],
            self.cats[0],
            self.kittens[1],
            self.cats[1],
            self.kittens_in_play[0],
            self.kittens_in_play[1],
            self.mover,
            int(self.choosing),
        )

    def setup(self, state: tuple[int, ...]) -> None:
        """Become the position that ``state`` gave; the outcome is worked out from the bed."""
        self.kittens[0], self.cats[0] = state[0], state[1]
        self.kittens[1], self.cats[1] = state[2], state[3]
        self.kittens_in_play[0], self.kittens_in_play[1] = state[4], state[5]
        self.mover = state[6]
        self.choosing = bool(state[7])
        # A won game has no choice any more: a position that claims both is over, and its readers refuse it.
        self.won = self.winner_after_turn_of(self.mover if self.choosing else 1 - self.mover)

    def copy(self) -> "BoopKernel":
        """The same position in an object of its own."""
        twin = BoopKernel(self.junior, self.cat_may_return, self.opponent_row_wins, self.eight_wins)
        twin.copy_from(self)
        return twin

    @cython.final
    def copy_from(self, other: "BoopKernel") -> None:
        """Take over the other's position."""
        for seat in range(2):
            self.kittens[seat] = other.kittens[seat]
            self.cats[seat] = other.cats[seat]
            self.kittens_in_play[seat] = other.kittens_in_play[seat]
        self.mover = other.mover
        self.choosing = other.choosing
        self.won = other.won

    @cython.final
    def pool_kittens(self, seat: int) -> int:
        """Kittens in a player's pool."""
        return self.kittens_in_play[seat] - bits.count(self.kittens[seat])

    @cython.final
    def pool_cats(self, seat: int) -> int:
        """Cats in a player's pool: as many pieces are cats as kittens grew up (B2)."""
        return pieces.PIECES_PER_SEAT - self.kittens_in_play[seat] - bits.count(self.cats[seat])

    # The moves

    def generate(self, moves: list[int], start: int) -> int:
        """All legal moves: placements (B4), or the choices at the end of a turn."""
        if self.won != constants.ONGOING:
            return start
        if self.choosing:
            return self.generate_choices(moves, start)
        empty = bed.BED & ~self.occupied()
        end = start
        if self.pool_kittens(self.mover) > 0:
            end = write_spaces(moves, end, pieces.KITTEN, empty)
        if self.pool_cats(self.mover) > 0:
            end = write_spaces(moves, end, pieces.CAT, empty)
        return end

    @cython.final
    def generate_choices(self, moves: list[int], start: int) -> int:
        """What the mover may choose after the boops: a row (B15, B16) or a piece by the eight rule (B17), not both (B18)."""
        kittens, own = self.kittens[self.mover], self.kittens[self.mover] | self.cats[self.mover]
        end = start if self.junior else write_rows(moves, start, kittens, own)
        if bits.count(own) == pieces.PIECES_PER_SEAT:
            end = write_spaces(moves, end, pieces.ONE, own if self.cat_may_return else kittens)
        return end

    def count_turns(self, moves: list[int], start: int) -> int:
        """Whole turns: each placement once, or once for each choice it leads to."""
        if self.won != constants.ONGOING or self.choosing or not self.no_choice_can_follow():
            return Kernel.count_turns(self, moves, start)
        return self.count_placements()

    @cython.final
    def no_choice_can_follow(self) -> bool:
        """Whether the mover has too few pieces on the bed for any placement to lead to a choice."""
        own = self.kittens[self.mover] | self.cats[self.mover]
        return bits.count(own) + 1 < pieces.MIN_PIECES_FOR_A_CHOICE

    @cython.final
    def count_placements(self) -> int:
        """How many placements there are in a game that goes on."""
        kinds = (self.pool_kittens(self.mover) > 0) + (self.pool_cats(self.mover) > 0)
        return kinds * bits.count(bed.BED & ~self.occupied())

    def reserve_undo(self) -> None:
        """Get the memory for the positions that ``unmake`` goes back to."""
        if not self.has_undo_buffer:
            bits.free(self.undo_stack)
            self.undo_stack = bits.allocate_words(pieces.UNDO_WORDS * pieces.UNDO_MOVES)
            bits.require(self.undo_stack)
            self.has_undo_buffer = True

    def make(self, move: int) -> None:
        """Play a legal move so that it can be taken back."""
        self.push_undo()
        self.advance(move)

    @cython.final
    def push_undo(self) -> None:
        """Keep the position for ``unmake``."""
        offset = pieces.UNDO_WORDS * self.undo_depth
        self.undo_stack[offset] = self.kittens[0]
        self.undo_stack[offset + 1] = self.kittens[1]
        self.undo_stack[offset + 2] = self.cats[0]
        self.undo_stack[offset + 3] = self.cats[1]
        self.undo_stack[offset + 4] = self.kittens_in_play[0]
        self.undo_stack[offset + 5] = self.kittens_in_play[1]
        self.undo_stack[offset + 6] = 2 * self.mover + self.choosing
        self.undo_depth += 1

    def unmake(self) -> None:
        """Take back the last move."""
        self.undo_depth -= 1
        offset = pieces.UNDO_WORDS * self.undo_depth
        self.kittens[0] = self.undo_stack[offset]
        self.kittens[1] = self.undo_stack[offset + 1]
        self.cats[0] = self.undo_stack[offset + 2]
        self.cats[1] = self.undo_stack[offset + 3]
        self.kittens_in_play[0] = self.undo_stack[offset + 4]
        self.kittens_in_play[1] = self.undo_stack[offset + 5]
        self.mover = self.undo_stack[offset + 6] >> 1
        self.choosing = (self.undo_stack[offset + 6] & 1) != 0
        self.won = constants.ONGOING

    @cython.final
    def advance(self, move: int) -> None:
        """Play a legal move."""
        if move < pieces.ONE:
            self.place(move & 63, move >= pieces.CAT)
            self.end_turn()
        else:
            self.choose(move)
            self.pass_turn()

    @cython.final
    def occupied(self) -> int:
        """Every piece on the bed."""
        return self.kittens[0] | self.kittens[1] | self.cats[0] | self.cats[1]

    @cython.final
    def boops(self, space: int, cat: bool) -> int:
        """The pieces that a kitten or a cat placed here would boop; kittens do not boop cats (B8)."""
        return bed.boops(self.occupied(), 0 if cat else self.cats[0] | self.cats[1], space)

    def landings(self, move: int) -> list[tuple[int, int, int]]:
        """The piece (in the order of ``state``), start and end of each boop of a placement; none for a choice.

        Asked of the position before the move, to describe it. ``advance`` works the same out for whole sets of pieces and
        keeps nothing of it, because a search makes millions of moves that nobody describes.
        """
        found: list[tuple[int, int, int]] = []
        space = move & 63
        booped = self.boops(space, move >= pieces.CAT) if move < pieces.ONE else 0
        while booped:
            start = bits.lowest(booped)
            booped &= booped - 1
            is_cat = ((self.cats[0] | self.cats[1]) & bits.bit(start)) != 0
            is_second = ((self.kittens[1] | self.cats[1]) & bits.bit(start)) != 0
            found.append((2 * is_second + is_cat, start, bed.landing(start, space)))
        return found

    def won_by_row(self) -> bool:
        """Whether the winner has three in a row, rather than eight on the bed."""
        return bed.has_row(self.winning_pieces(self.won))

    @cython.final
    def place(self, space: int, cat: bool) -> None:
        """Put a piece on the bed; it boops every piece next to it, its owner's too, and stays itself (B5, B9)."""
        booped = self.boops(space, cat)
        if booped:
            for seat in range(2):
                self.kittens[seat] = bed.after_boops(self.kittens[seat], booped, space)
                self.cats[seat] = bed.after_boops(self.cats[seat], booped, space)
        if cat:
            self.cats[self.mover] |= bits.bit(space)
        else:
            self.kittens[self.mover] |= bits.bit(space)

    @cython.final
    def end_turn(self) -> None:
        """Everything has settled: win, else graduation or eight rule, else the other player's turn (B11, B14)."""
        self.won = self.winner_after_turn_of(self.mover)
        if self.won == constants.ONGOING:
            n = self.generate_choices(self.choices, 0) if self.may_have_to_choose() else 0
            if n > 1:
                self.choosing = True
                return
            if n == 1:
                self.choose(self.choices[0])
        self.pass_turn()

    @cython.final
    def ways_to_end(self, moves: list[int], start: int) -> int:
        """How many ways this turn can end, the bed being settled: one, or one for each choice."""
        if not self.may_have_to_choose() or self.winner_after_turn_of(self.mover) != constants.ONGOING:
            return 1
        n = self.generate_choices(moves, start) - start
        return n if n > 1 else 1

    @cython.final
    def may_have_to_choose(self) -> bool:
        """A quick no for most turns: neither a row with a kitten nor eight on the bed."""
        own = self.kittens[self.mover] | self.cats[self.mover]
        count = bits.count(own)
        if count < pieces.MIN_PIECES_FOR_A_ROW:
            return False
        return count == pieces.PIECES_PER_SEAT or (not self.junior and bed.has_row(own))

    @cython.final
    def choose(self, move: int) -> None:
        """Graduate a row (B15), or take one piece off by the eight rule (B17): kittens grow up, cats return to the pool."""
        leaving = (
            bits.bit(move - pieces.ONE)
            if move < pieces.ROW
            else bed.row_spaces((move - pieces.ROW) >> 6, (move - pieces.ROW) & 63)
        )
        if not self.junior:
            self.kittens_in_play[self.mover] -= bits.count(self.kittens[self.mover] & leaving)
        self.kittens[self.mover] &= ~leaving
        self.cats[self.mover] &= ~leaving

    @cython.final
    def pass_turn(self) -> None:
        """The other player's turn, also after a winning one."""
        self.mover = 1 - self.mover
        self.choosing = False

    # The end

    @cython.final
    def winner_after_turn_of(self, seat: int) -> int:
        """Who has won now that this player's turn is over (B12, B13, J3, J4); with the option also the opponent's row (A7)."""
        if self.wins(seat):
            return seat
        if self.opponent_row_wins and bed.has_row(self.winning_pieces(1 - seat)):
            return 1 - seat
        return constants.ONGOING

    @cython.final
    def winning_pieces(self, seat: int) -> int:
        """Three of these in a row win: cats, or kittens in boop. for younger players."""
        return self.kittens[seat] if self.junior else self.cats[seat]

    @cython.final
    def wins(self, seat: int) -> bool:
        """Whether this player, whose turn has just ended, has won."""
        own = self.winning_pieces(seat)
        count = bits.count(own)
        if count < pieces.MIN_PIECES_FOR_A_ROW:  # The usual case, and quicker to see than that there is no row.
            return False
        if bed.has_row(own):
            return True
        return count == pieces.PIECES_PER_SEAT and (self.eight_wins or not self.junior)


def write_spaces(moves: list[int], end: int, kind: int, spaces: int) -> int:
    """Add one move of this kind for each space; where the moves end now."""
    while spaces:
        moves[end] = kind + bits.lowest(spaces)
        spaces &= spaces - 1
        end += 1
    return end


def write_rows(moves: list[int], end: int, kittens: int, own: int) -> int:
    """Add one move for each row of three own pieces with a kitten among them; where the moves end now."""
    for direction in range(4):
        firsts = bed.rows_along(own, bed.STEP[direction])
        while firsts:
            first = bits.lowest(firsts)
            firsts &= firsts - 1
            if bed.row_spaces(direction, first) & kittens:
                moves[end] = pieces.ROW + 64 * direction + first
                end += 1
    return end
