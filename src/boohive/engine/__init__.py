"""The engine: search, proof, players and matches for every two-seat game.

>>> import boohive, boohive.engine
>>> for analysis in boohive.engine.analyse(boohive.new("boop"), depth=3):
...     pass
>>> analysis.depth
3
"""

from typing import TYPE_CHECKING

__all__ = ["analyse"]

if TYPE_CHECKING:
    from boohive.engine.analysis import analyse
else:

    def __getattr__(name):
        """``analyse`` when it is first asked for: nothing of the engine is loaded before."""
        if name == "analyse":
            from boohive.engine.analysis import analyse

            return analyse
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
