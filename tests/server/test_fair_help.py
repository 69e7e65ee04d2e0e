"""F24, S12: neither server nor page helps one player of a game between people unless all agreed and all see it."""

from contextlib import asynccontextmanager

import pytest
from local_server import local_server, settle, two_servers

from boohive.games import GAMES
from boohive.server.fair_play import FIRST_GUARDED_MOVE
from boohive.server.routes import positions
from boohive.server.store.memory import MemoryStore
from boohive.server.store.sql import SqlStore
from boohive.tables import log
from core.turning import position_after, quiet_game, sides, turned_moves

TURNS = [game.id for game in GAMES.get_all() if game.analysis]
LONG = [game for game in TURNS if game != "boop-junior"]
"""Games that go on for more than eight moves however they are played."""


@pytest.fixture(autouse=True)
def quick_hints(monkeypatch):
    monkeypatch.setattr(positions, "HINT_MS", 20)


async def playing(local, game, moves, **more):
    """A game of two people at which some moves were made."""
    table, tokens, friend = await local.table_of_two(game, **more)
    await play(local, table, tokens, moves)
    return table, tokens, friend


async def play(local, table, tokens, moves):
    pages = [await local.page(table, token) for token in tokens]
    for move in moves:
        session = await local.tables.registry.get(table)
        seat = session.table.active_seats[0]
        answer = await pages[seat].play(table, move)
        assert answer["type"] == "update", answer


async def analysis(local, game, **ask):
    answer = await local.post("/api/analyse", {"game": game, "time_ms": 10, **ask})
    return answer.json() if answer.status_code == 200 else answer.json()["message"]["code"]


async def hint(local, table, token, http=None, detail="move"):
    answer = await local.post(f"/api/tables/{table}/hint", {"token": token, "detail": detail}, http)
    return answer.json() if answer.status_code == 200 else answer.json()["message"]["code"]


@pytest.mark.parametrize("game", LONG)
def test_s12_f24_no_position_of_a_running_game_is_analysed_from_any_side(run, game):
    moves = quiet_game(game, FIRST_GUARDED_MOVE + 2)

    async def go():
        async with local_server() as local:
            table, tokens, _ = await playing(local, game, moves)
            for length in (FIRST_GUARDED_MOVE, len(moves)):
                for side in sides(game):
                    line = turned_moves(game, moves[:length], side)
                    text = position_after(game, line).text
                    assert await analysis(local, game, moves=line) == "position_in_play"
                    assert await analysis(local, game, position=text) == "position_in_play"
            before = moves[: FIRST_GUARDED_MOVE - 1]
            assert "variations" in await analysis(local, game, moves=before), "earlier positions are everybody's"
            other = quiet_game(game, len(moves), seed=5)
            assert "variations" in await analysis(local, game, moves=other)
            page = await local.page(table, tokens[0])
            await page.act(table, {"kind": "resign"})
            await settle()
            assert "variations" in await analysis(local, game, moves=moves), "the game is over"
            assert local.store.positions == {}

    run(go())


def test_f24_options_that_leave_the_board_alone_hide_nothing(run):
    moves = quiet_game("boop", FIRST_GUARDED_MOVE)

    async def go():
        async with local_server() as local:
            await playing(local, "boop", moves)
            asked = {"moves": moves, "options": {"draw": "threefold"}}
            assert await analysis(local, "boop", **asked) == "position_in_play"
            bed, pools, seat, *rest = position_after("boop", moves).text.split()
            pool = pools.split(",")
            swapped = " ".join([bed.swapcase(), ",".join(pool[2:] + pool[:2]), str(1 - int(seat)), *rest])
            assert await analysis(local, "boop", position=swapped) == "position_in_play", "the seats swapped"

    run(go())


@pytest.mark.parametrize("game", LONG)
def test_f24_a_line_that_has_just_left_the_game_is_not_analysed(run, game):
    moves = quiet_game(game, FIRST_GUARDED_MOVE + 1)

    async def go():
        async with local_server() as local:
            await playing(local, game, moves[:FIRST_GUARDED_MOVE])
            start = position_after(game, moves[:FIRST_GUARDED_MOVE]).text
            assert await analysis(local, game, moves=moves) == "position_in_play"
            assert await analysis(local, game, position=start, moves=moves[-1:]) == "position_in_play"

    run(go())


@pytest.mark.parametrize("seats", [("me", "me"), ("me", "bot")])
def test_f24_whoever_plays_alone_may_ask_for_anything(run, seats):
    """One screen with all seats is no game between people, and bots do not count."""
    moves = quiet_game("boop", FIRST_GUARDED_MOVE)

    async def go():
        async with local_server() as local:
            table, tokens = await local.table("boop", seats)
            if seats == ("me", "me"):
                page = await local.page(table, *tokens)
                for move in moves:
                    await page.play(table, move)
                assert "variations" in await analysis(local, "boop", moves=moves)
            assert "move" in await hint(local, table, tokens[0])
            company = (await local.http.get(f"/api/tables/{table}")).json()["table"]["company"]
            assert (company["assistance_allowed"], company["between_people"]) == (True, False)
            assert not any(isinstance(entry.action, log.AssistanceUsed) for entry in local.log(table))

    run(go())


