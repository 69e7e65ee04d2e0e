"""Chance: nobody can work out what a game hides, nobody chooses it unseen, and old logs replay as they were."""

from random import Random

import pytest
from local_server import local_server

from boohive.core.record import Record
from boohive.core.rng import HashStream, SplitMix64, random_stream
from boohive.games import GAMES
from boohive.server.requests import new_seed
from boohive.tables import log
from boohive.tables.randomness import game_seed, stream
from boohive.tables.replay import apply, replay
from tables.growing_log import Log, refused

BOOO = GAMES["booo"]
DECK = "/".join(["a1b2c3d4"] * 15)
RECORD = "not even read"


def start_of(seed):
    """All that a seed decides."""
    position = BOOO.new(seed=seed, players=3, deck="fresh", token_rooms="drawn")
    return position.rules.setup


def test_f6_every_bit_of_a_secret_seed_decides():
    seeds = [1 << 127, 1 << 127 | 1, 1 << 127 | 1 << 64, 1 << 127 | 1 << 100, (1 << 127) + (1 << 126)]
    decks = {start_of(seed).deck for seed in seeds}
    assert len(decks) == len(seeds)
    assert start_of(seeds[3]) == start_of(seeds[3])


def test_f6_small_seeds_give_what_they_always_gave():
    assert isinstance(random_stream(20261115), SplitMix64)
    assert isinstance(random_stream(2**64 - 1), SplitMix64)
    assert isinstance(random_stream(2**64), HashStream)
    assert random_stream(7, 3).word() == SplitMix64(7, 3).word()


def test_f6_a_secret_stream_is_even_and_pinned():
    """The numbers of one secret, for ever; and all below ten come about equally often."""
    assert HashStream(b"0" * 32, "game").word() == PINNED
    chance, counts = HashStream(b"key", "x", 1), [0] * 10
    for _ in range(5_000):
        counts[chance.below(10)] += 1
    assert min(counts) > 400
    words = {
        HashStream(key, *names).word() for key in (b"a", b"b") for names in (("x", 1), ("x", 2), ("y", 1), ("x", 11))
    }
    assert len(words) == 8


def test_f6_a_table_names_its_generator_and_its_seed_has_128_bits(run):
    async def go():
        async with local_server() as local:
            table, _, _ = await local.table_of_two("booo")
            opened = local.log(table)[0].action
            assert (opened.rng, len(opened.seed)) == ("blake2b", 32)
            assert opened.options["seed"] == game_seed(opened) >= 2**127
            stored = [
                log.read_entry(e.seq, e.server_ms, e.seat, e.id, log.write_action(e.action)) for e in local.log(table)
            ]
            assert replay(stored).fingerprint() == replay(local.log(table)).fingerprint()

    run(go())


def test_f6_ties_seats_and_game_have_streams_of_their_own():
    settings = log.TableCreated("booo", {}, 2, rng=log.RNG, seed=new_seed())
    words = {stream(settings, purpose, n).word() for purpose in ("ties", "seats", "game") for n in (1, 2)}
    assert len(words) == 6


def test_f6_logs_of_the_generator_before_replay_and_unknown_ones_are_refused():
    old = Log(game="booo", people=("ann", "bob"), seed="5" * 32)
    assert old.table.settings.rng == "sha256/splitmix64"
    assert old.table.position.options["seed"] < 2**63
    unknown = log.TableCreated("booo", {}, 2, rng="dice", seed="5" * 32)
    refused("newer_format", lambda: replay([log.LogEntry(1, 0, None, "~open", unknown)]))


CHOSEN = [
    {"options": {"seed": 7}},
    {"options": {"deck": DECK}},
    {"options": {"number": 2}},
    {"position": BOOO.new(seed=7, players=2).text},
    {"record": RECORD},
]


@pytest.mark.parametrize("chosen", CHOSEN, ids=lambda each: next(iter(each.get("options", each))))
@pytest.mark.parametrize("public", [False, True])
def test_f3_nobody_chooses_what_a_game_with_others_hides(run, chosen, public):
    async def go():
        async with local_server() as local:
            seats = [{"occupant": "me"}, {"occupant": "empty"}]
            answer = await local.post("/api/tables", {"game": "booo", "seats": seats, "public": public, **chosen})
            assert (answer.status_code, answer.json()["code"]) == (400, "bad_option"), answer.text
            assert "leave out" in answer.json()["message"]["text"]

    run(go())


@pytest.mark.parametrize("seats", [("me", "me"), ("me", "bot")])
def test_f3_alone_or_on_one_screen_everything_may_be_chosen(run, seats):
    async def go():
        async with local_server() as local:
            table, _ = await local.table("booo", seats, options={"seed": 7, "deck": DECK, "number": 2})
            assert local.log(table)[0].action.options["seed"] == 7
            assert local.log(table)[0].action.secrets_chosen

    run(go())


@pytest.mark.parametrize("how", ["position", "record"])
@pytest.mark.parametrize("game", ["boop", "hive"])
def test_f3_a_chosen_start_of_an_open_game_is_shown_before_anybody_sits_down(run, game, how):
    """These games hide nothing: who follows the link sees the position before taking a seat."""

    async def go():
        async with local_server() as local:
            events, position = some_events(game)
            record = Record(GAMES[game], position.options, None, ("", ""), events).write()
            table, _ = await local.table(game, ("me", "empty"), **{how: position.text if how == "position" else record})
            seen = (await local.another().get(f"/api/tables/{table}")).json()
            if (game, how) == ("boop", "position"):
                assert seen["settings"]["initial_position"] == position.text
            else:  # The text of a position of Hive is made of its moves.
                assert [each["text"] for each in seen["events"]] == [event.text for event in events]

    run(go())


def some_events(game):
    position, chance, events = GAMES[game].new(), Random(4), []
    for _ in range(4):
        events.append(position.random_event(chance))
        position = position.apply(events[-1]).position
    return tuple(events), position


def races_by_round():
    """A race of bots and one silent seat, at its first moment in each round."""
    race, chance, seen = Log(people=("ann", "bob", "cid"), game="booo"), Random(3), {}
    race.start()
    while race.table.status == "playing" and len(race.entries) < 3_000:
        number = race.table.position.round_number
        seen.setdefault(number, race.table)
        event = race.table.position.random_event(chance)
        if event.seat != 2:
            race.happen(event)
    return seen


def test_f30_a_lost_race_cannot_be_abandoned_after_its_first_round():
    """Also by a seat that never acted, and though such a seat is there."""
    rounds = races_by_round()
    assert max(rounds) >= 3
    for number, table in rounds.items():
        assert 2 not in {event.seat for event in table.history}
        for seat in range(3):
            entry = log.LogEntry(table.seq + 1, table.last_activity + 1, seat, "~x", log.Abandon())
            if number <= 1:
                assert apply(table, entry).status == "over"
            else:
                refused("not_now", lambda table=table, entry=entry: apply(table, entry))


PINNED = 15299905510772269589
