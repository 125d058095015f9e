"""What people read for the values of options that several games have, and the option that two declare alike."""

from __future__ import annotations

from holecard.engine.options import Choice
from holecard.law.clauses import Cite
from holecard.round.paying import Order

SOFT_17 = {"stand": "the dealer stands", "hit": "the dealer hits"}
SETTLEMENT = {
    Order.COLLECT_FIRST.value: "losing bets first, then winning ones",
    Order.BOX_BY_BOX.value: "box by box",
}
COLLECT_BUSTS = {"at-once": "at once", "at-settlement": "with the other bets"}
SHUFFLER = {
    "manual": "by hand",
    "batch": "by a machine, shoe by shoe",
    "automatic": "by a machine, shoe by shoe",
    "continuous": "by a machine, without a break",
}
SCALE = {"one": "first pay scale", "two": "second pay scale", "three": "third pay scale"}
NO_LIMIT = {"none": "no limit"}


def wagers_final(cite: Cite) -> Choice:
    """Pennsylvania's clause can be read two ways: is a wager final when betting closes, or as soon as it is placed?"""
    return Choice(
        "wagers_final",
        "When a wager is final",
        ("at-close", "as-placed"),
        "at-close",
        cite,
        reading=True,
        names={"at-close": "when betting closes", "as-placed": "as soon as it is placed"},
        newer=True,
    )
