"""Forced wins: whoever thinks finds them, says so, and says in how many turns at most.

``bench/data/hidden-wins.txt`` has positions with a forced win that alpha-beta search at full strength did not see in a
second, or saw late. The last is a game of Hive in which Black can only pass.
"""

from pathlib import Path

import pytest

import boohive
from boohive.core.kernel import Moves, play_at, status_of
from boohive.core.record import Record
from boohive.engine import scores
from boohive.engine.analysis import analyse, describe, hint, review
from boohive.engine.deepening import (
    PrincipalVariation,
    SearchControl,
    TranspositionTable,
    last,
    mate_distance,
    search,
)
from boohive.engine.forced_wins import (
    LONG_SECONDS,
    LONG_SHARE,
    PROOF_SHARE,
    ForcedWins,
    player_share,
    search_with_proof,
    with_proofs,
)
from boohive.engine.players import Player
from boohive.engine.proof import WON, Proof, winning_line

LINES = (Path(__file__).parents[2] / "bench/data/hidden-wins.txt").read_text(encoding="utf-8").splitlines()
HIDDEN = [line.split(" | ") for line in LINES]
QUICK = {"boop": 3, "boop-ghosts": 9, "hive": 12}
"""Of each game one that is proved in a few milliseconds."""
ENOUGH_NODES = 20_000_000
ENOUGH_FOR_THE_LAST = 600_000


def position_of(number):
    game, text = HIDDEN[number]
    return boohive.from_text(game, text)


@pytest.mark.parametrize("number", range(len(HIDDEN)))
def test_a_forced_win_comes_with_a_line_that_wins_within_its_turns(number):
    position = position_of(number)
    seat = position.to_move
    won = ForcedWins().find(position, seat, nodes=ENOUGH_NODES)
    assert won is not None
    kernel, turns = position._kernel, 0
    for code in won.moves:
        kernel = play_at(kernel, code)
        turns += not status_of(kernel).mid_turn
    assert status_of(kernel).result == seat
    assert turns == mate_distance(won.score)


@pytest.mark.parametrize("number", [3, 12])
def test_the_turns_are_enough_against_every_defence(number):
    """The attacker plays the proof's first move; the defence is tried in full, three turns deep, and at its longest."""
    position = position_of(number)
    proof = Proof(position.to_move, 8)
    assert proof.run(position._kernel, 5000) == WON

    def check(kernel, turns_left, depth):
        status = status_of(kernel)
        if status.result == proof.attacker or depth == 0:
            return
        assert status.result < 0
        assert turns_left > 0
        assert proof.win_length(kernel) <= turns_left
        legal = Moves(kernel)
        attacking = status.seat == proof.attacker
        for code in winning_line(proof, kernel)[:1] if attacking else map(legal.code, range(len(legal))):
            after = play_at(kernel, code)
            check(after, turns_left - (not status_of(after).mid_turn), depth - 1)

    check(position._kernel, proof.win_length(position._kernel), 4)


@pytest.mark.parametrize("game", QUICK)
def test_analysis_and_hint_say_that_it_wins(game):
    position = position_of(QUICK[game])
    analysis = last(analyse(position, nodes=600_000, lines=2))
    best = analysis.lines[0]
    assert best.win_probability == 1.0
    assert best.description.code == "wins_in"
    assert Proof(position.to_move, 8).run(position.play(best.moves[0])._kernel, 5000) == WON
    assert len({line.moves[0] for line in analysis.lines}) == 2
    found = hint(position, 0.5)
    assert found.reasons[-1].code == "wins_in"
    assert Proof(position.to_move, 8).run(position.play(found.move)._kernel, 5000) == WON


def test_the_loser_hears_of_a_forced_loss():
    position = position_of(QUICK["boop"])
    first = last(analyse(position, nodes=600_000)).best
    lost = position.play(first)
    analysis = last(analyse(lost, nodes=600_000))
    assert {line.description.code for line in analysis.lines} == {"loses_in"}
    quick = last(search_with_proof(lost, None, SearchControl(), nodes=2_000))
    assert quick.score > -scores.MATE_BOUND  # a player does not spend time on that


def test_a_review_calls_a_winning_move_good_though_another_wins_too():
    position = position_of(QUICK["boop"])
    best = last(analyse(position, nodes=600_000)).best
    others = [move for move in position.legal_moves if move.text != best]
    keeps = next(
        (move for move in others if Proof(position.to_move, 8).run(position.play(move)._kernel, 300) == WON), None
    )
    throws = next(
        move for move in others[::-1] if Proof(position.to_move, 8).run(position.play(move)._kernel, 300) != WON
    )
    for move, judgements in (
        (best, {"best"}),
        (keeps, {"best", "good"}),
        (throws, {"blunder", "mistake", "inaccuracy"}),
    ):
        if move is None:
            continue
        record = Record.of(position).add(boohive.Event(position.to_move, str(move)))
        (judged,) = review(record, 0.5).moves
        assert judged.judgement in judgements, move
        assert judged.win_probability == 1.0


def test_a_player_who_is_shut_out_loses_within_60_turns():
    """Black can only pass; White keeps what it has proved from move to move instead of starting again and going in circles."""
    position = position_of(-1)
    white, black = Player(max_nodes=ENOUGH_FOR_THE_LAST), Player(max_nodes=1000)
    for _ in range(60):
        position = position.play(white.choose(position))
        if position.outcome is None:
            position = position.play(black.choose(position))
        if position.outcome is not None:
            break
    assert position.outcome is not None
    assert position.outcome.winner == 0


def test_a_player_looks_longer_for_forced_wins_where_time_is_plenty():
    assert player_share(None) == player_share(0.05) == player_share(LONG_SECONDS) == PROOF_SHARE
    assert 0.2 < player_share(1.0) < player_share(10.0) < LONG_SHARE


def test_proofs_correct_what_a_search_found():
    found = (PrincipalVariation(50, (1, 2)), PrincipalVariation(40, (3,)))
    won = PrincipalVariation(scores.WIN - 7, (3, 4))
    assert with_proofs(found, None, None, 2) == found
    assert with_proofs(found, won, None, 2) == (won, found[0])
    assert with_proofs(found, won, None, 1) == (won,)
    quicker = (PrincipalVariation(scores.WIN - 5, (9,)),)
    assert with_proofs(quicker, won, None, 1) == quicker
    assert [each.score for each in with_proofs(found, None, won, 2)] == [7 - scores.WIN] * 2


def test_a_win_of_unknown_length_is_told_without_a_number():
    assert describe("boop", scores.MATE_BOUND).code == "winning"
    assert describe("boop", -scores.MATE_BOUND).code == "losing"


@pytest.mark.parametrize(("number", "nodes"), [(0, 80_000), (1, 100_000), (7, 20_000), (11, 40_000)])
def test_a_search_alone_sees_short_wins_that_begin_with_threats(number, nodes):
    """It saw them after several times as many nodes or not at all while moves that make threats were left out."""
    found = last(search(position_of(number), nodes=nodes, table=TranspositionTable(16)))
    assert found.score >= scores.MATE_BOUND
    if number == 7:
        without = {"threat_depth": 99}
        assert last(search(position_of(number), nodes=nodes, parameters=without)).score < scores.MATE_BOUND
