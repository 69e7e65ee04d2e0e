"""People: there are no accounts; a person is a signed cookie, or a personal link that sets one on another device."""

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie

__all__ = ["COOKIE", "Signer", "new_person", "read_cookie"]

COOKIE = "boohive"
YEAR = 365 * 86_400


def new_person() -> str:
    """A person nobody can guess."""
    return secrets.token_urlsafe(16)


def read_cookie(headers: Mapping[str, str], name: str = COOKIE) -> str | None:
    """A cookie of a request."""
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return None
    return None if found is None else found.value


class Signer:
    """Signs cookies with the key that all servers on one database share."""

    def __init__(self, key: bytes) -> None:
        self.key = key

    def _mark(self, text: str) -> str:
        return hmac.new(self.key, text.encode(), hashlib.sha256).hexdigest()[:32]

    def sign(self, person: str) -> str:
        """The cookie's value."""
        return f"{person}.{self._mark(person)}"

    def person(self, value: str | None) -> str | None:
        """Whose cookie it is; ``None`` when there is none or it is not ours."""
        person, dot, mark = (value or "").rpartition(".")
        if not dot or not hmac.compare_digest(mark.encode(), self._mark(person).encode()):
            return None
        return person

    def cookie(self, person: str, secure: bool) -> str:
        """The header that sets the cookie."""
        extra = "; Secure" if secure else ""
        return f"{COOKIE}={self.sign(person)}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{extra}"
