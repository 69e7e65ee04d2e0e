"""The clock that only runs forward, and a thread's own time, for kernels. Compiled, the C bodies in ``clock.pxd``."""

import time


def now() -> int:
    """Nanoseconds since some moment in the past."""
    return time.monotonic_ns()


def thread_time() -> int:
    """Nanoseconds for which this thread has had a processor."""
    return time.thread_time_ns()
