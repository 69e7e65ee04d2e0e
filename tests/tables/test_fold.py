"""A table is the fold of its log: what each action does, what is refused and why."""

from random import Random

import msgspec
import pytest

import boohive
from boohive.tables import incoming, log, seating
from boohive.tables.agreements import position_after
from boohive.tables.latency import Latency
from boohive.tables.replay import apply, replay
from boohive.tables.seating import seat_order
from boohive.tables.seats import hash_token
from boohive.tables.text import clean
from tables.growing_log import Log, refused

MINUTE = 60_000


def test_a_game_begins_only_when_the_seats_are_taken():
    table = Log()
    table(log.SeatLeft(), 1)
    refused("not_now", lambda: table(log.Start(), 0))


def test_only_the_host_begins_and_takes_bots():
    table = Log()
    refused("not_your_seat", lambda: table(log.Start(), 1))
    assert table(log.Start(), 0).status == "playing"


def test_a_taken_seat_is_taken():
    table = Log()
    refused("full", lambda: table(log.SeatTaken(1, "Cid", person="cid")))


def test_lots_decide_the_order_and_secrets_move_along():
    orders = set()
    for seed in range(20):
        table = Log(random_seats=True)
        opened = log.TableCreated("boop", {}, 2, random_seats=True, seed=seed)
        entries = [log.LogEntry(1, 0, None, "open", opened), *table.entries[1:]]
        waiting = replay(entries)
        begun = apply(waiting, log.LogEntry(waiting.seq + 1, 9, None, "s", seat_order(waiting)))
        orders.add(tuple(holder.name for holder in begun.seats))
        for holder in begun.seats:
            assert holder.token_hash == hash_token(f"{holder.person}{['ann', 'bob'].index(holder.person)}")
    assert orders == {("Ann", "Bob"), ("Bob", "Ann")}


def test_moves_are_refused_in_the_rules_words_and_out_of_turn():
    table = Log()
    table.start()
    refused("not_your_turn", lambda: table.play("k c3", 1))
    table.play("k c3", 0)
    refused("illegal_move", lambda: table.play("k c3", 1))
    refused("illegal_move", lambda: table.play("x9", 1))
    refused("not_now", lambda: Log().play("k c3", 0))


def test_resigning_lets_the_other_win():
    table = Log()
    table.start()
    assert table(log.Resign(), 1).outcome == (0, "resigned")
    refused("not_now", lambda: table.play("k c3", 0))


def test_a_draw_needs_the_other_and_a_move_answers_no():
    table = Log()
    table.start()
    table(log.Offer("draw"), 0)
    refused("not_now", lambda: table(log.Offer("draw"), 0))
    refused("not_now", lambda: table(log.Answer("draw", True), 0))
    table.play("k c3", 0)
    assert table.table.offers == ()
    table(log.Offer("draw"), 1)
    assert table(log.Answer("draw", True), 0).outcome == (None, "agreed")


def test_two_wishes_for_a_draw_meet():
    table = Log()
    table.start()
    table(log.Offer("draw"), 0)
    assert table(log.Offer("draw"), 1).outcome == (None, "agreed")


def test_a_takeback_needs_consent_between_people():
    table = Log()
    table.start()
    refused("not_now", lambda: table(log.Offer("takeback"), 0))
    table.play("k c3", 0)
    table.play("k d4", 1)
    before = table.table.initial_position
    table(log.Offer("takeback"), 0)
    assert len(table.table.history) == 2
    back = table(log.Answer("takeback", True), 1)
    assert back.events_taken_back == 2
    assert back.position == before
    assert back.active_seats == (0,)


def test_taking_back_again_and_again_leads_where_the_game_was():
    table = Log(people=("ann", "ann"))
    table.start()
    chance, stood = Random(3), []
    for _ in range(40):
        stood.append(table.table.position)
        seat = table.table.active_seats[0]
        table(log.Play(chance.choice(table.table.position.legal_moves).text), seat)
    while len(table.table.history) > 3:
        before = len(table.table.history)
        back = table(log.Offer("takeback"), 0)
        assert back.events_taken_back == before - len(back.history) > 0
        assert back.position == stood[len(back.history)]
        assert back.position == position_after(back, len(back.history))


def test_a_takeback_is_free_against_bots_and_in_hot_seat_but_not_in_strict_play():
    against_bot = Log(people=("ann",), bots=1)
    against_bot.start()
    against_bot.play("k c3", 0)
    assert against_bot(log.Offer("takeback"), 0).events_taken_back == 1
    hot = Log(people=("ann", "ann"))
    hot.start()
    hot.play("k c3", 0)
    assert hot(log.Offer("takeback"), 1).events_taken_back == 1
    strict = Log(people=("ann", "ann"), strict=True)
    strict.start()
    strict.play("k c3", 0)
    refused("not_now", lambda: strict(log.Offer("takeback"), 0))


