"""Writes the logs of a release into tests/data/logs: ``python tests/tables/make_corpus.py 0.1``. Never overwrites.

Before the release of a version its files may be deleted and made again; afterwards they stay as they are. The files of
0.1 were made again once, before any release, when the log got its format number.
"""

import hashlib
import json
import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from boohive.games import GAMES
from boohive.tables import log
from boohive.tables.errors import Rejected
from boohive.tables.seating import complete
from tables.growing_log import Log

FOLDER = Path(__file__).parents[1] / "data" / "logs"


def make(game_id: str, seed: int, clock: log.ClockSetting) -> Log:
    rng = Random(seed)
    game = GAMES[game_id]
    people = [f"zoë {seat}" for seat in range(rng.choice([n for n in game.seat_counts() if n > 1]))]
    secret = f"{rng.getrandbits(128):032x}"
    created = complete(log.TableCreated(game_id, dict(game.table_defaults), len(people), clock, seed=secret))
    table = Log(clock, people, game=game_id, options=created.options, seed=secret, random_seats=True)
    table.start()
    while table.table.status == "playing" and len(table.entries) < 150:
        table.now += rng.randrange(200, 900)
        try:
            step(table, rng, len(people))
        except Rejected:
            continue
    if table.table.status == "playing":
        table(log.Resign(), 0)
    return table


def step(table: Log, rng: Random, seats: int) -> None:
    """One thing that may happen at a table."""
    roll, last = rng.random(), table.table.history[-1].seat if table.table.history else None
    if roll < 0.03:
        said = rng.choice([log.Chat("gut! 好 👻"), log.Chat(phrase="boo")])
        table(said, rng.randrange(seats), after=0)
    elif roll < 0.05:
        table(log.Pause(5_000, until_ms=table.now), after=0)
    elif roll < 0.08 and last is not None:
        table(log.Offer("takeback"), last, after=0)
        for other in range(seats):
            if other != last and table.table.offers:
                table(log.Answer("takeback", rng.random() < 0.7), other, after=0)
    elif table.table.is_race:
        table.happen(table.table.position.random_event(rng))
    else:
        event = table.table.position.random_event(rng)
        table.play(event.text, event.seat, clock_ms=rng.randrange(400) if table.table.clocks.running else None)


def main(version: str) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    clocks = [log.NoClock(), log.RealTimeClock(600_000, 2_000, 1_000), log.CorrespondenceClock(86_400_000)]
    for game_id in GAMES:
        for seed, clock in enumerate(clocks, 1):
            path = FOLDER / f"{version}-{game_id}-{seed}.jsonl"
            if path.exists():
                raise SystemExit(f"{path} is there; a released log is never changed")
            grown = make(game_id, seed, clock)
            table = grown.table
            entries = [
                {
                    "seq": entry.seq,
                    "server_ms": entry.server_ms,
                    "seat": entry.seat,
                    "id": entry.id,
                    "action": json.loads(log.write_action(entry.action)),
                }
                for entry in grown.entries
            ]
            last = {
                "position": table.position.text,
                "fingerprint": table.fingerprint(),
                "record": table.record().write(),
            }
            path.write_text(
                "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in [*entries, last]), encoding="utf-8"
            )
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()} {file.name}\n" for file in sorted(FOLDER.glob("*.jsonl"))]
    (FOLDER / "SHA256").write_text("".join(sums))


if __name__ == "__main__":
    main(sys.argv[1])
