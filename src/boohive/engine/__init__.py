"""The engine: search, proof, players and matches for every two-seat game.

>>> import boohive, boohive.engine
>>> for analysis in boohive.engine.analyse(boohive.new("boop"), depth=3):
...     pass
>>> analysis.depth
3
"""

from importlib import import_module
from typing import TYPE_CHECKING

__all__ = ["AsyncUhpEngine", "SearchLimits", "UhpEngine", "UhpOption", "analyse", "analyse_async"]

if TYPE_CHECKING:
    from boohive.engine.analysis import analyse, analyse_async
    from boohive.engine.limits import SearchLimits
    from boohive.engine.uhp_client import AsyncUhpEngine, UhpEngine, UhpOption
else:
    _LATER = {
        "AsyncUhpEngine": "boohive.engine.uhp_client",
        "SearchLimits": "boohive.engine.limits",
        "UhpEngine": "boohive.engine.uhp_client",
        "UhpOption": "boohive.engine.uhp_client",
        "analyse": "boohive.engine.analysis",
        "analyse_async": "boohive.engine.analysis",
    }

    def __getattr__(name):
        """These names when they are first asked for: nothing of the engine is loaded before."""
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_LATER[name]), name)

    def __dir__():
        return sorted(__all__)
