"""Free Bet Blackjack: lammers stand for doubles and splits; a dealer 22 stands off (New Zealand section 20)."""

from __future__ import annotations

from dataclasses import replace

from holecard.engine.game import Game
from holecard.engine.options import YES_NO, Choice, Options
from holecard.engine.rules import Play
from holecard.engine.settlement import RETURN, Case, Cases, Named, dealer_22, natural
from holecard.engine.table import Box, Hand
from holecard.games import nz_fixed
from holecard.games.new_zealand import base_double, base_split, base_version, build, law
from holecard.games.nz_options import OPTIONS
from holecard.games.nz_settlement import DEALER_22_STANDS_OFF
from holecard.games.nz_settlement import cases as base_cases
from holecard.games.nz_side_wagers import FORBIDDEN, OFFERED, ONE_SCALE
from holecard.law.clauses import Citing
from holecard.round.actions import Hit, Stand
from holecard.round.free_bet import ForMoney, FreeDouble, FreeSplit
from holecard.round.shared_box import DoubleToo, SplitToo

INSTRUMENTS = ("nz-blackjack",)

BLACKJACK_ON_22 = Named("blackjack-on-22", "Blackjack against a dealer 22")


def cases(law: Citing, chosen: Options) -> Cases:
    """As in the base game, but a dealer 22 stands off with every hand that is no Blackjack."""
    push = Case(DEALER_22_STANDS_OFF, dealer_22, RETURN, law("20.7"), ("dealer-over", "lower"))
    found: list[Case] = []
    for case in base_cases(law, chosen):
        if case.name == "blackjack-over":
            on_22 = replace(case, named=BLACKJACK_ON_22, when=natural & dealer_22, also=(push.cite, *case.also))
            found.append(replace(on_22, overrides=(*on_22.overrides, "22")))
            found.append(case)
            continue
        if case.name == "dealer-over":
            found.append(push)
        over_22 = "dealer-over" in case.overrides
        found.append(replace(case, overrides=(*case.overrides, "22")) if over_22 else case)
    return tuple(found)


def play(law: Citing, chosen: Options) -> Play:
    split = base_split(law)
    with_riding = chosen.text("lammer_value") == "with-riding"
    worth = Box.in_action if with_riding else Box.stake  # reading N8
    free_double = FreeDouble(cite=law("20.3"), after_split=chosen.flag("free_double_after_split"), worth=worth)
    free_split = FreeSplit(cite=law("20.4"), split=split, again=chosen.flag("free_resplit"), worth=worth)

    def doubles_free(box: Box, hand: Hand) -> bool:
        return free_double.allows(hand)

    def splits_free(box: Box, hand: Hand) -> bool:
        return free_split.allows(hand, len(box.hands))

    version = replace(
        base_version(law, chosen),
        cases=cases(law, chosen),
        actions=(
            Hit(cite=law("13.1"), one_card_to_split_aces=law("13.1(c)")),
            Stand(cite=law("8.3"), must_draw=law("13.1(d)")),
            free_double,
            free_split,
            ForMoney(action=base_double(law), free=doubles_free, cite=law("20.5")),
            ForMoney(action=split, free=splits_free, cite=law("20.5")),
        ),
        split=split,
        doubling=DoubleToo(
            cite=law("14.3(c)"), amount_cite=law("11.2(a)"), least_cite=law("11.2(b)"), free=law("20.8"), worth=worth
        ),
        splitting=SplitToo(cite=law("14.3(d)"), amount_cite=law("12.2"), free=law("20.8"), worth=worth),
        draws=law("20.6"),
    )
    return build(law, chosen, version)


STYLE_A = Choice("style_a", "Dealer hits soft 17", (True,), True, law("20.6"))  # the dealer always draws on soft 17


NZ_FREE_BET = Game(
    key="nz-free-bet",
    name="Free Bet Blackjack (New Zealand)",
    about="Doubles on 9, 10 and 11 and most splits are free; a dealer 22 stands off.",
    cloth="navy",
    instrument="nz-blackjack",
    options=(
        *(STYLE_A if option.name == STYLE_A.name else option for option in OPTIONS),
        Choice("free_resplit", "Second split is free", YES_NO, True, law("20.4"), reading=True),
        Choice("free_double_after_split", "Free double after a split", YES_NO, True, law("20.3"), reading=True),
        Choice(
            "lammer_value",
            "What a lammer is worth",
            ("original", "with-riding"),
            "original",
            law("20.8"),
            reading=True,
            names={"original": "the original bet", "with-riding": "the original bet and riding money"},
        ),
    ),
    play=play,
    boxes=9,
    boxes_cite=law("3.1"),
    forbidden=FORBIDDEN,
    fixed=nz_fixed.FREE_BET,
    wagers=OFFERED,
    house_wide=ONE_SCALE,
)
