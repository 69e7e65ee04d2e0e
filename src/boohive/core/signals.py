"""Ctrl+C in code that runs without Python: compiled, the C bodies in ``signals.pxd``.

A long computation calls ``interrupted()`` now and then and ends early when it returns true; its caller then calls
``raise_interruption()``. Uncompiled there is nothing to do, because Python looks at signals by itself.
"""


def interrupted() -> bool:
    """Whether a signal handler has raised an exception in this thread; Python calls handlers in the main thread only."""
    return False


def raise_interruption() -> None:
    """Raise that exception."""


def pending() -> bool:
    """Whether such an exception is on its way in this thread: no Python code may run before it is raised."""
    return False
