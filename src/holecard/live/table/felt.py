"""A table's layout: its inscriptions, the areas for wagers, and the pay tables.

>>> from holecard.games import find
>>> [one["text"] for one in felt_of(find("pa-down-under").configure())["inscriptions"]][:2]
['Blackjack pays 3 to 2', 'Insurance pays 2 to 1']
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from holecard.engine.rules import Rules
from holecard.engine.settlement import RETURN
from holecard.engine.side_wager import SideWager
from holecard.engine.table import ANTE, INSURANCE
from holecard.games import find
from holecard.law.clauses import Cite
from holecard.round.reader import BANDS, MasqueReader
from holecard.round.second_chance import SECOND_CHANCE
from holecard.values.money import Odds

Felt = dict[str, Any]

AREAS: Final = {"small": "2-3-4-5", "medium": "6-7-8-9", "large": "10-J-Q-K-A"}
SHAPES: Final = ("disc", "triangle", "square")  # so that nobody needs to see the colour


def felt_of(rules: Rules) -> Felt:
    """The layout of a configured table."""
    play = rules.play
    reader = play.reader
    return {
        "inscriptions": [{"text": text, "clause": str(cite)} for text, cite in inscriptions(rules)],
        "pay_tables": [_pay_table(rules, wager) for wager in play.side_wagers.values()],
        "areas": _areas(reader) if isinstance(reader, MasqueReader) else [],
        "device": reader.device if reader is not None else "",
        "spots": list(_spots(rules)),
        "line": _line(rules),
        "bettors_per_box": play.sharing.bettors_per_box,
        "boxes_per_player": rules.boxes_per_player,
    }


def _spots(rules: Rules) -> Iterator[Felt]:
    """The areas beside the bet; players bet on some of them, and on others the house has chips placed later."""
    play = rules.play
    for wager in play.side_wagers.values():
        yield {"wager": wager.key, "name": wager.title, "bet": True}
    if SECOND_CHANCE in play.offers:
        yield {"wager": SECOND_CHANCE, "name": "Second Chance", "bet": False}
    if play.ante is not None:
        yield {"wager": ANTE, "name": "Ante", "bet": False}


def _line(rules: Rules) -> Felt | None:
    """The line that runs past every box, for Insurance, with what is written on it."""
    if INSURANCE not in rules.play.offers:
        return None
    written = (one for one in inscriptions(rules) if one[0].startswith("Insurance"))
    text, cite = next(written, ("Insurance", None))
    return {"wager": INSURANCE, "text": text, "clause": str(cite or "")}


def inscriptions(rules: Rules) -> list[tuple[str, Cite]]:
    """The inscriptions: the sentences that the instrument prescribes, or else its main rules in our own words."""
    register = rules.register
    ordered = register.clauses.values() if register is not None else ()
    found = [
        (clause.inscription, Cite(register.key, register.edition, clause.id))
        for clause in ordered
        if register is not None
        and clause.inscription
        and not clause.inscription.startswith(("Small", "Medium", "Large"))
    ]
    return found or _in_our_words(rules)


def _in_our_words(rules: Rules) -> list[tuple[str, Cite]]:
    declared = {option.name: option for option in find(rules.key).options}
    chosen = rules.options
    found: list[tuple[str, Cite]] = []
    if pays := declared.get("blackjack_pays"):
        found.append((f"Blackjack pays {spoken(chosen.odds('blackjack_pays'))}", pays.cite))
    soft = next((declared[name] for name in ("soft17", "style_a") if name in declared), None)
    if soft is not None:
        hits = chosen.text("soft17") == "hit" if soft.name == "soft17" else chosen.flag("style_a")
        rule = "draws to 16 and to a soft 17" if hits else "draws to 16 and stands on all 17s"
        found.append((f"Dealer {rule}", rules.play.draws or soft.cite))
    insurance = rules.play.offers.get("insurance")
    if insurance is not None:
        found.append(("Insurance pays 2 to 1", getattr(insurance, "odds_cite", rules.play.betting.place)))
    found += [
        ("A dealer 22 stands off", case.cite) for case in rules.cases if case.name == "22" and case.outcome == RETURN
    ]
    return found


def spoken(odds: Odds) -> str:
    return f"{odds.pays} to {odds.to}"


def _pay_table(rules: Rules, wager: SideWager) -> Felt:
    rows = [{"what": name, "pays": spoken(odds)} for name, odds in wager.pays.items()]
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


def _areas(reader: MasqueReader) -> list[Felt]:
    return [
        {"light": light, "cards": AREAS[light], "colour": reader.colour(light), "shape": shape, "clause": str(cite)}
        for light, shape, cite in zip(BANDS, SHAPES, reader.cites, strict=True)
    ]