def test_a_game_is_abandoned_only_early_alone_or_after_a_week():
    table = Log()
    table.start()
    table.play("k c3", 0)
    table.play("k d4", 1)
    refused("not_now", lambda: table(log.Abandon(), 0))
    assert table(log.Abandon(), 0, after=8 * 24 * 60 * MINUTE).outcome == (None, "abandoned")


def test_the_first_turn_is_free_and_then_time_runs():
    table = Log(log.RealTimeClock(MINUTE, increment_ms=2000))
    table.start()
    assert not table.table.clocks.running
    table.play("k c3", 0)
    table.play("k d4", 1)
    assert table.table.clocks.remaining_ms == (MINUTE, MINUTE)
    assert table.table.clocks.running
    table.play("k a1", 0, clock_ms=10_000)
    assert table.table.clocks.remaining_ms == (MINUTE - 10_000 + 2000, MINUTE)


def test_a_delay_is_free_in_every_turn():
    table = Log(log.RealTimeClock(MINUTE, delay_ms=5000))
    table.start()
    for seat, text in enumerate(("k c3", "k d4")):
        table.play(text, seat)
    assert table.play("k a1", 0, clock_ms=4000).clocks.remaining_ms[0] == MINUTE
    assert table.play("k f6", 1, clock_ms=9000).clocks.remaining_ms[1] == MINUTE - 4000


def test_days_per_move_start_anew_each_turn():
    table = Log(log.CorrespondenceClock(3 * MINUTE))
    table.start()
    table.play("k c3", 0, clock_ms=2 * MINUTE)
    assert table.table.clocks.remaining_ms == (3 * MINUTE, 3 * MINUTE)
    assert table.table.clocks.deadline() == table.now + 3 * MINUTE


def test_s6_a_timeout_is_decided_by_the_logs_own_times():
    table = Log(log.RealTimeClock(10_000))
    table.start()
    table.play("k c3", 0)
    table.play("k d4", 1)
    refused("not_now", lambda: table(log.Timeout(), 0, after=9_000))
    table.now -= 9_000
    refused("not_now", lambda: table.play("k a1", 0, clock_ms=10_001))
    table.now -= 1_000
    assert table(log.Timeout(), 0, after=10_000).outcome == (1, "time ran out")


def test_s5_a_pause_is_charged_to_nobody_and_counted_once():
    table = Log(log.RealTimeClock(10_000))
    table.start()
    table.play("k c3", 0)
    table.play("k d4", 1)
    due = table.table.clocks.deadline()
    table(log.Pause(50_000, until_ms=table.now + 60_000))
    assert table.table.clocks.deadline() == due + 50_000
    refused("not_now", lambda: table(log.Pause(50_000, until_ms=table.table.paused_until)))


def test_chat_is_for_those_at_the_table_and_can_be_muted():
    table = Log()
    table(log.Chat("hello"), 0)
    table(log.Chat(phrase="boo"), 1)
    assert [(said.text, said.phrase) for said in table.table.chat] == [("hello", None), ("", "boo")]
    refused("bad_message", lambda: table(log.Chat(), 0))
    refused("not_your_seat", lambda: table(log.Chat("hello"), None))
    table(log.Mute(0))
    refused("muted", lambda: table(log.Chat("hello"), 0))
    assert [said.phrase for said in table.table.chat] == ["boo"]


def test_a_kicked_player_loses_seat_and_secret():
    table = Log()
    assert table(log.Kick(1)).seats[1].occupant == "empty"
    playing = Log()
    playing.start()
    kicked = playing(log.Kick(1))
    assert kicked.outcome == (0, "removed by the host")
    assert kicked.seats[1].token_hash is None


def test_the_host_passes_on_and_an_empty_table_is_over():
    table = Log()
    assert table(log.SeatLeft(), 0).seats[1].host
    assert table(log.SeatLeft(), 1).outcome == (None, "abandoned")


def test_another_game_needs_all():
    table = Log()
    table.start()
    table(log.Resign(), 0)
    refused("not_now", lambda: table(log.RematchCreated("t")))
    table(log.Offer("rematch"), 1)
    assert not table.table.rematch
    assert table(log.Answer("rematch", True), 0).rematch
    assert table(log.RematchCreated("t")).rematch_table == "t"


def test_a_stale_move_is_refused_but_chat_in_between_does_not_matter():
    table = Log()
    table.start()
    seen = table.table.seq
    table(log.Chat("hm"), 1)
    assert incoming.prepare(table.table, 0, log.Play("k c3"), seen, 5000).text == "k c3"
    table.play("k c3", 0)
    refused("stale", lambda: incoming.prepare(table.table, 1, log.Play("k d4"), seen, 5000))


def test_what_a_client_writes_into_the_servers_fields_is_ignored():
    table = Log(log.RealTimeClock(MINUTE))
    table.start()
    table.play("k c3", 0)
    table.play("k d4", 1)
    line = incoming.prepare(
        table.table, 0, log.Play("k a1", game_ms=5, clock_ms=0, reveal_at=9), table.table.seq, table.now + 7000
    )
    assert line == log.Play("k a1", clock_ms=7000, turn_from_ms=table.now)


