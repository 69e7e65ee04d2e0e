"""``boohive serve``: the server and its web app, by default for this machine only."""

import argparse
import errno
import gc
import ipaddress
import json
import logging
import os
import re
import sys
import threading
import time
import webbrowser
from importlib import import_module
from urllib.parse import urlsplit

from boohive.commands.common import parallel_count, port_number
from boohive.commands.database import add_database, check_database
from boohive.core.errors import BoohiveError

PORT = 8765
LOCAL = "127.0.0.1"
EVERYWHERE = ("0.0.0.0", "::")
"""All addresses of this machine: none of these is one that anybody can open."""
WAIT_SECONDS = 1.0
"""Between two attempts to reach a database that is not there yet."""
VALKEY = ("valkey://", "valkeys://", "redis://", "rediss://", "unix://")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """--host, --port, --db, --valkey, --open and a few for hosts."""
    parser.add_argument(
        "--host",
        metavar="ADDRESS",
        default=LOCAL,
        type=address,
        help="address to listen on (default: this machine only)",
    )
    parser.add_argument(
        "--port",
        metavar="N",
        type=port_number,
        default=PORT,
        help="port, 0 for any (default: %(default)s or the next free one)",
    )
    parser.add_argument(
        "--party",
        action="store_true",
        help="let phones in the home network play too, and print a code for their cameras",
    )
    add_database(parser)
    parser.add_argument(
        "--valkey", metavar="URL", help="notify other servers on the same database through Valkey or Redis"
    )
    parser.add_argument("--open", action="store_true", help="open the browser")
    add_who_may_ask(parser)
    parser.add_argument(
        "--workers",
        metavar="N",
        type=parallel_count,
        help="processes that think for bots (default: one less than processors)",
    )
    parser.add_argument(
        "--fast", action="store_true", help="SQLite: do not wait for the disk; a power loss may cost the last moves"
    )
    parser.add_argument(
        "--limit", action="append", default=[], metavar="NAME=VALUE",
        help="change a limit, such as http=240/30 (how many at once, how many a second) or connections=500",
    )  # fmt: skip
    parser.add_argument("--log", choices=("quiet", "text", "json"), default="text", help="how to write the log")


def add_who_may_ask(parser: argparse.ArgumentParser) -> None:
    """--proxy, --origin and --allow-host."""
    parser.add_argument(
        "--proxy",
        metavar="ADDRESS",
        type=proxy_addresses,
        help="address of the reverse proxy whose forwarded addresses count",
    )
    parser.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        type=origin,
        help="another site that may use this server",
    )
    parser.add_argument(
        "--allow-host", action="append", default=[], metavar="NAME", type=host_name,
        help="a name under which this server is reached, such as games.example; addresses and names of a local network "
        "are always allowed, and behind --proxy all are if none is given",
    )  # fmt: skip


class JsonLines(logging.Formatter):
    """One JSON object for each line of the log."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON."""
        fields = {"at": round(record.created, 3), "level": record.levelname.lower(), "from": record.name}
        fields["says"] = record.getMessage()
        if record.exc_info:
            fields["trace"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False)


