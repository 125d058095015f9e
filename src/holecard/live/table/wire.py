"""Messages as they are sent: encoded once, and framed once, however many listen.

>>> encode({"type": "moved"}), encode({"type": "moved"}).frame
('{"type":"moved"}', b'\\x81\\x10{"type":"moved"}')
"""

from __future__ import annotations

import struct
from typing import Any, Final

import msgspec

_encoder = msgspec.json.Encoder()
VERSION: Final = 2  # of the protocol; with every whole table
_FINAL_TEXT = 0x81  # the first byte of a WebSocket frame that is a whole text


class Wire(str):
    """The text of a message; `frame` is the same as a WebSocket frame of the server."""

    frame: bytes


def encode(message: dict[str, Any]) -> Wire:
    """A message in JSON."""
    return _framed(_encoder.encode(message))


def wire_of(text: str) -> Wire:
    """A message that is text already."""
    return _framed(text.encode())


def _framed(content: bytes) -> Wire:
    made = Wire(content, "utf-8")
    made.frame = frame_of(content)
    return made


def frame_of(content: bytes) -> bytes:
    """A text as one frame, not masked, as a server sends it (RFC 6455, section 5.2).

    >>> [frame_of(bytes(size))[:4].hex() for size in (125, 126, 65535)], frame_of(bytes(65536))[:10].hex()
    (['817d0000', '817e007e', '817effff'], '817f0000000000010000')
    """
    size = len(content)
    if size < 126:
        return bytes((_FINAL_TEXT, size)) + content
    if size < 65_536:
        return struct.pack("!BBH", _FINAL_TEXT, 126, size) + content
    return struct.pack("!BBQ", _FINAL_TEXT, 127, size) + content
