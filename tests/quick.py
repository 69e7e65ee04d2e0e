"""``./dev test --quick`` takes a tenth of the random positions of the long comparisons."""

import os

QUICK = bool(os.environ.get("BOOHIVE_QUICK"))


def fewer(count: int) -> int:
    """So many, or in the quick run a tenth of them."""
    return count // 10 if QUICK else count
