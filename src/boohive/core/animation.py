"""A game as one moving picture: every position of a record in turn, over and over, in plain SVG without a script.

>>> import boohive
>>> from boohive.core.animation import animate
>>> animate([boohive.new("boop").svg()]).count("<animate")
0
"""

import re
from collections.abc import Sequence

__all__ = ["animate"]

SIZES = re.compile(r'viewBox="[^"]+" width="[^"]+" height="[^"]+"')
WIDTH = re.compile(r'width="([^"]+)"')
VIEW = re.compile(r'viewBox="([^"]+)"')
ROOT = re.compile(r"<svg\b[^>]*>")
LAST_FRAME = 3
"""The end is shown this many times as long as the rest."""


def animate(pictures: Sequence[str], seconds: float = 1.0) -> str:
    """Pictures one after the other, each shown for ``seconds``; viewers without animation show the last."""
    left, top, width, height = union([view_of(picture) for picture in pictures])
    wide = max(float(WIDTH.findall(picture)[0]) for picture in pictures)
    beats = len(pictures) - 1 + LAST_FRAME
    frames = [
        frame(picture, i / beats, (i + 1) / beats if i + 1 < len(pictures) else 1.0, beats * seconds)
        for i, picture in enumerate(pictures)
    ]
    size = f"{left:g} {top:g} {width:g} {height:g}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" width="{wide:g}" height="{wide * height / width:.6g}" '
        f'role="img">{"".join(frames)}</svg>'
    )


def same_view(pictures: Sequence[str]) -> list[str]:
    """The pictures with one view box and one shape, as the frames of a film need them."""
    left, top, width, height = union([view_of(picture) for picture in pictures])
    view = f'viewBox="{left:g} {top:g} {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    return [SIZES.sub(view, picture, count=1) for picture in pictures]


def view_of(picture: str) -> tuple[float, float, float, float]:
    """Left, top, width and height of a picture's view box."""
    found = VIEW.search(picture)
    assert found is not None, "the SVG has no viewBox"
    left, top, width, height = (float(number) for number in found[1].split())
    return left, top, width, height


def union(views: Sequence[tuple[float, float, float, float]]) -> tuple[float, float, float, float]:
    """The smallest view box around all of them: a board without edges grows during a game."""
    left, top = min(view[0] for view in views), min(view[1] for view in views)
    right, bottom = max(view[0] + view[2] for view in views), max(view[1] + view[3] for view in views)
    return left, top, right - left, bottom - top


def frame(picture: str, begin: float, end: float, duration: float) -> str:
    """One picture that is to be seen from ``begin`` to ``end`` of the animation, both from 0 to 1."""
    inside = ROOT.sub("", picture[: picture.rindex("</svg>")], count=1)
    if (begin, end) == (0.0, 1.0):
        return f"<g>{inside}</g>"
    times = sorted({0.0, begin, end} - {1.0})
    values = ["visible" if begin <= time < end else "hidden" for time in times]
    shown = "visible" if end == 1.0 else "hidden"
    return (
        f'<g visibility="{shown}">{inside}<animate attributeName="visibility" calcMode="discrete" '
        f'dur="{duration:g}s" repeatCount="indefinite" values="{";".join(values)}" '
        f'keyTimes="{";".join(f"{time:.9g}" for time in times)}"/></g>'
    )
