"""The web app's files, read once and kept in memory, compressed, with headers that fix their types."""

import gzip
import hashlib
import mimetypes
from pathlib import Path
from typing import NamedTuple

from boohive.server.asgi import Message, Send

__all__ = ["StaticFiles"]

FOLDER = Path(__file__).parents[1] / "web_dist"
POLICY = "; ".join([
    "default-src 'self'",
    "img-src 'self' data: blob:",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
])  # fmt: skip
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-embedder-policy", b"require-corp"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
FOR_EVER = b"public, max-age=31536000, immutable"
ASK_AGAIN = b"no-cache"
SQUEEZED = {".js", ".css", ".html", ".svg", ".json", ".webmanifest", ".txt", ".wasm"}

NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>boohive</title>
<h1>boohive is running, but its web app is not built</h1>
<p>In a clone: <code>./dev build</code>, or <code>cd web &amp;&amp; npm ci &amp;&amp; npm run build</code>,
then start the server again.
A wheel from the package index brings the app along.</p>
<p>The tables work without it: see <a href="/api/games">/api/games</a>, <a href="/api/schema/openapi.json">the HTTP interface</a>
and the page <code>docs/protocol.md</code>.</p>
</html>
"""


class Page(NamedTuple):
    """One file."""

    body: bytes
    squeezed: bytes | None
    kind: bytes
    tag: bytes
    cache: bytes


def make_page(body: bytes, name: str) -> Page:
    """A file ready to be sent."""
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    kind = {".webmanifest": "application/manifest+json", ".js": "text/javascript"}.get(Path(name).suffix, kind)
    if kind.startswith("text/") or kind.endswith("json") or kind == "image/svg+xml":
        kind += "; charset=utf-8"
    squeezed = gzip.compress(body, 9, mtime=0) if Path(name).suffix in SQUEEZED and len(body) > 500 else None
    tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'.encode()
    cache = FOR_EVER if "assets/" in name else ASK_AGAIN
    return Page(body, squeezed, kind.encode(), tag, cache)


class StaticFiles:
    """Answers every GET that is not for the API."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.files: dict[str, Page] = {}
        if (folder / "index.html").exists():
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    name = path.relative_to(folder).as_posix()
                    self.files["/" + name] = make_page(path.read_bytes(), name)
        self.index = self.files.get("/index.html") or make_page(NOT_BUILT.encode(), "index.html")

    async def __call__(self, scope: Message, send: Send) -> None:
        """Send a file, or the app itself for its own addresses."""
        path, method = scope["path"], scope["method"]
        headers = dict(scope["headers"])
        if method not in ("GET", "HEAD"):
            await self._send(send, 405, b"", [(b"allow", b"GET, HEAD")])
            return
        page = self.files.get(path)
        varies = b"accept-encoding"
        if page is None:
            if "." in path.rsplit("/", 1)[-1]:
                await self._send(send, 404, b"there is no such file\n", [(b"content-type", b"text/plain")])
                return
            page = self.index_in(headers.get(b"accept-language", b"").decode("latin-1"))
            varies = b"accept-encoding, accept-language"
        extra = [
            (b"content-type", page.kind),
            (b"etag", page.tag),
            (b"cache-control", page.cache),
            (b"vary", varies),
        ]
        if headers.get(b"if-none-match") == page.tag:
            await self._send(send, 304, b"", extra)
            return
        body = page.body
        if page.squeezed is not None and b"gzip" in headers.get(b"accept-encoding", b""):
            body = page.squeezed
            extra.append((b"content-encoding", b"gzip"))
        await self._send(send, 200, b"" if method == "HEAD" else body, extra, len(body))

    def index_in(self, wanted: str) -> Page:
        """The app's first page in the first of these languages that it speaks, as browsers list them: ``fr-CH, en;q=0.8``."""
        for tag in wanted.split(","):
            language = tag.strip()[:2].lower()
            if language == "en":
                break
            if page := self.files.get(f"/index.{language}.html"):
                return page
        return self.index

    @staticmethod
    async def _send(
        send: Send, status: int, body: bytes, extra: list[tuple[bytes, bytes]], length: int | None = None
    ) -> None:
        size = len(body) if length is None else length
        headers = [*HEADERS, *extra, (b"content-length", str(size).encode())]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})
