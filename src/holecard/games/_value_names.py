"""What people read for the values of options that several games have."""

from __future__ import annotations

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
