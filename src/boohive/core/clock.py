"""The clock that only runs forward, for kernels. Compiled, the C body in ``clock.pxd``."""

import time


def now() -> int:
    """Nanoseconds since some moment in the past."""
    return time.monotonic_ns()
