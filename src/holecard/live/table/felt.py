"""A table's layout as the browser gets it: what `holecard.layout` says of the felt, with signs and pay tables.

>>> from holecard.games import find
>>> [one["text"] for one in felt_of(find("pa-down-under").configure())["inscriptions"]][:2]
['Blackjack pays 3 to 2', 'Insurance pays 2 to 1']
"""

from __future__ import annotations

from typing import Any

from holecard import layout
from holecard.engine.rules import Rules
from holecard.engine.side_wager import SideWager
from holecard.engine.words import Key
from holecard.layout.felt import NAME, Equipment, InsuranceLine, RangeArea
from holecard.telling.differs import MOST, Difference, differences
from holecard.telling.names import summary

Felt = dict[str, Any]


def felt_of(rules: Rules, filed: layout.Particulars | None = None) -> Felt:
    """The layout of a configured table, with what its house has filed about it."""
    play, felt = rules.play, layout.felt_of(rules, filed or layout.Particulars())
    return {
        "about": rules.about,
        "differs": _differs(rules, felt),
        "inscriptions": [{"text": text, "clause": str(cite)} for text, cite in felt.inscriptions],
        "logo": _logo(felt),
        "pieces": [_equipment(one) for one in felt.equipment if one.filed.texts],
        "signs": [{"text": sign.text, "clause": str(sign.cite)} for sign in play.signs(rules)],
        "pay_tables": [_pay_table(rules, wager) for wager in play.side_wagers.values()],
        "areas": [_area(area) for area in felt.ranges],
        "device": play.reader.device if play.reader is not None else "",
        "main": felt.main.name,
        "spots": [{"wager": area.wager, "name": area.name, "bet": area.bet} for area in felt.beside],
        "line": _line(felt.line),
        "bettors_per_box": felt.bettors_per_box,
        "boxes_per_player": rules.boxes_per_player,
        "bets_are_final": play.betting.final_as_placed,
        "actions": [{"do": word.do, "key": word.keys[0]} for word in (action.word for action in play.actions)],
        "keys": {key.name.lower(): key.value for key in Key},
    }


def _differs(rules: Rules, felt: layout.Felt) -> list[Felt]:
    """How the game differs, in at most six sentences: its peculiarities, then what its layout says."""
    told = [*differences(rules), *(Difference(f"{text}.", cite) for text, cite in felt.inscriptions)]
    return [
        {"text": text, "clause": str(cite or ""), "summary": summary(cite) if cite is not None else ""}
        for text, cite in told[:MOST]
    ]


def _equipment(one: Equipment) -> Felt:
    return {"key": one.key, "text": f"{one.name}: {'; '.join(one.filed.texts)}", "clause": str(one.cite)}


def _logo(felt: layout.Felt) -> Felt | None:
    """The house's name or logo as it is filed, and how far across the felt the drawing has it; else None."""
    for one in felt.equipment:
        if one.key == NAME and one.filed.texts:
            return {"text": one.label, "clause": str(one.cite), "across": layout.across(felt.equipment, NAME)}
    return None


def _line(line: InsuranceLine | None) -> Felt | None:
    return line and {"wager": line.wager, "text": line.text, "clause": str(line.written or "")}


def _pay_table(rules: Rules, wager: SideWager) -> Felt:
    return {
        "wager": wager.key,
        "name": wager.title,
        "clause": str(wager.cite),
        "rows": [{"what": what, "pays": pays} for what, pays in layout.pay_rows(wager)],
        "least": wager.least or rules.chip,
        "most": wager.most or rules.maximum,
        "rides": wager.riding is not None,
        "strangers": wager.strangers is not None,
    }


def _area(area: RangeArea) -> Felt:
    return {
        "light": area.light,
        "name": area.name,
        "cards": area.cards,
        "colour": area.colour,
        "shape": area.shape,
        "clause": str(area.lit),
    }
