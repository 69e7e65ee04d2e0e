"""Wins that a proof search found: the highest level plays them, and from level 5 on nobody misses what is near."""

import os
import subprocess
import sys
from time import monotonic, monotonic_ns, thread_time

import pytest
from bench import missed_wins
from bench.wins import plays, read

import boohive
from boohive.core.kernel import Moves, play_at, status_of
from boohive.core.search_kernel import winning_move
from boohive.engine.deepening import SearchControl, is_mate_score, last, search
from boohive.engine.forced_wins import MAX_PROOF_SECONDS, search_with_proof
from boohive.engine.players import choose
from boohive.engine.proof import UNKNOWN, WON, Proof

GAMES = ["boop", "boop-ghosts", "hive"]
SECONDS = 1.0


@pytest.mark.parametrize("game", GAMES)
def test_the_kept_wins_are_different_positions_of_every_length(game):
    wins = read(game)
    assert len({win.position.text for win in wins}) == len(wins) == 500
    assert {win.turns for win in wins} >= {1, 2, 3}


@pytest.mark.parametrize("game", GAMES)
def test_level_8_plays_wins_in_up_to_3_turns(game):
    for win in read(game, 24):
        if win.turns <= 3:
            assert plays(win, SECONDS), win.position.text


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_level_8_plays_every_win_in_up_to_3_turns_and_most_in_up_to_5(game):
    wins = read(game)
    missed = [win for win in wins if not plays(win, SECONDS)]
    assert [win.position.text for win in missed if win.turns <= 3] == []
    assert len(missed) <= 0.05 * len(wins)


@pytest.mark.parametrize("game", ["boop", "boop-ghosts"])
def test_level_8_plays_wins_that_a_search_misses(game):
    """Of those that ``python -m bench find-missed`` found, some."""
    found = missed_wins.read(game)
    for _, text in found[:: max(1, len(found) // 4)][:4]:
        position = boohive.from_text(game, text)
        after = position.play(choose(position, 8, time=SECONDS))
        assert Proof(position.to_move, 16).run(after._kernel, 2000) == WON, text


HIDDEN = "1c2Kk/4kC/K5/C1C1c1/2C3/5k 1,2,2,0 0 - H1@2+"
"""A win in three turns that a short search, which leaves out what looks quiet, does not see; a proof does."""


def test_a_win_that_only_a_proof_sees_is_the_last_info():
    position = boohive.from_text("boop-ghosts", HIDDEN)
    searched = last(search(position, nodes=5_000))
    infos = list(search_with_proof(position, SECONDS, SearchControl()))
    assert not is_mate_score(searched.score)
    assert infos[-1].best != searched.best
    assert Proof(position.to_move, 8).run(play_at(position._kernel, infos[-1].best), 1000) == WON


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system cannot put programs on one processor")
def test_the_look_for_a_forced_win_gets_its_share_on_a_crowded_processor_and_the_whole_keeps_its_time():
    """Seven other programs on one processor: what is measured is work, so that the look is not over before it began."""
    position = boohive.from_text("boop-ghosts", HIDDEN)
    before = os.sched_getaffinity(0)
    core = {min(before)}
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(7)]
    try:
        for pid in (0, *(process.pid for process in busy)):
            os.sched_setaffinity(pid, core)
        for _ in range(3):
            begun = monotonic()
            chosen = choose(position, 8, time=SECONDS)
            assert monotonic() - begun < SECONDS + 0.5
            assert Proof(position.to_move, 8).run(position.play(chosen)._kernel, 1000) == WON
    finally:
        os.sched_setaffinity(0, before)
        for process in busy:
            process.kill()
            process.wait()


def test_a_look_for_a_forced_win_ends_when_its_work_is_done():
    position = boohive.new("boop-ghosts")
    begun, worked = monotonic(), thread_time()
    control = SearchControl()
    control.deadline = monotonic_ns() + 5 * 10**9
    assert Proof(0, 8, control).run(position._kernel, cpu_seconds=0.05) == UNKNOWN
    assert 0.05 <= thread_time() - worked < 0.2
    assert monotonic() - begun < 4


def test_with_much_time_the_look_for_a_forced_win_soon_makes_way_for_the_search():
    begun = monotonic()
    next(search_with_proof(boohive.new("boop"), 3600, SearchControl()))
    assert monotonic() - begun < MAX_PROOF_SECONDS + 3


def loses_at_once(position, code):
    """Whether the other player has a win right after this move, whatever is chosen later in the turn."""
    after = play_at(position._kernel, code)
    seat, is_open, result, _ = status_of(after)
    if result >= 0:
        return result == 1 - position.to_move
    if seat == position.to_move and is_open:
        legal = Moves(after)
        return all(
            winning_move(child) is not None
            for child in (play_at(after, legal.code(i)) for i in range(len(legal)))
            if status_of(child).seat != position.to_move
        )
    return winning_move(after) is not None


def check_what_is_near(game, level, count):
    """A win in one is played; where the other player threatens to win, a move that prevents it is made."""
    won = saved = 0
    for win in read(game, count):
        position = win.position
        if win.turns == 1:
            move = choose(position, level, seed=1, time=SECONDS)
            code = move.code
            after = position.play(move)
            while after.outcome is None and after.to_move == position.to_move:
                after = after.play(choose(after, level, seed=1, time=SECONDS))
            assert after.outcome is not None, (level, position.text, code)
            assert after.outcome.winner == position.to_move
            won += 1
            continue
        # The loser's turn one move later, before the blow falls.
        after = position.play(choose(position, 8, time=0.1))
        if after.outcome is not None or after.to_move == position.to_move:
            continue
        safe = [move.code for move in after.legal_moves if not loses_at_once(after, move.code)]
        if safe and len(safe) < len(after.legal_moves):
            assert choose(after, level, seed=1, time=SECONDS).code in safe, (level, after.text)
            saved += 1
    return won, saved


@pytest.mark.parametrize("level", [5, 6, 7])
@pytest.mark.parametrize("game", GAMES)
def test_from_level_5_on_what_is_near_is_seen(game, level):
    won, _ = check_what_is_near(game, level, 20)
    assert won > 0


@pytest.mark.slow
@pytest.mark.parametrize("level", [5, 6, 7, 8])
@pytest.mark.parametrize("game", GAMES)
def test_from_level_5_on_what_is_near_is_always_seen(game, level):
    won, saved = check_what_is_near(game, level, 500)
    assert won > 20
    assert saved > 10
