"""Everything the handlers of one server process share."""

import logging
from dataclasses import dataclass
from functools import cached_property

from boohive.server.bots import Bots, Workers
from boohive.server.hub import Hub
from boohive.server.identity import Signer
from boohive.server.limits import Limits
from boohive.server.pubsub import open_pubsub
from boohive.server.sockets import Sockets
from boohive.server.store import Store

__all__ = ["Services", "Settings"]

logger = logging.getLogger("boohive")


@dataclass(frozen=True)
class Settings:
    """What the one who starts a server chooses."""

    db: str
    valkey: str | None = None
    durable: bool = True
    origins: frozenset[str] = frozenset()
    """Other sites whose pages may use this server."""
    behind_proxy: bool = False
    workers: int | None = None
    admin_token: str | None = None


class Services:
    """Store, hub, bots, limits and sockets, started and stopped together."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limits = Limits()
        self.hub: Hub
        self.store: Store
        self.signer: Signer
        self.sockets: Sockets
        self.workers: Workers

    async def start(self) -> None:
        """Open the store and begin."""
        settings = self.settings
        self.store = Store(settings.db, settings.durable)
        self.signer = Signer(await self.store.secret())
        self.hub = Hub(self.store, open_pubsub(settings.valkey))
        self.workers = Workers(settings.workers)
        self.bots = Bots(self.hub, self.workers)
        self.sockets = Sockets(self.hub, self.signer, self.limits, settings.origins)
        await self.hub.start()

    async def stop(self) -> None:
        """Close in the order in which nothing is lost."""
        await self.sockets.close()
        await self.hub.close()
        await self.workers.close()
        await self.store.close()

    @cached_property
    def version(self) -> str:
        """The package's version."""
        from boohive import __version__

        return __version__
