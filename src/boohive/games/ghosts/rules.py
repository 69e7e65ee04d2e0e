"""BOOOOP. by its rulebook (G1 to G18): boop. with a ghost for each player.

The pieces, their boops, winning, graduation and the eight rule are boop.'s own: the kernel holds a boop. kernel and asks
it. What is new comes between the boops and the end of the turn (G3): the mover's ghost glides on by itself when it is on
the bed, or may enter when it is in the pool; that decision is a move of its own. Seams and stitches are in ``seams.py``.

Move codes: boop.'s own, then ``STAY_OUT``, then one entry for each lane.
"""

import cython

from boohive.core import bits, constants
from boohive.core.search_kernel import SearchKernel
from boohive.games.boop import pieces
from boohive.games.boop.rules import BoopKernel
from boohive.games.ghosts import pieces as ghost_pieces
from boohive.games.ghosts import seams


class GhostsKernel(SearchKernel):
    """A position of BOOOOP."""

    def __init__(self, cat_may_return: bool, opponent_row_wins: bool) -> None:
        self.fault = constants.NO_FAULT
        self.boop = self.new_boop(cat_may_return, opponent_row_wins)
        self.ghosts = [0] * 2  # both at home
        self.waiting = False  # the mover has placed a piece, and the ghost may enter now
        self.has_undo_buffer = False  # until `reserve_undo`
        self.undo_stack = bits.allocate_words(0)
        bits.require(self.undo_stack)

    def __dealloc__(self) -> None:
        bits.free(self.undo_stack)

    def new_boop(self, cat_may_return: bool, opponent_row_wins: bool) -> BoopKernel:
        """The start of boop.'s part."""
        return BoopKernel(False, cat_may_return, opponent_row_wins, True)

    # The state of the game

    def seat(self) -> int:
        """Who decides next."""
        return self.boop.mover

    def mid_turn(self) -> bool:
        """Whether the ghost may enter now, or a row or a piece has to be chosen."""
        return self.waiting or self.boop.choosing

    def decisions_per_turn(self) -> int:
        """A placement, what the ghost does, and a choice of a row or a piece."""
        return 3

    def result(self) -> int:
        """``ONGOING`` or the seat that has won."""
        return self.boop.won

    def irreversible_count(self) -> int:
        """Kittens that grew up never come back; ghosts do."""
        return self.boop.irreversible_count()

    @cython.final
    def ghosts_as_number(self) -> int:
        """Both ghosts and a pending decision about one of them."""
        return self.ghosts[0] + 128 * self.ghosts[1] + 16384 * self.waiting

    def key(self) -> int:
        """A hash of boop.'s part, the ghosts and a pending decision."""
        return bits.mix(self.boop.key() ^ self.ghosts_as_number())

    def state(self) -> tuple[int, ...]:
        """The exact position: boop.'s part, the ghosts, whether one may enter now."""
        return (*self.boop.state(), self.ghosts[0], self.ghosts[1], int(self.waiting))

    def setup(self, state: tuple[int, ...]) -> None:
        """Become the position that ``state`` gave; the outcome is worked out from the bed, once the ghost has acted."""
        self.boop.setup(state[:8])
        self.ghosts[0], self.ghosts[1] = state[8], state[9]
        self.waiting = bool(state[10])
        if self.waiting:
            # A won game has no decision any more: a position that claims both is over, and its readers refuse it.
            self.boop.won = self.boop.winner_after_turn_of(self.boop.mover)

    def copy(self) -> "GhostsKernel":
        """The same position in an object of its own."""
        twin = GhostsKernel(self.boop.cat_may_return, self.boop.opponent_row_wins)
        twin.copy_from(self)
        return twin

    @cython.final
    def copy_from(self, other: "GhostsKernel") -> None:
        """Take over the other's position."""
        self.boop.copy_from(other.boop)
        self.ghosts[0], self.ghosts[1] = other.ghosts[0], other.ghosts[1]
        self.waiting = other.waiting

    # The moves

    def generate(self, moves: list[int], start: int) -> int:
        """All legal moves: boop.'s, or what the ghost may do."""
        if self.waiting and self.boop.won == constants.ONGOING:
            return self.generate_entries(moves, start)
        return self.boop.generate(moves, start)

    @cython.final
    def generate_entries(self, moves: list[int], start: int) -> int:
        """The ghost stays out, or enters at the end of any seam (G4, G5), but not where the other ghost stands (A14)."""
        moves[start] = ghost_pieces.STAY_OUT
        end = start + 1
        for lane in range(ghost_pieces.LANES):
            if seams.is_free(lane, self.ghosts[1 - self.boop.mover]):
                moves[end] = ghost_pieces.ENTER + lane
                end += 1
        return end

    def reserve_undo(self) -> None:
        """Get the memory for the positions that ``unmake`` goes back to."""
        if not self.has_undo_buffer:
            bits.free(self.undo_stack)
            self.undo_stack = bits.allocate_words(pieces.UNDO_MOVES)
            bits.require(self.undo_stack)
            self.has_undo_buffer = True
        self.boop.reserve_undo()

    def make(self, move: int) -> None:
        """Play a legal move so that it can be taken back."""
        self.undo_stack[self.boop.undo_depth] = self.ghosts_as_number()
        self.boop.push_undo()
        self.advance(move)

    def unmake(self) -> None:
        """Take back the last move."""
        self.boop.unmake()
        before = self.undo_stack[self.boop.undo_depth]
        self.ghosts[0] = before & 127
        self.ghosts[1] = before >> 7 & 127
        self.waiting = before >> 14 != 0

    @cython.final
    def advance(self, move: int) -> None:
        """Play a legal move."""
        if move >= ghost_pieces.STAY_OUT:
            self.decide(move)
            self.boop.end_turn()
        elif move >= pieces.ONE:
            self.boop.advance(move)
        else:
            self.boop.place(move & 63, move >= pieces.CAT)
            if self.ghosts[self.boop.mover] != ghost_pieces.HOME:
                self.ghosts[self.boop.mover] = self.arrival()
                self.scare(self.ghosts[self.boop.mover])
                self.boop.end_turn()
            elif self.boop.winner_after_turn_of(self.boop.mover) != constants.ONGOING:
                self.boop.end_turn()  # Nothing a ghost at home may still do changes who has won (G4, G6, G18).
            else:
                self.waiting = True

    @cython.final
    def decide(self, move: int) -> None:
        """The ghost stays out or simply appears on its stitch, without any effect (G6)."""
        if move >= ghost_pieces.ENTER:
            self.ghosts[self.boop.mover] = seams.entry(move - ghost_pieces.ENTER)
        self.waiting = False

    @cython.final
    def arrival(self) -> int:
        """Where the mover's ghost is when this turn's pieces have settled: it goes on by itself (G7), or home (G11)."""
        return seams.glide(self.ghosts[self.boop.mover], self.ghosts[1 - self.boop.mover])

    @cython.final
    def scare(self, ghost: int) -> None:
        """A ghost arrives: the pieces of both players next to it fly straight away from it (G8, G9); at home it scares none."""
        occupied = self.boop.occupied()
        if seams.scared(occupied, ghost):
            for seat in range(2):
                self.boop.kittens[seat] = seams.after_scare(self.boop.kittens[seat], occupied, ghost)
                self.boop.cats[seat] = seams.after_scare(self.boop.cats[seat], occupied, ghost)

    # For describing a move

    def landings(self, move: int) -> list[tuple[int, int, int]]:
        """Which piece goes from where to where when a placement boops it; nothing for any other move."""
        return self.boop.landings(move)

    def won_by_row(self) -> bool:
        """Whether the winner has three in a row, rather than eight on the bed."""
        return self.boop.won_by_row()

    # Whole turns

    def count_turns(self, moves: list[int], start: int) -> int:
        """Whole turns: placements, times what the ghost may do unless one has won, times the ways the turn can end."""
        if self.boop.won != constants.ONGOING or self.boop.choosing:
            return self.boop.count_turns(moves, start)
        if self.waiting:
            return self.count_entries() * self.boop.ways_to_end(moves, start)
        if self.ghosts[self.boop.mover] == ghost_pieces.HOME:
            return self.count_placements(moves, start, self.count_entries())
        return self.count_placements(moves, start, 1)

    @cython.final
    def count_entries(self) -> int:
        """What a ghost at home may do: stay out, or enter on any free lane."""
        return 1 + seams.free_entries(self.ghosts[1 - self.boop.mover])

    @cython.final
    def no_win_can_follow(self) -> bool:
        """Whether there are too few cats on the bed for any placement to lead to three of them in a row."""
        return bits.count(self.boop.cats[self.boop.mover]) < 2 and bits.count(self.boop.cats[1 - self.boop.mover]) < 3

    @cython.final
    def count_placements(self, moves: list[int], start: int, entries: int) -> int:
        """The placements, each once for everything the ghost may do after it and every way its turn can end."""
        if self.boop.no_choice_can_follow() and (entries == 1 or self.no_win_can_follow()):
            return entries * self.boop.count_placements()
        ghost = self.arrival()
        end = self.boop.generate(moves, start)
        turns = 0
        for i in range(start, end):
            self.boop.push_undo()
            self.boop.place(moves[i] & 63, moves[i] >= pieces.CAT)
            self.scare(ghost)
            if entries > 1 and self.boop.winner_after_turn_of(self.boop.mover) != constants.ONGOING:
                turns += 1
            else:
                turns += entries * self.boop.ways_to_end(moves, end)
            self.boop.unmake()
        return turns
