"""Environments for learning: PettingZoo, Gymnasium, OpenSpiel and a vector environment (``pip install boohive[rl]``)."""

try:
    import numpy as _numpy  # noqa: F401
except ImportError:
    raise ImportError("boohive.envs needs NumPy, PettingZoo and Gymnasium: pip install 'boohive[rl]'") from None
