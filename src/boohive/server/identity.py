"""People: there are no accounts; a person is a signed cookie, or a personal link that sets one on another device."""

import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence
from http.cookies import CookieError, SimpleCookie

from boohive.server.clock import Clock, SystemClock

__all__ = ["COOKIE", "Signer", "new_person", "read_cookie"]

COOKIE = "boohive"
SECURE_COOKIE = "__Host-boohive"
"""Its name behind TLS: browsers take it from this very host alone, for all paths, and never without TLS."""
VERSION = "1"
YEAR = 365 * 86_400
RENEW_AFTER = 30 * 86_400
"""Seconds after which a cookie is set again, so that an active person never loses it."""


def new_person() -> str:
    """A person nobody can guess."""
    return secrets.token_urlsafe(16)


def read_cookie(headers: Mapping[str, str]) -> str | None:
    """The cookie of a request, under whichever name it was set."""
    try:
        cookies = SimpleCookie(headers.get("cookie", ""))
    except CookieError:
        return None
    found = cookies.get(SECURE_COOKIE) or cookies.get(COOKIE)
    return None if found is None else found.value


class Signer:
    """Signs cookies with the key that all servers on one database share.

    A cookie is ``version.person.seconds since 1970.signature``. It is valid for a year, under the newest key and the one
    before it, so that a key can be changed.
    """

    def __init__(self, keys: Sequence[bytes], clock: Clock | None = None) -> None:
        self.keys = keys
        self.clock: Clock = clock or SystemClock()

    @staticmethod
    def _signature(key: bytes, text: str) -> str:
        return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()

    def sign(self, person: str) -> str:
        """The cookie's value."""
        text = f"{VERSION}.{person}.{self.clock.now_ms() // 1000}"
        return f"{text}.{self._signature(self.keys[0], text)}"

    def person(self, value: str | None) -> str | None:
        """Whose cookie it is; ``None`` when there is none, it is too old or it is not ours."""
        found = self._read(value)
        return None if found is None else found[0]

    def needs_renewal(self, value: str | None) -> bool:
        """Whether a valid cookie should be set again: it is getting old, or its key is."""
        found = self._read(value)
        return found is not None and (found[1] > RENEW_AFTER or not found[2])

    def _read(self, value: str | None) -> tuple[str, int, bool] | None:
        """The person, the cookie's age in seconds, and whether the newest key signed it."""
        text, _, signature = (value or "").rpartition(".")
        parts = text.split(".")
        if len(parts) != 3 or parts[0] != VERSION or not parts[2].isdecimal():
            return None
        signed = [hmac.compare_digest(signature.encode(), self._signature(key, text).encode()) for key in self.keys]
        age = self.clock.now_ms() // 1000 - int(parts[2])
        return (parts[1], age, signed[0]) if any(signed) and age <= YEAR else None

    def cookie(self, person: str, secure: bool) -> str:
        """The header that sets the cookie."""
        name, extra = (SECURE_COOKIE, "; Secure") if secure else (COOKIE, "")
        return f"{name}={self.sign(person)}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{extra}"
