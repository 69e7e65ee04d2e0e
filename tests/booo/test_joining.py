"""Who comes later: a player joins a race that is being run, from the next visitor on (H1, H7, H23)."""

import pytest

from boohive import Event, IllegalMove, NotationError
from boohive.games import GAMES
from boohive.games.booo.state import Phase
from booo.race import Race


def test_h7_whoever_joins_searches_from_the_next_visitor_on_and_the_pile_keeps_its_length() -> None:
    race = Race(players=2).to_search()
    pile = race.position.view()["pile"]
    race.do(2, "join", 500)
    assert [effect.kind for effect in race.effects] == ["joined"]
    assert race.players[2].out
    assert race.position.active_seats == (0, 1)
    assert race.position.view()["pile"] == pile == 8
    with pytest.raises(IllegalMove, match="until the next visitor"):
        race.claim(2, "W")
    race.do(0, "hand up").do(1, "hand up").to_search()
    assert race.position.active_seats == (0, 1, 2)
    assert race.position.view()["pile"] == pile - 1


def test_h23_a_hand_of_whoever_joined_counts_from_the_next_visitor_on() -> None:
    race = Race(players=2).to_search().do(2, "join").do(0, "hand up").do(1, "hand up")
    assert race.state.phase == Phase.BETWEEN, "two of two"
    race.to_search().do(3, "join").do(0, "hand up")
    assert race.state.phase == Phase.SEARCH
    race.do(2, "hand up")
    assert race.state.phase == Phase.BETWEEN, "two of three; the fourth has just come"


@pytest.mark.parametrize("phase", [Phase.BETWEEN, Phase.CHOOSING])
def test_whoever_joins_before_a_visitor_is_announced_searches_for_it(phase: Phase) -> None:
    race = Race(players=2, chooser="first_player" if phase == Phase.CHOOSING else "seed")
    assert race.state.phase == phase
    race.do(2, "join").to_search()
    assert race.position.active_seats == (0, 1, 2)


@pytest.mark.parametrize("phase", [Phase.ARRIVING, Phase.PROOF, Phase.PAUSE, Phase.CALLED])
def test_joining_disturbs_nothing_in_any_phase(phase: Phase) -> None:
    race = Race(players=3)
    while race.state.phase not in (phase, Phase.SEARCH):
        race.time()
    if phase in (Phase.PROOF, Phase.PAUSE):
        race.claim(0, race.colours_with_a_route(0)[0])
    if phase == Phase.PAUSE:
        race.do(0, "forget")
    if phase == Phase.CALLED:
        race.do(0, f"call {race.state.search}", 1000)
    before = race.state
    race.do(3, "join")
    assert race.state._replace(players=before.players) == before
    assert race.players[3].out


def test_h1_a_seventh_a_player_alone_and_a_wrong_seat_are_refused() -> None:
    race = Race(players=2)
    for seat in range(2, 6):
        race.do(seat, "join")
    with pytest.raises(IllegalMove, match="6 players at most"):
        race.do(6, "join")
    for seat in (0, 1, 3):
        with pytest.raises(IllegalMove, match="next free seat is 2"):
            Race(players=2).do(seat, "join")
    with pytest.raises(IllegalMove, match="plays against the clock"):
        Race(players=1).do(1, "join")


def test_a_text_holds_those_who_joined() -> None:
    race = Race(players=2, handicap="5,0").to_search().do(2, "join")
    twin = GAMES["booo"].from_text(race.position.text)
    assert twin == race.position
    assert twin.apply(Event(3, "join")).position.view()["players"][2]["handicap"] == 0
    with pytest.raises(NotationError, match="3 players in the text"):
        GAMES["booo"].from_text(race.position.text.replace("handicap=5,0 ", "players=1 "))


def test_a_whole_game_with_somebody_who_joined() -> None:
    race = Race(players=2, seed=3).do(2, "join")
    while race.state.phase != Phase.OVER:
        race.to_search()
        if race.route(2):
            race.win_round(2)
        else:
            race.do(0, "hand up").do(1, "hand up")
    assert race.position.outcome is not None
    assert race.position.outcome.winner == 2
