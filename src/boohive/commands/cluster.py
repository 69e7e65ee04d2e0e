"""``boohive cluster --local N``: PostgreSQL, Valkey and N servers on this machine, to try what a larger host would run."""

import argparse
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from boohive.commands.common import MAX_PORT, port_number, positive
from boohive.core.errors import BoohiveError
from boohive.server.dev_services import LocalPostgres, LocalServers, LocalValkey

MAX_SERVERS = 16


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """--local, --port, --folder."""
    parser.add_argument("--local", type=positive, required=True, metavar="N", help="how many servers, on this machine")
    parser.add_argument("--port", type=port_number, default=8765, help="port of the first server; the others follow")
    parser.add_argument("--folder", help="where the database is kept (default: a folder that goes away at the end)")


def run(args: argparse.Namespace) -> int:
    """Start everything, wait for Ctrl+C, stop everything."""
    if args.local > MAX_SERVERS:
        raise BoohiveError(f"--local {args.local} is not possible; start 1 to {MAX_SERVERS} servers")
    if not 0 < args.port <= MAX_PORT + 1 - args.local:
        raise BoohiveError(
            f"--port {args.port} is not possible; {args.local} ports from there on must be 1 to {MAX_PORT}"
        )
    with ExitStack() as running:
        folder_name = args.folder or running.enter_context(
            tempfile.TemporaryDirectory(prefix="boohive-", ignore_cleanup_errors=True)
        )
        folder = Path(folder_name).resolve()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BoohiveError(f"{folder} cannot be made: {error.strerror}; choose another --folder") from None
        postgres = LocalPostgres(folder / "postgres").start()
        running.callback(postgres.stop)
        valkey = LocalValkey(folder / "valkey").start()
        running.callback(valkey.stop)
        print(f"PostgreSQL {postgres.url}\nValkey {valkey.url}", flush=True)
        for number in range(args.local):
            server = LocalServers(args.port + number, postgres.url, valkey.url).start()
            running.callback(server.stop)
            print(f"server {number + 1} is at {server.url}", flush=True)
        print("stop with Ctrl+C", flush=True)
        try:
            while True:
                time.sleep(3600)
        except KeyboardInterrupt:
            print("stopping", flush=True)
    return 0
