"""Set-up and rounds: from one visitor to the next (H8, H9, H11, H22)."""

from boohive.core.game import Effect, Millis, Seat
from boohive.core.options import Options
from boohive.games.booo import constants, refusals
from boohive.games.booo.castle import ROOMS
from boohive.games.booo.ending import finish, winner_by_sum
from boohive.games.booo.notation import ChooseEvent
from boohive.games.booo.options import handicaps
from boohive.games.booo.pieces import GHOST, visitor_piece
from boohive.games.booo.state import Phase, PlayerState, State
from boohive.games.booo.transition import RaceRules, Transition

__all__ = ["REVEAL_LEAD", "announce", "between_rounds", "choose", "next_round", "open_search", "reveal", "start"]


REVEAL_LEAD: Millis = 300
"""Between announcing a visitor and showing it, unless the announcement names another time."""
TIME_TO_CHOOSE: Millis = 30_000


def start(rules: RaceRules) -> State:
    """Everything in its place, the first visitor not yet announced."""
    setup, options = rules.setup, rules.options
    players = (PlayerState(),) * int(options["players"])
    handicaps(options)  # an impossible one is refused at set-up
    state = State(Phase.BETWEEN, players, setup.first_player, setup.ghost, setup.number, until=rules.pause)
    return state._replace(phase=Phase.CHOOSING, until=TIME_TO_CHOOSE) if first_player_chooses(options) else state


def first_player_chooses(options: Options) -> bool:
    """Q2: the host may let the first player choose what is drawn."""
    return options["chooser"] == "first_player" and (options["ghost"] == "drawn" or options["number"] == 0)


def choose(rules: RaceRules, state: State, seat: Seat, parsed: ChooseEvent) -> Transition:
    """The first player names the ghost's room and the number."""
    if state.phase != Phase.CHOOSING or seat != state.first:
        raise refusals.too_late_to_choose()
    ghost = state.ghost if rules.options["ghost"] != "drawn" else parsed.ghost
    number = state.number if rules.options["number"] else parsed.number
    chosen = state._replace(ghost=ghost, number=number)
    return Transition(between_rounds(rules, chosen), (Effect("chosen", seat, GHOST, to=ROOMS[ghost]),))


def between_rounds(rules: RaceRules, state: State) -> State:
    """Wait for the next visitor; players who were out or in a cool-down may search again."""
    players = tuple(player._replace(hand=False, fails=0, cooldown_until=0, out=False) for player in state.players)
    return state._replace(
        phase=Phase.BETWEEN,
        players=players,
        since=state.now,
        until=state.now + rules.pause,
        visitor=None,
        claimant=None,
        colour=constants.ANY,
        steps=(),
        attempt=0,
        hints=0,
    )


def announce(rules: RaceRules, state: State, reveal_at: Millis) -> Transition:
    """H9: the top visitor is taken; nobody sees where it goes before ``reveal_at``."""
    number = state.round + 1
    visitor = place_of(rules, state, number)
    arriving = state._replace(
        phase=Phase.ARRIVING, round=number, attempt=1, visitor=visitor, since=state.now, until=reveal_at
    )
    return Transition(arriving, (Effect("arriving", piece=visitor_piece(number), reason=f"shown at {reveal_at}"),))


def place_of(rules: RaceRules, state: State, number: int) -> int:
    """The room under the chosen number; Q3: in an imported deck the next number, when the ghost is already there."""
    rooms = rules.setup.deck[number - 1]
    for turn in range(len(rooms)):
        room = rules.setup.castle.room(rooms[(state.number - 1 + turn) % len(rooms)])
        if room != state.ghost:
            return room
    raise AssertionError("a visitor with four equal rooms is refused at set-up")


def open_search(state: State) -> State:
    """H11: everybody searches from this moment on."""
    searching = state._replace(
        phase=Phase.SEARCH, since=state.now, claimant=None, colour=constants.ANY, steps=(), umpire_checked=False
    )
    return searching.hands_down()


def reveal(state: State) -> Transition:
    """The visitor appears to all at once."""
    assert state.visitor is not None
    shown = Effect("appeared", piece=visitor_piece(state.round), to=ROOMS[state.visitor])
    return Transition(open_search(state), (shown, Effect("search", reason=state.search)))


def next_round(rules: RaceRules, state: State) -> Transition:
    """H22: first player passes clockwise; H25: or the pile is empty."""
    if state.round == rules.pile_size:
        return finish(state, *winner_by_sum(rules, state))
    first = (state.first + 1) % len(state.players)
    return Transition(between_rounds(rules, state._replace(first=first)))