def set_log(how: str) -> None:
    """Log to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        JsonLines() if how == "json" else logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    )
    logging.basicConfig(level=logging.ERROR if how == "quiet" else logging.INFO, handlers=[handler], force=True)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    logging.getLogger("alembic").setLevel(logging.WARNING)


def run(args: argparse.Namespace) -> int:
    """Serve until stopped."""
    gc.disable()  # What is loaded now stays; collecting it again and again would take a tenth of the start.
    from boohive.server.app import serve
    from boohive.server.limits import read_limits
    from boohive.server.services import Settings

    if args.valkey is not None and not args.valkey.startswith(VALKEY):
        raise BoohiveError(f"{args.valkey!r} is not the address of a Valkey; write valkey://host:port")
    if args.valkey is not None:
        require_valkey()
    rates, counts = read_limits(args.limit)
    if args.party:
        check_party(args)
    set_log(args.log)
    free_port(args.host, args.port)  # A wrong address is refused before a database is made.
    wait_for_database(args.db)
    port = free_port(args.host, args.port)
    settings = Settings(
        db=args.db,
        valkey=args.valkey,
        durable=not args.fast,
        origins=frozenset(args.origin),
        hosts=frozenset(args.allow_host),
        behind_proxy=args.proxy is not None,
        workers=args.workers,
        limits=rates,
        counts=counts,
    )

    def ready(address: str, links: tuple[str, ...]) -> None:
        print(f"boohive is at {address} (stop with Ctrl+C)", flush=True)
        if args.host in EVERYWHERE:
            print("".join(f"In your network: {each}\n" for each in home_links(address)), end="", flush=True)
        if links:
            print(party_words(address, links, sys.stdout.isatty()), flush=True)
        if args.open:
            threading.Thread(target=open_browser, args=(address,), daemon=True).start()

    return serve(settings, args.host, port, args.proxy, ready, args.party)


def require_valkey() -> None:
    """Refuse before anything is started; ``main`` says which extra brings the module."""
    import_module("valkey")


def home_links(address: str) -> list[str]:
    """The same address as other machines at home write it."""
    from boohive.server.party import home_addresses

    return [f"http://{each}:{urlsplit(address).port}/" for each in home_addresses()]


def check_party(args: argparse.Namespace) -> None:
    """Refuse a party that nobody could come to."""
    from boohive.server.party import home_addresses

    if args.host != LOCAL or args.proxy is not None:
        raise BoohiveError("--party opens this machine to its home network; leave out --host and --proxy")
    if not home_addresses():
        raise BoohiveError("this machine is in no home network; connect it to one, then try again")


def party_words(address: str, links: tuple[str, ...], in_terminal: bool) -> str:
    """Where to go, and who can come."""
    from boohive.server.qr import draw

    lines = [
        f"Party: open {address}play/booo on the big screen. Phones in the same network find it at",
        *(f"  {link}" for link in links),
        "Everybody in that network can now reach boohive on this machine: its tables, its games, the names of its players.",
        "Nobody outside can, unless the router is told to let them. It ends when you stop boohive.",
    ]
    return "\n".join([*lines, draw(links[0])] if in_terminal else lines)


def wait_for_database(where: str) -> None:
    """Begin or open the database; one on another machine that is not there yet is waited for, and the log says so."""
    from boohive.server.store.database import DatabaseAway

    waiting = False
    while True:
        try:
            check_database(where, create=True)
        except DatabaseAway as error:
            if not waiting:
                logging.getLogger("boohive").warning("%s; waiting for it", error)
            waiting = True
            time.sleep(WAIT_SECONDS)
        else:
            if waiting:
                logging.getLogger("boohive").info("the database is there")
            return


def open_browser(address: str) -> None:
    """Show the page, where there is a browser to show it in."""
    time.sleep(0.1)
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or sys.platform in ("darwin", "win32"):
        webbrowser.open(address)


def proxy_addresses(words: str) -> str:
    """Addresses or networks of reverse proxies with commas between them, or * for any."""
    for word in words.split(","):
        try:
            if word.strip() != "*":
                ipaddress.ip_network(word.strip(), strict=False)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{word!r} is not an address; write one such as 127.0.0.1") from None
    return words


def address(word: str) -> str:
    """An address to listen on; the empty one would mean all of them."""
    if not word:
        raise argparse.ArgumentTypeError("the address is empty; write one such as 0.0.0.0 for all")
    return word


def origin(word: str) -> str:
    """What a browser says of the page that asks: scheme and host, and no path."""
    parts = urlsplit(word)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path or parts.query or parts.fragment:
        raise argparse.ArgumentTypeError(
            f"{word!r} is not the start of a site's address; write one such as https://games.example"
        )
    return word


def host_name(word: str) -> str:
    """A name without scheme and port, or * for any."""
    if word != "*" and not re.fullmatch(r"[\w-]+(\.[\w-]+)*\.?", word):
        raise argparse.ArgumentTypeError(f"{word!r} is not the name of a host; write one such as games.example")
    return word


def free_port(host: str, wanted: int) -> int:
    """The port, or when the usual one is taken the next that is free."""
    import socket

    for port in [wanted] if wanted != PORT else range(PORT, PORT + 20):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                trial.bind((host, port))
            except OSError as error:
                if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
                    raise BoohiveError(
                        f"this machine has no address {host!r}; give one of its own with --host, such as 0.0.0.0 for all"
                    ) from None
                why = error.strerror
                continue
            return port
    raise BoohiveError(f"port {wanted} of {host} cannot be used ({why}); choose another with --port")
