"""boop. for younger players is won: the shipped strategy, and that its checker sees every kind of fault."""

import sys
from pathlib import Path
from random import Random

import pytest

import boohive
from boohive.core.kernel import Moves, play_at, status_of
from boohive.core.search_kernel import winning_move
from boohive.engine.proof import NOT_WON, WON, Proof
from boohive.games.boop import certificate as strategy
from boohive.games.boop.verify import RULES, BadStrategy, Check, read, shipped_file, verify

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))
import solve_junior

DATA = shipped_file(RULES[0])
ENTRIES = read(DATA)
BY_RULES = pytest.mark.parametrize("rules", RULES, ids=lambda rules: "-".join(map(str, rules.values())))


def pack(entries):
    body = b"".join(number.to_bytes(8, "big") + bytes([space]) for number, space in sorted(entries.items()))
    return DATA.partition(b"\n")[0] + b"\n" + body


def check_below(number, entries):
    """Check only what follows one position of the file: a quick form of the whole walk."""
    return Check(entries).longest_line(position_of(number))


def position_of(number, **rules):
    """The position an entry stands for, first player to move."""
    choosing = " choose" if number >= strategy.TAKE_BACK else ""
    number %= strategy.TAKE_BACK
    digits = []
    for _ in range(36):
        digits.append(".kK"[number % 3])
        number //= 3
    rows = ["".join(digits[::-1][i : i + 6]) for i in range(0, 36, 6)]
    kittens = [8 - "".join(rows).count(letter) for letter in "kK"]
    bed = "/".join(row.replace("......", "6") for row in rows)
    for n in range(5, 0, -1):
        bed = bed.replace("." * n, str(n))
    return boohive.from_text("boop-junior", f"{bed} {kittens[0]},0,{kittens[1]},0 0 - -{choosing}", **rules)


def replies_to(kernel):
    """Every position in which the first player is to move again."""
    found = []
    legal = Moves(kernel)
    for i in range(len(legal)):
        child = play_at(kernel, legal.code(i))
        found += [child] if status_of(child).seat == strategy.FIRST_PLAYER else replies_to(child)
    return found


def small_entries():
    """Entries near the end of the game, whose whole tree is walked in a moment."""
    check = Check(ENTRIES)
    chosen = [
        number for number in Random(5).sample(sorted(ENTRIES), 60) if check.longest_line(position_of(number)) <= 7
    ]
    assert len(chosen) > 20
    return chosen


@pytest.fixture(scope="module")
def near_the_end():
    return small_entries()


def test_the_file_is_small():
    assert len(DATA) < 1_000_000


def test_the_first_player_wins_from_the_empty_bed():
    verdict = verify(DATA)
    assert verdict.rules == RULES[0]
    assert verdict.decisions == len(ENTRIES)
    assert verdict.longest < 50


@pytest.mark.slow
@BY_RULES
def test_the_first_player_wins_under_every_rule(rules):
    verdict = verify(shipped_file(rules))
    assert verdict.rules == rules
    assert verdict.longest < 50


def written_again(rules):
    position = boohive.new("boop-junior", **rules)
    return solve_junior.write_strategy(position, solve_junior.solve(position))


def test_the_solver_writes_a_shipped_file_again_byte_for_byte():
    assert written_again(RULES[2]) == shipped_file(RULES[2])


@pytest.mark.slow
@BY_RULES
def test_the_solver_writes_every_shipped_file_again_byte_for_byte(rules):
    assert written_again(rules) == shipped_file(rules)


@BY_RULES
def test_the_strategy_for_each_rule_holds_below_some_of_its_positions(rules):
    """The quick form of the whole check, and that an entry which is missing is noticed under each rule."""
    entries = read(shipped_file(rules))
    check = Check(entries)
    starts = [number for number in Random(3).sample(sorted(entries), 60) if number < strategy.TAKE_BACK]
    short = [number for number in starts if check.longest_line(position_of(number, **rules)) <= 9]
    assert len(short) > 20
    del entries[short[0]]
    with pytest.raises(BadStrategy, match="does not know"):
        Check(entries).longest_line(position_of(short[0], **rules))


