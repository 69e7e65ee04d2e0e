"""What the screen points out: rows that lack one piece, and seven on the bed."""

import boohive


def marks(game, text):
    return boohive.from_text(game, text).view()["marks"]


def test_two_in_a_row_with_room_for_the_third_is_pointed_out():
    found = marks("boop", "6/6/kk4/6/6/6 6,0,8,0 1 - -")
    assert found == [{"what": "two_in_row", "at": ["a3", "b3"], "seat": 0, "missing": "c3", "wins": False}]


def test_a_taken_third_space_is_no_threat():
    assert marks("boop", "6/6/kkK3/6/6/6 6,0,7,0 1 - -") == []


def test_two_cats_threaten_to_win_and_so_do_the_younger_players_kittens():
    assert marks("boop", "6/6/cc4/6/6/6 3,3,8,0 1 - -")[0]["wins"]
    assert marks("boop-junior", "6/6/kk4/6/6/6 6,0,8,0 1 - -")[0]["wins"]


def test_seven_on_the_bed_is_pointed_out():
    found = marks("boop", "k1k1k1/6/1k1k1k/6/k5/6 1,0,8,0 1 - -")
    assert {"what": "seven_on_board", "at": [], "seat": 0} in found


def test_a_move_is_one_beat_after_another():
    effects = boohive.from_text("boop", "6/1k4/6/6/6/6 7,0,8,0 1 - -").effects("k a1")
    assert [(effect.kind, effect.cause) for effect in effects] == [("placed", 0), ("booped", 1)]
    fell = boohive.from_text("boop", "k5/6/6/6/6/6 7,0,8,0 1 - -").effects("k b2")[1]
    assert (fell.kind, fell.from_, fell.to, fell.towards) == ("fell", "a1", None, (-1, -1))
    assert fell.as_data()["by"] == {"id": "", "kind": "kitten", "seat": 1}


def test_a_graduation_says_what_the_kitten_becomes_and_the_end_comes_last():
    rows = boohive.from_text("boop", "kk4/6/6/6/6/6 6,0,8,0 0 - -").effects("k c1")
    assert [(effect.kind, effect.becomes) for effect in rows if effect.kind == "graduated"] == [
        ("graduated", "cat")
    ] * 3
    won = boohive.from_text("boop", "cc4/6/6/6/6/6 5,1,8,0 0 - -").effects("c c1")[-1]
    assert (won.kind, won.cause, won.as_data()["reason"]) == (
        "won",
        1,
        {"code": "three_in_row", "text": "three cats in a row", "args": {"what": "cats"}},
    )


def test_pieces_and_pools_have_the_shape_of_every_game():
    view = boohive.new("boop").play("k c3").view()
    assert view["pieces"] == [{"id": "c3", "kind": "kitten", "seat": 0, "at": "c3"}]
    assert view["trays"][0] == {
        "seat": 0,
        "what": "pool",
        "pieces": [{"kind": "kitten", "count": 7}, {"kind": "cat", "count": 0}],
    }
