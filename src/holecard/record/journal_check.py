"""Checks that a journal is unchanged. If not, names the first changed entry and what probably happened to it.

Three things are known of every entry: its own hash, the hash of the one before it, its number. The head, which is kept
apart, says which entry is the last; from there the chain can be followed back to tell the genuine entries from others.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from enum import StrEnum
from json.encoder import encode_basestring_ascii
from typing import Any, Final, NamedTuple

from holecard.law.errors import Malformed

GENESIS: Final = "0" * 64  # what the first entry names as the one before it


class Harm(StrEnum):
    """What was done to a journal."""

    CHANGED = "changed"
    INSERTED = "inserted"
    REMOVED = "removed"
    REORDERED = "reordered"
    TRUNCATED = "truncated"


class Tampered(Malformed):
    """A journal that is not what was written: the first bad entry, counted from 1, and what was done there."""

    def __init__(self, entry: int, harm: Harm, why: str) -> None:
        super().__init__(f"entry {entry} of the journal was {harm}: {why}")
        self.entry = entry
        self.harm = harm


class Entry(NamedTuple):
    """One line of a journal."""

    n: int
    previous: str
    time: str | None
    kind: str
    body: str
    hash: str

    def line(self) -> str:
        """As it stands in the file."""
        return json.dumps({**_content(*self[:5]), "hash": self.hash}, ensure_ascii=True)


@dataclass(frozen=True)
class Head:
    """What is recorded apart: how many entries there are, and the hash of the last."""

    count: int
    hash: str


class Report(NamedTuple):
    """A journal that is whole: its entries, and what a crash left behind, in words."""

    entries: tuple[Entry, ...]
    torn: int = 0  # bytes of a last line that was never completed
    beyond_head: bool = False  # the last entry is complete, but the head does not count it yet

    @property
    def head(self) -> Head:
        """What the head ought to be."""
        return Head(len(self.entries), self.entries[-1].hash if self.entries else GENESIS)

    @property
    def notes(self) -> tuple[str, ...]:
        torn = f"The last line is incomplete ({self.torn} bytes) and was ignored: it was never a full entry."
        beyond = f"Entry {len(self.entries)} is complete but not yet counted in the head file. It was accepted."
        return tuple(note for note, said in ((torn, self.torn), (beyond, self.beyond_head)) if said)


def _content(n: int, previous: str, time: str | None, kind: str, body: str) -> dict[str, Any]:
    told = {} if time is None else {"time": time}
    return {"n": n, "previous": previous, **told, "kind": kind, "body": body}


def make_entry(last: Head, time: str | None, kind: str, body: str) -> Entry:
    content = (last.count + 1, last.hash, time, kind, body)
    return Entry(*content, digest(*content))


def digest(n: int, previous: str, time: str | None, kind: str, body: str) -> str:
    """The hash of an entry's content as JSON, its keys in order and without spaces, in ASCII.

    >>> text = json.dumps(_content(1, GENESIS, None, "said", "é"), sort_keys=True, separators=(",", ":"))
    >>> digest(1, GENESIS, None, "said", "é") == hashlib.sha256(text.encode()).hexdigest()
    True
    """
    quoted = encode_basestring_ascii  # written out, because every entry of every table is hashed
    timed = "" if time is None else f',"time":{quoted(time)}'
    text = f'{{"body":{quoted(body)},"kind":{quoted(kind)},"n":{n},"previous":{quoted(previous)}{timed}}}'
    return hashlib.sha256(text.encode()).hexdigest()


def parse_entry(line: str) -> Entry | None:
    """An entry as it stands there, whether or not its hash is right; None for a line that is none."""
    try:
        found = json.loads(line)
        entry = Entry(*(found.get(name) for name in Entry._fields))
    except (ValueError, AttributeError, RecursionError):
        return None
    texts = (entry.previous, entry.kind, entry.body, entry.hash)
    whole = type(entry.n) is int and all(isinstance(text, str) for text in texts)
    timed = entry.time is None or isinstance(entry.time, str)
    return entry if whole and timed and entry.line() == line else None


def check(text: str, head: Head) -> Report:
    """Hold the text of a journal against its head."""
    *lines, torn = text.split("\n")
    found = [parse_entry(line) for line in lines]
    genuine = _followed_back(found, head)
    entries: list[Entry] = []
    last = Head(0, GENESIS)
    for position, entry in enumerate(found, start=1):
        if entry is None or not _continues(entry, last) or genuine.get(position, entry) != entry:
            raise _what_happened(found, position, last, head, genuine)
        if position == head.count and entry.hash != head.hash:
            raise Tampered(position, Harm.CHANGED, "it differs from the hash in the head file")
        entries.append(entry)
        last = Head(entry.n, entry.hash)
    if last.count < head.count:
        raise Tampered(
            last.count + 1,
            Harm.TRUNCATED,
            f"the head file counts {head.count} entries, but only {last.count} are complete",
        )
    if last.count > head.count + 1:
        raise Tampered(head.count + 1, Harm.INSERTED, f"the head file counts {head.count} entries")
    return Report(tuple(entries), len(torn.encode("utf-8", "surrogateescape")), last.count > head.count)


def _continues(entry: Entry, last: Head) -> bool:
    """Whether this is the entry that follows the last one."""
    return _is_whole(entry) and entry.n == last.count + 1 and entry.previous == last.hash


def _is_whole(entry: Entry) -> bool:
    return digest(*entry[:5]) == entry.hash


def _followed_back(found: list[Entry | None], head: Head) -> dict[int, Entry]:
    """The genuine entries by number, as far back as the chain from the head can be followed."""
    whole = {entry.hash: entry for entry in found if entry is not None and _is_whole(entry)}
    genuine: dict[int, Entry] = {}
    wanted, number = head.hash, head.count
    while number and wanted in whole:
        genuine[number] = whole[wanted]
        wanted, number = genuine[number].previous, number - 1
    return genuine


def _what_happened(
    found: list[Entry | None], position: int, last: Head, head: Head, genuine: dict[int, Entry]
) -> Tampered:
    """What was done at the first place where the chain does not go on."""
    here, below = found[position - 1], found[position:]
    proper = genuine.get(position)
    if position > head.count:
        return Tampered(position, Harm.INSERTED, f"the head file counts {head.count} entries")
    if (proper in below) if proper else any(entry and _continues(entry, last) for entry in below):
        # The entry that belongs here comes further down: it was moved there, or this one was put in front of it.
        if here in genuine.values() and found.count(here) == 1:
            return Tampered(position, Harm.REORDERED, "another genuine entry is in its place")
        return Tampered(position, Harm.INSERTED, "it is not part of the chain")
    if here is None or not _is_whole(here):
        return Tampered(position, Harm.CHANGED, "it does not match its own hash")
    if here == proper:
        return Tampered(position - 1, Harm.CHANGED, "it does not match the hash in the next entry")
    return Tampered(position, Harm.REMOVED, f"entry {here.n} is in its place")
