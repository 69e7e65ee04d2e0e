"""The race by its rules, H1 to H37; the numbers are those of the rules' page."""

from itertools import pairwise
from typing import Any

import pytest

import boohive
from boohive import Event, IllegalMove, NotationError, OptionError
from boohive.games import GAMES
from boohive.games.booo.castle import CENTRE, COLOURS, ROOMS
from boohive.games.booo.options import PRESETS
from boohive.games.booo.setup import TOKEN_ROOMS, pile_size, printed_deck
from boohive.games.booo.state import Phase
from booo.race import Race

# Set-up --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 7))
def test_h1_two_to_six_play_in_seat_order(players: int) -> None:
    race = Race(players=players)
    assert len(race.players) == players
    assert race.position.game.player_counts == range(2, 7)


def test_h1_seven_do_not() -> None:
    with pytest.raises(OptionError, match="players"):
        Race(players=7)


def test_h4_six_wall_tokens_lie_in_the_reserve() -> None:
    assert Race().position.view()["reserve"] == COLOURS


def test_h5_q2_the_ghost_starts_in_the_central_section_and_the_seed_decides_where() -> None:
    starts = {ROOMS[Race(seed=seed).state.ghost] for seed in range(40)}
    assert starts == set(CENTRE)
    assert ROOMS[Race(seed=1, ghost="d3").state.ghost] == "d3"


def test_h6_two_passages_and_two_transformations_on_fixed_rooms() -> None:
    setup = Race().position.rules.setup
    assert (setup.passages, setup.transformations) == (("b2", "e5"), ("e2", "b5"))


@pytest.mark.parametrize(("players", "visitors"), [(2, 9), (3, 12), (4, 12), (5, 15), (6, 15)])
def test_h7_the_pile_is_as_high_as_the_players_are_many(players: int, visitors: int) -> None:
    assert pile_size(players) == visitors
    assert Race(players=players).position.view()["pile"] == visitors


def test_h7_visitors_come_in_rising_order() -> None:
    race = Race(penalty="none").to_search()
    for number in (1, 2, 3):
        assert race.state.round == number
        race.to_search().do(0, "hand up").do(1, "hand up")
        race.to_search()


def test_h8_one_number_holds_for_the_whole_game() -> None:
    race = Race(number=3, deck="printed")
    for number in range(1, 6):
        race.to_search()
        assert ROOMS[race.state.visitor] == printed_deck()[number - 1][2]
        race.do(0, "hand up").do(1, "hand up")


def test_h8_the_number_is_drawn_from_the_seed() -> None:
    assert {Race(seed=seed).state.number for seed in range(30)} == {1, 2, 3, 4}


def test_q20_the_first_player_is_a_random_seat() -> None:
    assert {Race(seed=seed, players=4).state.first for seed in range(40)} == {0, 1, 2, 3}


def test_q2_the_host_may_let_the_first_player_choose() -> None:
    race = Race(chooser="first_player", players=3)
    first = race.state.first
    assert race.position.active_seats == (first,)
    with pytest.raises(IllegalMove, match="first player"):
        race.do((first + 1) % 3, "choose c4 2")
    race.do(first, "choose d3 4", 2000)
    assert (ROOMS[race.state.ghost], race.state.number, race.state.phase) == ("d3", 4, Phase.BETWEEN)


def test_q2_a_first_player_who_does_not_choose_leaves_it_to_the_seed() -> None:
    race = Race(chooser="first_player").time()
    assert race.state.phase == Phase.BETWEEN
    assert (race.state.ghost, race.state.number) == (Race().state.ghost, Race().state.number)


@pytest.mark.parametrize(
    ("tokens", "passages", "changes"),
    [("4+0", 4, 0), ("3+1", 3, 1), ("2+2", 2, 2), ("1+3", 1, 3), ("0+4", 0, 4), ("1+1", 1, 1), ("0+0", 0, 0)],
)
def test_h27_h28_any_split_of_the_tokens_on_the_same_rooms(tokens: str, passages: int, changes: int) -> None:
    setup = Race(tokens=tokens).position.rules.setup
    assert (len(setup.passages), len(setup.transformations)) == (passages, changes)
    assert set(setup.passages) | set(setup.transformations) <= set(TOKEN_ROOMS)
    assert not set(setup.passages) & set(setup.transformations)


def test_h28_other_rooms_by_hand_or_by_seed() -> None:
    by_hand = Race(tokens="1+2", token_rooms="a1,c3,f6").position.rules.setup
    assert (by_hand.passages, by_hand.transformations) == (("a1",), ("c3", "f6"))
    drawn = {Race(token_rooms="drawn", seed=seed).position.rules.setup.passages for seed in range(10)}
    assert len(drawn) > 5


@pytest.mark.parametrize("tokens", ["5+0", "3+2", "2", "+", "two", "2+2+2", "-1+2", "²+1"])
def test_a_split_that_does_not_work_is_refused(tokens: str) -> None:
    with pytest.raises(OptionError, match="tokens"):
        Race(tokens=tokens)