@pytest.mark.parametrize("game", TURNS)
def test_s12_f24_no_hint_between_people_who_did_not_agree(run, game):
    async def go():
        async with local_server() as local:
            table, tokens, friend = await local.table_of_two(game)
            for who, token, http in ((0, tokens[0], None), (1, tokens[1], friend), (0, None, None)):
                assert await hint(local, table, token, http) == "no_assistance", who
            company = (await local.http.get(f"/api/tables/{table}")).json()["table"]["company"]
            assert (company["assistance_allowed"], company["between_people"]) == (False, True)
            assert not local.workers.asked, "nothing was even thought about"

    run(go())


def test_f24_strict_play_and_help_exclude_each_other(run):
    async def go():
        async with local_server() as local:
            seats = [{"occupant": "me"}, {"occupant": "empty"}]
            wish = {"game": "boop", "seats": seats, "strict": True, "assistance_allowed": True}
            assert (await local.post("/api/tables", wish)).json()["code"] == "bad_option"
            table, tokens = await local.table("boop", strict=True)
            assert await hint(local, table, tokens[0]) == "strict_play"

    run(go())


@pytest.mark.parametrize("game", TURNS)
def test_s12_f24_a_hint_that_was_agreed_on_is_shown_to_everybody(run, game):
    moves = quiet_game(game, 2)

    async def go():
        async with two_servers() as (one, other):
            table, tokens, friend = await playing(one, game, moves, assistance_allowed=True)
            mover = (await one.tables.registry.get(table)).table.active_seats[0]
            pages = [await one.page(table, tokens[0]), await other.page(table, tokens[1]), await other.page(table)]
            for detail in ("area", "piece", "move"):
                told = await hint(one, table, tokens[mover], detail=detail)
                await settle(400)
                for page in pages:
                    last = page.of_type("update")[-1]
                    assert last["board"]["hint"] == told
                    assert last["action"] == {"kind": "assistance_used", "seat": mover}
                    assert [seat["assisted"] for seat in last["company"]["seats"]][mover]
            lines = len(one.log(table))
            await hint(one, table, tokens[mover])
            assert len(one.log(table)) == lines, "the same hint again is not news"
            late = await other.page(table)
            assert late.of_type("snapshot")[-1]["table"]["board"]["hint"] == told
            assert await hint(one, table, tokens[1 - mover], friend if mover == 0 else None) != told
            await pages[mover].play(table, told["move"]["text"])
            await settle(400)
            assert [page.of_type("update")[-1]["board"]["hint"] for page in pages] == [None] * 3, "another position"

    run(go())


def test_s12_f24_nobody_agrees_unseen(run):
    """By a code one sits down without having seen the table: help has to be agreed to in so many words."""

    async def go():
        async with local_server() as local:
            seats = [{"occupant": "me"}, {"occupant": "empty"}]
            for helped in (False, True):
                wish = {"game": "boop", "seats": seats, "assistance_allowed": helped}
                made = (await local.post("/api/tables", wish)).json()
                seen = (await local.another().get(f"/api/tables/{made['table_id']}")).json()
                assert seen["settings"]["assistance_allowed"] is helped, "before they sit down"
                answer = await local.post("/api/join", {"room_code": made["room_code"]}, local.another())
                assert answer.status_code == (409 if helped else 201)
                if helped:
                    sentence = answer.json()["message"]
                    assert (sentence["code"], sentence["args"]["table"]) == ("agree_first", made["table_id"])
                    agreed = {"room_code": made["room_code"], "assistance_allowed": True}
                    assert (await local.post("/api/join", agreed, local.another())).status_code == 201

    run(go())


def test_f24_a_game_that_goes_on_is_looked_back_at_without_opinions(run):
    async def go():
        async with local_server() as local:
            table, tokens, _ = await playing(local, "boop", quiet_game("boop", 3))
            assert (await local.http.get(f"/api/tables/{table}/replay")).json()["in_play"]
            page = await local.page(table, tokens[0])
            await page.act(table, {"kind": "resign"})
            assert not (await local.http.get(f"/api/tables/{table}/replay")).json()["in_play"]

    run(go())


def test_s12_f24_agreeing_to_hints_is_not_agreeing_to_secret_analyses(run):
    moves = quiet_game("boop", FIRST_GUARDED_MOVE)

    async def go():
        async with local_server() as local:
            table, tokens, friend = await playing(local, "boop", moves, assistance_allowed=True)
            assert await analysis(local, "boop", moves=moves) == "position_in_play"
            answers = [await hint(local, table, tokens[0]), await hint(local, table, tokens[1], friend)]
            assert sum(isinstance(each, dict) for each in answers) == 1, (
                "the one to move, though the position is guarded"
            )

    run(go())


