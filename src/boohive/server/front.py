"""The first look at every HTTP request: whoever asks too often is refused before anything else is done."""

import msgspec

from boohive.server import limits
from boohive.server.asgi import Message, Send
from boohive.server.identity import COOKIE, Signer, read_cookie
from boohive.server.limits import Limits, network_of, too_often
from boohive.server.rendering import error_message

__all__ = ["Front", "is_for_api"]

REMEMBERED = 10_000
"""Cookies that were found to be right."""
NAME = COOKIE.encode() + b"="


def is_for_api(path: str) -> bool:
    """Whether a request is for the HTTP interface; all others are for files of the page."""
    return path.startswith(("/api/", "/me/")) or path in ("/metrics", "/api")


class Front:
    """Counts requests: by person for those at a table, by address for all others."""

    def __init__(self, counts: Limits, signer: Signer) -> None:
        self.limits = counts
        self.signer = signer
        self.known: dict[bytes, str] = {}

    def wait(self, scope: Message) -> float:
        """0 for a request that may go on; otherwise the seconds to wait."""
        address = network_of((scope.get("client") or ("?", 0))[0])
        if not is_for_api(scope["path"]):
            return self.limits.take(address, limits.PAGES)
        who = self._person(scope["headers"]) or address
        return self.limits.take(who, limits.HTTP) or self.limits.take(address, limits.ALL_HTTP)

    def _person(self, headers: list[tuple[bytes, bytes]]) -> str | None:
        """Who asks, if they have a seat somewhere. A cookie is read only when it names such a person."""
        if not self.limits.seated:
            return None
        for name, value in headers:
            if name == b"cookie":
                begins = value.find(NAME)
                person = value[begins + len(NAME) :].split(b".", 2)[1:2] if begins >= 0 else []
                if not person or person[0].decode("latin-1") not in self.limits.seated:
                    return None
                return self._verified(value)
        return None

    def _verified(self, value: bytes) -> str | None:
        if (known := self.known.get(value)) is not None:
            return known
        person = self.signer.person(read_cookie({"cookie": value.decode("latin-1")}))
        if person is not None:
            if len(self.known) >= REMEMBERED:
                self.known.clear()
            self.known[value] = person
        return self.limits.who("", person) or None

    @staticmethod
    async def refuse(send: Send, wait: float) -> None:
        """Answer somebody who asks too often."""
        refusal = too_often(wait)
        body = msgspec.json.encode(error_message(refusal))
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(body)),
            (b"retry-after", b"%d" % (1 + wait)),
            (b"cache-control", b"no-store"),
            (b"x-content-type-options", b"nosniff"),
        ]
        await send({"type": "http.response.start", "status": 429, "headers": headers})
        await send({"type": "http.response.body", "body": body})
