"""The types of the fields in logs and messages, with their bounds."""

from typing import Annotated, Literal

from msgspec import Meta

from boohive.core.levels import MAX_LEVEL

__all__ = ["Level", "Millis", "MoveText", "Name", "OfferKind", "Phrase", "SeatNumber", "ServerMillis"]

ServerMillis = int
"""Milliseconds since 1970, by the server's clock."""

Millis = Annotated[int, Meta(ge=0, le=10**15)]
MoveText = Annotated[str, Meta(min_length=1, max_length=800)]
Name = Annotated[str, Meta(max_length=40)]
Level = Annotated[int, Meta(ge=1, le=MAX_LEVEL)]
SeatNumber = Annotated[int, Meta(ge=0, le=5)]
OfferKind = Literal["draw", "takeback", "rematch"]
Phrase = Literal["hello", "good_luck", "well_played", "thanks", "oops", "thinking", "one_more", "goodbye", "boo", "wow"]
"""The quick phrases of the chat; a page shows each in its own language."""
