"""The signs of a configured table, as printable pages: limits, what every wager pays, and what else a clause wants.

>>> from holecard.games import find
>>> rules = find("nz-ante-up").configure(perfect_pair=True, ante_waived_at="50.00")
>>> for sign in signs(rules):
...     print(sign.key, "|", sign.title, "|", sign.cite)
limits | Table limits | NZ Blackjack rule 15B.4
payouts | Payouts | house rule: layout
perfect-pair | Perfect Pair | NZ Blackjack rule 15B.8
rule-18.3 | Ante 0.10 | NZ Blackjack rule 18.3
rule-18.4 | No Ante for a bet of 50.00 or more | NZ Blackjack rule 18.4
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from holecard.engine.options import TABLE_LIMITS_CITE
from holecard.engine.rules import Rules
from holecard.engine.side_wager import SideWager
from holecard.law.clauses import Cite, Clause, SignSays
from holecard.layout._odds import OTHER_ODDS, odds_of_side_wagers, pay_rows
from holecard.layout.felt import ON_THE_LAYOUT, inscriptions
from holecard.layout.particulars import UNFILED, Particulars
from holecard.values.money import Cents, amount

STATES_ODDS = " pays "  # how an inscription states odds


class Sign(NamedTuple):
    """A page to print and hang at the table. `key` is unique at one table and can be a file's name."""

    key: str
    title: str
    lines: tuple[str, ...]
    cite: Cite


def signs(rules: Rules, limits: tuple[Cents, Cents] | None = None, filed: Particulars = UNFILED) -> list[Sign]:
    """Every sign of a table. `limits` are the smallest and largest bet, if the house posts others than the rules'.

    A sign that a clause allows in place of the layout is left out if the house has filed that the layout says it.
    """
    found = [
        _limits(rules, *(limits or (rules.minimum, rules.maximum))),
        _payouts(rules),
        *(_pay_table(rules, wager) for wager in rules.play.side_wagers.values()),
        *_of_the_pit(rules),
        *_instead_of_inscriptions(rules, filed),
    ]
    return [sign for sign in found if not (sign.cite.is_law and sign.cite.clause in filed.on_the_layout)]


def _limits(rules: Rules, least: Cents, most: Cents) -> Sign:
    """The sign that the wagers' clauses and the Ante's refer to."""
    wagers = rules.play.side_wagers.values()
    lines = [f"Smallest bet {amount(least)}", f"Largest bet {amount(most)}"]
    lines += [f"A double is at least {amount(rules.least_double)}"]
    lines += [f"{wager.title} {_between(wager.least or rules.chip, wager.most or most)}" for wager in wagers]
    lines += [sign.text for sign in rules.play.around.signs(rules)]
    wanted = (*(wager.limits for wager in wagers), *(sign.cite for sign in rules.play.around.signs(rules)))
    return Sign("limits", "Table limits", tuple(lines), next((one for one in wanted if one.is_law), TABLE_LIMITS_CITE))


def _between(least: Cents, most: Cents) -> str:
    return amount(least) if least == most else f"{amount(least)} to {amount(most)}"


def _payouts(rules: Rules) -> Sign:
    """What the main wagers pay, and every side wager: the sign for a layout without the odds."""
    lines = [text for text, _ in inscriptions(rules) if STATES_ODDS in text]
    lines += odds_of_side_wagers(rules)
    cite = next((cite for clause, cite in _signed(rules) if clause.sign is SignSays.ODDS), ON_THE_LAYOUT)
    return Sign("payouts", "Payouts", (*lines, OTHER_ODDS), cite)


def _pay_table(rules: Rules, wager: SideWager) -> Sign:
    scale = (f"Pay scale {wager.scale}",) if wager.scale else ()
    rows = tuple(f"{what[0].upper()}{what[1:]}: {pays}" for what, pays in pay_rows(wager))
    return Sign(wager.key, wager.title, (*scale, *rows, *_prizes(wager)), wager.sign or wager.cite)


def _prizes(wager: SideWager) -> Iterator[str]:
    if wager.prizes is not None:
        for prize, many in sorted(wager.prizes.numbers.items(), reverse=True):
            yield f"{prize:,} for 1: {many:,} of {wager.prizes.possible:,} prizes"


def _of_the_pit(rules: Rules) -> Iterator[Sign]:
    """Caps and the Ante, which the limits sign has too: each alone, for a table where it hangs apart."""
    found = list(rules.play.around.signs(rules))
    for at, sign in enumerate(found):
        before = sum(other.cite == sign.cite for other in found[:at])
        yield Sign(_key(sign.cite) + (f"-{before + 1}" if before else ""), sign.text, (), sign.cite)


def _instead_of_inscriptions(rules: Rules, filed: Particulars) -> Iterator[Sign]:
    """For a layout that does not have a sentence which a clause lets a sign say instead."""
    for clause, cite in _signed(rules):
        if clause.sign is SignSays.TEXT:
            assert clause.inscription is not None, "a clause whose sign has its inscription has one"
            text, _ = filed.words.get(cite.clause, (clause.inscription, ""))
            yield Sign(_key(cite), text, (), cite)


def _key(cite: Cite) -> str:
    """A file's name for the sign that a clause wants.

    >>> _key(Cite("pa-685a", "2020", "2(b)(4)(iv)"))
    'rule-2-b-4-iv'
    """
    return "-".join(("rule", *re.findall(r"[\w.]+", cite.clause)))


def _signed(rules: Rules) -> Iterator[tuple[Clause, Cite]]:
    register = rules.register
    if register is not None:
        for clause in register.clauses.values():
            if clause.sign is not None:
                yield clause, register.cite(clause.id)
