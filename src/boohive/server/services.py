"""Everything the handlers of one server process share."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from boohive.core.sentences import sentence_data
from boohive.server.clock import Clock, SystemClock
from boohive.server.front import Front
from boohive.server.identity import Signer
from boohive.server.lag import Lag
from boohive.server.limits import Limit, Limits
from boohive.server.messages.socket import Notice
from boohive.server.party import Party
from boohive.server.pubsub import LocalPubSub, PubSub
from boohive.server.sockets import Sockets
from boohive.server.store.protocol import UNAVAILABLE, Store
from boohive.server.strangers import Strangers
from boohive.server.table_service import TableService
from boohive.server.workers import Workers

__all__ = ["Services", "Settings", "open_services"]

KEYS_SECONDS = 60.0
"""Between two looks whether the keys that sign cookies were changed."""
STOP_SECONDS = 2.0
"""Between two looks whether the host has said when the servers will stop."""
BACK = "the server can store moves again"


@dataclass(frozen=True)
class Settings:
    """The settings a server is started with."""

    db: str = ""
    valkey: str | None = None
    durable: bool = True
    origins: frozenset[str] = frozenset()
    """Other sites whose pages may use this server."""
    hosts: frozenset[str] = frozenset()
    """Names under which this server is known, besides addresses and names of a local network: see ``hosts.py``."""
    behind_proxy: bool = False
    """Whether the kernel's round trip is that of a proxy, which says nothing about a player."""
    workers: int | None = None
    limits: Mapping[str, Limit] = field(default_factory=dict)
    """Rates that differ from those in ``limits.py``, by name."""
    counts: Mapping[str, float] = field(default_factory=dict)
    """The same for bounds that are not rates: ``limits.COUNTS``."""


class Services:
    """Store, tables, workers, limits and sockets, started and stopped together."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        workers: Workers,
        pubsub: PubSub | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.settings = settings
        self.store = store
        self.workers = workers
        self.clock = clock or SystemClock()
        self.limits = Limits(self.clock, settings.limits, settings.counts)
        self.tables = TableService(store, pubsub or LocalPubSub(), workers, self.clock, self.limits)
        self.lag = Lag(self.clock)
        self.strangers = Strangers(self.clock)
        self.is_draining = False
        """Whether this server is about to stop: it goes on, but nobody new should be sent to it."""
        self.signer: Signer
        self.front: Front
        self.sockets: Sockets
        self.party: Party | None = None
        """How the home network is let in; ``None`` for a server that was started for a network."""

    async def start(self) -> None:
        """Begin."""
        self.signer = Signer(await self.store.secrets(), self.clock)
        self.front = Front(self.limits, self.signer)
        self.sockets = Sockets(self.tables, self.signer, self.limits, self.settings.origins, self.strangers)
        self.tables.on_store_replaced = self._read_keys
        self.store.on_change = self._store_changed
        await self.tables.start()
        self.tables.background.repeat("keys", KEYS_SECONDS, self._read_keys)
        self.tables.background.repeat("announced stop", STOP_SECONDS, self._read_announced_stop)

    def _store_changed(self, is_back: bool) -> None:
        """Warn players that nothing can be stored, before they find out by a move that is not accepted."""
        if is_back:
            self.sockets.announce(Notice(code="store_back", message=sentence_data(BACK)))
        else:
            self.sockets.announce(Notice(code="store_away", message=sentence_data(UNAVAILABLE)))

    async def _read_keys(self) -> None:
        self.signer.keys = await self.store.secrets()

    async def _read_announced_stop(self) -> None:
        self.sockets.announce_stop(await self.store.announced_stop())

    async def stop(self) -> None:
        """Close in the order in which nothing is lost."""
        self.lag.close()
        await self.sockets.close()
        await self.tables.close()
        await self.workers.close()
        await self.store.close()

    @cached_property
    def version(self) -> str:
        """The package's version."""
        from boohive import __version__

        return __version__


def open_services(settings: Settings) -> Services:
    """Services with a database and worker processes."""
    from boohive.server.pubsub import open_pubsub
    from boohive.server.store.sql import SqlStore
    from boohive.server.workers_process import ProcessWorkers

    store = SqlStore(settings.db, settings.durable, is_shared=settings.valkey is not None)
    return Services(settings, store, ProcessWorkers(settings.workers), open_pubsub(settings.valkey))
