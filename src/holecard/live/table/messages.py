"""The messages that a client can send to a table. Anything else is malformed.

>>> parse_message({"do": "act", "asked": "1-0", "action": "hit"})
Acts(asked='1-0', act=Act(do='hit', amount=0, hand=0))
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from holecard.engine.questions import Act, Irregularity, Notice
from holecard.law.errors import Malformed
from holecard.live.table.mixing import checked_number
from holecard.values.money import Cents

MOST_CENTS = 10**12
MOST_BETS = 64
MOST_SHOES = 2**31 - 1
MOST_TALK = 120  # letters of a line


class Sits(NamedTuple):
    """`unasked`: as `Prefers` has it."""

    box: int
    unasked: bool = False


class Prefers(NamedTuple):
    """A player's standing wish: not to be asked to inspect or cut the cards, or to be asked again."""

    unasked: bool


class Contributes(NamedTuple):
    """A seated player's random number, to mix an order that the house has committed to."""

    shoe: int
    number: str


class Leaves(NamedTuple):
    pass


class Stake(NamedTuple):
    """A wager on a box."""

    box: int
    amount: Cents
    wager: str


class LaysBets(NamedTuple):
    """All of them or none."""

    stakes: tuple[Stake, ...]


class TakesBack(NamedTuple):
    box: int
    wager: str


class IsReady(NamedTuple):
    """The player has finished betting for this round."""


class Acts(NamedTuple):
    """An answer to the question that `asked` names."""

    asked: str
    act: Act


class Notifies(NamedTuple):
    """The floorperson's notice to the table, such as a reshuffle."""

    notice: Notice


class Reports(NamedTuple):
    """The floorperson's report of an irregularity."""

    mishap: Irregularity


class Directs(NamedTuple):
    """The floorperson's direction: open or close the table, stop or resume play, or let the house do one step."""

    what: str
    why: str = ""  # opening and closing need a reason


class Talks(NamedTuple):
    """A phrase of the house by its key, or a line in the player's own words."""

    phrase: str = ""
    text: str = ""


Message = Sits | Prefers | Contributes | Leaves | LaysBets | TakesBack | IsReady | Acts | Notifies | Reports | Directs

LEAST_REASON: Final = 3  # characters
DIRECTIONS: Final = ("open", "close", "stop", "resume", "step")


class _Fields:
    """The fields of a message, each read once; a field that is left over is an error."""

    def __init__(self, message: dict[str, Any]) -> None:
        self._left = dict(message)

    def text(self, name: str, default: str | None = None, most: int = 80) -> str:
        value = self._left.pop(name, default)
        if not isinstance(value, str) or len(value) > most or not value.isprintable():
            raise Malformed(f"{name} must be text")
        return value

    def number(self, name: str, default: int | None = None, most: int = 100) -> int:
        value = self._left.pop(name, default)
        if type(value) is not int or not 0 <= value <= most:
            raise Malformed(f"{name} must be a whole number from 0 to {most}")
        return value

    def flag(self, name: str, default: bool | None = None) -> bool:
        value = self._left.pop(name, default)
        if not isinstance(value, bool):
            raise Malformed(f"{name} must be true or false")
        return value

    def list(self, name: str, most: int) -> list[dict[str, Any]]:
        value = self._left.pop(name, None)
        if not isinstance(value, list) or not 0 < len(value) <= most:
            raise Malformed(f"{name} must be a list of 1 to {most} items")
        if not all(isinstance(item, dict) for item in value):
            raise Malformed(f"{name} must contain objects")
        return value

    def end(self) -> None:
        if self._left:
            raise Malformed(f"unknown field {sorted(map(str, self._left))[0]!r:.60}: leave it out")


def parse_message(message: dict[str, Any]) -> Message:
    fields = _Fields({name: value for name, value in message.items() if name != "key"})
    do = fields.text("do")
    parse = _MESSAGES.get(do)
    if parse is None:
        raise Malformed(f"unknown message {do!r}: use one of {', '.join(_MESSAGES)}")
    result = parse(fields)
    fields.end()
    return result


def parse_talk(message: dict[str, Any]) -> Talks | None:
    """What a message says to the others at the table; None if it is not talk but play."""
    if message.get("do") != "talk":
        return None
    fields = _Fields({name: value for name, value in message.items() if name not in ("key", "do")})
    talks = Talks(fields.text("phrase", ""), fields.text("text", "", MOST_TALK))
    fields.end()
    if bool(talks.phrase) == bool(talks.text):
        raise Malformed("talk needs a phrase or a text, and not both")
    return talks


def mark_of(message: Message) -> str:
    """A mark that tells a repeated request from a different one with the same key."""
    return f"{zlib.crc32(repr(message).encode()):08x}"


def _stake(item: dict[str, Any]) -> Stake:
    fields = _Fields(item)
    stake = Stake(fields.number("box"), fields.number("amount", most=MOST_CENTS), fields.text("wager", "main"))
    fields.end()
    return stake


def _acts(fields: _Fields) -> Acts:
    act = Act(fields.text("action"), fields.number("amount", 0, MOST_CENTS), fields.number("hand", 0))
    return Acts(fields.text("asked"), act)


def _reports(fields: _Fields) -> Reports:
    place = fields.number("box", 0), fields.number("hand", 0)
    return Reports(Irregularity(fields.text("name"), *place, None, fields.text("detail", "")))


def _directs(fields: _Fields) -> Directs:
    what = fields.text("what")
    if what not in DIRECTIONS:
        raise Malformed(f"unknown direction {what!r}: use one of {', '.join(DIRECTIONS)}")
    why = " ".join(fields.text("why", "", most=200).split())
    if what in ("open", "close") and len(why) < LEAST_REASON:
        raise Malformed(f"why must say in {LEAST_REASON} to 200 characters why you {what} the table")
    return Directs(what, why)


_MESSAGES: dict[str, Callable[[_Fields], Message]] = {
    "sit": lambda fields: Sits(fields.number("box"), fields.flag("unasked", False)),
    "prefer": lambda fields: Prefers(fields.flag("unasked")),
    "contribute": lambda fields: Contributes(
        fields.number("shoe", most=MOST_SHOES), checked_number(fields.text("number"))
    ),
    "leave": lambda fields: Leaves(),
    "bet": lambda fields: LaysBets(tuple(map(_stake, fields.list("bets", MOST_BETS)))),
    "take-back": lambda fields: TakesBack(fields.number("box"), fields.text("wager", "main")),
    "ready": lambda fields: IsReady(),
    "act": _acts,
    "notify": lambda fields: Notifies(Notice(fields.text("what"), fields.number("box", 0), fields.text("name", ""))),
    "report": _reports,
    "direct": _directs,
}
