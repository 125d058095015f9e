"""What a visitor's frames say does not depend on where the network cuts them, and the library gets all that is left."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holecard.live.web.door import APART, Door
from holecard.live.web.frames import Frames

PING, BINARY, PART, CLOSE, COMPRESSED = 0x89, 0x82, 0x01, 0x88, 0xC1
MASKS = st.binary(min_size=4, max_size=4)


def frame(kind: int, content: bytes, mask: bytes) -> bytes:
    """As a browser sends it (RFC 6455, section 5.2)."""
    size = len(content)
    if size < 126:
        length = bytes((0x80 | size,))
    else:
        length = bytes((0xFE,)) + size.to_bytes(2) if size <= 0xFFFF else bytes((0xFF,)) + size.to_bytes(8)
    return bytes((kind,)) + length + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(content))


def read(frames: Frames, data: bytes, cuts: list[int]) -> list[tuple[str | None, bytes]]:
    places = sorted({cut % (len(data) + 1) for cut in cuts})
    parts = [data[begin:end] for begin, end in zip((0, *places), (*places, len(data)), strict=True)]
    return [found for part in parts for found in frames.read(part)]


@given(st.lists(st.tuples(st.text(max_size=300), MASKS), max_size=6), st.lists(st.integers(0, 4000), max_size=8))
def test_texts_are_read_wherever_they_are_cut(said: list[tuple[str, bytes]], cuts: list[int]) -> None:
    sent = [frame(0x81, text.encode(), mask) for text, mask in said]
    found = read(Frames(), b"".join(sent), cuts)
    assert found == list(zip([text for text, _ in said], sent, strict=True))


@given(st.sampled_from((BINARY, PART, CLOSE, COMPRESSED)), st.binary(max_size=200), st.lists(st.integers(0, 800)))
def test_from_anything_else_on_the_library_reads_every_byte(kind: int, content: bytes, cuts: list[int]) -> None:
    text, mask = frame(0x81, b"stand", b"mask"), b"1234"
    rest = frame(kind, content, mask) + text
    found = read(Frames(), text + frame(PING, b"?", mask) + rest, cuts)
    assert found[:2] == [("stand", text), (None, frame(PING, b"?", mask))]
    assert [said for said, _ in found[2:]] == [None] * len(found[2:])
    assert b"".join(one for _, one in found[2:]) == rest


def test_what_is_not_masked_too_long_or_no_text_is_the_librarys() -> None:
    bare = b"\x81\x05stand"
    assert list(Frames().read(bare)) == [(None, bare)]
    long = frame(0x81, bytes(70_000), b"mask")
    assert list(Frames().read(long)) == [(None, long)]
    broken = frame(0x81, b"\xff\xfe", b"mask")
    assert list(Frames().read(broken)) == [(None, broken)]


class Clock:
    """A loop whose time passes only from one thing that is due to the next."""

    def __init__(self) -> None:
        self.now = 100.0
        self._due: list[tuple[float, partial[None]]] = []

    def time(self) -> float:
        return self.now

    def call_at(self, when: float, called: Callable[..., None], *given: object) -> None:
        self._due.append((when, partial(called, *given)))

    def turn(self) -> None:
        self.now, called = self._due.pop(0)
        called()


def test_visitors_are_let_in_one_after_another_with_a_pause_for_everybody_else() -> None:
    entered: list[tuple[int, float]] = []
    clock, door = Clock(), Door()

    def come(number: int) -> None:
        door.enter_in_turn(cast(asyncio.AbstractEventLoop, clock), lambda: entered.append((number, clock.now)))

    for number in range(3):
        come(number)
    assert entered == [], "whoever is first has to wait for a turn too"
    for _ in range(3):
        clock.turn()
    clock.now += APART / 2
    come(3)
    clock.turn()
    clock.now += 1
    come(4)
    clock.turn()
    times = [100, 100 + APART, 100 + 2 * APART, 100 + 3 * APART, 101 + 3 * APART]
    assert [number for number, _ in entered] == [0, 1, 2, 3, 4]
    assert [time for _, time in entered] == pytest.approx(times, abs=APART / 10)


def test_one_who_fails_to_enter_keeps_nobody_out() -> None:
    entered: list[str] = []

    async def come() -> None:
        loop, door = asyncio.get_running_loop(), Door()
        loop.set_exception_handler(lambda _, told: entered.append(str(told["exception"])))
        door.enter_in_turn(loop, partial(entered.remove, "nobody"))
        door.enter_in_turn(loop, partial(entered.append, "the next"))
        while len(entered) < 2:
            await asyncio.sleep(APART)

    asyncio.run(come())
    assert entered == ["list.remove(x): x not in list", "the next"]
