"""A player who stays away: the server alone knows for how long, and the one who waits may end the game for it."""

import pytest
from local_server import local_server, settle, two_servers

MINUTE = 60
CLOCK = {"kind": "real_time", "initial_ms": 600_000}
CLAIM = {"kind": "claim_absence", "win": True}


async def waiting(local, clock=CLOCK, **more):
    """A table at which the first player waits for the second: its id, both tokens, both pages."""
    table, tokens, _ = await local.table_of_two(clock=clock, **more)
    one, other = [await local.page(table, token) for token in tokens]
    assert (await one.play(table, "k c3"))["type"] == "update"
    return table, tokens, one, other


async def left(local, page):
    page.close()
    await local.clock.advance(0.2)


def gone(page):
    return page.of_type("presence")[-1]["gone_seat"]


@pytest.mark.parametrize(("clock", "minutes"), [(CLOCK, 1), ({"kind": "none"}, 5)], ids=["clock", "no clock"])
def test_whoever_was_away_for_long_can_be_claimed_and_not_before(run, clock, minutes):
    async def go():
        async with local_server() as local:
            table, _, one, other = await waiting(local, clock)
            early = await one.act(table, CLAIM)
            assert (early["code"], early["message"]["code"]) == ("not_now", "not_away")
            await left(local, other)
            await local.clock.advance(minutes * MINUTE - 1)
            early = await one.act(table, CLAIM)
            assert (early["code"], early["message"]["code"]) == ("too_early", "not_away_long")
            assert early["message"]["args"] == {"count": minutes}
            assert gone(one) is None
            await local.clock.advance(1.5)
            assert gone(one) == 1, "the page is told when it may offer that"
            done = await one.act(table, CLAIM)
            assert done["board"]["outcome"] == {
                "winner": 0,
                "reason": {"code": "absence", "text": "the other player stayed away"},
            }
            assert minutes * MINUTE * 1000 <= local.log(table)[-1].action.away_ms < minutes * MINUTE * 1000 + 2000

    run(go())


def test_whoever_comes_back_before_the_claim_stops_it(run):
    async def go():
        async with local_server() as local:
            table, tokens, one, other = await waiting(local)
            await left(local, other)
            await local.clock.advance(2 * MINUTE)
            assert gone(one) == 1
            back = await local.page(table, tokens[1])
            assert (await one.act(table, CLAIM))["message"]["code"] == "not_away", "also before anybody was told"
            await local.clock.advance(0.2)
            assert gone(one) is None
            await left(local, back)
            await local.clock.advance(MINUTE / 2)
            assert (await one.act(table, CLAIM))["message"]["code"] == "not_away_long", (
                "it is counted from the beginning"
            )

    run(go())


def test_nobody_is_kept_waiting_while_they_think_or_are_away_themselves(run):
    async def go():
        async with local_server() as local:
            table, tokens, one, other = await waiting(local, {"kind": "none"})
            await other.play(table, "k d4")
            await left(local, other)
            await local.clock.advance(30 * MINUTE)
            assert gone(one) is None
            assert (await one.act(table, CLAIM))["message"]["code"] == "nobody_waits"
            await one.play(table, "k a1")
            await local.clock.advance(4 * MINUTE)
            assert (await one.act(table, CLAIM))["message"]["code"] == "not_away_long", "the turn has just begun"
            await left(local, one)
            await local.clock.advance(10 * MINUTE)
            one = await local.page(table, tokens[0])
            await local.clock.advance(4 * MINUTE)
            assert (await one.act(table, CLAIM))["message"]["code"] == "not_away_long", "whoever waits must be there"
            await local.clock.advance(MINUTE + 1)
            assert (await local.page(table, tokens[0])).of_type("snapshot")[-1]["gone_seat"] == 1
            assert (await one.act(table, {**CLAIM, "win": False}))["board"]["outcome"]["winner"] is None

    run(go())


def test_a_time_in_which_nobody_could_come_does_not_count(run):
    async def go():
        async with local_server() as local:
            table, _, one, other = await waiting(local)
            await left(local, other)
            await local.clock.advance(MINUTE - 5)
            session = local.sessions[table]
            await local.tables._after_outage(session, local.clock.now_ms() - 50_000, local.clock.now_ms())
            await local.clock.advance(10)
            assert (await one.act(table, CLAIM))["message"]["code"] == "not_away_long"
            assert gone(one) is None

    run(go())


def test_a_resend_is_answered_as_the_first_time(run):
    async def go():
        async with local_server() as local:
            table, tokens, one, other = await waiting(local)
            await left(local, other)
            await local.clock.advance(2 * MINUTE)
            first = await one.act(table, CLAIM, "mine")
            await local.page(table, tokens[1])
            again = await one.act(table, CLAIM, "mine")
            assert (again["seq"], again["is_resend"]) == (first["seq"], True)

    run(go())


def test_a_player_at_another_server_is_not_away_and_its_absence_counts_there_too(run):
    async def go():
        async with two_servers() as (here, there):
            table, tokens, one, other = await waiting(here)
            far = await there.page(table, tokens[1])
            await settle()
            await left(here, other)
            await here.clock.advance(2 * MINUTE)
            assert (await one.act(table, CLAIM))["message"]["code"] == "not_away"
            await left(there, far)
            await here.clock.advance(MINUTE + 1)
            assert gone(one) == 1
            here.tables.pubsub.connected = False
            assert (await one.act(table, CLAIM))["code"] == "try_again", "nobody knows who is at the other server"
            here.tables.pubsub.connected = True
            assert (await one.act(table, CLAIM))["board"]["outcome"]["winner"] == 0
            assert (await there.tables.registry.get(table)).table.outcome.winner == 0

    run(go())