def test_a_kitten_is_taken_back_as_the_file_says():
    """With ``junior_eight=retrieve`` the file also knows which kitten comes back, and its checker asks."""
    rules = RULES[2]
    assert rules["junior_eight"] == "retrieve"
    entries = read(shipped_file(rules))
    number = min(number for number in entries if number >= strategy.TAKE_BACK)
    position = position_of(number, **rules)
    assert position.mid_turn
    assert position.game.sure_move(position) in [move.code for move in position.legal_moves]
    check = Check(entries)
    after = check.take_back(position)
    assert after.to_move == 1
    assert check.reached == {number}
    empty = next(i for i in range(36) if not number % strategy.TAKE_BACK // 3 ** (35 - i) % 3)
    with pytest.raises(BadStrategy, match="not legal"):
        Check({**entries, number: empty}).take_back(position)
    with pytest.raises(BadStrategy, match="does not know"):
        Check({}).take_back(position)


@BY_RULES
def test_lines_of_the_strategy_win_whatever_the_second_player_does(rules):
    rng = Random(4)
    known = strategy.shipped(strategy.file_name("boop-junior", rules))
    for _ in range(100):
        position = boohive.new("boop-junior", **rules)
        while position.outcome is None:
            if position.to_move == 0:
                position = position.play(strategy_move(known, position))
            else:
                position = position.play(rng.choice(position.legal_moves))
        assert position.outcome.winner == 0


def strategy_move(known, position):
    code = strategy.strategy_move(known, position._kernel)
    return next(move for move in position.legal_moves if move.code == code)


def test_a_missing_entry_is_seen(near_the_end):
    for number in near_the_end:
        without = {key: space for key, space in ENTRIES.items() if key != number}
        with pytest.raises(BadStrategy, match="does not know"):
            check_below(number, without)


class WithoutEach(Check):
    """One walk in which every entry is missing, and is illegal, at the moment the walk comes by it for the first time.

    Up to that moment a walk with the whole file and a walk with a faulty file are the same: no entry is asked for before
    its position is reached. So what is seen here is what the whole check of each faulty file sees.
    """

    def __init__(self, entries):
        super().__init__(dict(entries))
        self.refused = 0

    def replies(self, position, canonical, view):
        number = int(canonical, 3)
        space = self.entries.pop(number)
        with pytest.raises(BadStrategy, match="does not know"):
            super().replies(position, canonical, view)
        self.entries[number] = next(i for i in range(36) if canonical[i] != "0") if "1" in canonical else 36
        with pytest.raises(BadStrategy, match=r"not legal|there are 36"):
            super().replies(position, canonical, view)
        self.entries[number] = space
        self.refused += 1
        return super().replies(position, canonical, view)


@pytest.mark.slow
def test_every_single_missing_or_illegal_entry_is_seen():
    check = WithoutEach(ENTRIES)
    check.longest_line(boohive.new("boop-junior"))
    assert check.refused == len(ENTRIES) == len(check.reached)


@pytest.mark.slow
def test_whole_checks_without_one_entry_fail():
    for number in Random(8).sample(sorted(ENTRIES), 5):
        with pytest.raises(BadStrategy, match="does not know"):
            verify(pack({key: space for key, space in ENTRIES.items() if key != number}))


def test_an_illegal_move_is_seen(near_the_end):
    for number in near_the_end:
        taken = next(i for i in range(36) if number // 3 ** (35 - i) % 3)
        with pytest.raises(BadStrategy, match="not legal"):
            check_below(number, {**ENTRIES, number: taken})
        with pytest.raises(BadStrategy, match="there are 36"):
            check_below(number, {**ENTRIES, number: 36})


def test_a_move_whose_replies_are_not_covered_is_seen(near_the_end):
    """Every other legal move is tried: the check must fail unless that move wins by the entries there are."""
    seen = 0
    for number in near_the_end[:10]:
        empty = [i for i in range(36) if not number // 3 ** (35 - i) % 3 and i != ENTRIES[number]]
        for space in empty[::4]:
            try:
                check_below(number, {**ENTRIES, number: space})
            except BadStrategy:
                seen += 1
    assert seen > 50


def test_an_entry_that_is_never_reached_is_refused(monkeypatch):
    number = int("1" + "0" * 34 + "2", 3)
    assert number not in ENTRIES
    monkeypatch.setattr(Check, "longest_line", lambda check, position: check.reached.update(ENTRIES) or 35)
    assert verify(DATA).decisions == len(ENTRIES)
    with pytest.raises(BadStrategy, match="never reached"):
        verify(pack({**ENTRIES, number: 3}))


def test_a_damaged_file_is_refused():
    with pytest.raises(BadStrategy, match="cut off"):
        verify(DATA[:-1])
    with pytest.raises(BadStrategy, match="first line"):
        verify(b"x" + DATA)
    line, _, body = DATA.partition(b"\n")
    with pytest.raises(BadStrategy, match="order"):
        verify(line + b"\n" + body[9:18] + body[:9] + body[18:])
    with pytest.raises(BadStrategy, match="order"):
        verify(line + b"\n" + body[:9] + body)


def test_a_circle_is_seen():
    check = Check(ENTRIES)
    check.on_path.add("0" * 36)
    with pytest.raises(BadStrategy, match="comes back"):
        check.longest_line(boohive.new("boop-junior"))


def test_proof_finds_forced_wins_and_their_moves():
    """Positions of the strategy are won, by the proof search alone, and its moves lead to the end."""
    rng = Random(9)
    for number in rng.sample(sorted(ENTRIES), 30):
        position = position_of(number)
        proof = Proof(0, 8)
        assert proof.run(position._kernel, 20_000) == WON
        kernel = position._kernel
        while True:
            code = winning_move(kernel)
            if code is not None:
                break
            kernel = play_at(kernel, proof.winning_moves(kernel)[0])
            replies = replies_to(kernel)
            if not replies:
                break
            kernel = rng.choice(replies)


def test_proof_says_not_won_where_the_other_wins_at_once():
    position = boohive.from_text("boop-junior", "kk4/6/6/6/6/KK4 6,0,6,0 0 - -")
    assert Proof(1, 1).run(position._kernel) == NOT_WON
    assert Proof(0, 1).run(position._kernel) == WON
