"""BOOOOP. as the engine sees it: boop.'s heuristics, and what the ghosts are about to do (``evaluate.py``)."""

import cython

from boohive.core import bits, constants, network
from boohive.games.boop import pieces
from boohive.games.boop.heuristics import BoopSearchKernel
from boohive.games.ghosts import evaluate, inputs, network_terms, seams
from boohive.games.ghosts import pieces as ghost_pieces
from boohive.games.ghosts.rules import GhostsKernel

WEIGHTS = network.read_weights(__package__, network_terms.INPUTS)
FIRST_LAYER = WEIGHTS.first
LINEAR = WEIGHTS.linear
SECOND_LAYER = WEIGHTS.second
HAS_NETWORK = WEIGHTS.exist
ENTRY_POINT = 64
"""What a point of the evaluation counts when entries are ordered: the best differ by a few hundredths of a forcing move."""
MUST_BE_TRIED = 32000
"""More than the worst that a search can have learnt about a move takes away."""


class GhostsSearchKernel(GhostsKernel):
    """A position of BOOOOP. that the engine can search."""

    def new_boop(self, cat_may_return: bool, opponent_row_wins: bool) -> BoopSearchKernel:
        """The start of boop.'s part, with its heuristics."""
        return BoopSearchKernel(False, cat_may_return, opponent_row_wins, True)

    def copy(self) -> "GhostsSearchKernel":
        """The same position in an object of its own."""
        twin = GhostsSearchKernel(self.boop.cat_may_return, self.boop.opponent_row_wins)
        twin.copy_from(self)
        return twin

    def evaluate(self) -> int:
        """How good the position looks for the seat to move: by the network, else boop.'s part and the ghosts."""
        if HAS_NETWORK:
            found = [0] * 60
            counts = [0] * 60
            number = self.fill_inputs(found, counts)
            return network.worth(FIRST_LAYER, LINEAR, SECOND_LAYER, found, counts, number)
        me, other = self.boop.mover, 1 - self.boop.mover
        own = self.boop.kittens[me] | self.boop.cats[me]
        others = self.boop.kittens[other] | self.boop.cats[other]
        return (
            self.boop.evaluate()
            + evaluate.ghost_score(own, others, self.ghosts[me], self.ghosts[other])
            - evaluate.ghost_score(others, own, self.ghosts[other], self.ghosts[me])
        )

    @cython.final
    def fill_inputs(self, found: list[int], counts: list[int]) -> int:
        """The network's inputs that are not zero and their counts; how many there are."""
        me, other = self.boop.mover, 1 - self.boop.mover
        number = cython.cast(BoopSearchKernel, self.boop).fill_inputs(found, counts)
        number = inputs.add_ghost(
            found,
            counts,
            number,
            network_terms.GHOSTS,
            self.ghosts[me],
            self.ghosts[other],
            self.boop.kittens[me],
            self.boop.cats[me],
            self.boop.kittens[other],
            self.boop.cats[other],
        )
        return inputs.add_ghost(
            found,
            counts,
            number,
            network_terms.GHOSTS + network_terms.PER_GHOST,
            self.ghosts[other],
            self.ghosts[me],
            self.boop.kittens[other],
            self.boop.cats[other],
            self.boop.kittens[me],
            self.boop.cats[me],
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

    def winning_move(self, moves: list[int], start: int) -> int:
        """A placement with which the mover wins; a ghost that enters, or a choice, never does."""
        if self.waiting or self.boop.choosing:
            return constants.NO_MOVE
        return self.winning_move_of(self.boop.mover)

    def is_threatened(self, moves: list[int], start: int) -> bool:
        """Whether the other player could win now if it were their turn."""
        return self.winning_move_of(1 - self.boop.mover) != constants.NO_MOVE

    def score_moves(self, moves: list[int], start: int, end: int, scores: list[int]) -> None:
        """As in boop.; an entry counts what the ghost will be worth there."""
        if not self.waiting:
            self.boop.score_moves(moves, start, end, scores)
            return
        me, other = self.boop.mover, 1 - self.boop.mover
        own = self.boop.kittens[me] | self.boop.cats[me]
        others = self.boop.kittens[other] | self.boop.cats[other]
        arriving = seams.glide(self.ghosts[other], ghost_pieces.HOME)
        for i in range(start, end):
            ghost = seams.entry(moves[i] - ghost_pieces.ENTER) if moves[i] >= ghost_pieces.ENTER else ghost_pieces.HOME
            scores[i] = ENTRY_POINT * evaluate.ghost_score(own, others, ghost, self.ghosts[other])
            if seams.glide(self.ghosts[other], ghost) != arriving:
                scores[i] = MUST_BE_TRIED

    def late_decisions_are_quiet(self) -> bool:
        """A ghost that enters scares nobody yet (G6); only one that stands where the other would arrive is felt (G12)."""
        return self.waiting

    @cython.final
    def winning_move_of(self, seat: int) -> int:
        """A placement that would win for this player if it were their turn, their ghost's move included."""
        ghost = self.ghosts[seat]
        if ghost != ghost_pieces.HOME:
            ghost = seams.glide(ghost, self.ghosts[1 - seat])
        if ghost == ghost_pieces.HOME:
            return cython.cast(BoopSearchKernel, self.boop).winning_move_of(seat)
        cats, occupied = self.boop.cats[seat], self.boop.occupied()
        if bits.count(cats) >= 2 and self.boop.pool_cats(seat) > 0:
            space = evaluate.cat_win(cats, occupied, ghost)
            if space >= 0:
                return pieces.CAT + space
        if bits.count(cats) >= 3 and self.boop.pool_kittens(seat) > 0:
            all_cats = self.boop.cats[0] | self.boop.cats[1]
            space = evaluate.kitten_win(cats, occupied, all_cats, ghost)
            if space >= 0:
                return pieces.KITTEN + space
        return constants.NO_MOVE
