"""What the screen points out: rows that lack one piece, and seven on the bed."""

import boohive


def warnings(game, text):
    return boohive.from_text(game, text).view()["warnings"]


def test_two_in_a_row_with_room_for_the_third_is_pointed_out():
    found = warnings("boop", "6/6/kk4/6/6/6 6,0,8,0 1 - -")
    assert found == [{"kind": "two", "seat": 0, "spaces": ["a3", "b3"], "missing": "c3", "wins": False}]


def test_a_taken_third_space_is_no_threat():
    assert warnings("boop", "6/6/kkK3/6/6/6 6,0,7,0 1 - -") == []


def test_two_cats_threaten_to_win_and_so_do_the_younger_players_kittens():
    assert warnings("boop", "6/6/cc4/6/6/6 3,3,8,0 1 - -")[0]["wins"]
    assert warnings("boop-junior", "6/6/kk4/6/6/6 6,0,8,0 1 - -")[0]["wins"]


def test_seven_on_the_bed_is_pointed_out():
    found = warnings("boop", "k1k1k1/6/1k1k1k/6/k5/6 1,0,8,0 1 - -")
    assert {"kind": "seven", "seat": 0} in found
