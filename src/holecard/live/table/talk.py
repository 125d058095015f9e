"""Table talk: fixed phrases, and a player's own words where the house file allows them.

Talk is told to everyone at the table and stored nowhere. The floor may mute a player; that is stored, with its reason.

>>> talk_of("phrases")["phrases"][0]
{'phrase': 'hello', 'text': 'Hello!'}
>>> spoken(Talks(phrase="thanks"), Talk.PHRASES)
'Thank you.'
"""

from __future__ import annotations

import time
from typing import Any, Final

from sqlalchemy import Connection, select

from holecard.house.house_file import Talk
from holecard.law.clauses import house
from holecard.law.errors import Refused
from holecard.live.people.limits import Buckets
from holecard.live.people.people import AccountRole, Person
from holecard.live.store import schema
from holecard.live.table.messages import Talks

PHRASES: Final = {
    "hello": "Hello!",
    "luck": "Good luck!",
    "nice-hand": "Nice hand!",
    "well-played": "Well played.",
    "bad-luck": "Bad luck.",
    "thanks": "Thank you.",
    "sorry": "Sorry.",
    "moment": "One moment, please.",
    "goodbye": "Goodbye!",
}
A_SECOND: Final = 0.25  # of one person at all tables,
AT_ONCE: Final = 4.0  # and this many at once


def talk_of(allowed: str) -> dict[str, Any]:
    """What a page needs to offer it. `allowed` is as the house file says; empty is the default."""
    mode = Talk(allowed or Talk.PHRASES)
    phrases = [] if mode is Talk.OFF else [{"phrase": key, "text": text} for key, text in PHRASES.items()]
    return {"phrases": phrases, "free": mode is Talk.FREE}


def spoken(talks: Talks, mode: Talk) -> str:
    """What everyone reads; refused where the house does not allow it."""
    if mode is Talk.OFF:
        raise Refused("talk", cite=house("table talk"), why="is off in this house")
    if talks.phrase:
        if talks.phrase not in PHRASES:
            raise Refused(talks.phrase, cite=house("table talk"), why="is not a phrase", legal=tuple(PHRASES))
        return PHRASES[talks.phrase]
    if mode is not Talk.FREE:
        why = "this house has fixed phrases only"
        raise Refused("your own words", cite=house("table talk"), why=why, legal=tuple(PHRASES))
    text = " ".join(talks.text.split())
    if not text:
        raise Refused("an empty line", cite=house("table talk"), why="says nothing", legal=("a word or more",))
    return text


class Speaking:
    """Who may talk, and how often."""

    def __init__(self) -> None:
        self._buckets = Buckets(A_SECOND, AT_ONCE)

    def check(self, connection: Connection, person: Person, table_id: int, is_seated: bool) -> Talk:
        """Refuse whoever may not talk now. Returns how the table may talk."""
        if not is_seated and person.role is not AccountRole.FLOOR:
            why = "only seated players and the floor can talk"
            raise Refused("talk", cite=house("table talk"), why=why, legal=("sit",))
        muted = select(schema.accounts.c.muted).where(schema.accounts.c.id == person.id)
        if connection.execute(muted).scalar() is not None:
            raise Refused("talk", cite=house("table talk"), why="the floor has muted you")
        if not self._buckets.take(person.name, time.monotonic()):
            raise Refused("talk", cite=house("table talk"), why="you talk too fast", legal=("wait a few seconds",))
        allowed = select(schema.tables.c.talk).where(schema.tables.c.id == table_id)
        return Talk(connection.execute(allowed).scalar() or Talk.PHRASES)
