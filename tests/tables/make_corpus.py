"""Writes the logs of a release into tests/data/logs: ``python tests/tables/make_corpus.py 0.1``. Never overwrites.

Before the release of a version its files may be deleted and made anew; afterwards they stay as they are.
"""

import hashlib
import json
import sys
from pathlib import Path
from random import Random

from boohive.games import GAMES
from boohive.tables import log
from boohive.tables.refusal import Refusal
from boohive.tables.seats import hash_of
from boohive.tables.table import allowed_seats, apply, draw_lots, fold

FOLDER = Path(__file__).parents[1] / "data" / "logs"


def make(game_id: str, seed: int, clock: log.ClockSetting) -> tuple[list[log.Entry], object]:
    chance = Random(seed)
    game = GAMES[game_id]
    seats = chance.choice([n for n in allowed_seats(game) if n > 1])
    opened = log.Open(game_id, dict(game.table_defaults), seats, clock, shuffle=True, seed=seed)
    entries = [log.Entry(1, 1_000, None, "open", opened)]
    for seat in range(seats):
        sit = log.Sit(seat, f"Zoë {seat}", person=f"p{seat}", token=hash_of(f"t{seat}"), host=seat == 0)
        entries.append(log.Entry(2 + seat, 2_000, None, f"s{seat}", sit))
    table = fold(entries)
    now = 3_000

    def add(action, seat=None):
        nonlocal table
        entry = log.Entry(table.seq + 1, now, seat, f"x{table.seq}", action)
        table = apply(table, entry)
        entries.append(entry)

    add(draw_lots(table))
    while table.status == "playing" and len(entries) < 150:
        now += chance.randrange(200, 900)
        roll = chance.random()
        try:
            if roll < 0.03:
                add(log.Chat("gut! 好 👻"), chance.randrange(seats))
            elif roll < 0.05:
                add(log.Pause(5_000, until=now))
            elif roll < 0.08 and table.history and table.history[-1].seat is not None:
                asker = table.history[-1].seat
                add(log.Offer("takeback"), asker)
                for other in range(seats):
                    if other != asker and table.offers:
                        add(log.Answer("takeback", chance.random() < 0.7), other)
            else:
                event = table.position.random_event(chance)
                at = event.at
                if at is not None:
                    now = max(now, table.began + at)
                add(
                    log.Play(event.text, at=at, spent=chance.randrange(400) if table.clocks.running else None),
                    event.seat,
                )
        except Refusal:
            continue
    if table.status == "playing":
        add(log.Resign(), 0)
    return entries, table


def main(version: str) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    clocks = [log.NoClock(), log.RealTime(600_000, 2_000, 1_000), log.Days(86_400_000)]
    for game_id in GAMES:
        for seed, clock in enumerate(clocks, 1):
            path = FOLDER / f"{version}-{game_id}-{seed}.jsonl"
            if path.exists():
                raise SystemExit(f"{path} is there; a released log is never changed")
            entries, table = make(game_id, seed, clock)
            lines = [
                {"seq": e.seq, "at": e.at, "seat": e.seat, "id": e.id, "action": json.loads(log.write_action(e.action))}
                for e in entries
            ]
            last = {
                "position": table.position.text,
                "fingerprint": table.fingerprint(),
                "record": table.record().write(),
            }
            path.write_text(
                "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in [*lines, last]), encoding="utf-8"
            )
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()} {file.name}\n" for file in sorted(FOLDER.glob("*.jsonl"))]
    (FOLDER / "SHA256").write_text("".join(sums))


if __name__ == "__main__":
    main(sys.argv[1])
