"""Pictures of dots, for programs that do not draw SVG (``pip install 'boohive[pictures]'``)."""

from boohive.core.errors import OptionError
from boohive.core.extras import missing

__all__ = ["png"]

MAX_WIDTH = 8192


def png(svg: str, width: int = 640) -> bytes:
    """An SVG picture, such as ``position.svg()``, as PNG of this width in dots."""
    if not 1 <= width <= MAX_WIDTH:
        raise OptionError(f"a picture {width} dots wide is not possible; 1 to {MAX_WIDTH} are")
    try:
        from resvg_py import svg_to_bytes
    except ModuleNotFoundError as error:
        raise missing("a PNG picture", error) or error from None
    return bytes(svg_to_bytes(svg_string=svg, width=width))
