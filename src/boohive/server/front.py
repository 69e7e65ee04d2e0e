"""The first look at every HTTP request: a sender with too many of them is refused before anything else is done."""

from functools import lru_cache

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


def is_for_api(path: str, method: str = "GET") -> bool:
    """Whether a request is for the HTTP interface; all others are for files of the page."""
    is_used_link = method == "POST" and path.startswith("/me/")  # To look at a personal link is to see a page.
    return path.startswith("/api/") or is_used_link or path in ("/metrics", "/api")


class Front:
    """Counts requests: by person for those at a table, by address for all others."""

    def __init__(self, counts: Limits, signer: Signer) -> None:
        self.limits = counts
        self.signer = signer
        self.people_by_cookie: dict[bytes, str] = {}

    def wait(self, scope: Message) -> float:
        """0 for a request that may go on; otherwise the seconds to wait."""
        address = network_of((scope.get("client") or ("?", 0))[0])
        if not is_for_api(scope["path"], scope.get("method", "GET")):
            return self.limits.take(address, limits.PAGES)
        who = self.person(scope["headers"]) or address
        return self.limits.take(who, limits.HTTP) or self.limits.take(address, limits.ALL_HTTP)

    def person(self, headers: list[tuple[bytes, bytes]]) -> str | None:
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
        if (person := self.people_by_cookie.get(value)) is not None:
            return person
        person = self.signer.person(read_cookie({"cookie": value.decode("latin-1")}))
        if person is not None:
            if len(self.people_by_cookie) >= REMEMBERED:
                self.people_by_cookie.clear()
            self.people_by_cookie[value] = person
        return self.limits.who("", person) or None

    @staticmethod
    async def refuse(send: Send, wait: float) -> None:
        """Answer somebody who asks too often."""
        start, body = _refusal(int(10 * wait))
        await send(start)
        await send(body)


@lru_cache(maxsize=1000)
def _refusal(tenths: int) -> tuple[Message, Message]:
    """The answer that names the time to wait, made once for each tenth of a second: a flood costs little."""
    wait = (tenths + 1) / 10
    body = msgspec.json.encode(error_message(too_often(wait)))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", b"%d" % len(body)),
        (b"retry-after", b"%d" % (1 + wait)),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    ]
    return {"type": "http.response.start", "status": 429, "headers": headers}, {
        "type": "http.response.body",
        "body": body,
    }
