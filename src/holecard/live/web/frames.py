"""Reads a visitor's WebSocket frames: whole, short texts are unmasked here, and anything else is left to the library.

Nearly everything that a player sends is one such text. The library reads each byte of it in a generator of its own,
which costs several times as much.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

TEXT: Final = 0x81  # the first byte of a whole text
SIGNS_OF_LIFE: Final = (0x89, 0x8A)  # ping and pong, which may come between texts
MASKED: Final = 0x80
LONG: Final = 126  # instead of a length: two bytes with the length follow
MOST_SHORT: Final = 0x7F


class Frames:
    """What has arrived of a connection, cut at the ends of frames.

    >>> frames = Frames()
    >>> hello = bytes.fromhex("8185 37fa213d 7f9f4d5158")  # RFC 6455, section 5.7
    >>> list(frames.read(hello[:6])), [text for text, _ in frames.read(hello[6:] + hello)]
    ([], ['Hello', 'Hello'])
    >>> list(frames.read(b"\\x01" + hello[1:])) == [(None, b"\\x01" + hello[1:])]  # more of it follows: the library's
    True
    >>> [text for text, _ in frames.read(hello)]  # and so is everything after it
    [None]
    """

    def __init__(self) -> None:
        self._rest = b""
        self._is_plain = True  # nothing has come yet that the library must follow from frame to frame

    def read(self, data: bytes) -> Iterator[tuple[str | None, bytes]]:
        """Each complete text with its frame; None with what the library must read."""
        if self._rest:
            data, self._rest = self._rest + data, b""
        at, there = 0, len(data)
        while self._is_plain and there - at >= 2:
            kind, size, begin = data[at], data[at + 1] & MOST_SHORT, at + 6
            if size == LONG and there - at >= 4:
                size, begin = int.from_bytes(data[at + 2 : at + 4]), at + 8
            elif size >= LONG:
                self._is_plain = size == LONG  # its length has not arrived yet; longer than that is the library's
                break
            if not data[at + 1] & MASKED or (kind != TEXT and kind not in SIGNS_OF_LIFE):
                self._is_plain = False
                break
            end = begin + size
            if end > there:
                break
            text = unmasked(data[begin - 4 : begin], data[begin:end]) if kind == TEXT else None
            yield text, data[at:end]
            at = end
        if self._is_plain:
            self._rest = data[at:]
        elif at < there:
            yield None, data[at:]


def unmasked(mask: bytes, content: bytes) -> str | None:
    """A text as it was before it was masked (RFC 6455, section 5.3); None if it is no UTF-8."""
    size = len(content)
    key = int.from_bytes((mask * (size // 4 + 1))[:size])
    try:
        return (int.from_bytes(content) ^ key).to_bytes(size).decode()
    except UnicodeDecodeError:
        return None
