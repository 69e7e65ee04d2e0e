"""The clever search against plain negamax, and what a search promises about limits, stopping and repeating itself."""

import threading
import time
from random import Random

import pytest

import boohive
from boohive.core import clock
from boohive.core.constants import DRAW, NO_MOVE, ONGOING
from boohive.core.kernel import Moves, key_of, play_at, status_of
from boohive.core.search_kernel import evaluate
from boohive.engine import scores
from boohive.engine.deepening import search
from boohive.engine.players import Player
from boohive.engine.proof import UNKNOWN, WON, Proof
from boohive.engine.search import Search, SearchControl
from boohive.engine.transposition import TranspositionTable

GAMES = [game for game in ("boop", "boop-junior", "boop-ghosts", "hive") if game in boohive.GAMES]
WHOLE_WINDOW = (-scores.INFINITE, scores.INFINITE)


ONLY_A_GHOST_HELPS = {
    "CK2C1/6/c3c1/1C4/3k2/k1c1C1 3,0,0,3 0 - V4@4+": "k b2",
    "6/C4c/2c3/Cc1c1K/6/4C1 0,4,0,4 0 - H0@1-": "c c6",
    "2c3/c1K1k1/2c3/2C1C1/6/1c1c1C 0,2,0,4 1 V0@4+ -": "c f1",
}
"""After this placement the other player wins, unless the mover's ghost enters where the other ghost would arrive (G12)."""


def plain_negamax(kernel, depth, turns=0, seen=()):
    """What the search must equal: every move to the same depth, no window, no table."""
    seat, is_open, result, _ = status_of(kernel)
    if result != ONGOING:
        return scores.DRAW if result == DRAW else scores.WIN - turns if result == seat else turns - scores.WIN
    if not is_open and key_of(kernel) in seen:
        return scores.DRAW
    if depth == 0:
        return evaluate(kernel)
    worth = []
    for child in (play_at(kernel, code) for code in codes_of(kernel)):
        passed = not status_of(child).mid_turn
        value = plain_negamax(child, depth - passed, turns + passed, (*seen, key_of(kernel)))
        worth.append(value if status_of(child).seat == seat else -value)
    return max(worth)


def codes_of(kernel):
    legal = Moves(kernel)
    return [legal.code(i) for i in range(len(legal))]


def random_position(game, rng, moves):
    """A position after random moves, or the last one before the game ended."""
    position = boohive.new(game)
    for _ in range(moves):
        after = position.play(rng.choice(position.legal_moves))
        if after.outcome is not None:
            break
        position = after
    return position


def depth_for(position):
    """As deep as plain negamax can look in a moment."""
    return 1 if len(position.legal_moves) > 45 else 2


@pytest.mark.parametrize("game", GAMES)
def test_without_pruning_the_search_is_plain_negamax(game):
    rng = Random(6)
    table = TranspositionTable(1)
    for _ in range(40):
        position = random_position(game, rng, rng.randrange(4, 40))
        depth = depth_for(position)
        table.clear()
        found = Search(position._kernel, table, SearchControl(), False).run(depth, *WHOLE_WINDOW, 0)
        assert found == plain_negamax(position._kernel, depth), position.text


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_without_pruning_the_search_is_plain_negamax_on_thousands_of_trees(game):
    rng = Random(7)
    table = TranspositionTable(1)
    for number in range(2000):
        position = random_position(game, rng, rng.randrange(0, 60))
        depth = depth_for(position) + (number % 50 == 0)
        found = 0
        table.clear()
        for shallow in range(1, depth + 1):
            found = Search(position._kernel, table, SearchControl(), False).run(shallow, *WHOLE_WINDOW, 0)
        assert found == plain_negamax(position._kernel, depth), position.text


def wins_this_turn(kernel, code):
    """Whether a decision wins at the end of its turn, with the best decisions that follow in it."""
    after = play_at(kernel, code)
    if status_of(after).mid_turn:
        return any(wins_this_turn(after, following) for following in codes_of(after))
    return status_of(after).result == status_of(kernel).seat


@pytest.mark.parametrize("game", GAMES)
def test_a_winning_move_is_found_exactly_when_there_is_one(game):
    rng = Random(8)
    wins = 0
    for _ in range(150):
        position = random_position(game, rng, rng.randrange(8, 60))
        winning = [code for code in codes_of(position._kernel) if wins_this_turn(position._kernel, code)]
        info = list(search(position, depth=1))[-1]
        if winning:
            wins += 1
            assert info.best in winning, position.text
            assert info.score == scores.WIN - 1
        else:
            assert info.score < scores.WIN - 1
    assert wins > 3 or game == "hive"


def test_the_same_nodes_give_the_same_thought():
    position = random_position("boop", Random(1), 12)
    infos = [list(search(position, nodes=20_000, table=TranspositionTable(1))) for _ in range(2)]
    without_time = [[(t.depth, t.nodes, t.variations) for t in info] for info in infos]
    assert without_time[0] == without_time[1]
    assert without_time[0][-1][1] <= 20_005  # the recursion ends where it stands


def seconds_to_stop(position, threads):
    """How long a search goes on after it was told to stop."""
    control = SearchControl()
    ended = []

    def run():
        list(search(position, control=control, threads=threads))
        ended.append(time.monotonic())

    worker = threading.Thread(target=run)
    worker.start()
    time.sleep(0.3)
    stopped_at = time.monotonic()
    control.stop = True
    worker.join()
    return ended[0] - stopped_at


