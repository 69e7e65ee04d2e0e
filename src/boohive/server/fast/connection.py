"""A WebSocket connection whose text messages go past the parser: nearly all come in one piece and need none."""

from boohive.server.frames import MASK, TEXT, text_begins
from boohive.server.plain.connection import WebSocketConnection

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

__all__ = ["DirectConnection"]

END_OF_REQUEST = b"\r\n\r\n"


class DirectConnection(WebSocketConnection):
    """Hands text to the listener as soon as it arrives."""

    is_tidy = False
    """Whether the last data ended with a message, and so did all before: the parser has nothing in hand."""

    def data_received(self, data: bytes) -> None:
        """A text message that comes in one piece, as nearly all do, need not go through the parser."""
        if not self.handshake_complete:
            self.is_tidy = data.endswith(END_OF_REQUEST)
            super().data_received(data)
            return
        begins = text_begins(data) if self.is_tidy else None
        self.is_tidy = begins is not None
        text = self._text_of(data, begins) if begins else None
        if text is None or self.on_text is None:
            super().data_received(data)
        else:
            self.last_heard = self.loop.time()
            self.on_text(text)

    def _text_of(self, data: bytes, begins: int) -> str | None:
        """What a frame says; ``None``: the parser should see it."""
        if data[0] != TEXT or len(data) > self.config.ws_max_size or self.close_sent:
            return None
        try:
            return apply_mask(data[begins:], data[begins - MASK : begins]).decode()
        except UnicodeDecodeError:
            return None

    def send_receive_event_to_app(self) -> None:
        """Text goes straight to the listener; everything else takes uvicorn's way."""
        if self.curr_msg_data_type != "text" or self.close_sent:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        try:
            text = data.decode()
        except UnicodeDecodeError:
            self.refuse_text()
            return
        if self.on_text is None:
            super().send_receive_event_to_app()
            return
        self.frames = []
        self.on_text(text)
