"""A table's layout: its inscriptions, the areas for wagers, and the pay tables.

>>> from holecard.games import find
>>> [one["text"] for one in felt_of(find("pa-down-under").configure())["inscriptions"]][:2]
['Blackjack pays 3 to 2', 'Insurance pays 2 to 1']
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from holecard.engine.rules import Area, Inscription, Rules
from holecard.engine.side_wager import SideWager
from holecard.engine.table import ANTE
from holecard.engine.words import Chips, Key, Word
from holecard.law.clauses import Cite
from holecard.telling.differs import MOST, Difference, differences
from holecard.telling.names import summary

Felt = dict[str, Any]

SHAPES: Final = ("disc", "triangle", "square")  # so that nobody needs to see the colour


def felt_of(rules: Rules) -> Felt:
    """The layout of a configured table."""
    play = rules.play
    reader = play.reader
    areas = reader.areas if reader is not None else ()
    return {
        "about": rules.about,
        "differs": _differs(rules),
        "inscriptions": [{"text": text, "clause": str(cite)} for text, cite in inscriptions(rules)],
        "signs": [{"text": sign.text, "clause": str(sign.cite)} for sign in play.signs(rules)],
        "pay_tables": [_pay_table(rules, wager) for wager in play.side_wagers.values()],
        "areas": [_area(*one) for one in zip(areas, SHAPES, strict=False)],
        "device": reader.device if reader is not None else "",
        "spots": list(_spots(rules)),
        "line": _line(rules),
        "bettors_per_box": play.sharing.bettors_per_box,
        "boxes_per_player": rules.boxes_per_player,
        "bets_are_final": play.betting.final_as_placed,
        "actions": [{"do": word.do, "key": word.keys[0]} for word in (action.word for action in play.actions)],
        "keys": {key.name.lower(): key.value for key in Key},
    }


def _differs(rules: Rules) -> list[Felt]:
    """How the game differs, in at most six sentences: its peculiarities, then what its layout says."""
    told = [*differences(rules), *(Difference(f"{text}.", cite) for text, cite in inscriptions(rules))]
    return [
        {"text": text, "clause": str(cite or ""), "summary": summary(cite) if cite is not None else ""}
        for text, cite in told[:MOST]
    ]


def _spots(rules: Rules) -> Iterator[Felt]:
    """The areas beside the bet; players bet on some of them, and on others the house has chips placed later."""
    play = rules.play
    for wager in play.side_wagers.values():
        yield {"wager": wager.key, "name": wager.title, "bet": True}
    for word in _with_chips(rules, Chips.BESIDE_THE_BET):
        yield {"wager": word.do, "name": word.name, "bet": False}
    if play.ante is not None:
        yield {"wager": ANTE, "name": play.ante.name, "bet": False}


def _with_chips(rules: Rules, where: Chips) -> Iterator[Word]:
    """The choices of the game's offers whose chips have their area there."""
    return (word for offer in rules.play.offers.values() for word in offer.words if word.chips is where)


def _line(rules: Rules) -> Felt | None:
    """The line that runs past every box, such as that for Insurance, with what is written on it."""
    word = next(_with_chips(rules, Chips.ON_A_LINE), None)
    if word is None:
        return None
    written = (one for one in inscriptions(rules) if one[0].startswith(word.name))
    text, cite = next(written, (word.name, None))
    return {"wager": word.do, "text": text, "clause": str(cite or "")}


def inscriptions(rules: Rules) -> list[Inscription]:
    """The inscriptions: the sentences that the instrument prescribes, or else its main rules in our own words."""
    register, reader = rules.register, rules.play.reader
    areas = tuple(area.name for area in reader.areas) if reader is not None else ()
    ordered = register.clauses.values() if register is not None else ()
    found = [
        (clause.inscription, Cite(register.key, register.edition, clause.id))
        for clause in ordered
        if register is not None and clause.inscription and not clause.inscription.startswith(areas)
    ]
    return found or list(rules.play.inscriptions)


def _pay_table(rules: Rules, wager: SideWager) -> Felt:
    rows = [{"what": name, "pays": odds.spoken} for name, odds in wager.pays.items()]
    if wager.prizes is not None:
        least, most = min(wager.prizes.numbers), max(wager.prizes.numbers)
        rows = [{"what": wager.prizes.won_by, "pays": f"a prize of {least} to {most} for 1"}]
    return {
        "wager": wager.key,
        "name": wager.title,
        "clause": str(wager.cite),
        "rows": rows,
        "least": wager.least or rules.chip,
        "most": wager.most or rules.maximum,
        "rides": wager.riding is not None,
        "strangers": wager.strangers is not None,
    }


def _area(area: Area, shape: str) -> Felt:
    return {
        "light": area.light,
        "cards": area.cards,
        "colour": area.colour,
        "shape": shape,
        "clause": str(area.cite),
    }
