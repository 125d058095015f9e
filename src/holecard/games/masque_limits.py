"""Options that may not be combined under the rules of play, and Match The Dealer at the operator's odds."""

from __future__ import annotations

from dataclasses import replace

from holecard.engine.game import Forbidden
from holecard.engine.options import Options
from holecard.engine.side_wager import SideWager
from holecard.law.clauses import Citing
from holecard.values.money import Odds
from holecard.wagers.match_the_dealer import BY_DECKS, SUITED, UNSUITED, match_the_dealer

INSTRUMENTS = ("down-under-rop",)


def two_hands_on_soft_17(chosen: Options) -> bool:
    return chosen.number("max_hands") == 2 and chosen.text("soft17") == "hit"


def aces_again_without_resplits(chosen: Options) -> bool:
    return chosen.number("max_hands") == 2 and chosen.flag("resplit_aces")


def match_without_odds(chosen: Options) -> bool:
    named = "standard" not in (chosen.text("match_suited"), chosen.text("match_unsuited"))
    return chosen.flag("match_the_dealer") and chosen.number("decks") not in BY_DECKS and not named


FORBIDDEN = (
    Forbidden(
        when=two_hands_on_soft_17,
        what="max_hands=2",
        why="re-splitting may be ruled out only where the dealer stands on every 17",
        clause="7(1)",
        remedy=("soft17=stand", "max_hands=4"),
    ),
    Forbidden(
        when=aces_again_without_resplits,
        what="resplit_aces=yes",
        why="aces cannot be re-split where no hand may be re-split",
        clause="7(1)",
        remedy=("max_hands=4", "resplit_aces=no"),
    ),
    Forbidden(
        when=match_without_odds,
        what="Match The Dealer",
        why="has no pay table for this number of decks, so the operator must supply the odds",
        clause="14(8)",
        remedy=("match_suited and match_unsuited", "decks=6", "decks=8"),
    ),
)


def match(law: Citing, chosen: Options) -> SideWager:
    """At the operator's odds; 685a.11(c)'s stand in for the schedule that our copy lacks (reading RP-5)."""
    given = {SUITED: chosen.text("match_suited"), UNSUITED: chosen.text("match_unsuited")}
    standard = BY_DECKS.get(chosen.number("decks"), {})
    pays = {name: standard[name] if text == "standard" else Odds.parse(text) for name, text in given.items()}
    wager = match_the_dealer(pays, law("14(3)"), law("14(7)"), law("14(6)"), law("14(1)"), law("14(2)"), law("14(8)"))
    limits = chosen.number("match_minimum"), chosen.number("match_maximum")
    return replace(wager, least=limits[0], most=limits[1], limits=law("14(4)"))