def test_h28_too_few_rooms_for_the_tokens_are_refused_with_both_ways_out() -> None:
    with pytest.raises(
        OptionError, match=r"token_rooms names 2 rooms for tokens=2\+2; name 4 rooms, or write tokens=1\+1"
    ):
        Race(token_rooms="a1,f6")
    assert len(Race(token_rooms="a1,f6", tokens="1+1").position.scenery()["passages"]) == 1


@pytest.mark.parametrize("rooms", ["a1,a1", "g1", "a1,b1,c1,d1,e1", "a1;b2"])
def test_token_rooms_that_do_not_work_are_refused(rooms: str) -> None:
    with pytest.raises(OptionError, match="token_rooms"):
        Race(token_rooms=rooms, tokens="0+0")


# Round ---------------------------------------------------------------------------------------------------------------------


def test_h9_the_visitor_appears_to_all_at_one_moment_and_not_before() -> None:
    race = Race().time()
    assert race.state.phase == Phase.ARRIVING
    hidden = ROOMS[race.state.visitor]
    for seat in (None, 0, 1):
        assert [piece["kind"] for piece in race.position.view(seat)["pieces"]] == ["ghost"]
    assert all(hidden not in str(effect) for effect in race.effects)
    assert f"{hidden} !" not in race.position.diagram()
    assert "visitor in" not in race.position.svg()
    race.time()
    assert f"{hidden} !" in race.position.diagram()
    assert f"visitor in {hidden}" in race.position.svg()
    assert race.position.view(0)["pieces"][1]["at"] == hidden
    assert race.effects[0].to == hidden


def test_h9_whoever_announces_the_visitor_says_when_it_is_shown() -> None:
    race = Race()
    race.do(None, "arrives 4200", race.state.until)
    assert (race.state.phase, race.position.next_timer) == (Phase.ARRIVING, 4200)
    race.time()
    assert race.state.since == 4200


def test_an_announcement_comes_between_rounds_and_before_its_moment() -> None:
    with pytest.raises(IllegalMove, match="between two rounds"):
        Race().to_search().do(None, "arrives 99999")
    with pytest.raises(IllegalMove, match="later time"):
        Race().do(None, "arrives 1000", 2000)
    with pytest.raises(IllegalMove, match="just happens"):
        Race().do(0, "arrives 1000")


def test_h10_a_visitor_may_stand_on_a_special_token_and_both_stay() -> None:
    deck = "/".join(["b2a1c1d1", "e5a2c2d2"] + ["a6c6d6e6", "f1f2f3f4"] * 6 + ["a3b3c3d3"])
    race = Race(deck=deck, number=1).to_search()
    assert ROOMS[race.state.visitor] == "b2"
    assert "b2 !P" in race.position.diagram().replace("b2!P", "b2 !P")
    race.do(0, "hand up").do(1, "hand up").to_search()
    assert race.position.rules.setup.passages == ("b2", "e5")


def test_h11_nothing_moves_before_a_claim() -> None:
    race = Race().to_search()
    for text in ("wall c4n", "passage e5", "change G", "undo", "forget"):
        with pytest.raises(IllegalMove, match="claim first"):
            race.do(0, text)


def test_q3_our_deck_never_puts_a_visitor_into_the_ghosts_room() -> None:
    deck = printed_deck()
    for number in range(4):
        rooms = [rooms[number] for rooms in deck]
        assert rooms[0] not in CENTRE
        assert all(one != other for one, other in pairwise(rooms))


def test_q3_in_an_imported_deck_the_next_number_counts_instead() -> None:
    deck = "/".join(["c4c4a1b1"] + ["a6c6d6e6", "f1f2f3f4"] * 7)
    race = Race(deck=deck, number=1, ghost="c4").to_search()
    assert ROOMS[race.state.visitor] == "a1"


@pytest.mark.parametrize("deck", ["a1b2c3d4", "a1", "", "/".join(["a1a1a1a1"] * 15), "/".join(["a1b2c3g9"] * 15)])
def test_a_deck_that_cannot_be_played_is_refused(deck: str) -> None:
    with pytest.raises(OptionError, match="deck"):
        Race(deck=deck)


# Claim and proof -----------------------------------------------------------------------------------------------------------


def test_h17_the_first_claim_stops_the_search_and_others_are_ignored() -> None:
    race = Race(players=3).to_search()
    race.claim(1, race.route(1)[0])  # type: ignore[index]
    assert race.position.active_seats == (1,)
    before = race.position
    for seat in (0, 2):
        with pytest.raises(IllegalMove, match="being proved"):
            race.claim(seat, "W")
    assert race.position == before


def test_h16_h32_a_banned_colour_stops_the_search_at_a_table() -> None:
    race = Race(banned_claim="stops").lay(0, "W").to_search().claim(0, "W")
    assert race.kinds()[:2] == ["claimed", "failed"]
    assert "banned" in str(race.effects[1].reason)
    assert race.state.phase == Phase.PAUSE


