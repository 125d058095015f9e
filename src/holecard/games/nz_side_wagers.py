"""New Zealand's side wagers: which a game may offer, on which pay scale, and which exclude each other."""

from __future__ import annotations

from dataclasses import dataclass, replace

from holecard.engine.game import Forbidden, HouseWide, Offered
from holecard.engine.options import YES_NO, Choice, Option, Options, Sum
from holecard.engine.rules import Reason
from holecard.engine.side_wager import SideWager
from holecard.games._value_names import SCALE
from holecard.law.clauses import Cite, Citing, instrument
from holecard.wagers import (
    any_pair,
    house_money,
    let_it_ride,
    lucky_match,
    madness_21,
    perfect_pair,
    push_22,
    super_sevens,
)

INSTRUMENTS = ("nz-blackjack",)

law = instrument("nz-blackjack")


def posted(name: str, title: str, sign: Cite) -> tuple[Option, ...]:
    """The smallest and largest stake on the table's sign; if they are equal, exactly that amount (N27)."""
    return (
        Sum(f"{name}_minimum", f"{title}: minimum", 0, sign, names={"none": "the smallest chip"}),
        Sum(f"{name}_maximum", f"{title}: maximum", 0, sign, names={"none": "the table maximum"}),
    )


SIDE_WAGER_OPTIONS: tuple[Option, ...] = (
    Choice("super_sevens", "Super Sevens", YES_NO, False, law("15.1")),
    *posted("super_sevens", "Super Sevens", law("15.3")),
    Choice("madness_21", "Madness 21", YES_NO, False, law("15A.1")),
    *posted("madness_21", "Madness 21", law("15A.3")),
    Choice(
        "madness_stake",
        "Madness 21: stake of a winner",
        ("returned", "kept"),
        "returned",
        law("15A.6"),
        reading=True,
        names={"returned": "returned", "kept": "kept by the house"},
    ),
    Choice(
        "madness_failure",
        "Madness 21: prize if the device fails",
        ("flat", "per-dollar"),
        "flat",
        law("16.12"),
        reading=True,
        names={"flat": "25 dollars", "per-dollar": "25 dollars for each dollar bet"},
    ),
    Choice("perfect_pair", "Perfect Pair", YES_NO, False, law("15B.1")),
    *posted("perfect_pair", "Perfect Pair", law("15B.4")),
    Choice("perfect_pair_scale", "Perfect Pair: pay scale", ("one", "two", "three"), "one", law("15B.7"), names=SCALE),
    Choice("any_pair", "Any Pair", YES_NO, False, law("15C.1")),
    *posted("any_pair", "Any Pair", law("15C.5")),
    Choice("any_pair_scale", "Any Pair: pay scale", ("one", "two"), "one", law("15C.8"), names=SCALE),
    Choice("house_money", "House Money", YES_NO, False, law("15D.1")),
    *posted("house_money", "House Money", law("15D.4")),
    Choice("let_it_ride", "Let it Ride", YES_NO, False, law("15E.1")),
    *posted("let_it_ride", "Let it Ride", law("15E.3")),
    Choice(
        "ride_before_blackjack", "Riding is offered before a Blackjack is paid", YES_NO, True, law("10.1"), reading=True
    ),
    Choice("lucky_match", "Lucky Match", YES_NO, False, law("15F.1")),
    *posted("lucky_match", "Lucky Match", law("15F.5")),
    Choice("lucky_match_scale", "Lucky Match: pay scale", ("one", "two"), "one", law("15F.9"), names=SCALE),
    Choice("push_22", "Push 22", YES_NO, False, law("20A.1")),
    *posted("push_22", "Push 22", law("20A.3")),
    Choice("push_22_scale", "Push 22: pay scale", ("one", "two"), "one", law("20A.6"), names=SCALE),
)

OFFERED = (
    Offered(key=super_sevens.KEY, cite=law("15.1")),
    Offered(key=madness_21.KEY, cite=law("15A.1")),
    Offered(key=perfect_pair.KEY, cite=law("15B.1"), scales=tuple(perfect_pair.SCALES)),
    Offered(key=any_pair.KEY, cite=law("15C.1"), scales=tuple(any_pair.SCALES)),
    Offered(key=house_money.KEY, cite=law("15D.1")),
    Offered(key=let_it_ride.KEY, cite=law("15E.1")),
    Offered(key=lucky_match.KEY, cite=law("15F.1"), scales=tuple(lucky_match.SCALES)),
    Offered(key=push_22.KEY, cite=law("20A.1"), scales=tuple(push_22.SCALES)),
)

WAGERS = {offered.key: offered for offered in OFFERED}

