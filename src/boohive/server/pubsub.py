"""Publish and subscribe: how servers on one database tell each other that a table has moved on. The store stays the truth."""

import asyncio
import logging
from collections.abc import Callable
from typing import Protocol

import msgspec
from msgspec import Struct

__all__ = ["LocalPubSub", "PubSub", "TableChanged", "ValkeyPubSub", "open_pubsub"]

CHANNEL = "boohive"
logger = logging.getLogger("boohive.pubsub")


class TableChanged(Struct, frozen=True, omit_defaults=True):
    """What one server tells the others."""

    server: str
    table: str
    seq: int = 0
    here: tuple[int, ...] | None = None
    """The seats with a page connected to that server; ``None`` when the news is not about presence."""
    watchers: int = 0


Listener = Callable[[TableChanged], None]


class PubSub(Protocol):
    """Tell the others, hear from them."""

    has_others: bool
    """Whether there may be other servers to tell."""

    async def start(self, listener: Listener) -> None:
        """Begin to listen."""

    def publish(self, change: TableChanged) -> None:
        """Tell the others, without waiting; losing it costs time, never truth."""

    async def close(self) -> None:
        """Stop."""


class LocalPubSub:
    """One server alone: nobody to tell."""

    has_others = False

    async def start(self, listener: Listener) -> None:
        """Nothing will be heard."""

    def publish(self, change: TableChanged) -> None:
        """Nobody listens."""

    async def close(self) -> None:
        """Nothing to stop."""


class ValkeyPubSub:
    """Several servers, through Valkey or Redis. When it is away, servers find out by asking the store now and then."""

    has_others = True

    def __init__(self, where: str) -> None:
        from valkey.asyncio import Valkey

        self.valkey = Valkey.from_url(where, socket_connect_timeout=2, socket_timeout=5, health_check_interval=0)
        self.listening = Valkey.from_url(where, socket_connect_timeout=2, socket_timeout=None)
        self.outbox: asyncio.Queue[bytes] = asyncio.Queue(maxsize=10_000)
        self.tasks: list[asyncio.Task[None]] = []
        self.connected = False

    async def start(self, listener: Listener) -> None:
        """Listen and send until closed; come back by itself after a loss."""
        self.tasks = [asyncio.create_task(self._listen(listener)), asyncio.create_task(self._send())]

    def publish(self, change: TableChanged) -> None:
        """Send when possible; a full outbox drops, the store will tell."""
        if not self.outbox.full():
            self.outbox.put_nowait(msgspec.json.encode(change))

    async def _listen(self, listener: Listener) -> None:
        decoder = msgspec.json.Decoder(TableChanged)
        while True:
            try:
                async with self.listening.pubsub() as heard:
                    await heard.subscribe(CHANNEL)
                    self.connected = True
                    async for message in heard.listen():
                        if message["type"] == "message":
                            listener(decoder.decode(message["data"]))
            except asyncio.CancelledError:
                raise
            except Exception as error:
                if self.connected:
                    logger.warning("the channel is gone (%s); trying again", error)
                self.connected = False
                await asyncio.sleep(0.3)

    async def _send(self) -> None:
        while True:
            first = await self.outbox.get()
            batch = [first]
            while not self.outbox.empty() and len(batch) < 200:
                batch.append(self.outbox.get_nowait())
            try:
                async with self.valkey.pipeline(transaction=False) as pipe:
                    for data in batch:
                        pipe.publish(CHANNEL, data)
                    await pipe.execute()
            except asyncio.CancelledError:
                raise
            except Exception:
                await asyncio.sleep(0.3)

    async def close(self) -> None:
        """Stop listening and sending."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.valkey.aclose()
        await self.listening.aclose()


def open_pubsub(where: str | None) -> PubSub:
    """PubSub through Valkey when an address is given."""
    return LocalPubSub() if where is None else ValkeyPubSub(where)