def test_h32_online_a_banned_colour_is_refused_for_that_player_alone() -> None:
    race = Race(banned_claim="refused", penalty="cooldown").lay(0, "W").to_search().claim(0, "W")
    assert race.state.phase == Phase.SEARCH
    assert "refused" in race.kinds()
    with pytest.raises(IllegalMove, match="cool-down"):
        race.claim(0, "Y", 1000)
    race.claim(1, "Y", 0)
    assert race.state.claimant == 1


def test_h16_a_change_into_a_banned_colour_ends_the_proof() -> None:
    race = Race(token_rooms="c3,d3,c4,d4", tokens="0+4").lay(0, "W").to_search().claim(0, "Y").do(0, "change W", 500)
    assert race.kinds()[0] == "failed"
    assert "banned" in str(race.effects[0].reason)


def test_h18_h21_the_first_wrong_step_ends_the_proof_and_nothing_moves() -> None:
    race = Race().to_search()
    ghost, visitor = race.state.ghost, race.state.visitor
    race.claim(0, "W").do(0, "wall 0.0-0.1", 500)
    assert race.kinds()[0] == "failed"
    assert (race.state.ghost, race.state.visitor, race.players[0].visitors) == (ghost, visitor, ())
    assert race.state.phase == Phase.PAUSE


def test_h18_a_step_back_ends_a_strict_proof_and_not_a_relaxed_one() -> None:
    for proof, phase in (("strict", Phase.PAUSE), ("relaxed", Phase.PROOF)):
        race = Race(proof=proof).to_search()
        colour, steps = race.route(0)  # type: ignore[misc]
        race.claim(0, colour).do(0, steps[0], 500).do(0, "undo", 500)
        assert race.state.phase == phase
    assert race.state.steps == ()
    for step in steps:
        race.do(0, step, 500)
    assert race.players[0].visitors == (1,)


def test_h19_h20_a_valid_proof_moves_the_ghost_and_wins_visitor_and_wall_token() -> None:
    race = Race().to_search()
    room = race.state.visitor
    race.win_round(1)
    assert race.state.ghost == room
    assert race.players[1].visitors == (1,)
    assert len(race.players[1].walls) == 1
    assert race.players[1].walls not in race.position.view()["reserve"]


def test_h20_the_token_is_robbed_from_the_player_who_has_it_and_his_ban_ends_at_once() -> None:
    race = Race(players=3, tokens="0+0").to_search()
    race.win_round(0)
    token = race.players[0].walls
    race.to_search()
    while token not in race.colours_with_a_route(1):
        race.do(0, "hand up").do(1, "hand up").to_search()
    race.win_round(1, token)
    assert (race.players[0].walls, race.players[1].walls) == ("", token)
    assert "player 1" in [effect.from_ for effect in race.effects if effect.kind == "took"]
    assert race.players[0].colours == 63


def test_q7_a_passage_straight_to_the_visitor_wins_the_visitor_alone() -> None:
    deck = "/".join(["e5a1c1d1"] + ["a6c6d6e6", "f1f2f3f4"] * 7)
    race = Race(deck=deck, number=1, ghost="c3", token_rooms="c3,e5", tokens="2+0").to_search()
    race.claim(0, "W").do(0, "passage e5", 500)
    assert (race.players[0].visitors, race.players[0].walls) == ((1,), "")


def test_q6_q8_the_token_is_that_of_the_last_wall_not_of_the_announced_colour() -> None:
    race = Race(token_rooms="c3,d3,c4,d4", tokens="0+4").to_search()
    colour, steps = race.route(0)  # type: ignore[misc]
    other = next(letter for letter in COLOURS if letter != colour)
    race.claim(0, other).do(0, f"change {colour}", 500)
    for step in steps:
        race.do(0, step, 500)
    last = next((step[-1] for step in reversed(steps) if step.startswith("change")), colour)
    assert race.players[0].walls == last


def test_h22_after_a_success_the_first_player_passes_clockwise() -> None:
    race = Race(players=3)
    first = race.state.first
    race.win_round(0)
    assert race.state.first == (first + 1) % 3


def test_h22_after_a_failed_claim_visitor_and_first_player_stay() -> None:
    race = Race(players=3).to_search()
    first, visitor = race.state.first, race.state.visitor
    race.fail_round(0).to_search()
    assert (race.state.first, race.state.visitor, race.state.search) == (first, visitor, "1.2")


def test_h21_the_claimant_may_search_again_too() -> None:
    race = Race().fail_round(0).to_search().win_round(0)
    assert race.players[0].visitors == (1,)


def test_q9_q10_as_printed_a_first_wrong_route_costs_nothing_more() -> None:
    race = Race(**GAMES["booo"].preset("rulebook")).fail_round(0)
    assert (race.players[0].cooldown_until, race.players[0].out) == (0, False)
    assert race.kinds() == ["failed"]