def test_stopping_takes_less_than_20_milliseconds():
    """The quickest of some tries: a machine busy with other things may be late to wake any of them."""
    position = random_position("boop", Random(2), 10)
    for threads in (1, 2):
        assert any(seconds_to_stop(position, threads) < 0.02 for _ in range(6))


@pytest.mark.parametrize("game", GAMES)
def test_a_player_stops_within_20_milliseconds_in_search_and_proof_alike(game):
    """The quickest of some tries, as above."""
    position = random_position(game, Random(5), 12)
    assert any(seconds_until(Player(8, time=20.0), position) < 0.02 for _ in range(6))
    assert any(seconds_to_stop_a_proof(position) < 0.02 for _ in range(6))


def seconds_until(player, position):
    ended = []
    worker = threading.Thread(target=lambda: ended.append((player.choose(position), time.monotonic())[1]))
    worker.start()
    time.sleep(0.2)
    stopped_at = time.monotonic()
    player.stop()
    worker.join()
    return ended[0] - stopped_at


def seconds_to_stop_a_proof(position):
    control = SearchControl()
    ended = []
    proof = Proof(position.to_move, 1, control)
    worker = threading.Thread(target=lambda: ended.append((proof.run(position._kernel), time.monotonic())[1]))
    worker.start()
    time.sleep(0.1)
    stopped_at = time.monotonic()
    control.stop = True
    worker.join()
    return ended[0] - stopped_at


@pytest.mark.parametrize("game", GAMES)
def test_a_proof_keeps_to_its_time(game):
    position = random_position(game, Random(6), 12)
    spent = []
    for _ in range(5):
        control = SearchControl()
        begun = time.monotonic()
        control.deadline = clock.now() + 30_000_000
        Proof(position.to_move, 1, control).run(position._kernel)
        spent.append(time.monotonic() - begun)
    assert min(spent) < 0.06


def test_a_proof_that_was_cut_short_claims_nothing_false():
    """What is left in the table of a proof that was stopped again and again must still be true."""
    rng = Random(9)
    for _ in range(40):
        position = random_position("boop-junior", rng, rng.randrange(4, 16))
        control = SearchControl()
        hasty = Proof(position.to_move, 1, control)
        for _ in range(200):
            control.deadline = clock.now() + rng.randrange(1, 100_000)
            verdict = hasty.run(position._kernel)
            if verdict != UNKNOWN:
                break
        if verdict == WON:
            assert Proof(position.to_move, 8).run(position._kernel) == WON, position.text


def test_several_lines_start_with_different_moves_best_first():
    position = random_position("boop", Random(3), 8)
    info = list(search(position, depth=4, multipv=5))[-1]
    assert len({line.moves[0] for line in info.variations}) == 5
    assert [line.score for line in info.variations] == sorted((line.score for line in info.variations), reverse=True)


def test_a_line_can_be_played():
    rng = Random(4)
    for _ in range(20):
        position = random_position("boop", rng, 14)
        for line in list(search(position, depth=5, multipv=3))[-1].variations:
            kernel = position._kernel
            for code in line.moves:
                assert Moves(kernel).holds(code)
                kernel = play_at(kernel, code)


@pytest.mark.parametrize("mib", [1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_random_limits_never_give_an_illegal_move(game, mib):
    search_at_random(game, mib, 25)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_ten_thousand_random_searches(game):
    for mib in (1, 2, 5, 16):
        search_at_random(game, mib, 2500 // max(1, len(GAMES) - 3))


def search_at_random(game, mib, count):
    rng = Random(mib)
    table = TranspositionTable(mib)
    for _ in range(count):
        position = random_position(game, rng, rng.randrange(0, 50))
        limit = rng.choice(
            [{"nodes": rng.randrange(1, 3000)}, {"depth": rng.randrange(1, 4)}, {"time": rng.random() / 50}]
        )
        if "depth" in limit:
            limit["nodes"] = 20_000
        last = None
        for last in search(position, **limit, multipv=rng.randrange(1, 4), threads=rng.choice([1, 1, 2]), table=table):
            assert all(Moves(position._kernel).holds(line.moves[0]) for line in last.variations)
        assert last is not None
        assert last.best != NO_MOVE


@pytest.mark.parametrize("text", ONLY_A_GHOST_HELPS)
def test_the_one_ghost_that_stops_a_win_is_not_left_out_g12(text):
    position = boohive.GAMES["boop-ghosts"].from_text(text)
    (info,) = search(position, depth=1, root_moves=[position.parse(ONLY_A_GHOST_HELPS[text]).code])
    assert info.score > -scores.MATE_BOUND


def test_entries_of_a_ghost_that_change_nothing_do_not_blow_up_the_search():
    """With seven pieces of each player on the bed and both ghosts at home, the first round once took 50,829 nodes."""
    position = boohive.GAMES["boop-ghosts"].from_text("kK1Kc1/1CCc2/2K2k/2k2C/3k2/c3K1 1,0,1,0 0 - -")
    (info,) = search(position, depth=1)
    assert info.depth == 1 and info.nodes < 25_000
