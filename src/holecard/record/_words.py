"""Reads and writes the words of a notation line, and the line for a fact.

A word with a space or a sign of the notation is quoted, as in JSON.

>>> word("stand"), word("two words")
('stand', '"two words"')
"""

from __future__ import annotations

import json
import re
from functools import cache, lru_cache
from typing import Final

from holecard.engine.questions import Fact, What, checked_name
from holecard.law.clauses import HOUSE, Cite, register
from holecard.law.errors import Malformed
from holecard.values.cards import parse_face, show
from holecard.values.money import Cents, amount, cents

_BARE: Final = re.compile(r'[^\s"\[\],]+')
_CITE: Final = r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]"  # an id such as 3(d)[2] has brackets of its own
_TOKEN: Final = re.compile(rf'"(?:[^"\\]|\\.)*"|{_CITE}|,|{_BARE.pattern}')
_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_AMOUNT: Final = re.compile(r"-?[0-9]{1,12}\.[0-9]{2}")


@lru_cache(maxsize=4096)  # names and kinds of wager come again and again
def word(text: str) -> str:
    """A text as one word of a line."""
    return text if _BARE.fullmatch(text) and text.isprintable() else json.dumps(text)


class Words:
    """A line, read word by word; `rest` is what has not been read."""

    def __init__(self, line: str) -> None:
        self.rest = line.strip()

    def more(self) -> bool:
        return bool(self.rest)

    def peek(self) -> str:
        """The next word as it is written, or nothing at the end."""
        if not self.rest:
            return ""
        token = _TOKEN.match(self.rest)
        if token is None:
            raise Malformed(f"{self.rest!r} cannot be read")
        return token[0]

    def take(self, what: str) -> str:
        """The next word, which must be there."""
        token = self.peek()
        if not token or token == "," or token.startswith("["):
            raise Malformed(f"{what} is missing" + (f" before {token!r}" if token else ""))
        self.rest = self.rest[len(token) :].lstrip()
        return str(_unquoted(token))

    def maybe(self, token: str) -> bool:
        """Whether the next word is this one, which is then read."""
        if self.peek() != token:
            return False
        self.rest = self.rest[len(token) :].lstrip()
        return True

    def expect(self, *tokens: str) -> None:
        for token in tokens:
            if not self.maybe(token):
                raise Malformed(f"{token!r} is missing" + (f" before {self.rest!r}" if self.rest else ""))

    def number(self) -> int:
        text = self.take("a number")
        if not _NUMBER.fullmatch(text):
            raise Malformed(f"{text!r} is not a whole number")
        return int(text)

    def money(self) -> Cents:
        text = self.take("an amount")
        if not _AMOUNT.fullmatch(text):
            raise Malformed(f"{text!r} is not an amount. Write whole cents, for example 10.00")
        return cents(text)

    def name(self) -> str:
        return checked_name(self.take("a bettor's name"))

    def cites(self) -> list[Cite]:
        """The clauses in brackets that come next."""
        found = []
        while (token := self.peek()).startswith("["):
            found.append(_parse_cite(token[1:-1]))
            self.rest = self.rest[len(token) :].lstrip()
        return found

    def end(self) -> None:
        if self.rest:
            raise Malformed(f"{self.rest!r} does not belong on this line")


def _unquoted(token: str) -> object:
    if not token.startswith('"'):
        return token
    try:
        return json.loads(token)
    except ValueError as error:
        raise Malformed(f"{token} is not quoted text") from error


def print_fact(fact: Fact) -> str:
    """
    >>> from holecard.engine.questions import moved
    >>> from holecard.engine.table import first_wager
    >>> from holecard.law.clauses import house
    >>> won = first_wager("Ann", 1000)
    >>> print_fact(moved(What.PAID, house("odds"), 1500, won, 1, 1, "blackjack", stake=1000))
    'paid 15.00 stake 10.00 box 1 hand 1 bettor Ann wager main [house odds] blackjack'
    """
    parts = [fact.what.replace(" ", "-")]
    if fact.amount:
        parts.append(amount(fact.amount))
    if fact.stake:
        parts.append(f"stake {amount(fact.stake)}")
    if fact.seat:
        parts.append(f"box {fact.seat}")
    if fact.hand:
        parts.append(f"hand {fact.hand}")
    if fact.bettor:
        parts.append(f"bettor {word(fact.bettor)}")
    if fact.wager:
        parts.append(f"wager {word(fact.wager)}")
    if fact.cards:
        parts.append(f"cards {show(fact.cards)}")
    parts.append(_print_cite(fact.cite))
    parts += map(_print_cite, fact.also)
    if fact.note:
        parts.append(_print_note(fact.note))
    return " ".join(parts)


def parse_fact(text: str) -> Fact:
    words = Words(text)
    kind = words.take("a fact")
    kinds = {what.replace(" ", "-"): what for what in What}
    if kind not in kinds:
        raise Malformed(f"{kind!r} is not a kind of fact. Use one of {', '.join(kinds)}")
    moved = words.money() if _AMOUNT.fullmatch(words.peek()) else 0
    stake = words.money() if words.maybe("stake") else 0
    seat = words.number() if words.maybe("box") else 0
    hand = words.number() if words.maybe("hand") else 0
    bettor = words.name() if words.maybe("bettor") else ""
    wager = words.take("a wager") if words.maybe("wager") else ""
    cards = []
    if words.maybe("cards"):
        while not words.peek().startswith("["):
            cards.append(parse_face(words.take("a card")))
    cites = words.cites()
    if not cites:
        raise Malformed("a fact needs its clause in brackets, for example [pa-685a@2020 7(h)]")
    note = str(_unquoted(words.rest))
    return Fact(
        kinds[kind],
        cites[0],
        amount=moved,
        stake=stake,
        seat=seat,
        hand=hand,
        bettor=bettor,
        wager=wager,
        note=note,
        cards=tuple(cards),
        also=tuple(cites[1:]),
    )


def _print_note(note: str) -> str:
    """The rest of the line as it is, unless it would be read as something else."""
    plain = note.isprintable() and note == note.strip() and note[0] not in '"[]'
    return note if plain else json.dumps(note)


@cache
def _print_cite(cite: Cite) -> str:
    at = f"{cite.instrument}@{cite.edition}" if cite.is_law else HOUSE
    return f"[{at} {cite.clause}]"


def _parse_cite(text: str) -> Cite:
    at, _, clause = text.partition(" ")
    if at == HOUSE and clause:
        return Cite(HOUSE, "", clause)
    instrument, _, edition = at.partition("@")
    if clause not in register(instrument, edition).clauses:
        raise Malformed(f"{at} has no clause {clause!r}")
    return Cite(instrument, edition, clause)