def test_q10_only_who_fails_again_with_the_same_visitor_rests_5_s_and_then_10_s() -> None:
    race = Race(penalty="second")
    for seconds in (0, 5, 10, 10):
        race.fail_round(0)
        rest = race.players[0].cooldown_until
        assert rest == (race.state.until + 1000 * seconds if seconds else 0)
        assert ("resting" in race.kinds()) == bool(seconds)
        race.time(max(rest - race.state.now, race.state.until - race.state.now))
    assert race.players[1].cooldown_until == 0
    race.do(0, "hand up").do(1, "hand up")
    race.fail_round(0)
    assert race.players[0].cooldown_until == 0, "with the next visitor the first failure is free again"


def test_h32_q10_a_claim_in_a_banned_colour_counts_as_a_failure() -> None:
    race = Race(penalty="second").lay(0, "W").to_search().claim(0, "W").to_search().claim(0, "W")
    assert race.state.phase == Phase.PAUSE, "the search starts again for all"
    assert race.players[0].cooldown_until == race.state.until + 5000


def test_people_play_by_the_rulebook_unless_they_agree_otherwise() -> None:
    """Q10, H32, H35, H36: on one screen, with bots and from afar alike; one preset away there is a limit."""
    game = GAMES["booo"]
    rules = {"penalty": "second", "banned_claim": "stops", "search_limit": 0, "umpire": "auto", "proof": "strict"}
    assert rules.items() <= game.new(**game.table_options()).options.items()
    assert game.new(**game.table_options()).options == game.new(**game.table_options("rulebook")).options
    assert game.preset("online")["search_limit"] == 180


