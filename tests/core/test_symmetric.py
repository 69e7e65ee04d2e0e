"""F24: positions that only look different have one symmetric form; others have another one."""

import pytest

from boohive.games import GAMES
from core.turning import position_after, quiet_game, sides, turned_moves

TURNS = [game.id for game in GAMES.get_all() if game.analysis]
LENGTH = {"boop-junior": 6}


def form_of(position):
    return position.game.canonical_form(position)


@pytest.mark.parametrize("game", TURNS)
@pytest.mark.parametrize("seed", range(3))
def test_f24_a_turned_or_mirrored_position_has_the_same_form(game, seed):
    moves = quiet_game(game, LENGTH.get(game, 12), seed)
    here = position_after(game, moves)
    seen = {position_after(game, turned_moves(game, moves, side)).text for side in sides(game)}
    assert len(seen) > 1, "they look different"
    assert {form_of(GAMES[game].from_text(text)) for text in seen} == {form_of(here)}


@pytest.mark.parametrize("game", TURNS)
def test_f24_every_position_of_a_game_has_a_form_of_its_own(game):
    found = {}
    for seed in range(4):
        moves = quiet_game(game, LENGTH.get(game, 14), seed)
        for length in range(len(moves) + 1):
            position = position_after(game, moves[:length])
            found.setdefault(form_of(position), set()).add(key_of(position))
    repeated = [keys for keys in found.values() if len(keys) > 1]
    assert len(repeated) <= 3, "only first moves of two games are each other's mirror image"


def key_of(position):
    return position.text


@pytest.mark.parametrize("game", ["boop", "boop-junior", "boop-ghosts"])
def test_f24_swapped_seats_change_nothing(game):
    text = position_after(game, quiet_game(game, 6)).text
    bed, pools, seat, *rest = text.split()
    pool = pools.split(",")
    swapped = " ".join([bed.swapcase(), ",".join(pool[2:] + pool[:2]), str(1 - int(seat)), *rest])
    if game == "boop-ghosts":
        assert rest[:2] == ["-", "-"], "no ghost is out in this game"
    assert form_of(GAMES[game].from_text(swapped)) == form_of(GAMES[game].from_text(text))


def test_f24_ghosts_are_turned_with_the_bed():
    game = GAMES["boop-ghosts"]
    ghosts = ["H0@0+", "H4@5-", "V0@0+", "V4@5-", "V0@5-", "H4@0+"]
    here = [game.from_text(f"6/6/6/6/6/6 8,0,8,0 0 {ghost} -") for ghost in ghosts]
    assert len({form_of(position) for position in here}) == 1
    other = game.from_text("6/6/6/6/6/6 8,0,8,0 0 H1@0+ -")
    assert form_of(other) not in {form_of(position) for position in here}
    assert form_of(game.from_text("6/6/6/6/6/6 8,0,8,0 1 - H0@0+")) == form_of(here[0]), "the mover's ghost"
    assert form_of(game.from_text("6/6/6/6/6/6 8,0,8,0 0 - H0@0+")) != form_of(here[0]), "the other's"
