"""Files of collected numbers: our own format, and those that dieharder and PractRand read.

Our own: one line of text, `holecard rng KIND below BELOW count COUNT`, then the numbers in binary, the lowest byte
first: 32 bits each for raw numbers, 16 bits each for scaled ones and for cards. PractRand reads the raw numbers without
that line (`RNG_test stdin32 < FILE`), dieharder a text file (`dieharder -g 202 -f FILE -a`).
"""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path

import numpy as np

from holecard.law.errors import HolecardError, Malformed
from holecard.rng.collecting import WIDTH, Collected, What

HEAD = re.compile(rb"holecard rng (raw|scaled|shoes) below ([0-9]{1,10}) count ([0-9]{1,10})\n")
DIEHARDER = re.compile(rb"(?:#[^\n]*\n)*type: d\s*\ncount: ([0-9]{1,10})\s*\nnumbit: 32\s*\n")
RULE = "#" + "=" * 66


class Form(StrEnum):
    """How the numbers are written."""

    HOLECARD = "holecard"
    DIEHARDER = "dieharder"
    PRACTRAND = "practrand"


def written(collected: Collected, form: Form = Form.HOLECARD) -> bytes:
    """The content of a file."""
    size = "<u4" if collected.what is What.RAW else "<u2"
    if form is Form.HOLECARD:
        head = f"holecard rng {collected.what} below {collected.below} count {collected.count}\n"
        return head.encode() + collected.numbers.astype(size).tobytes()
    words = collected.words()
    if form is Form.PRACTRAND:
        return words.astype("<u4").tobytes()
    head = f"{RULE}\n# generator holecard {collected.what}\n{RULE}\ntype: d\ncount: {len(words)}\nnumbit: {WIDTH}\n"
    return (head + "".join(f"{word:10d}\n" for word in words.tolist())).encode()


def content_of(file: Path) -> bytes:
    """What a file has in it, or one line why it cannot be read."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise HolecardError(f"{file} cannot be read: {error.strerror}") from error


def read(file: Path) -> Collected:
    """The numbers of a file in any of the three formats; without a head it is a stream of 32-bit words."""
    content = content_of(file)
    if (own := read_own(content, str(file))) is not None:
        return own
    if (head := DIEHARDER.match(content)) is not None:
        return _text(file, int(head[1]), content[head.end() :])
    if not content or len(content) % 4:
        raise Malformed(f"{file} is not a file of random numbers: {len(content):,} bytes are not whole 32-bit words")
    return _raw(np.frombuffer(content, "<u4"))


def read_own(content: bytes, file: str) -> Collected | None:
    """The numbers of a file in our own format; None if it is in another."""
    head = HEAD.match(content)
    return head and _own(file, What(head[1].decode()), int(head[2]), int(head[3]), content[head.end() :])


def _raw(words: np.ndarray[tuple[int], np.dtype[np.uint32]]) -> Collected:
    return Collected(what=What.RAW, below=2**WIDTH, numbers=words)


def _own(file: str, what: What, below: int, count: int, content: bytes) -> Collected:
    each = {What.RAW: 4, What.SCALED: 2, What.SHOES: 2 * below}[what]
    if count < 1 or len(content) != count * each:
        raise Malformed(f"{file} is damaged: {count:,} numbers take {count * each:,} bytes, not {len(content):,}")
    if what is What.RAW:
        return _raw(np.frombuffer(content, "<u4"))
    numbers = np.frombuffer(content, "<u2")
    if not 2 <= below < 2**16 or int(numbers.max()) >= below:
        raise Malformed(f"{file} is damaged: a number is not below {below}")
    if what is What.SHOES:
        numbers = numbers.reshape(count, below)
        if not (np.sort(numbers, axis=1) == np.arange(below)).all():
            raise Malformed(f"{file} is damaged: a shoe does not have each of its {below} cards once")
    return Collected(what=what, below=below, numbers=numbers)


def _text(file: Path, count: int, content: bytes) -> Collected:
    try:
        words = [int(line) for line in content.split()]
    except ValueError:
        words = []
    if count < 1 or len(words) != count or not all(0 <= word < 2**WIDTH for word in words):
        raise Malformed(f"{file} is damaged: it has not the {count:,} numbers of 32 bits that it announces")
    return _raw(np.array(words, np.uint32))