def test_s5_time_on_the_wire_and_in_our_queues_is_not_charged():
    table = Log(log.RealTimeClock(MINUTE))
    table.start()
    table.play("k c3", 0)
    table.play("k d4", 1)
    latency = Latency(rtt_ms=200, min_rtt_ms=190, jitter_ms=5)
    sent_at = table.now + 40  # The store took 40 ms before the turn's start was sent.
    line = incoming.prepare(table.table, 0, log.Play("k a1"), table.table.seq, table.now + 5000, sent_at, latency)
    assert line.clock_ms == 5000 - 40 - 200


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("  Ann \n Lee ", "Ann Lee"),
        ("\u202eevil\u0000", "evil"),
        ("a" * 100, "a" * 24),
        ("Z" + "\u0301" * 50, "Ź" + "\u0301" * 3),
        ("<b>bold</b>", "<b>bold</b>"),
        ("\ud83d", ""),
    ],
)
def test_names_are_bounded_and_without_tricks(written, shown):
    assert clean(written, 24) == shown


def test_s8_every_prefix_of_a_random_log_folds_to_the_same_table():
    for seed in range(30):
        chance = Random(seed)
        table = Log(log.RealTimeClock(MINUTE, 1000) if seed % 2 else None, bots=0)
        table.start()
        prints = {}
        while table.table.status == "playing" and len(table.entries) < 60:
            prints[table.table.seq] = table.table.fingerprint()
            event = table.table.position.random_event(chance)
            table.play(event.text, event.seat, clock_ms=chance.randrange(900))
            if chance.random() < 0.1:
                table(log.Offer("takeback"), event.seat)
                table(log.Answer("takeback", chance.random() < 0.5), 1 - event.seat)
        for seq, fingerprint in prints.items():
            assert replay(table.entries[:seq]).fingerprint() == fingerprint
        stored = [log.read_entry(e.seq, e.server_ms, e.seat, e.id, log.write_action(e.action)) for e in table.entries]
        assert replay(stored).fingerprint() == table.table.fingerprint()


@pytest.mark.parametrize("talker", [0, 1])
@pytest.mark.parametrize("deed", [log.Chat("hm"), log.Rename("Zoe"), log.Offer("draw")])
def test_s5_talking_gives_no_thinking_time_back(talker, deed):
    """The turn's start was sent once; what is said during the turn does not send it again."""
    table = Log(log.RealTimeClock(MINUTE))
    table.start()
    table.play("k c3", 0)
    table.play("k d4", 1)
    began = table.now
    table(deed, talker, after=4_000)
    line = incoming.prepare(table.table, 0, log.Play("k a1"), table.table.seq, began + 5_000, turn_sent_at=began + 40)
    assert line.clock_ms == 4_960


def test_a_ready_phrase_is_one_of_the_list():
    with pytest.raises(msgspec.ValidationError):
        log.read_entry(1, 0, 0, "x", b'{"kind":"chat","phrase":"\\u202eyou idiot"}')
    assert log.read_entry(1, 0, 0, "x", b'{"kind":"chat","phrase":"boo"}').action.phrase == "boo"


def test_a_rename_holds_for_all_seats_of_the_person_and_for_no_other():
    table = Log(people=("ann", "ann"))
    assert [holder.name for holder in table(log.Rename("Zoe"), 1).seats] == ["Zoe", "Zoe"]
    other = Log()
    assert [holder.name for holder in other(log.Rename("Zoe"), 1).seats] == ["Ann", "Zoe"]


def test_a_decision_about_the_ghost_after_a_won_game_is_left_out_when_a_log_is_read():
    """Older versions asked for it."""
    opened = log.TableCreated("boop-ghosts", {}, 2, initial_position="6/6/6/1cc3/6/6 4,2,8,0 0 - -")
    people = [
        log.SeatTaken(seat, name, person=name, token_hash=hash_token(name), host=seat == 0)
        for seat, name in enumerate("ab")
    ]
    actions = [opened, *people, log.Start(), log.Play("c d4"), log.Play("g -")]
    entries = [log.LogEntry(seq, 0, 0 if seq > 3 else None, f"x{seq}", action) for seq, action in enumerate(actions, 1)]
    table = replay(entries)
    assert (table.status, table.seq, len(table.history)) == ("over", 6, 1)
    assert table.position.outcome == (0, "three cats in a row")
    refused("not_now", lambda: apply(replay(entries[:-1]), entries[-1]))


def test_a_table_from_a_text_that_holds_moves_lists_them():
    """Hive's positions are written as the moves that led to them; boop.'s are not."""
    played = boohive.new("hive").play("wS1").play("bS1 wS1-")
    created = seating.complete(log.TableCreated("hive", {}, 2, initial_position=played.text))
    assert (created.initial_position, created.events) == (None, ((0, "wS1", None), (1, "bS1 wS1-", None)))
    assert seating.create(log.LogEntry(1, 0, None, "~open", created)).position.text == played.text
    text = boohive.new("boop").play("k c3").text
    assert seating.complete(log.TableCreated("boop", {}, 2, initial_position=text)).events == ()
