"""Playing through the real server: against bots, in hot seat, with a friend by link and by room code."""

from time import monotonic

import pytest
from harness import Api, Page, flat


def test_a_whole_game_against_a_bot(api, run):
    joined = api.table(seats=("me", "bot"))

    async def play():
        async with api.page(joined) as page:
            while page.scene["status"] == "playing":
                await page.until(lambda p: p.scene["legal_moves"] or p.scene["status"] == "over")
                if page.scene["legal_moves"]:
                    move = page.scene["legal_moves"][len(page.applied) * 7 % len(page.scene["legal_moves"])]
                    answer = await page.play(move["text"])
                    assert answer["type"] == "update", answer
            return page.scene["outcome"]

    outcome = run(play())
    assert outcome["winner"] in (0, 1)
    record = api.get(f"/api/tables/{joined['table_id']}/record").text
    assert record.startswith("boohive record 1\ngame: boop\n")
    assert f"result: {outcome['winner']}" in record


def test_a_bot_that_begins_plays_without_being_asked(api, run):
    joined = api.table(seats=("bot", "me"))

    async def play():
        async with api.page(joined) as page:
            await page.until(lambda p: p.scene["active_seats"] == [1])
            return page.scene["event_count"]

    assert run(play()) == 1


def test_hot_seat_moves_for_both_and_takes_back_freely(api, run):
    joined = api.table()

    async def play():
        async with api.page(joined) as page:
            assert page.scene["your_seats"] == [0, 1]
            await page.play("k c3")
            await page.play("k d4")
            assert page.scene["event_count"] == 2
            back = await page.act({"kind": "offer", "what": "takeback"}, seat=1)
            assert back["events_taken_back"] == 1
            assert page.scene["active_seats"] == [1]
            assert [(each["at"], each["kind"], each["seat"]) for each in page.scene["position"]["pieces"]] == [
                ("c3", "kitten", 0)
            ]

    run(play())


def test_a_friend_joins_by_room_code_and_both_see_the_same(api, server, run):
    mine = api.table(seats=("me", "empty"))
    assert len(mine["room_code"]) == 5
    friend = Api(server, "127.0.2.1")
    theirs = friend.post("/api/join", {"room_code": mine["room_code"].lower(), "name": "Fay"}, status=201)
    assert theirs["tokens"][0]["seat"] == 1

    async def play():
        async with api.page(mine) as one, friend.page(theirs) as other, Page(server.ws, mine["table_id"]) as watcher:
            assert one.scene["seats"][1]["name"] == "Fay"
            await one.play("k c3")
            await other.until(lambda p: p.scene["event_count"] == 1)
            await other.play("k d4")
            for page in (one, watcher):
                await page.until(lambda p: p.scene["event_count"] == 2)
            assert one.scene["position"] == other.scene["position"] == watcher.scene["position"]
            assert watcher.scene["your_seats"] == []
            assert watcher.scene["legal_moves"] == []

    run(play())
    third = Api(server, "127.0.2.2").post("/api/join", {"room_code": mine["room_code"]}, status=404)
    assert third["code"] == "unknown_code"


def test_seats_have_the_names_that_were_given_and_no_others(api):
    wanted = [
        {"occupant": "me"},
        {"occupant": "me", "name": "Ann"},
        {"occupant": "bot", "level": 2},
        {"occupant": "empty"},
    ]
    table = api.post("/api/tables", {"game": "booo", "seats": wanted}, status=201)["table_id"]
    seats = flat(api.get(f"/api/tables/{table}").json())["seats"]
    assert [(seat["occupant"], seat["name"], seat["level"]) for seat in seats] == [
        ("person", None, None),
        ("person", "Ann", None),
        ("bot", None, 2),
        ("empty", None, None),
    ]


def test_a_level_the_game_does_not_have_is_refused(api):
    for game in api.get("/api/games").json()["games"]:
        levels = [level["number"] for level in game["levels"]]
        for level, status in ((max(levels), 201), (max(levels) + 1, 400)):
            seats = [{"occupant": "me"}, {"occupant": "bot", "level": level}]
            answer = api.post("/api/tables", {"game": game["id"], "seats": seats}, status=status)
            assert status == 201 or answer["code"] in ("bad_option", "bad_message")


def test_quick_match_seats_two_strangers_together(api, server, run):
    other = Api(server, "127.0.2.3")
    first = api.post("/api/match", {"game": "boop-junior"}, status=201)

    async def play():
        async with api.page(first):
            second = other.post("/api/match", {"game": "boop-junior"}, status=201)
            assert second["table_id"] == first["table_id"]
            async with other.page(second) as page:
                assert page.scene["status"] == "playing"

    run(play())


