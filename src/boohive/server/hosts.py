"""The names under which this server may be asked for.

A page of another site can make its own name point to this machine (DNS rebinding); for the browser it is then of the same
origin as we are. Its requests still name the other site as their host, and no public name but ours is answered.
"""

import ipaddress
import socket
from collections.abc import Iterable

from boohive.server.asgi import Receive, Send

__all__ = ["Hosts", "refuse_host"]

ANY = "*"
PRIVATE_ENDINGS = (".localhost", ".local", ".lan", ".internal", ".home.arpa")
"""Names that nobody can own on the internet."""
REMEMBERED = 1000
REFUSAL = b"this server is not known under this name; its host can allow it with --allow-host\n"


class Hosts:
    """Which hosts may be named in a request."""

    def __init__(self, allowed: Iterable[str] = (), behind_proxy: bool = False) -> None:
        """Behind a proxy that says under which name it serves, no name of ours is needed: then all are allowed."""
        self.allowed = {name.lower().rstrip(".") for name in allowed}
        if behind_proxy and not self.allowed:
            self.allowed = {ANY}
        self.own = {socket.gethostname().lower()}
        self.is_ours: dict[bytes, bool] = {}

    def allow(self, headers: Iterable[tuple[bytes, bytes]]) -> bool:
        """Whether a request names a host that we are; programs that name none are not browsers."""
        for name, value in headers:
            if name == b"host":
                found = self.is_ours.get(value)
                if found is None:
                    if len(self.is_ours) >= REMEMBERED:
                        self.is_ours.clear()
                    found = self.is_ours[value] = self._is_ours(value.decode("latin-1"))
                return found
        return True

    def _is_ours(self, host: str) -> bool:
        name = _without_port(host).lower().rstrip(".")
        if ANY in self.allowed or name in self.allowed or name in self.own:
            return True
        return "." not in name or name.endswith(PRIVATE_ENDINGS) or _is_address(name)


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.rpartition(":")[0] if host.count(":") == 1 else host


def _is_address(name: str) -> bool:
    """Whether it is an address, which cannot be made to point elsewhere as a name can."""
    try:
        ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True


async def refuse_host(kind: str, receive: Receive, send: Send) -> None:
    """Answer a request for another host."""
    if kind == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": "another host"})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"%d" % len(REFUSAL))]
    await send({"type": "http.response.start", "status": 421, "headers": headers})
    await send({"type": "http.response.body", "body": REFUSAL})