@pytest.mark.parametrize("game", LONG)
def test_s12_f24_no_other_table_is_a_way_around(run, game):
    """Neither a hint for the same position at a table of one's own, nor a bot that plays on from it."""
    moves = quiet_game(game, FIRST_GUARDED_MOVE)

    async def go():
        async with local_server() as local:
            await playing(local, game, moves)
            cheat = local.another()
            for side in list(sides(game))[:3]:
                text = position_after(game, turned_moves(game, moves, side)).text
                wish = {"game": game, "seats": [{"occupant": "me"}, {"occupant": "bot"}], "position": text}
                assert (await local.post("/api/tables", wish, cheat)).json()["message"]["code"] == "position_in_play"
                wish["seats"] = [{"occupant": "me"}, {"occupant": "me"}]
                made = await local.post("/api/tables", wish, cheat)
                table, token = made.json()["table_id"], made.json()["tokens"][0]["token"]
                session = await local.tables.registry.get(table)
                if len(session.table.history) < FIRST_GUARDED_MOVE:
                    continue
                assert await hint(local, table, token, cheat) == "position_in_play"
            table, tokens = await local.table(game)
            page = await local.page(table, *tokens)
            for move in turned_moves(game, moves, 1):
                await page.play(table, move)
            assert await hint(local, table, tokens[0]) == "position_in_play"

    run(go())


@asynccontextmanager
async def servers_on(where):
    """Two servers that share nothing but the database."""
    if where is None:
        async with two_servers(MemoryStore()) as both:
            yield both
        return
    async with (
        local_server(store=SqlStore(where)) as one,
        local_server(store=SqlStore(where), clock=one.clock) as other,
    ):
        yield one, other


def check_every_server_knows(run, game, where):
    moves = quiet_game(game, FIRST_GUARDED_MOVE + 1)

    async def go():
        async with servers_on(where) as (one, other):
            table, tokens, _ = await playing_slowly(one, game, moves)
            assert table not in other.sessions
            for length in (FIRST_GUARDED_MOVE, FIRST_GUARDED_MOVE + 1):
                assert await analysis(other, game, moves=turned_moves(game, moves[:length], 3)) == "position_in_play"
            answer = await one.post(
                f"/api/tables/{table}/action", {"id": "r", "seq": 1, "action": {"kind": "resign"}, "token": tokens[0]}
            )
            assert answer.status_code == 200
            assert "variations" in await analysis(other, game, moves=moves)

    run(go())


@pytest.mark.parametrize("game", ["boop", "hive"])
def test_s12_f24_every_server_knows_every_running_game(run, sql, game):
    check_every_server_knows(run, game, sql)


@pytest.mark.parametrize("game", ["boop", "hive"])
def test_s12_f24_so_do_servers_on_one_store_in_memory(run, game):
    check_every_server_knows(run, game, None)


async def playing_slowly(local, game, moves):
    """The same over HTTP, which waits for the database."""
    table, tokens, friend = await local.table_of_two(game)
    for number, move in enumerate(moves):
        state = (await local.http.get(f"/api/tables/{table}")).json()
        while state["table"]["board"]["status"] != "playing":
            state = (await local.http.get(f"/api/tables/{table}")).json()
        seat = state["table"]["board"]["active_seats"][0]
        body = {
            "id": f"m{number}",
            "seq": state["seq"],
            "action": {"kind": "play", "text": move},
            "token": tokens[seat],
        }
        answer = await local.post(f"/api/tables/{table}/action", body, (local.http, friend)[seat])
        assert answer.status_code == 200, answer.text
    return table, tokens, friend


def test_f24_a_game_that_somebody_was_erased_from_is_still_between_people(run):
    moves = quiet_game("boop", FIRST_GUARDED_MOVE + 1)

    async def go():
        async with local_server() as local:
            table, tokens, friend = await playing(local, "boop", moves[:FIRST_GUARDED_MOVE])
            assert (await friend.delete("/api/me")).status_code == 204
            await play(local, table, tokens, moves[FIRST_GUARDED_MOVE:])
            assert await analysis(local, "boop", moves=moves) == "position_in_play"
            assert await hint(local, table, tokens[0]) == "no_assistance"

    run(go())


def test_f24_tidying_forgets_positions_with_their_tables(run):
    async def go():
        async with local_server() as local:
            await playing(local, "boop", quiet_game("boop", FIRST_GUARDED_MOVE))
            assert len(local.store.positions) == 1
            await local.store.forget_tables(local.clock.now_ms() + 1, 10)
            assert local.store.positions == {}

    run(go())
