"""Publish and subscribe: how servers on one database notify each other that a table has moved on. The store stays the truth."""

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

import msgspec
from msgspec import Struct

if TYPE_CHECKING:
    from valkey.asyncio.client import PubSub as ValkeySubscription

__all__ = ["LocalPubSub", "PubSub", "TableChanged", "ValkeyPubSub", "open_pubsub"]

CHANNEL = "boohive"
logger = logging.getLogger("boohive.pubsub")


class TableChanged(Struct, frozen=True, omit_defaults=True):
    """What one server publishes to the others."""

    server: str
    table: str
    seq: int = 0
    asks: bool = False
    """Whether the others should say who is connected there: this server has just opened the table."""
    here: tuple[int, ...] | None = None
    """The seats with a page connected to that server; ``None`` when the news is not about presence."""
    watchers: int = 0


Listener = Callable[[TableChanged], None]
Subscribed = Callable[[str], None]


class PubSub(Protocol):
    """Messages to the other servers and from them."""

    has_others: bool
    """Whether there may be other servers to notify."""
    connected: bool
    """Whether the others can be reached now."""

    async def start(self, listener: Listener, subscribed: Subscribed) -> None:
        """Begin to listen. ``subscribed`` is called with a table once everything that is said of it will be heard."""

    def subscribe(self, table: str) -> None:
        """Listen to this table, too."""

    def unsubscribe(self, table: str) -> None:
        """Stop listening to this table."""

    def publish(self, change: TableChanged) -> None:
        """Send to the others without waiting; a lost message costs time, never correctness."""

    async def close(self) -> None:
        """Stop."""


class LocalPubSub:
    """One server alone: nobody to notify."""

    has_others = False
    connected = True

    async def start(self, listener: Listener, subscribed: Subscribed) -> None:
        """Nothing will be heard."""

    def subscribe(self, table: str) -> None:
        """There is nothing to hear."""

    def unsubscribe(self, table: str) -> None:
        """There was nothing to hear."""

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
        self.outbox: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(maxsize=10_000)
        self.tasks: list[asyncio.Task[None]] = []
        self.connected = False
        self.wanted: set[str] = set()
        self.subscribed: set[str] = set()
        """Tables that were asked for on the present connection."""
        self.changed = asyncio.Event()

    async def start(self, listener: Listener, subscribed: Subscribed) -> None:
        """Listen and send until closed; come back by itself after a loss."""
        self.tasks = [asyncio.create_task(self._listen(listener, subscribed)), asyncio.create_task(self._send())]

    def subscribe(self, table: str) -> None:
        """Listen to this table, too."""
        self.wanted.add(table)
        self.changed.set()

    def unsubscribe(self, table: str) -> None:
        """Stop listening to this table."""
        self.wanted.discard(table)
        self.changed.set()

    def publish(self, change: TableChanged) -> None:
        """Send when possible; a full outbox drops it, and the others find it in the store."""
        if not self.outbox.full():
            self.outbox.put_nowait((channel_of(change.table), msgspec.json.encode(change)))

    async def _listen(self, listener: Listener, subscribed: Subscribed) -> None:
        decoder, was_lost = msgspec.json.Decoder(TableChanged), False
        while True:
            try:
                async with self.listening.pubsub() as subscription:
                    await subscription.subscribe(CHANNEL)
                    if was_lost:
                        logger.warning("the channel to the other servers is back")
                    self.connected, was_lost = True, False
                    async with asyncio.TaskGroup() as both:
                        both.create_task(self._subscribe(subscription))
                        both.create_task(_hear(subscription, decoder, listener, subscribed))
            except asyncio.CancelledError:
                raise
            except Exception as error:
                if self.connected:
                    logger.warning("the channel to the other servers is gone (%s); trying again", _first(error))
                    was_lost = True
                self.connected = False
                await asyncio.sleep(0.3)

    async def _subscribe(self, subscription: "ValkeySubscription") -> None:
        """Keep what is asked for the same as what is wanted; on a new connection that begins with nothing."""
        self.subscribed.clear()
        while True:
            self.changed.clear()
            new, gone = self.wanted - self.subscribed, self.subscribed - self.wanted
            if new:
                await subscription.subscribe(*map(channel_of, new))
            if gone:
                await subscription.unsubscribe(*map(channel_of, gone))
            self.subscribed = (self.subscribed | new) - gone
            if self.wanted == self.subscribed:
                await self.changed.wait()

    async def _send(self) -> None:
        while True:
            first = await self.outbox.get()
            batch = [first]
            while not self.outbox.empty() and len(batch) < 200:
                batch.append(self.outbox.get_nowait())
            try:
                async with self.valkey.pipeline(transaction=False) as pipe:
                    for channel, data in batch:
                        pipe.publish(channel, data)
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


def channel_of(table: str) -> str:
    """Each table has a channel of its own: a server hears only of those it has open."""
    return f"{CHANNEL}:{table}"


async def _hear(
    subscription: "ValkeySubscription",
    decoder: msgspec.json.Decoder[TableChanged],
    listener: Listener,
    subscribed: Subscribed,
) -> None:
    async for message in subscription.listen():
        if message["type"] == "message":
            listener(decoder.decode(message["data"]))
        elif message["type"] == "subscribe" and message["channel"] != CHANNEL.encode():
            subscribed(message["channel"].decode().removeprefix(f"{CHANNEL}:"))
    raise ConnectionError("the subscription has ended")


def _first(error: Exception) -> BaseException:
    """What failed, of a group of tasks."""
    return error.exceptions[0] if isinstance(error, ExceptionGroup) else error


def open_pubsub(where: str | None) -> PubSub:
    """PubSub through Valkey when an address is given."""
    return LocalPubSub() if where is None else ValkeyPubSub(where)