@pytest.mark.parametrize("penalty", ["none", "cooldown", "out", "give"])
def test_q10_what_logs_say_keeps_its_meaning(penalty: str) -> None:
    """The rests after one, two and three failures, and whether the player is out."""
    meant = {"none": [0, 0, 0], "cooldown": [5, 10, 20], "out": [0], "give": [0, 0, 0]}
    race, rests = Race(penalty=penalty), []
    for _ in meant[penalty]:
        race.fail_round(0)
        rests.append(max(0, race.players[0].cooldown_until - race.state.until) // 1000)
        race.time(max(race.players[0].cooldown_until, race.state.until) - race.state.now)
    assert (rests, race.players[0].out) == (meant[penalty], penalty == "out")


def test_h38_a_call_on_one_screen_stops_the_search_and_names_its_colour_in_3_s() -> None:
    race = Race(players=3).to_search()
    route = race.route(1)
    assert route is not None
    race.do(1, f"call {race.state.search}", 2000)
    assert (race.state.phase, race.position.active_seats, race.state.searched) == (Phase.CALLED, (1,), 2000)
    assert race.position.view(0)["caller"] == 1
    assert race.position.view(0)["deadline"] == race.state.now + 3000
    for seat, text in ((0, "claim 1.1 W"), (0, "call 1.1"), (0, "hand up"), (1, "call 1.1"), (1, "hand up")):
        with pytest.raises(IllegalMove, match="called"):
            race.do(seat, text)
    race.claim(1, route[0], 2999)
    assert (race.state.phase, race.state.claimant, race.state.searched) == (Phase.PROOF, 1, 2000)
    for step in route[1]:
        race.do(1, step, 500)
    assert race.players[1].visitors == (1,)


def test_h38_q10_a_call_without_a_colour_fails_like_a_claim() -> None:
    race = Race(penalty="second").to_search().do(0, "call 1.1", 1000).time()
    assert (race.state.phase, race.state.search, race.players[0].fails) == (Phase.PAUSE, "1.2", 1)
    assert race.effects[0].reason.code == "no_colour"  # type: ignore[union-attr]
    race.to_search().do(0, "call 1.2", 1000).time()
    assert race.players[0].cooldown_until == race.state.until + 5000


def test_h31_a_call_is_ranked_like_a_claim_and_its_colour_is_not() -> None:
    race = Race().to_search()
    assert race.position.is_contested("call 1.1")
    assert race.position.is_contested("claim 1.1 W")
    race.do(0, "call 1.1")
    assert not race.position.is_contested("claim 1.1 W")


def test_h33_an_untimed_proof_has_no_clock_but_nobody_waits_for_somebody_who_left() -> None:
    race = Race(proof="untimed").to_search()
    colour, steps = race.route(0)  # type: ignore[misc]
    race.claim(0, colour)
    assert (race.position.next_timer, race.position.view(0)["deadline"]) == (None, None)
    race.do(0, steps[0], 600_000).do(0, "undo", 600_000).do(0, "away", 1000)
    assert race.position.next_timer == race.state.now + 30_000
    race.time()
    assert race.kinds()[0] == "failed"


def test_h8_the_number_is_known_to_all_once_the_first_visitor_is_shown() -> None:
    race = Race(number=3)
    assert race.position.view(None)["number"] is None
    race.time()
    assert race.state.phase == Phase.ARRIVING
    assert race.position.view(0)["number"] is None
    race.time()
    assert {race.position.view(seat)["number"] for seat in (None, 0, 1)} == {3}
    race.do(0, "hand up").do(1, "hand up")
    assert race.position.view(0)["number"] == 3


def test_h23_a_route_that_nobody_saw_is_told_after_the_vote() -> None:
    race = Race().to_search()
    assert race.route(0)
    race.do(0, "hand up").do(1, "hand up")
    missed = next(effect for effect in race.effects if effect.kind == "missed")
    assert missed.reason.code == "there_was_a_route"  # type: ignore[union-attr]
    again = Race().to_search()
    again.claim(0, str(missed.piece))
    for step in missed.reason.args["route"].split(";"):  # type: ignore[union-attr]
        again.do(0, step, 500)
    assert again.players[0].visitors == (1,), "the route that is told is a route"


def test_h23_when_there_was_none_nothing_is_told() -> None:
    race = without_a_route(umpire="off")
    race.do(0, "hand up").do(1, "hand up")
    assert "missed" not in race.kinds()
    assert race.effects[1].reason.code == "hands"  # type: ignore[union-attr]


def test_h21_a_failed_proof_says_where_it_went_wrong() -> None:
    race = Race().to_search().claim(0, "W").do(0, "wall 0.0-0.1", 500)
    assert (race.effects[0].from_, race.effects[0].to) == ("0.0", "0.1")
    race.to_search().claim(1, "W").do(1, "passage b2", 500)
    assert race.effects[0].to == "b2"


def test_q10_online_the_cool_down_doubles_with_each_failure_up_to_20_s() -> None:
    race = Race(penalty="cooldown")
    for seconds in (5, 10, 20, 20):
        race.fail_round(0)
        assert race.players[0].cooldown_until - race.state.until == 1000 * seconds
        race.time(race.players[0].cooldown_until - race.state.now)
        assert race.state.phase == Phase.SEARCH
    race.do(0, "hand up").do(1, "hand up")
    assert race.players[0].fails == 0


def test_q10_a_claim_in_the_cool_down_is_refused_and_one_after_it_counts() -> None:
    race = Race(penalty="cooldown").fail_round(0).to_search()
    with pytest.raises(IllegalMove, match=r"again in 4\.0 s"):
        race.claim(0, "W", 1000)
    race.claim(0, "W", 5000)
    assert race.state.claimant == 0


def test_q10_option_out_until_the_next_visitor() -> None:
    race = Race(penalty="out", players=3).fail_round(0).to_search()
    assert race.position.active_seats == (1, 2)
    for text in (f"claim {race.state.search} W", "hand up"):
        with pytest.raises(IllegalMove, match="out until the next visitor"):
            race.do(0, text)
    race.do(1, "hand up").do(2, "hand up").to_search()
    assert race.position.active_seats == (0, 1, 2)


def test_q10_when_everybody_is_out_the_visitor_is_discarded() -> None:
    race = Race(penalty="out").fail_round(0).fail_round(1)
    assert "discarded" in race.kinds()
    assert race.state.phase == Phase.BETWEEN


def test_q10_option_give_a_visitor_to_the_poorest() -> None:
    race = Race(penalty="give", players=3)
    race.win_round(0).win_round(2).fail_round(0)
    assert [player.visitors for player in race.players] == [(), (1,), (2,)]


def test_q10_a_gift_may_be_the_fifth_visitor_and_ends_the_game_at_once() -> None:
    """The visitor that nobody scared stays neither taken nor discarded."""
    race = Race(penalty="give", players=2)
    race.lay(1, visitors=(1, 2, 3, 4)).lay(0, walls="WY", visitors=(5, 6, 7)).fail_round(0)
    assert race.kinds()[-2:] == ["gave", "won"]
    assert race.players[1].visitors == (1, 2, 3, 4, 7)
    assert race.state.discarded == ()


def test_the_text_of_a_game_that_a_gift_has_ended_can_be_read() -> None:
    """The last visitor is neither taken nor discarded then."""
    race = Race(penalty="give", players=2, seed=13)
    for winner in (0, 0, 0, 0, 1):
        race.win_round(winner)
        race.put(race.state.with_player(winner, walls=""))  # else four wall tokens end the game first
    race.fail_round(1)
    assert race.kinds()[-2:] == ["gave", "won"]
    assert boohive.new("booo").game.from_text(race.position.text) == race.position


def test_q11_a_hand_may_go_down_and_a_claim_lowers_it() -> None:
    race = Race(players=4).to_search().do(0, "hand up").do(1, "hand up").do(0, "hand down")
    assert [player.hand for player in race.players] == [False, True, False, False]
    race.claim(1, "W")
    assert not race.players[1].hand


def test_q11_all_hands_go_down_when_a_search_starts_again() -> None:
    race = Race(players=4).to_search().do(0, "hand up").fail_round(1).to_search()
    assert not any(player.hand for player in race.players)


def test_q12_no_vote_while_someone_proves() -> None:
    race = Race(players=3).to_search().do(0, "hand up").claim(1, "W")
    for text in ("hand up", "hand down"):
        with pytest.raises(IllegalMove, match="decided before any vote"):
            race.do(2, text)


def test_q17_everybody_sees_the_steps_of_a_proof() -> None:
    race = Race().to_search()
    colour, steps = race.route(0)  # type: ignore[misc]
    race.claim(0, colour).do(0, steps[0], 500)
    for seat in (None, 0, 1):
        assert len(race.position.view(seat)["proof"]["steps"]) == 1


# No route ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "needed"), [(2, 2), (3, 2), (4, 3), (5, 3), (6, 4)])
def test_h23_q13_more_than_half_end_a_search_and_the_ghost_takes_the_visitors_room(players: int, needed: int) -> None:
    race = Race(players=players).to_search()
    first, room = race.state.first, race.state.visitor
    for seat in range(needed):
        assert race.state.phase == Phase.SEARCH
        race.do(seat, "hand up", 100)
    assert race.state.discarded == (1,)
    assert race.state.first == (first + 1) % players
    assert race.state.ghost == room


def test_a_raised_hand_is_not_raised_again() -> None:
    race = Race().to_search().do(0, "hand up")
    with pytest.raises(IllegalMove, match="already"):
        race.do(0, "hand up")


# End -----------------------------------------------------------------------------------------------------------------------


def nearly(race: Race, seat: int, walls: str, visitors: tuple[int, ...]) -> Race:
    """So many tokens before a player, in the round after those visitors."""
    rounds = max(visitors, default=0)
    other = tuple(number for number in range(1, rounds + 1) if number not in visitors)
    return race.lay(seat, walls, visitors).put(
        race.lay(seat, walls, visitors).state._replace(round=rounds, discarded=other)
    )


def test_h24_four_wall_tokens_win_at_once() -> None:
    race = nearly(Race(), 0, "WYR", (1, 2, 3)).win_round(0)
    assert race.winner == 0
    assert race.position.outcome.reason == "four wall tokens"  # type: ignore[union-attr]


def test_h24_five_visitors_win_at_once() -> None:
    race = nearly(Race(), 1, "", (1, 2, 3, 4)).win_round(1)
    assert race.winner == 1
    assert race.position.outcome.reason == "five visitors"  # type: ignore[union-attr]


def test_h24_wall_tokens_come_before_visitors() -> None:
    race = nearly(Race(), 0, "WYR", (1, 2, 3, 4)).win_round(0)
    assert race.position.outcome.reason == "four wall tokens"  # type: ignore[union-attr]


def last_round(race: Race, players: list[tuple[str, tuple[int, ...]]]) -> Race:
    """The last visitor of the pile is about to come."""
    taken = {number for _, visitors in players for number in visitors}
    before = race.position.rules.pile_size - 1
    for seat, (walls, visitors) in enumerate(players):
        race.lay(seat, walls, visitors)
    others = tuple(number for number in range(1, before + 1) if number not in taken)
    return race.put(race.state._replace(round=before, discarded=others))


def test_h25_an_empty_pile_and_its_last_visitor_discarded_the_sum_decides() -> None:
    race = last_round(Race(), [("W", (1,)), ("YR", (2, 3))]).to_search().do(0, "hand up").do(1, "hand up")
    assert race.winner == 1
    assert race.position.outcome.reason == "most visitors and wall tokens"  # type: ignore[union-attr]


def test_h25_the_last_visitor_taken_counts_before_the_sum() -> None:
    race = last_round(Race(), [("W", (1,)), ("Y", (2,))]).win_round(0)
    assert race.winner == 0


def test_q15_h24_before_h25_the_last_visitor_may_bring_the_fourth_wall() -> None:
    race = last_round(Race(), [("WYR", (1,)), ("G", (2, 3, 4, 5))]).win_round(0)
    assert (race.winner, race.position.outcome.reason) == (0, "four wall tokens")  # type: ignore[union-attr]


def test_q15_the_last_visitor_may_be_the_fifth() -> None:
    race = last_round(Race(), [("", (1, 2, 3, 4)), ("WYR", (5, 6, 7))]).win_round(0)
    assert (race.winner, race.position.outcome.reason) == (0, "five visitors")  # type: ignore[union-attr]


def test_h26_among_equals_the_one_who_took_a_visitor_last_wins() -> None:
    race = last_round(Race(players=3), [("W", (1,)), ("Y", (5,)), ("", (3,))])
    race.to_search().do(0, "hand up").do(1, "hand up")
    assert race.winner == 1
    assert "latest visitor" in race.position.outcome.reason  # type: ignore[union-attr]


def test_q14_nobody_ever_took_a_visitor_a_shared_victory() -> None:
    race = last_round(Race(), [("", ()), ("", ())]).to_search().do(0, "hand up").do(1, "hand up")
    outcome = race.position.outcome
    assert outcome is not None
    assert outcome.winner is None
    assert "shared" in outcome.reason


def test_nothing_happens_after_the_end() -> None:
    race = last_round(Race(), [("", ()), ("", ())]).to_search().do(0, "hand up").do(1, "hand up")
    assert (race.position.active_seats, race.position.next_timer) == ((), None)
    with pytest.raises(IllegalMove, match="the game is over"):
        race.do(None, "time", 1000)


# The clock -----------------------------------------------------------------------------------------------------------------


def test_h30_a_claim_for_another_search_is_ignored_without_penalty() -> None:
    race = Race(penalty="cooldown").fail_round(0).to_search()
    before = race.position
    with pytest.raises(IllegalMove, match="that search is over"):
        race.do(1, "claim 1.1 W", 500)
    assert race.position == before
    assert race.players[1].fails == 0


def test_h29_rated_play_refuses_claims_under_1200_ms() -> None:
    rated = next(preset for preset in PRESETS if preset.name == "rated")
    race = Race(**rated.options).to_search()
    with pytest.raises(IllegalMove, match="1200 ms"):
        race.claim(0, "W", 1199)
    race.claim(0, "W", 1200)


def test_h31_a_claim_carries_no_time_of_its_own() -> None:
    """Its event's time counts, which the table has corrected."""
    race = Race().to_search()
    with pytest.raises(NotationError, match="names its search and a colour"):
        race.do(0, "claim 1.1 W 1300", 1500)


@pytest.mark.parametrize(("proof", "slow"), [("strict", 1), ("relaxed", 2)])
def test_h33_the_proof_clock(proof: str, slow: int) -> None:
    race = Race(proof=proof).to_search()
    colour, steps = race.route(0)  # type: ignore[misc]
    race.claim(0, colour)
    begun = race.state.now
    assert race.position.next_timer == begun + 7000 * slow
    race.do(0, steps[0], 4000)
    assert race.position.next_timer == begun + 4000 + 6000 * slow
    race.time()
    assert race.kinds()[0] == "failed"
    assert race.effects[0].reason == "the time is up"


def test_h33_a_proof_takes_35_s_at_most() -> None:
    race = Race().to_search()
    colour, steps = race.route(0)  # type: ignore[misc]
    race.claim(0, colour)
    begun = race.state.now
    for _ in range(7):
        race.do(0, steps[0], 4500)  # through the same wall and back: legal (H13), and it leads nowhere
    assert race.position.next_timer == begun + 35_000


def test_h33_a_step_at_the_very_end_of_its_time_is_too_late() -> None:
    race = Race().to_search()
    colour, steps = race.route(0)  # type: ignore[misc]
    race.claim(0, colour)
    with pytest.raises(IllegalMove, match="claim first"):
        race.do(0, steps[0], 7000)


def test_h34_a_search_starts_again_after_3_s() -> None:
    race = Race().fail_round(0)
    assert race.position.next_timer == race.state.now + 3000
    with pytest.raises(IllegalMove, match="search is over"):
        race.do(1, "claim 1.1 W", 100)
    with pytest.raises(IllegalMove, match="once it is open"):
        race.do(1, "claim 1.2 W", 100)
    race.time()
    assert (race.state.phase, race.state.search) == (Phase.SEARCH, "1.2")


def without_a_route(players: int = 2, **options: Any) -> Race:
    """A search that nobody can win."""
    for seed in range(2000):
        race = Race(players=players, seed=seed, tokens="0+0", **options).to_search()
        if not any(race.route(seat) for seat in range(players)):
            return race
    raise AssertionError("no such seed")


def test_h35_the_umpire_ends_an_impossible_round_after_20_s() -> None:
    race = without_a_route(umpire="on")
    assert race.position.next_timer == race.state.since + 20_000
    race.time()
    assert race.state.discarded == (1,)
    assert "umpire" in str(race.effects[0].reason)


def test_h35_the_umpires_look_tells_nothing_when_there_is_a_route() -> None:
    race = Race(umpire="on").to_search()
    assert race.route(0)
    assert race.position.next_timer == race.state.since + 20_000
    race.time()
    assert (race.effects, race.state.phase, race.position.next_timer) == ([], Phase.SEARCH, None)


def test_h35_no_screen_is_told_when_the_umpire_looks() -> None:
    assert without_a_route(umpire="on").position.view(0)["deadline"] is None


def test_h35_without_an_umpire_nobody_says_so() -> None:
    assert without_a_route(umpire="off").position.next_timer is None


def test_h36_a_search_limit_ends_a_search_like_a_vote() -> None:
    race = Race(search_limit=180).to_search()
    room = race.state.visitor
    assert race.position.view(0)["deadline"] == race.state.since + 180_000
    race.time()
    assert (race.state.discarded, race.state.ghost) == ((1,), room)


def test_h37_a_lost_connection_does_not_stop_the_clock_of_a_proof() -> None:
    race = Race().to_search().claim(0, "W")
    due = race.position.next_timer
    race.do(0, "away", 1000)
    assert race.position.next_timer == due
    race.time()
    assert (race.state.phase, race.kinds()[0]) == (Phase.PAUSE, "failed")


def test_h37_after_30_s_away_a_seat_does_not_count_for_more_than_half() -> None:
    race = Race(players=4).to_search().do(3, "away", 700)
    gone = race.state.now
    race.do(0, "hand up", 100).do(1, "hand up", 100)
    assert race.state.phase == Phase.SEARCH
    assert race.position.next_timer == gone + 30_000
    race.time()
    assert race.state.discarded == (1,), "two of the three who are left"


def test_h37_a_seat_may_come_back() -> None:
    race = Race(players=4).to_search().do(3, "away").time().do(3, "back", 100)
    race.do(0, "hand up", 100).do(1, "hand up", 100)
    assert race.state.phase == Phase.SEARCH
    race.claim(3, "W")
    assert race.state.claimant == 3


def test_h37_with_everybody_away_the_search_waits() -> None:
    race = Race().to_search().do(0, "away").do(1, "away").time()
    assert (race.state.phase, race.position.next_timer) == (Phase.SEARCH, None)


def test_a_personal_handicap_makes_a_seat_wait() -> None:
    race = Race(handicap="5,0").to_search()
    with pytest.raises(IllegalMove, match=r"handicap is 5 s; claim again in 4\.0 s"):
        race.claim(0, "W", 1000)
    race.claim(1, "W", 1000)


@pytest.mark.parametrize("handicap", ["5", "1,2,3", "a,b", "-1,0", ""])
def test_a_handicap_that_does_not_fit_the_seats_is_refused(handicap: str) -> None:
    with pytest.raises(OptionError, match="handicap"):
        Race(handicap=handicap)


def test_time_does_not_go_back() -> None:
    race = Race().to_search()
    with pytest.raises(IllegalMove, match="cannot happen at"):
        race.position.apply(Event(0, "hand up", race.state.now - 1))


def test_a_log_without_the_clocks_own_events_folds_to_the_same_state() -> None:
    with_clock, without = Race(umpire="on").to_search(), Race(umpire="on")
    with_clock.claim(0, "W", 700)
    without.do(0, "claim 1.1 W", with_clock.state.now)
    assert with_clock.state == without.state


# Alone ---------------------------------------------------------------------------------------------------------------------


def test_h40_a_time_trial_goes_over_one_pile_and_tells_the_time() -> None:
    race = Race(players=1)
    for _ in range(9):
        race.to_search()
        if race.route(0):
            race.win_round(0)
        else:
            race.do(0, "hand up", 2000)
        assert len(race.players[0].walls) <= 2, "the last two wall tokens are banned"
    outcome = race.position.outcome
    assert outcome is not None
    assert outcome.winner == 0
    assert "of 9 visitors found in" in outcome.reason


def test_h40_the_hint_ladder_tells_colour_then_crossings_then_the_first_wall() -> None:
    race = Race(players=1).to_search()
    output = [str(race.do(0, "hint").effects[0].reason) for _ in range(3)]
    assert output[0].endswith(" works")
    assert "crossing" in output[1]
    assert output[2].startswith("the first one is wall ")
    assert race.state.searched == 30_000, "each hint costs ten seconds"
    with pytest.raises(IllegalMove, match="no more hints"):
        race.do(0, "hint")


def test_hints_are_for_a_player_alone() -> None:
    with pytest.raises(IllegalMove, match="player alone"):
        Race().to_search().do(0, "hint")


def test_h35_h40_the_umpire_is_on_for_a_player_alone() -> None:
    assert without_a_route(players=1).position.next_timer is not None


# Storms --------------------------------------------------------------------------------------------------------------------


def test_two_claims_in_one_window_have_one_winner() -> None:
    race = Race(players=3).to_search().claim(2, "W")
    for seat in (0, 1, 2):
        with pytest.raises(IllegalMove):
            race.do(seat, "claim 1.1 W")
    assert race.state.claimant == 2


def test_a_vote_racing_a_claim_the_first_one_counts() -> None:
    claimed = Race().to_search().do(0, "hand up").claim(1, "W", 0)
    assert claimed.state.phase == Phase.PROOF
    voted = Race().to_search().do(0, "hand up").do(1, "hand up")
    with pytest.raises(IllegalMove):
        voted.do(0, "claim 1.1 W")
    assert voted.state.phase == Phase.BETWEEN


def test_a_claim_at_the_moment_the_limit_is_reached_is_too_late() -> None:
    race = Race(search_limit=10).to_search()
    with pytest.raises(IllegalMove, match="that search is over"):
        race.do(0, "claim 1.1 W", 10_000)
    race.do(0, "claim 1.1 W", 9_999)


@pytest.mark.parametrize(
    "text",
    ["claim", "claim 1.1", "claim 1.1 X", "claim x W", "claim 1.1 W x", "wall", "wall z", "wall 1.1", "passage", "hand",
     "hand left", "choose a1 1", "choose c4 5", "arrives", "arrives x", "undo 2", "boo", "time now", "change WY"],
)  # fmt: skip
def test_an_event_that_cannot_be_read_says_how_to_write_it(text: str) -> None:
    with pytest.raises(NotationError, match=r"such as|write|is no|goes|nothing follows|central section"):
        Race().to_search().do(0, text)


def test_castles_and_decks_of_your_own() -> None:
    texts = boohive.new("booo", seed=9).rules.setup.castle.sections
    race = Race(castle="/".join(texts))
    assert race.position.rules.setup.castle.sections == texts
    with pytest.raises(NotationError, match="nine sections"):
        Race(castle="BGRY")
