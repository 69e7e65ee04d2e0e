"""What a web server and an application say to each other (ASGI), as far as we need its types."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

__all__ = ["Asgi", "Message", "Receive", "Send"]

Message = MutableMapping[str, Any]
"""A scope or an event: its fields depend on its ``type``."""
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Asgi = Callable[[Message, Receive, Send], Awaitable[None]]
"""An application."""
