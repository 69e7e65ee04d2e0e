"""Search after a short look for a forced win. Level 8, analyses, hints and reviews all think this way, so that none of them
calls a position even in which another one wins."""

import time as wall
from collections.abc import Iterator, Sequence

from boohive.core import clock
from boohive.core.search_kernel import winning_move
from boohive.core.turn_game import TurnPosition
from boohive.engine import scores
from boohive.engine.deepening import PrincipalVariation, SearchControl, SearchInfo, TranspositionTable, search
from boohive.engine.proof import WON, Proof, winning_line

__all__ = ["ForcedWins", "search_with_proof"]

PROOF_SHARE = 0.04
"""A few per cent of a player's time go to a search for a forced win first,"""

LONG_SECONDS, LONG_SHARE = 0.2, 0.25
"""and a quarter of the time beyond these seconds, where more time adds less and less depth,"""

ANALYSIS_SHARE, LOSS_SHARE = 0.4, 0.1
"""and still more of an analysis's: there a forced win is worth more than another turn of depth. The other player's forced win is
looked for too."""

MAX_PROOF_SECONDS = 2.0
"""never more than these seconds, which fill its table,"""

PROOF_WAIT = 0.5
"""nor this part of the time, if other programs keep the processor."""

NODES_PER_PROOF_NODE = 200
"""What a node of the proof costs, about, in nodes of the search, where these are counted instead of seconds."""

DEFAULT_PROOF_NODES = 200
"""Where neither is limited."""

SHARE_WHEN_WON = 0.1
"""A player who has found a forced win looks for a quicker one no longer than this part of the time."""

TABLE_MIB = 8


class ForcedWins:
    """Proof searches for both seats; what they find out stays for the next positions of the game."""

    def __init__(self, control: SearchControl | None = None) -> None:
        self.control = control or SearchControl()
        self._proofs: dict[int, Proof] = {}

    def find(
        self,
        position: TurnPosition,
        attacker: int,
        time: float | None = None,
        nodes: int | None = None,
        share: float = PROOF_SHARE,
    ) -> PrincipalVariation | None:
        """How the attacker wins against any defence, if that is found in a share of the time or of the nodes.

        The score is the attacker's; the number of turns in it is an upper bound.
        """
        proof = self._proofs.setdefault(attacker, Proof(attacker, TABLE_MIB, self.control))
        kernel, control = position._kernel, self.control
        control.deadline = 0 if time is None else clock.now() + int(time * PROOF_WAIT * 1e9)
        cpu_seconds = 0.0 if time is None else min(time * share, MAX_PROOF_SECONDS)
        max_nodes = 0 if nodes is None else 1 + int(nodes * share) // NODES_PER_PROOF_NODE
        if time is None and nodes is None:
            max_nodes = DEFAULT_PROOF_NODES
        if proof.run(kernel, max_nodes, cpu_seconds) != WON:
            return None
        line = winning_line(proof, kernel)
        if not line:  # Its table was too small to keep the moves.
            return None
        turns = proof.win_length(kernel) or scores.WIN - scores.MATE_BOUND
        return PrincipalVariation(scores.WIN - min(turns, scores.WIN - scores.MATE_BOUND), tuple(line))


def player_share(time: float | None) -> float:
    """Which part of its time a player spends on looking for a forced win."""
    if time is None or time <= LONG_SECONDS:
        return PROOF_SHARE
    return (LONG_SECONDS * PROOF_SHARE + (time - LONG_SECONDS) * LONG_SHARE) / time


def search_with_proof(
    position: TurnPosition,
    time: float | None,
    control: SearchControl,
    *,
    soft_time: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    multipv: int = 1,
    threads: int = 1,
    table: TranspositionTable | None = None,
    parameters: dict[str, int] | None = None,
    root_moves: Sequence[int] | None = None,
    forced_wins: ForcedWins | None = None,
    for_analysis: bool = False,
) -> Iterator[SearchInfo]:
    """``search``, after a short look for a forced win, which comes first in every info unless the search finds a quicker one.

    With ``for_analysis`` the look is longer, and the other player's forced win is looked for too. ``forced_wins`` remembers
    what was found in earlier positions; it must have the same ``control``. ``root_moves`` limits the moves that are looked at.
    """
    begun = wall.monotonic()
    usual = time if soft_time is None else soft_time
    proofs = forced_wins or ForcedWins(control)
    seat = position.to_move or 0
    share = ANALYSIS_SHARE if for_analysis else player_share(usual)
    won = playable(position, proofs.find(position, seat, usual, nodes, share))
    if won is not None and root_moves is not None and won.moves[0] not in root_moves:
        won = None
    lost = proofs.find(position, 1 - seat, usual, nodes, LOSS_SHARE) if for_analysis and won is None else None
    part = SHARE_WHEN_WON if won is not None and not for_analysis else 1.0
    used = wall.monotonic() - begun
    for info in search(
        position,
        time=None if time is None else part * max(0.0, time - used),
        soft_time=None if soft_time is None else part * max(0.0, soft_time - used),
        nodes=None if nodes is None else max(1, int(part * nodes)),
        depth=depth,
        multipv=multipv,
        threads=threads,
        table=table,
        control=control,
        parameters=parameters,
        root_moves=root_moves,
    ):
        yield info._replace(variations=with_proofs(info.variations, won, lost, multipv))


def playable(position: TurnPosition, won: PrincipalVariation | None) -> PrincipalVariation | None:
    """The win, unless the game itself is drawn on its way, because a position of the game stands again."""
    if won is None or winning_move(position._kernel) is not None:
        return won
    after = position.play(position.move(won.moves[0]))
    return won if after.outcome is None or after.outcome.winner == position.to_move else None


def with_proofs(
    variations: tuple[PrincipalVariation, ...],
    won: PrincipalVariation | None,
    lost: PrincipalVariation | None,
    multipv: int,
) -> tuple[PrincipalVariation, ...]:
    """What a search found, corrected by what is proved."""
    if lost is not None:
        return tuple(PrincipalVariation(min(each.score, -lost.score), each.moves) for each in variations)
    if won is None or variations[0].score >= won.score:
        return variations
    others = (each for each in variations if each.moves[0] != won.moves[0])
    return (won, *others)[:multipv]
