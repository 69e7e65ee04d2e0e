"""How a race ends and who wins it (H24 to H26)."""

from boohive.core.game import Effect, Outcome, Seat
from boohive.core.sentences import Sentence
from boohive.games.booo import constants
from boohive.games.booo.state import Phase, State
from boohive.games.booo.transition import RaceRules, Transition, format_seconds

__all__ = ["ENDS", "VISITORS_TO_WIN", "WALLS_TO_WIN", "finish", "outcome_of", "winner_by_sum", "winner_by_tokens"]


WALLS_TO_WIN = 4
VISITORS_TO_WIN = 5

ENDS = {
    "walls": Sentence("four wall tokens", "four_walls"),
    "visitors": Sentence("five visitors", "five_visitors"),
    "sum": Sentence("most visitors and wall tokens", "highest_sum"),
    "latest": Sentence("the latest visitor among those with most visitors and wall tokens", "latest_visitor"),
    "shared": Sentence("nobody took a visitor: a shared victory", "shared_victory"),
    "trial": Sentence("the pile is played", "trial"),
}


def winner_by_tokens(rules: RaceRules, state: State) -> tuple[str, Seat] | None:
    """H24: four wall tokens, then five visitors; a time trial goes on to the end of the pile."""
    if rules.is_solo:
        return None
    for seat, player in enumerate(state.players):
        if len(player.walls) >= WALLS_TO_WIN:
            return "walls", seat
    for seat, player in enumerate(state.players):
        if len(player.visitors) >= VISITORS_TO_WIN:
            return "visitors", seat
    return None


def winner_by_sum(rules: RaceRules, state: State) -> tuple[str, Seat | None]:
    """H25, H26: the highest sum; among equals the one who took a visitor last; Q14: otherwise a shared victory."""
    if rules.is_solo:
        return "trial", 0
    highest = max(player.total for player in state.players)
    best = [seat for seat, player in enumerate(state.players) if player.total == highest]
    if len(best) == 1:
        return "sum", best[0]
    latest = max(best, key=lambda seat: state.players[seat].last_won_round)
    return ("latest", latest) if state.players[latest].last_won_round else ("shared", None)


def finish(state: State, end: str, winner: Seat | None) -> Transition:
    """The game is over."""
    over = state.hands_down()._replace(
        phase=Phase.OVER,
        since=state.now,
        end=end,
        winner=winner,
        visitor=None,
        claimant=None,
        colour=constants.ANY,
        steps=(),
    )
    outcome = outcome_of(over)
    assert outcome is not None
    return Transition(over, (Effect("draw" if winner is None else "won", winner, reason=outcome.reason),))


def outcome_of(state: State) -> Outcome | None:
    """How the game ended."""
    if state.phase != Phase.OVER:
        return None
    if state.end == "trial":
        return Outcome(0, trial_result(state))
    reason = ENDS[state.end]
    if state.end == "sum" and state.winner is not None:
        reason = Sentence(reason, reason.code, count=state.players[state.winner].total)
    return Outcome(state.winner, reason)


def trial_result(state: State) -> Sentence:
    """H40: what a player alone has found, and how long it took."""
    found = len(state.players[0].visitors)
    text = f"{found} of {state.round} visitors found in {format_seconds(state.searched)} s of searching"
    return Sentence(text, "trial_result", found=found, all=state.round, ms=state.searched)
