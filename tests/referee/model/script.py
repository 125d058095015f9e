"""A script is a round told in lines; this file turns lines into typed events."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.referee.model.cards import is_card


class ScriptError(Exception):
    """The script tells something that cannot happen at a table that follows the text."""


@dataclass(frozen=True)
class Bet:
    """Chips placed on a betting area before the deal."""

    box: int
    who: str
    wager: str
    cents: int
    ante: bool = True


@dataclass(frozen=True)
class TakeBack:
    """A bettor lifts a wager off the layout before the deal."""

    box: int
    who: str
    wager: str


@dataclass(frozen=True)
class Call:
    """A bare word: close (no more bets), done (nobody else answers an offer), settle, collect."""

    word: str


@dataclass(frozen=True)
class Dealt:
    """A card laid where it was due, or (wrong=True) somewhere else without anybody noticing."""

    place: str
    card: str
    wrong: bool = False


@dataclass(frozen=True)
class Miss:
    """The dealer leaves out a card or an offer without anybody noticing."""

    place: str


@dataclass(frozen=True)
class Light:
    """What the reader showed."""

    shown: str


@dataclass(frozen=True)
class Turn:
    """The hole card is turned face up."""

    card: str


@dataclass(frozen=True)
class Decide:
    """A bettor's answer."""

    at: str
    who: str
    action: str
    number: int = 0


@dataclass(frozen=True)
class Report:
    """Somebody notices an irregularity."""

    what: str
    facts: tuple[tuple[str, str], ...] = ()

    def get(self, key: str) -> str:
        """A detail of the report, or nothing."""
        return dict(self.facts).get(key, "")


@dataclass(frozen=True)
class Rule:
    """The floorperson, dealer or casino operator rules: about a place, with a choice."""

    who: str
    choice: str
    places: tuple[str, ...] = ()


Event = Bet | TakeBack | Call | Dealt | Miss | Light | Turn | Decide | Report | Rule


@dataclass(frozen=True)
class Line:
    """One event, its text, and whether the script says that it must be refused."""

    text: str
    event: Event
    attempt: bool = False


@dataclass
class Script:
    """Game, options, who sits where, what is given from before, and the lines."""

    game: str
    options: dict[str, str] = field(default_factory=dict)
    seats: dict[int, str] = field(default_factory=dict)
    given: dict[str, tuple[str, ...]] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)


def cents(text: str) -> int:
    """Dollars to cents: `10`, `2.50`."""
    whole, _, part = text.partition(".")
    return int(whole) * 100 + int((part + "00")[:2])


RULERS = ("floor", "dealer", "operator", "house")
CALLS = ("close", "done", "settle", "collect")
COUNTS = ("name", "prize")


def event(text: str) -> list[Event]:
    """The events of one line (a `cards` or `bet` line holds several)."""
    words = text.split()
    head = words[0]
    if head in CALLS and len(words) == 1:
        return [Call(head)]
    if head == "bet":
        return [_bet(part.split()) for part in text[4:].split(",")]
    if head == "take-back":
        return [TakeBack(int(words[1]), words[2], words[3])]
    if head in ("cards", "misdealt"):
        return [_dealt(word, head == "misdealt") for word in words[1:]]
    if head == "miss":
        return [Miss(word) for word in words[1:]]
    if head == "light":
        return [Light(words[1])]
    if head == "turn":
        return [Turn(words[1])]
    if head == "report":
        facts = tuple(zip(words[2::2], words[3::2], strict=True))
        return [Report(words[1], facts)]
    if head in RULERS:
        return [Rule(head, words[1], tuple(words[2:]))]
    if head[0].isdigit() and len(words) in (3, 4):
        number = 0
        if len(words) == 4:
            number = int(words[3]) if words[2] in COUNTS else cents(words[3])
        return [Decide(head, words[1], words[2], number)]
    raise ScriptError(f"cannot read: {text}")


def _bet(words: list[str]) -> Bet:
    return Bet(int(words[0]), words[1], words[2], cents(words[3]), "no-ante" not in words[4:])


def _dealt(word: str, wrong: bool) -> Dealt:
    place, _, card = word.partition(":")
    if not is_card(card):
        raise ScriptError(f"no such card: {word}")
    return Dealt(place, card, wrong)


def parse(text: str) -> Script:
    """A script from its text. `#` starts a remark."""
    script = Script("")
    for raw in text.replace(";", "\n").splitlines():
        line = raw.split("#")[0].strip()
        if not line:
            continue
        words = line.split()
        if words[0] == "game":
            script.game = words[1]
        elif words[0] == "set":
            script.options.update(dict(word.split("=", 1) for word in words[1:]))
        elif words[0] == "seat":
            script.seats.update({int(w.split("=")[0]): w.split("=")[1] for w in words[1:]})
        elif words[0] == "given":
            script.given[words[1]] = tuple(words[2:])
        else:
            attempt = words[0] == "try"
            body = line[4:].strip() if attempt else line
            script.lines += [Line(line, item, attempt) for item in event(body)]
    return script
