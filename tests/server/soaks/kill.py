"""S1, S2: the server is killed with ``kill -9`` at random moments while moves are under way. Nothing that was
acknowledged is lost or doubled, and every log can be replayed."""

import asyncio
import http.client
import json
import random
import sqlite3
import tempfile
import time
from pathlib import Path

from harness import ServerProcess
from storm import Storm

from boohive.tables.log import read_entry
from boohive.tables.replay import replay
from soaks.counts import Counts, Patience

WANTED = {"kills": 1_000, "actions": 1_000_000, "moves": 800_000}
LEG = 25_000
"""Acknowledged actions between two checks, each with a new database."""
KILLS = 25
"""Kills in the same time."""
PLAYERS = 100
GAMES = ("boop", "boop-junior", "boop-ghosts", "hive")


def open_tables(server, count, network):
    """Tables on one screen each, from many addresses."""
    tables = []
    body = [{"occupant": "me"}, {"occupant": "me"}]
    for begin in range(0, count, 60):
        sender = (f"127.0.{network}.{begin // 60 + 1}", 0)
        link = http.client.HTTPConnection("127.0.0.1", server.port, source_address=sender, timeout=30)
        for number in range(begin, min(begin + 60, count)):
            link.request("POST", "/api/tables", json.dumps({"game": GAMES[number % len(GAMES)], "seats": body}))
            answer = link.getresponse()
            assert answer.status == 201, answer.read()
            tables.append(json.loads(answer.read()))
        link.close()
    return tables


def check_log(rows, answers):
    """One table: every acknowledged action is in the log once, where it was said to be, and the log can be replayed."""
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
    names = [(row[2], row[3]) for row in rows]
    assert len(names) == len(set(names))
    entries = [read_entry(seq, at, None if seat < 0 else seat, name, act) for seq, at, seat, name, act in rows]
    by_name = {entry.id: entry.seq for entry in entries}
    for name, seq, _ in answers:
        assert by_name.get(name) == seq, f"{name} was acknowledged as {seq}, the log has {by_name.get(name)}"
    assert replay(entries).seq == len(rows)


def check_everything(db, acknowledged):
    """How many actions and moves were acknowledged; all of them are in the store."""
    store = sqlite3.connect(db)
    query = "select seq, at, seat, action_id, action from entries where table_id = ? order by seq"
    for table, answers in acknowledged.items():
        check_log(store.execute(query, [table]).fetchall(), answers)
    store.close()
    answers = [answer for each in acknowledged.values() for answer in each]
    return len(answers), sum(kind == "play" for _, _, kind in answers)


async def play_and_kill(server, tables, answers, kills, patience, chance):
    """Play until there are so many answers; how often the server was killed meanwhile."""
    killed = 0
    async with Storm(server.ws, tables, players=PLAYERS, length=200) as storm:
        while not patience.is_over() and (storm.count < answers or killed < kills) and storm.has_tables:
            share = max(answers - storm.count, 0) / max(kills - killed, 1)
            await storm.answers(int(chance.uniform(0.1, 1.8) * share), 600)
            await asyncio.sleep(chance.uniform(0, 0.05))
            server.kill()
            killed += 1
            await asyncio.to_thread(server.start)
        await storm.answers(PLAYERS, 120)
    return killed, storm.acknowledged


def leg(folder, answers, kills, patience, chance):
    """One database from its beginning to its check."""
    server = ServerProcess(folder / "games.sqlite3", log=folder / "log.txt", more=["--workers", "1"]).start()
    tables = open_tables(server, 2 * PLAYERS + answers // 30, 40)
    try:
        killed, acknowledged = asyncio.run(play_and_kill(server, tables, answers, kills, patience, chance))
    finally:
        server.stop()
    assert "Traceback" not in server.log(), server.log()[-3000:]
    actions, moves = check_everything(server.db, acknowledged)
    return {"kills": killed, "actions": actions, "moves": moves}


def run(arguments):
    """Legs until everything is collected or the time is up."""
    counts, patience = Counts(arguments.state), Patience(arguments.minutes).obey_signals()
    while (missing := counts.missing(WANTED)) and not patience.is_over():
        begun, share = time.monotonic(), max(1, missing.get("actions", 0) / LEG, missing.get("kills", 0) / KILLS)
        kills = -(-missing.get("kills", KILLS) // int(share))
        with tempfile.TemporaryDirectory(prefix="boohive-kill-") as folder:
            done = leg(Path(folder), LEG, kills, patience, random.Random())
        counts.add(**done, seconds=time.monotonic() - begun, legs=1)
        print(f"{done['kills']} kills, {done['actions']} actions acknowledged, {done['moves']} of them moves: "
              f"none lost, none doubled; so far {counts.numbers}", flush=True)  # fmt: skip
    print("everything is collected" if not missing else f"still missing: {missing}; the same command continues")
    return 0