SUPER_SEVENS_DECKS = (6, 7, 8)

BESIDE_RIDING = (perfect_pair.KEY, any_pair.KEY)


def sevens_on_few_decks(chosen: Options) -> bool:
    return chosen.flag("super_sevens") and chosen.number("decks") not in SUPER_SEVENS_DECKS


@dataclass(frozen=True)
class TogetherWith:
    """One side wager is switched on, and another that may not be offered beside it."""

    one: str
    others: tuple[str, ...]

    def __call__(self, chosen: Options) -> bool:
        return chosen.flag(self.one) and any(chosen.flag(other) for other in self.others)


def _excludes(one: str, others: tuple[str, ...], clause: str) -> Forbidden:
    switch = WAGERS[one].switch
    return Forbidden(
        when=TogetherWith(switch, tuple(WAGERS[other].switch for other in others)),
        what=one,
        why=f"is not offered together with {', '.join(others)}",
        clause=clause,
        remedy=(f"{switch}=no",),
    )


@dataclass(frozen=True)
class NothingToStake:
    """A side wager is on, and no amount that chips can make lies within what its sign allows."""

    wager: str

    def __call__(self, chosen: Options) -> bool:
        chip = chosen.number("chip")
        least = chosen.number(f"{self.wager}_minimum") or chip
        most = chosen.number(f"{self.wager}_maximum") or chosen.number("maximum")
        return chosen.flag(self.wager) and -(-least // chip) * chip > most


def _sign_allows_nothing(sign: Option) -> Forbidden:
    wager = sign.name.removesuffix("_minimum")
    return Forbidden(
        when=NothingToStake(wager),
        what=sign.name,
        why="no amount between minimum and maximum can be made in chips",
        clause=sign.cite.clause,
        remedy=(f"a lower {sign.name}", f"a higher {wager}_maximum"),
    )


def _all_but(*kept: str) -> tuple[str, ...]:
    return tuple(key for key in WAGERS if key not in kept)


FORBIDDEN = (
    Forbidden(
        when=sevens_on_few_decks,
        what=super_sevens.KEY,
        why="is offered only with 6 to 8 decks",
        clause="3.3(a)",
        remedy=("decks=6", "decks=7", "decks=8", "super_sevens=no"),
    ),
    _excludes(perfect_pair.KEY, (any_pair.KEY, lucky_match.KEY), clause="15B.1A"),
    _excludes(any_pair.KEY, (perfect_pair.KEY, lucky_match.KEY), clause="15C.2"),
    _excludes(lucky_match.KEY, (perfect_pair.KEY, any_pair.KEY), clause="15F.2"),
    _excludes(house_money.KEY, _all_but(house_money.KEY, *BESIDE_RIDING), clause="15D.12"),
    _excludes(let_it_ride.KEY, _all_but(let_it_ride.KEY, *BESIDE_RIDING), clause="15E.11"),
    *(_sign_allows_nothing(option) for option in SIDE_WAGER_OPTIONS if option.name.endswith("_minimum")),
)


def perfect_pair_is_on(chosen: Options) -> bool:
    return chosen.flag("perfect_pair")


ONE_SCALE = (HouseWide(option="perfect_pair_scale", when=perfect_pair_is_on, clause="15B.8"),)


def side_wagers(law: Citing, chosen: Options) -> dict[str, SideWager]:
    """The side wagers that are switched on, each within the limits posted for it."""
    made = {
        super_sevens.KEY: super_sevens.super_sevens(law),
        madness_21.KEY: madness_21.madness_21(law),
        perfect_pair.KEY: perfect_pair.perfect_pair(law, chosen.text("perfect_pair_scale")),
        any_pair.KEY: any_pair.any_pair(law, chosen.text("any_pair_scale")),
        house_money.KEY: house_money.house_money(law),
        let_it_ride.KEY: let_it_ride.let_it_ride(law),
        lucky_match.KEY: lucky_match.lucky_match(law, chosen.text("lucky_match_scale")),
        push_22.KEY: push_22.push_22(law, chosen.text("push_22_scale")),
    }
    found = {}
    for key, wager in made.items():
        switch = WAGERS[key].switch
        if chosen.flag(switch):
            least, most = (chosen.number(f"{switch}_{end}") for end in ("minimum", "maximum"))
            found[key] = replace(wager, least=least, most=most)
    return found


def not_offered(law: Citing, chosen: Options) -> dict[str, Reason]:
    """Why a side wager that is switched off is not taken."""
    return {
        wager.key: (law(wager.cite.clause), "is not offered at this table")
        for wager in OFFERED
        if not chosen.flag(wager.switch)
    }
