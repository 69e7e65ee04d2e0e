"""boop. by its rulebook (B1 to B21), and the younger players' game (J1 to J4).

A turn is one placement with its boops, then, for the player whose turn it is only (B11): win, graduation or eight rule.
Where the rules leave a choice (which row, which piece), the choice is a move of its own; a single possible choice is
applied by itself. What a move does to the bed is in ``bed.py``; the words for it are in ``notation.py``.

Move codes: a kitten on a space, a cat on a space, one piece that leaves by the eight rule, a row that graduates.
"""

import cython

from boohive.core import bits, codes
from boohive.core.kernel import Kernel
from boohive.games.boop import bed, evaluate, folding, pieces, threats

FOLDED = 2**61
"""Added to folded keys, for 0 is no key."""


class BoopKernel(Kernel):
    """A position of boop. or, with ``junior``, of the younger players' game."""

    def __init__(self, junior: bool, cat_may_return: bool, opponent_row_wins: bool, eight_wins: bool) -> None:
        self.junior = junior
        self.cat_may_return = cat_may_return
        self.opponent_row_wins = opponent_row_wins
        self.eight_wins = eight_wins
        self.kittens = [0] * 2
        self.cats = [0] * 2
        self.kittens_in_play = [pieces.PIECES_PER_SEAT, pieces.PIECES_PER_SEAT]  # B2: on the bed or in the pool
        self.mover = 0
        self.choosing = False
        self.won = codes.RUNNING
        self.choices = bits.move_room(pieces.MOST_CHOICES)
        self.made = 0
        self.can_go_back = False  # the first `make` makes room
        self.past = bits.words(0)

    def __dealloc__(self) -> None:
        bits.forget(self.past)
        bits.forget(self.choices)

    # What everyone asks

    def seat(self) -> int:
        """Who decides next."""
        return self.mover

    def turn_is_open(self) -> bool:
        """Whether a row or a piece has to be chosen."""
        return self.choosing

    def result(self) -> int:
        """``RUNNING`` or the seat that has won; the rules know no draw (B21)."""
        return self.won

    def progress(self) -> int:
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
        """The same position, apart."""
        twin = BoopKernel(self.junior, self.cat_may_return, self.opponent_row_wins, self.eight_wins)
        twin.become(self)
        return twin

    @cython.final
    def become(self, other: "BoopKernel") -> None:
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
        if self.won != codes.RUNNING:
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
        if self.won != codes.RUNNING or self.choosing or not self.no_choice_can_follow():
            return Kernel.count_turns(self, moves, start)
        return self.count_placements()

    @cython.final
    def no_choice_can_follow(self) -> bool:
        """Whether the mover has so few pieces on the bed that no placement leads to a choice."""
        own = self.kittens[self.mover] | self.cats[self.mover]
        return bits.count(own) + 1 < pieces.FEWEST_FOR_A_CHOICE

    @cython.final
    def count_placements(self) -> int:
        """How many placements there are in a game that goes on."""
        kinds = (self.pool_kittens(self.mover) > 0) + (self.pool_cats(self.mover) > 0)
        return kinds * bits.count(bed.BED & ~self.occupied())

    def make(self, move: int) -> None:
        """Play a legal move so that it can be taken back."""
        self.remember()
        self.advance(move)

    @cython.final
    def remember(self) -> None:
        """Keep the position for ``unmake``."""
        if not self.can_go_back:
            bits.forget(self.past)
            self.past = bits.words(pieces.PAST_WORDS * pieces.PAST_MOVES)
            self.can_go_back = True
        at = pieces.PAST_WORDS * self.made
        self.past[at] = self.kittens[0]
        self.past[at + 1] = self.kittens[1]
        self.past[at + 2] = self.cats[0]
        self.past[at + 3] = self.cats[1]
        self.past[at + 4] = self.kittens_in_play[0]
        self.past[at + 5] = self.kittens_in_play[1]
        self.past[at + 6] = 2 * self.mover + self.choosing
        self.made += 1

    def unmake(self) -> None:
        """Take back the last move."""
        self.made -= 1
        at = pieces.PAST_WORDS * self.made
        self.kittens[0] = self.past[at]
        self.kittens[1] = self.past[at + 1]
        self.cats[0] = self.past[at + 2]
        self.cats[1] = self.past[at + 3]
        self.kittens_in_play[0] = self.past[at + 4]
        self.kittens_in_play[1] = self.past[at + 5]
        self.mover = self.past[at + 6] >> 1
        self.choosing = (self.past[at + 6] & 1) != 0
        self.won = codes.RUNNING

    @cython.final
    def advance(self, move: int) -> None:
        """Play a legal move."""
        if move < pieces.ONE:
            self.place(move & 63, move >= pieces.CAT)
            self.end_turn()
        else:
            self.choose(move)
            self.pass_the_turn()

    @cython.final
    def occupied(self) -> int:
        """Every piece on the bed."""
        return self.kittens[0] | self.kittens[1] | self.cats[0] | self.cats[1]

    @cython.final
    def boops(self, space: int, cat: bool) -> int:
        """The pieces that a kitten or a cat placed here would boop; kittens do not boop cats (B8)."""
        return bed.boops(self.occupied(), 0 if cat else self.cats[0] | self.cats[1], space)

    def booped_by(self, move: int) -> int:
        """The same for a move, for telling what it does; nothing for a choice."""
        return self.boops(move & 63, move >= pieces.CAT) if move < pieces.ONE else 0

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
        if self.won == codes.RUNNING:
            n = self.generate_choices(self.choices, 0) if self.may_have_to_choose() else 0
            if n > 1:
                self.choosing = True
                return
            if n == 1:
                self.choose(self.choices[0])
        self.pass_the_turn()

    @cython.final
    def ways_to_end(self, moves: list[int], start: int) -> int:
        """How many ways this turn can end, the bed being settled: one, or one for each choice."""
        if not self.may_have_to_choose() or self.winner_after_turn_of(self.mover) != codes.RUNNING:
            return 1
        n = self.generate_choices(moves, start) - start
        return n if n > 1 else 1

    @cython.final
    def may_have_to_choose(self) -> bool:
        """A quick no for most turns: neither a row with a kitten nor eight on the bed."""
        own = self.kittens[self.mover] | self.cats[self.mover]
        return bits.count(own) == pieces.PIECES_PER_SEAT or (not self.junior and bed.has_row(own))

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
    def pass_the_turn(self) -> None:
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
        return codes.RUNNING

    @cython.final
    def winning_pieces(self, seat: int) -> int:
        """Three of these in a row win: cats, or the younger players' kittens."""
        return self.kittens[seat] if self.junior else self.cats[seat]

    @cython.final
    def wins(self, seat: int) -> bool:
        """Whether this player, whose turn has just ended, has won."""
        own = self.winning_pieces(seat)
        if bed.has_row(own):
            return True
        return bits.count(own) == pieces.PIECES_PER_SEAT and (self.eight_wins or not self.junior)

    # What the engine asks

    def evaluate(self) -> int:
        """How good the position looks for the seat to move."""
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

    def folded_key(self) -> int:
        """For the younger players' game an exact number that all eight views of the bed share; never 0."""
        if not self.junior:
            return self.key()
        return 4 * folding.fold(self.kittens[0], self.kittens[1]) + 2 * self.mover + self.choosing + FOLDED

    def winning_move(self, moves: list[int], start: int) -> int:
        """A move with which the mover wins at once."""
        return codes.NO_MOVE if self.choosing else self.winning_move_of(self.mover)

    def threatened(self, moves: list[int], start: int) -> bool:
        """Whether the other player could win now if it were their turn."""
        return self.winning_move_of(1 - self.mover) != codes.NO_MOVE

    def promises(self, moves: list[int], start: int, end: int, promise: list[int]) -> None:
        """A row of one's own, or the space where the other player would make one."""
        occupied, other = self.occupied(), 1 - self.mover
        own_rows = threats.rows_at_a_glance(self.kittens[self.mover] | self.cats[self.mover], occupied)
        other_rows = threats.rows_at_a_glance(self.kittens[other] | self.cats[other], occupied)
        for i in range(start, end):
            promise[i] = 0
            if moves[i] < pieces.ONE and (own_rows | other_rows) & bits.bit(moves[i] & 63):
                promise[i] = pieces.FORCING if own_rows & bits.bit(moves[i] & 63) else pieces.FORCING // 2

    @cython.final
    def winning_move_of(self, seat: int) -> int:
        """A placement that would win for this player if it were their turn."""
        own, occupied = self.winning_pieces(seat), self.occupied()
        if bed.has_row(own):
            if not self.junior and self.pool_kittens(seat) > 0:
                return pieces.KITTEN + bits.lowest(bed.BED & ~occupied)  # A kitten moves no cat out of the row (B8).
            return self.as_move(seat, threats.keeping_space(own, occupied))
        if bits.count(own) < 2:
            return codes.NO_MOVE
        if bits.count(own) == pieces.PIECES_PER_SEAT - 1 and (self.eight_wins or not self.junior):
            space = threats.filling_space(own, occupied)
            if space >= 0:
                return self.as_move(seat, space)
        return self.as_move(seat, threats.row_space(own, occupied))

    @cython.final
    def as_move(self, seat: int, space: int) -> int:
        """The code for placing a winning piece there, if there is such a space and such a piece in the pool."""
        pool = self.pool_kittens(seat) if self.junior else self.pool_cats(seat)
        if space < 0 or pool == 0:
            return codes.NO_MOVE
        return space + (pieces.KITTEN if self.junior else pieces.CAT)


def write_spaces(moves: list[int], end: int, kind: int, spaces: int) -> int:
    """Add one move of this kind for each space; where the moves end now."""
    while spaces:
        moves[end] = kind + bits.lowest(spaces)
        spaces &= spaces - 1
        end += 1
    return end


def write_rows(moves: list[int], end: int, kittens: int, own: int) -> int:
    """Add one move for each row of three own pieces with a kitten among them; where the moves end now."""
    for line in range(4):
        firsts = bed.rows_along(own, bed.STEP[line])
        while firsts:
            first = bits.lowest(firsts)
            firsts &= firsts - 1
            if bed.row_spaces(line, first) & kittens:
                moves[end] = pieces.ROW + 64 * line + first
                end += 1
    return end
