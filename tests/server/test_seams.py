"""The parts that another host can use load nothing but the standard library, msgspec and boohive."""

import subprocess
import sys

import pytest

PORTABLE = [
    "boohive.server.registry",
    "boohive.server.commit",
    "boohive.server.timers",
    "boohive.server.presence",
    "boohive.server.followups",
    "boohive.server.bots",
    "boohive.server.rendering",
    "boohive.server.session",
    "boohive.server.frames",
    "boohive.server.sockets",
    "boohive.server.table_service",
    "boohive.server.services",
    "boohive.server.store.protocol",
    "boohive.server.store.memory",
    "boohive.server.workers",
    "boohive.server.worker",
    "boohive.server.routes.games",
    "boohive.server.routes.tables",
    "boohive.server.routes.positions",
    "boohive.server.routes.profile",
    "boohive.server.routes.operations",
]

FOREIGN = """
import sys
before = set(sys.modules)
import importlib
for name in sys.argv[1:]:
    importlib.import_module(name)
loaded = {name.split(".")[0] for name in set(sys.modules) - before}
ours = {"boohive", "msgspec", "typing_extensions", "cython_runtime"}  # msgspec takes typing_extensions where it is there.
print(" ".join(sorted(loaded - set(sys.stdlib_module_names) - ours)))
"""


def loaded_by(*modules):
    found = subprocess.run([sys.executable, "-c", FOREIGN, *modules], capture_output=True, text=True, check=True)
    return [name for name in found.stdout.split() if not name.startswith(("__editable__", "_cython_"))]


def test_nothing_foreign_is_loaded():
    assert loaded_by(*PORTABLE) == []


@pytest.mark.parametrize(
    ("module", "loads"),
    [
        ("boohive.server.store.sql", "sqlalchemy"),
        ("boohive.server.plain.connection", "uvicorn"),
        ("boohive.server.api", "litestar"),
    ],
)
def test_the_test_would_notice(module, loads):
    assert loads in loaded_by(module)