def test_previews_tell_what_moves_would_do_and_play_nothing(api, run):
    joined = api.table()

    async def ask():
        async with api.page(joined) as page:
            await page.play("k c3")
            await page.send({"type": "preview", "table_id": page.table, "id": "p", "moves": ["k d4"]})
            await page.until(lambda p: any(m["type"] == "preview" for m in p.other))
            effects = page.other[-1]["effects"]["k d4"]
            assert [e["kind"] for e in effects] == ["placed", "booped"]
            await page.send({"type": "preview", "table_id": page.table, "id": "q", "piece": "kitten"})
            await page.until(lambda p: any(m.get("id") == "q" for m in p.other))
            assert len(page.other[-1]["effects"]) == 35
            assert page.scene["event_count"] == 1

    run(ask())


def test_a_rematch_swaps_the_seats(api, server, run):
    mine = api.table(seats=("me", "empty"))
    friend = Api(server, "127.0.2.4")
    theirs = friend.post(f"/api/tables/{mine['table_id']}/join", {}, status=201)

    async def play():
        async with api.page(mine) as one, friend.page(theirs) as other:
            await one.act({"kind": "resign"})
            await other.until(lambda p: p.scene["status"] == "over")
            assert other.scene["outcome"] == {"winner": 1, "reason": {"code": "resigned", "text": "resigned"}}
            await one.act({"kind": "offer", "what": "rematch"})
            await other.until(lambda p: p.scene["offers"])
            await other.act({"kind": "answer", "what": "rematch", "yes": True})
            await one.until(lambda p: p.scene["rematch_table"])
            return one.scene["rematch_table"]

    following = run(play())
    replay = api.get(f"/api/tables/{mine['table_id']}/replay").json()
    assert replay["outcome"] == {"winner": 1, "reason": {"code": "resigned", "text": "resigned"}}
    tokens = [t["token"] for t in mine["tokens"]]
    state = api.get(f"/api/tables/{following}", headers={"authorization": f"Bearer {tokens[0]}"}).json()
    assert flat(state)["your_seats"] == [1]
    assert flat(state)["status"] == "playing"


def test_a_table_can_be_played_with_curl_alone(api):
    joined = api.table(seats=("me", "me"))
    path = f"/api/tables/{joined['table_id']}"
    seq = api.get(path).json()["seq"]
    done = api.post(f"{path}/action", {"id": "1", "seq": seq, "action": {"kind": "play", "text": "k c3"}}, status=200)
    assert flat(done)["event_count"] == 1
    refused = api.post(
        f"{path}/action", {"id": "2", "seq": done["seq"], "action": {"kind": "play", "text": "k c3"}}, status=400
    )
    assert refused["code"] == "illegal_move"
    assert "c3" in refused["message"]["text"]


def test_a_replay_knows_the_computer_by_its_level(api):
    mine = api.table(seats=("me", "bot"))
    replay = api.get(f"/api/tables/{mine['table_id']}/replay").json()
    assert [(each["occupant"], each.get("level")) for each in replay["players"]] == [("person", None), ("bot", 1)]


def test_a_record_can_be_read_replayed_and_continued(api):
    joined = api.table(seats=("me", "me"))
    path = f"/api/tables/{joined['table_id']}"
    for i, text in enumerate(("k c3", "k d4")):
        seq = api.get(path).json()["seq"]
        api.post(f"{path}/action", {"id": str(i), "seq": seq, "action": {"kind": "play", "text": text}}, status=200)
    record = api.get(f"{path}/record").text
    replay = api.post("/api/records", {"record": record}, status=200)
    assert [step["event"]["text"] for step in replay["steps"]] == ["k c3", "k d4"]
    again = api.table(seats=("me", "bot"), record=record)
    assert flat(api.get(f"/api/tables/{again['table_id']}").json())["event_count"] >= 2


def test_my_games_open_on_another_device_by_the_personal_link(api, server):
    api.http.put("/api/me", json={"name": " Zoë\u202e\n the cat "})
    joined = api.table(seats=("me", "bot"))
    link = api.post("/api/me/link", status=201)["link"]
    device = Api(server, "127.0.2.5")
    assert (device.get("/api/me").json()["name"], device.get("/api/me").json()["tables"]) == ("", [])
    assert device.http.post(link).status_code == 303
    me = device.get("/api/me").json()
    assert me["name"] == "Zoë the cat"
    assert [table["table_id"] for table in me["tables"]] == [joined["table_id"]]


def test_the_steps_of_a_hint_are_about_one_move(api):
    """They come from one search of a second: a dozen of them would take a dozen seconds."""
    ask = f"/api/tables/{api.table()['table_id']}/hint"
    begun = monotonic()
    for _ in range(4):
        area, piece, move = (api.post(ask, {"detail": how}, status=200) for how in ("area", "piece", "move"))
        assert area["squares"] == move["squares"][:1]
        assert piece["piece"] == move["piece"]
    assert monotonic() - begun < 11


