"""Reads the file of a scripted round strictly, so that a typing mistake is an error and never a different round.

>>> read_script('{"game": "reference", "boxes": [], "cards": ["As"], "answers": []}').cards
(As,)
>>> read_script('{"game": "reference", "boxes": [], "cards": ["As"], "stakes": 1}')
Traceback (most recent call last):
...
holecard.law.errors.Malformed: the script: 'stakes' is unknown. Known: game, options, boxes, cards, answers
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from holecard.engine.options import text_of
from holecard.engine.questions import Bet
from holecard.engine.table import ANTE, MAIN
from holecard.law.errors import Malformed
from holecard.values.cards import Card, parse_card
from holecard.values.money import Cents, amount, cents

DECISIONS: Final = ("hit", "stand", "double", "split", "surrender", "free-double", "free-split")
ELECTIONS: Final = (
    *("insurance", "even-money", "early-settlement", "second-chance", "ride", "cover", "designate", "press"),
    *("decline", "keep"),
)


@dataclass(frozen=True, kw_only=True)
class ScriptedAnswer:
    """What a bettor of a box does; `hand` 0 is left out, an amount of 0 is all that may be staked."""

    number: int  # in the list, from 1
    box: int
    bettor: str
    do: str
    hand: int = 0
    amount: Cents = 0
    wager: str = ""
    prize: int = 0  # dollars for each dollar wagered

    def __str__(self) -> str:
        hand = f" hand {self.hand}" if self.hand else ""
        sum_ = f" {amount(self.amount)}" if self.amount else ""
        return f"answer {self.number} (box {self.box} {self.bettor}{hand}: {self.do}{sum_})"


@dataclass(frozen=True, kw_only=True)
class Script:
    """The file: a game with options, the wagers, the cards as they leave the shoe, the answers."""

    game: str
    options: dict[str, str]
    bets: tuple[Bet, ...]
    cards: tuple[Card, ...]
    answers: tuple[ScriptedAnswer, ...]


def read_script(text: str) -> Script:
    """Read the text of a file."""
    try:
        document = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise Malformed(f"the script is not valid JSON: {error}") from error
    return parse_script(document)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    for name, times in Counter(name for name, _ in pairs).items():
        if times > 1:
            raise Malformed(f"the script has {name!r} twice in the same object")
    return dict(pairs)


def parse_script(document: object) -> Script:
    """Check a document, every part of it."""
    fields = _object(document, "the script", needs=("game", "boxes", "cards"), may=("options", "answers"))
    options = _object(fields.get("options", {}), "options")
    return Script(
        game=_text(fields["game"], "game"),
        options={name: _option(name, value) for name, value in options.items()},
        bets=_bets(fields["boxes"]),
        cards=tuple(
            parse_card(_text(card, f"card {number}"))
            for number, card in enumerate(_list(fields["cards"], "cards"), start=1)
        ),
        answers=tuple(
            _answer(number, entry) for number, entry in enumerate(_list(fields.get("answers", []), "answers"), start=1)
        ),
    )


def _bets(boxes: object) -> tuple[Bet, ...]:
    """Every wager in the order of the file, but the main wagers first."""
    bets: list[Bet] = []
    seen: set[object] = set()
    for at, entry in enumerate(_list(boxes, "boxes"), start=1):
        box = _object(entry, f"boxes, entry {at}", needs=("box", "bettors"))
        seat = _number(box["box"], f"boxes, entry {at}, box")
        if seat in seen:
            raise Malformed(f"box {seat} appears twice")
        seen.add(seat)
        for bettor in _list(box["bettors"], f"the bettors of box {seat}"):
            where = f"a bettor of box {seat}"
            fields = _object(bettor, where, needs=("name", "wagers"))
            name = _text(fields["name"], f"the name of {where}")
            if (seat, name) in seen:
                raise Malformed(f"{name} appears twice on box {seat}")
            seen.add((seat, name))
            wagers = _object(fields["wagers"], f"the wagers of {name} on box {seat}")
            without_ante = _ante_is_missing(wagers, f"the Ante of {name} on box {seat}")
            for key in wagers:
                if key != ANTE:
                    staked = _amount(wagers[key], f"the wager {key} of {name} on box {seat}")
                    bets.append(Bet(seat, name, staked, key, without_ante=without_ante and key == MAIN))
    return tuple(sorted(bets, key=lambda bet: bet.wager != MAIN))


def _ante_is_missing(wagers: dict[str, Any], where: str) -> bool:
    """An Ante is laid down with the main wager by itself; `0.00` in the file leaves it out."""
    if ANTE not in wagers:
        return False
    if cents(_text(wagers[ANTE], where)):
        raise Malformed(f'{where}: the Ante is placed automatically. Write "0.00" to leave it out')
    return True


def _answer(number: int, entry: object) -> ScriptedAnswer:
    where = f"answer {number}"
    fields = _object(entry, where, needs=("box", "bettor", "do"), may=("hand", "amount", "wager", "prize"))
    do = _text(fields["do"], f"{where}, do")
    if do not in (*DECISIONS, *ELECTIONS):
        raise Malformed(f"{where}: {do!r} is not an action. Known: {', '.join((*DECISIONS, *ELECTIONS))}")
    for key, only in (("wager", "ride"), ("prize", "press")):
        if key in fields and do != only:
            raise Malformed(f"{where}: {key!r} belongs to {only}, not to {do}")
    return ScriptedAnswer(
        number=number,
        box=_number(fields["box"], f"{where}, box"),
        bettor=_text(fields["bettor"], f"{where}, bettor"),
        do=do,
        hand=_number(fields["hand"], f"{where}, hand", least=1) if "hand" in fields else 0,
        amount=_amount(fields["amount"], f"{where}, amount") if "amount" in fields else 0,
        wager=_text(fields["wager"], f"{where}, wager") if "wager" in fields else "",
        prize=_prize(fields["prize"], f"{where}, prize") if "prize" in fields else 0,
    )


# The types


def _object(value: object, where: str, needs: tuple[str, ...] = (), may: tuple[str, ...] = ()) -> dict[str, Any]:
    """A JSON object with these keys; without any it may have all."""
    if not isinstance(value, dict):
        raise Malformed(f"{where} must be an object in braces, not {_shown(value)}")
    for key in needs:
        if key not in value:
            raise Malformed(f"{where}: {key!r} is missing")
    for key in value:
        _text(key, f"{where}, a name in it")
        if needs and key not in (*needs, *may):
            known = sorted((*needs, *may), key=_ORDER.index)
            raise Malformed(f"{where}: {key!r} is unknown. Known: {', '.join(known)}")
    return value


_ORDER: Final = [
    *("game", "options", "boxes", "cards", "answers", "box", "bettors", "name", "wagers"),
    *("bettor", "hand", "do", "amount", "wager", "prize"),
]


def _list(value: object, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise Malformed(f"{where} must be a list in brackets, not {_shown(value)}")
    return value


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise Malformed(f"{where} must be text in quotes, not {_shown(value)}")
    return value


def _number(value: object, where: str, least: int = 0) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise Malformed(f"{where} must be a whole number, not {_shown(value)}")
    return value


def _amount(value: object, where: str) -> Cents:
    if not isinstance(value, str):
        raise Malformed(f'{where} must be an amount in quotes, for example "10.00", not {_shown(value)}')
    staked = cents(value)
    if staked <= 0:
        raise Malformed(f"{where} must be greater than 0, not {value}")
    return staked


def _prize(value: object, where: str) -> int:
    """Whole dollars, as a number or written."""
    if isinstance(value, str) and value.removesuffix(".00").isdigit():
        return int(value.removesuffix(".00"))
    return _number(value, where, least=1)


def _option(name: str, value: object) -> str:
    """The value as it is written on a command line; a number that is no whole one is no option's value."""
    if isinstance(value, bool | int):
        return text_of(value)
    return _text(value, f"option {name}")


def _shown(value: object) -> str:
    text = json.dumps(value, default=repr)
    return text if len(text) <= 40 else f"{text[:40]}…"
