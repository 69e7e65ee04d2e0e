"""What people write, made fit to be shown: bounded, on one line, without invisible tricks."""

import unicodedata

__all__ = ["clean"]

KEPT_FORMAT = {"\u200d", "\u200c"}
"""Joiners that some scripts and emoji need."""


def clean(text: str, limit: int) -> str:
    """The text on one line, at most ``limit`` characters, without control, direction and private characters."""
    text = unicodedata.normalize("NFC", text)
    visible = "".join(sign if _is_shown(sign) else " " for sign in text)
    return _few_marks(" ".join(visible.split()))[:limit].strip()


def _is_shown(sign: str) -> bool:
    kind = unicodedata.category(sign)
    return sign in KEPT_FORMAT or kind[0] not in "C" or kind == "Cn"


def _few_marks(text: str) -> str:
    """At most three combining marks in a row, so that no line grows over its neighbours."""
    kept: list[str] = []
    marks = 0
    for sign in text:
        marks = marks + 1 if unicodedata.combining(sign) else 0
        if marks <= 3:
            kept.append(sign)
    return "".join(kept)
