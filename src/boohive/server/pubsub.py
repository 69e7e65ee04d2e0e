"""Publish and subscribe: servers that share a database notify each other of changes at game tables and of who is connected.

Messages may get lost: the store is authoritative, and servers also look there from time to time.
"""

import asyncio
import logging
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Protocol

import msgspec
from msgspec import Struct

if TYPE_CHECKING:
    from valkey.asyncio.client import PubSub as ValkeySubscription

__all__ = ["EntryData", "LocalPubSub", "PubSub", "TableMessage", "ValkeyPubSub", "open_pubsub"]

CHANNEL = "boohive"
logger = logging.getLogger("boohive.pubsub")


class EntryData(Struct, frozen=True):
    """An entry of a log as it is stored: whoever has the one before need not ask the store for it."""

    server_ms: int
    seat: int | None
    id: str
    action: str


class TableMessage(Struct, frozen=True, omit_defaults=True):
    """What one server publishes to the others."""

    sender_id: str
    """The server that publishes."""
    table: str
    seq: int = 0
    """The number of the last entry of the table's log that the sender has."""
    entry: EntryData | None = None
    """That entry, when it was just stored."""
    requests_presence: bool = False
    """The sender has just opened the table; the others should report who is connected to them."""
    has_closed: bool = False
    """The sender has dropped the table, and need not be told of it any more."""
    connected_seats: tuple[int, ...] | None = None
    """The seats that have a client connected to the sender; ``None`` when the message is not about presence."""
    spectators: int = 0
    """How many more clients follow the table at the sender."""


Listener = Callable[[TableMessage], None]
OnSubscribed = Callable[[str], None]


class PubSub(Protocol):
    """A channel to the other servers."""

    connected: bool
    """Whether the others can be reached now."""

    async def start(self, server: str, listener: Listener, on_subscribed: OnSubscribed) -> None:
        """Begin to listen, as the server of this id. ``on_subscribed`` is called with a table once its subscription is
        confirmed."""

    def subscribe(self, table: str) -> None:
        """Receive the messages about this table."""

    def unsubscribe(self, table: str) -> None:
        """Receive no more messages about this table."""

    def publish(self, change: TableMessage, to: Collection[str] | None = None) -> None:
        """Send without waiting to some servers, or to all that have subscribed to the table. A message that is lost only
        delays them."""

    async def close(self) -> None:
        """Stop."""


class LocalPubSub:
    """One server alone: nobody to notify."""

    connected = True

    async def start(self, server: str, listener: Listener, on_subscribed: OnSubscribed) -> None:
        """Nothing to do: there are no other servers."""

    def subscribe(self, table: str) -> None:
        """Nothing to do."""

    def unsubscribe(self, table: str) -> None:
        """Nothing to do."""

    def publish(self, change: TableMessage, to: Collection[str] | None = None) -> None:
        """Nothing to do."""

    async def close(self) -> None:
        """Nothing to do."""


class ValkeyPubSub:
    """Several servers, through Valkey or Redis. While it cannot be reached, servers poll the store."""

    def __init__(self, url: str) -> None:
        from valkey.asyncio import Valkey

        self.valkey = Valkey.from_url(url, socket_connect_timeout=2, socket_timeout=5, health_check_interval=0)
        self.subscriber = Valkey.from_url(url, socket_connect_timeout=2, socket_timeout=None)
        self.outbox: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(maxsize=10_000)
        self.tasks: list[asyncio.Task[None]] = []
        self.connected = False
        self.server = ""
        self.wanted: set[str] = set()
        self.subscribed: set[str] = set()
        """Tables that were subscribed to on the present connection."""
        self.wanted_changed = asyncio.Event()

    async def start(self, server: str, listener: Listener, on_subscribed: OnSubscribed) -> None:
        """Listen and send until closed; reconnect after a loss."""
        self.server = server
        self.tasks = [asyncio.create_task(self._listen(listener, on_subscribed)), asyncio.create_task(self._send())]

    def subscribe(self, table: str) -> None:
        """Receive the messages about this table."""
        self.wanted.add(table)
        self.wanted_changed.set()

    def unsubscribe(self, table: str) -> None:
        """Receive no more messages about this table."""
        self.wanted.discard(table)
        self.wanted_changed.set()

    def publish(self, change: TableMessage, to: Collection[str] | None = None) -> None:
        """Queue it. It is dropped when the outbox is full or Valkey cannot be reached; others find it in the store."""
        data = msgspec.json.encode(change)
        for channel in (channel_of(change.table),) if to is None else map(own_channel, to):
            if not self.outbox.full():
                self.outbox.put_nowait((channel, data))

    async def _listen(self, listener: Listener, on_subscribed: OnSubscribed) -> None:
        decoder, was_lost = msgspec.json.Decoder(TableMessage), False
        while True:
            try:
                async with self.subscriber.pubsub() as subscription:
                    await subscription.subscribe(own_channel(self.server))
                    if was_lost:
                        logger.warning("the channel to the other servers is back")
                    self.connected, was_lost = True, False
                    async with asyncio.TaskGroup() as group:
                        group.create_task(self._keep_subscriptions(subscription))
                        group.create_task(_receive(subscription, decoder, listener, on_subscribed))
            except asyncio.CancelledError:
                raise
            except Exception as error:
                if self.connected:
                    logger.warning("the channel to the other servers is gone (%s); trying again", _root_error(error))
                    was_lost = True
                self.connected = False
                await asyncio.sleep(0.3)

    async def _keep_subscriptions(self, subscription: "ValkeySubscription") -> None:
        """Subscribe to what is wanted and to nothing else. A new connection begins without any subscription."""
        self.subscribed.clear()
        while True:
            self.wanted_changed.clear()
            new, gone = self.wanted - self.subscribed, self.subscribed - self.wanted
            if new:
                await subscription.subscribe(*map(channel_of, new))
            if gone:
                await subscription.unsubscribe(*map(channel_of, gone))
            self.subscribed = (self.subscribed | new) - gone
            if self.wanted == self.subscribed:
                await self.wanted_changed.wait()

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
        await self.subscriber.aclose()


def channel_of(table: str) -> str:
    """Each table has a channel of its own, on which a server that opens it asks who else has it open."""
    return f"{CHANNEL}:{table}"


def own_channel(server: str) -> str:
    """Each server has one, too. What happens at a table is sent to those that have it open, and does not come back to the
    sender: reading a message costs as much as acting on it."""
    return f"{CHANNEL}@{server}"


async def _receive(
    subscription: "ValkeySubscription",
    decoder: msgspec.json.Decoder[TableMessage],
    listener: Listener,
    on_subscribed: OnSubscribed,
) -> None:
    async for message in subscription.listen():
        if message["type"] == "message":
            listener(decoder.decode(message["data"]))
        elif message["type"] == "subscribe" and message["channel"].startswith(f"{CHANNEL}:".encode()):
            on_subscribed(message["channel"].decode().removeprefix(f"{CHANNEL}:"))
    raise ConnectionError("the subscription has ended")


def _root_error(error: Exception) -> BaseException:
    """The first error of a group of tasks."""
    return error.exceptions[0] if isinstance(error, ExceptionGroup) else error


def open_pubsub(url: str | None) -> PubSub:
    """PubSub through Valkey when an address is given."""
    return LocalPubSub() if url is None else ValkeyPubSub(url)
