"""``boohive serve`` with a store in memory and a clock that the test moves on: each line of the standard input is a number of
seconds that pass at once, heartbeats and all. Otherwise its time goes on as everybody's."""

import asyncio
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "server"))

from local_server import InlineWorkers, ManualClock

from boohive.cli import main
from boohive.server import app
from boohive.server.services import Services
from boohive.server.store.memory import MemoryStore

TICK = 0.02


class MovedClock(ManualClock):
    """Goes on with real time, and further when the test says so."""

    async def run(self):
        asyncio.get_running_loop().add_reader(sys.stdin, self.on_line)
        self.skipped, last = asyncio.Queue(), time.monotonic()
        while True:
            try:
                more = await asyncio.wait_for(self.skipped.get(), TICK)
            except TimeoutError:
                more = 0
            now = time.monotonic()
            await self.advance(now - last + more)
            last = now

    def on_line(self):
        self.skipped.put_nowait(float(sys.stdin.readline() or 0))


class TimedServices(Services):
    async def start(self):
        self.running = asyncio.create_task(self.clock.run())
        await super().start()


app.open_services = lambda settings: TimedServices(settings, MemoryStore(), InlineWorkers(), None, MovedClock())
main(["serve", "--port", "0", "--log", "quiet"])