def test_hints_and_analysis_come_from_the_engine(api):
    joined = api.table(seats=("me", "bot"))
    for how in ("area", "piece", "move"):
        told = api.post(f"/api/tables/{joined['table_id']}/hint", {"detail": how}, status=200)
        assert told["reasons"] or (how == "area" and told["squares"])
        assert all(each["code"] and each["text"] for each in told["reasons"])
        assert told["seat"] == 0
        assert told["moved"] == flat(api.get(f"/api/tables/{joined['table_id']}").json())["moved"]
        assert (told["move"] is not None) == (how == "move")
    found = api.post("/api/analyse", {"game": "boop", "moves": ["k c3"], "time_ms": 100, "multipv": 2}, status=200)
    assert len(found["variations"]) == 2
    assert found["variations"][0]["moves"]
    strict = api.table(seats=("me", "bot"), strict=True)
    assert api.post(f"/api/tables/{strict['table_id']}/hint", {})["code"] == "not_now"


def test_a_worker_that_crashes_loses_nothing():
    import asyncio

    import msgspec

    from boohive.server.workers import BOT, Turn
    from boohive.server.workers_process import ProcessWorkers

    async def go():
        workers = ProcessWorkers(1)
        ask = {
            "game": "boop",
            "options": {},
            "start": None,
            "events": [],
            "seat": 0,
            "level": 1,
            "seed": 1,
            "day": 1,
            "millis": 100,
        }
        await workers.run("move", ask, Turn(BOT, "t", 15))
        next(iter(workers.processes)).kill()
        answer = msgspec.json.decode(await workers.run("move", ask, Turn(BOT, "t", 15)))
        crashes = workers.crashes
        await workers.close()
        return answer, crashes

    answer, crashes = asyncio.run(go())
    assert answer["text"].startswith("k ")
    assert crashes <= 1


def test_the_log_says_why_a_worker_crashed(caplog, capfd):
    import asyncio

    from boohive.server.workers import QUICK, Turn, WorkerFailed
    from boohive.server.workers_process import ProcessWorkers

    async def go():
        workers = ProcessWorkers(1)
        try:
            with pytest.raises(WorkerFailed):
                await workers.run("no such task", {}, Turn(QUICK, "t", 15))
        finally:
            await workers.close()

    asyncio.run(go())
    assert "a worker has crashed: it ended with 1" in caplog.text
    assert "KeyError: 'no such task'" in capfd.readouterr().err


def test_a_bot_has_one_day_a_game_and_another_whim_every_move():
    from boohive.engine.players import level_today
    from boohive.server.workers import bot_request
    from boohive.tables import log
    from boohive.tables.replay import apply, replay

    def tasks(seed):
        lines = [log.TableCreated("boop", {}, 2, log.NoClock(), seed=seed)]
        lines += [log.SeatTaken(seat, f"bot {seat}", "bot", 3) for seat in range(2)]
        lines += [log.Start((0, 1))]
        table = replay([log.LogEntry(seq, 0, None, f"x{seq}", line) for seq, line in enumerate(lines, 1)])
        for text in ("k c3", "k d4", "k a1", "k f6"):
            yield bot_request(table, table.active_seats[0], 0)
            table = apply(
                table, log.LogEntry(table.seq + 1, 0, table.active_seats[0], f"x{table.seq + 1}", log.Play(text))
            )

    games = [list(tasks(seed)) for seed in range(20)]
    assert all(len({(ask["seat"], ask["day"]) for ask in asks}) == 2 for asks in games)
    assert all(len({ask["seed"] for ask in asks}) == 4 for asks in games)
    assert len({level_today(ask["level"], ask["day"]) for asks in games for ask in asks}) == 40


def test_bots_sit_at_every_game(api, run):
    from boohive.games import GAMES

    async def play(game):
        joined = api.table(game=game, seats=("bot", "me"))
        async with api.page(joined) as page:
            await page.until(lambda p: p.scene["event_count"] >= 1, 20)

    for game in GAMES:
        run(play(game))


def test_the_example_bot_plays_a_whole_game(api, server, run):
    import subprocess
    import sys
    from pathlib import Path

    script = Path(__file__).parents[2] / "examples" / "bot.py"
    bot = subprocess.Popen([sys.executable, str(script), server.url, "boop-junior"], stdout=subprocess.PIPE, text=True)
    code = bot.stdout.readline().split("code ")[1].split()[0]
    joined = api.post("/api/join", {"room_code": code}, status=201)

    async def play():
        async with api.page(joined) as page:
            while page.scene["status"] != "over":
                await page.until(lambda p: p.scene["legal_moves"] or p.scene["status"] == "over")
                if page.scene["legal_moves"]:
                    await page.play(
                        page.scene["legal_moves"][len(page.applied) * 5 % len(page.scene["legal_moves"])]["text"]
                    )

    run(play())
    assert "winner" in bot.stdout.read()
    assert bot.wait(10) == 0
    bot.stdout.close()
