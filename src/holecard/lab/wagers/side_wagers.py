"""The exact value of a game's side wagers: the probability of every result, from the wager's own judge and odds.

>>> from holecard.games import find
>>> one, two, three = (row for row in analyse_wagers(find("nz-blackjack"), {"decks": 8}) if row.wager == "perfect-pair")
>>> one.ev, round(float(one.house_edge), 6)
(Fraction(-14, 415), 0.033735)
>>> for paid in one.classes:
...     print(paid.name, paid.probability, paid.pays)
perfect pair 7/415 30
coloured pair 8/415 10
mixed pair 16/415 5
loses 384/415 -1

A row quotes one wager at one pay scale, for a unit wagered and before any rounding of a payment, from a shoe of which
only the wager's own cards have come. A hand on which a wager waits takes its third card wherever that is best for the
wager; with every wager we have that is always, and the row says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm, sqrt
from typing import NamedTuple, cast

from holecard.engine.game import Game
from holecard.engine.rules import Rules
from holecard.engine.side_wager import Settled, SideWager
from holecard.engine.table import Dealer, Part, Wager
from holecard.lab.wagers.by_round import NotSupported, dealer_draws, prizes
from holecard.lab.wagers.composition import VALUES, Classes, Composition, Tally
from holecard.lab.wagers.dealer_wagers import judged_on_dealer
from holecard.lab.wagers.unseen import Looked, Unseen
from holecard.law.errors import Refused
from holecard.round.side_wagers import pay_classes
from holecard.values.cards import DECK, Card
from holecard.values.hand import PLAYER_LIMIT, count

LOSES = "loses"
ALWAYS_DRAWN = "third card always drawn"
DRAWN_AT_BEST = "third card drawn where that is best for the wager"
RIDING_NOT_ANALYSED = "every win kept: riding is not analysed"
OPTIMAL_RIDING = (
    "a win that is small compared to the main wager rides where that is best; "
    "results and standard deviation are with every win kept"
)

Amount = Fraction | float
ValueOfRiding = Callable[[tuple[int, int], int], Amount]
"""The expectation of each unit that rides with the main wager, given the values of the hand's first two cards, the
lower first (an ace is 1), and of the up card."""


class PaidClass(NamedTuple):
    """A result of the wager: how likely it is and what it wins for each unit. Two results at once are one class."""

    name: str
    probability: Fraction
    pays: Fraction


@dataclass(frozen=True, kw_only=True)
class WagerAnalysis:
    """One wager at one pay scale, for each unit wagered. `ev_kept` is of a wager that may ride, every win kept."""

    wager: str
    pay_scale: str | None
    ev: Amount
    classes: tuple[PaidClass, ...]
    ev_kept: Fraction | None = None
    riding_analysed: bool | None = None  # None where nothing can ride
    quoted: str = ""  # under which play, where that matters

    @property
    def house_edge(self) -> Amount:
        return -self.ev

    @property
    def hit_frequency(self) -> Fraction:
        return 1 - sum((paid.probability for paid in self.classes if paid.name == LOSES), Fraction(0))

    @property
    def rtp(self) -> Amount:
        return 1 + self.ev

    @property
    def distribution(self) -> dict[Fraction, Fraction]:
        """How probable each win or loss of a unit is, in order; with every win kept, where one may ride."""
        found: dict[Fraction, Fraction] = {}
        for paid in reversed(self.classes):
            found[paid.pays] = found.get(paid.pays, Fraction(0)) + paid.probability
        return found

    @property
    def variance(self) -> Fraction:
        mean = _mean(self.classes)
        return sum((paid.probability * (paid.pays - mean) ** 2 for paid in self.classes), Fraction(0))

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)


def analyse_wagers(
    game: Game,
    options: Mapping[str, object] | None = None,
    *,
    shoe: Composition | None = None,
    value_of_riding: Callable[[Rules, str], ValueOfRiding] | None = None,
    only: str | None = None,
) -> list[WagerAnalysis]:
    """Every side wager and pay scale that the game may offer under these options, each taken alone.

    The shoe is a fresh one of as many decks as the options say, unless another is given. Without `value_of_riding` a
    wager that may ride is quoted with every win kept. `only` one wager is analysed if its key is given.
    """
    if only is not None:
        game.wager(only)  # one that the game does not have is refused
    rows = []
    on_dealer: dict[str, Tally] = {}  # how the dealer's hand comes out does not depend on the pay scale
    for key, scale, rules in offered_alone(game, options or {}):
        if only not in (None, key):
            continue
        rule = rules.play.side_wagers[key]
        cards = shoe or Composition.of_decks(rules.decks)
        quoted = ""
        if rule.settled is Settled.AFTER_DEALER:
            if key not in on_dealer:
                on_dealer[key] = judged_on_dealer(rule.judge, dealer_draws(rules, key), cards)
            tally = on_dealer[key]
        else:
            tally, quoted = judged_on_deal(rule, cards, rules.play.dealer_limit)
        classes = _paid_classes(rules, rule, cards.chances(tally))
        row = WagerAnalysis(wager=key, pay_scale=scale, ev=_mean(classes), classes=classes, quoted=quoted)
        if rule.riding is not None:
            row = _riding(row, rule, cards, value_of_riding and value_of_riding(rules, key))
        rows.append(row)
    return rows


def offered_alone(game: Game, options: Mapping[str, object]) -> Iterator[tuple[str, str | None, Rules]]:
    """The rules of a table with one side wager, for each that these options leave lawful by itself, at each scale."""
    game.configure(options)  # what the instrument forbids is refused as it stands
    none: dict[str, object] = {offered.switch: False for offered in game.wagers}
    for offered in game.wagers:
        for scale in offered.scales or (None,):
            at_scale = {} if scale is None else {offered.scale_option: scale}
            try:
                rules = game.configure({**options, **none, offered.switch: True, **at_scale})
            except Refused:  # as one that wants more decks than these
                continue
            yield offered.key, scale, rules


def judged_on_deal(rule: SideWager, shoe: Composition, dealer_limit: int = PLAYER_LIMIT) -> tuple[Tally, str]:
    """The classes of every deal, with the ways in which each comes, and how the third card was taken."""
    tally: Tally = Counter()
    choices: set[bool] = set()
    for cards, dealer, up, ways in _deals(rule, shoe, dealer_limit):
        classes = rule.judge(cards, dealer, False)
        drawn = len(cards) + len(up)
        if classes is not None:
            tally[drawn, tuple(sorted(classes))] += ways
            continue
        third, at_once, draws = third_card(rule, cards, dealer, shoe.without(*cards, *up))
        choices.add(draws)
        for classes, more in third.items() if draws else ():
            tally[drawn + 1, classes] += ways * more
        if not draws:
            tally[drawn, at_once] += ways
    return tally, "" if not choices else ALWAYS_DRAWN if choices == {True} else DRAWN_AT_BEST


def third_card(
    rule: SideWager, cards: tuple[Card, ...], dealer: Dealer, left: Composition
) -> tuple[Counter[Classes], Classes, bool]:
    """Of a wager that waits: what a third card makes of it, what it comes to without one, and whether to take it."""
    at_once = decided(rule, cards, dealer, complete=True)
    third: Counter[Classes] = Counter()
    for card, more in left.each():
        third[decided(rule, (*cards, card), dealer, complete=False)] += more
    drawing = sum(more * net(rule, classes) for classes, more in third.items())
    return third, at_once, left.size > 0 and drawing >= left.size * net(rule, at_once)


def net(rule: SideWager, classes: Classes) -> Fraction:
    """What the table pays on these classes for each unit, out of its own settlement.

    >>> from holecard.games import find
    >>> rule = find("pa-down-under").configure(match_the_dealer=True).play.side_wagers["match-the-dealer"]
    >>> net(rule, ("suited match", "unsuited match")), net(rule, ())
    (Fraction(15, 1), Fraction(-1, 1))
    """
    stake = 100 * lcm(*(odds.to for odds in rule.pays.values()))  # nothing is rounded
    won = pay_classes(rule, classes, 1, Wager("A", rule.key, Part.SIDE, stake))[0].net
    assert won is not None, "the wager is settled"
    return Fraction(won, stake)


UNSEEN = cast("Dealer", Unseen())


class _Deal(NamedTuple):
    """What the judge sees after the deal, the up card where he looks at it, and in how many ways it comes."""

    cards: tuple[Card, ...]
    dealer: Dealer
    up: tuple[Card, ...]
    ways: int


def _deals(rule: SideWager, shoe: Composition, dealer_limit: int) -> Iterator[_Deal]:
    """The first two cards in each order, and with each up card if the judge looks at it."""
    dealers = [Dealer((up,), count((up,), dealer_limit)) for up in DECK]
    for one, first in shoe.each():
        after_one = shoe.without(one)
        for other, second in after_one.each():
            cards, ways = (one, other), first * second
            try:
                rule.judge(cards, UNSEEN, False)
            except Looked:
                for up, third in after_one.without(other).each():
                    yield _Deal(cards, dealers[up.index], (up,), ways * third)
            else:
                yield _Deal(cards, UNSEEN, (), ways)


def decided(rule: SideWager, cards: tuple[Card, ...], dealer: Dealer, complete: bool) -> Classes:
    """The judge's verdict where no further card can change it."""
    classes = rule.judge(cards, dealer, complete)
    if classes is None:
        raise NotSupported(f"{rule.key} waits for more than a third card")
    return tuple(sorted(classes))


def _paid_classes(rules: Rules, rule: SideWager, chances: Mapping[Classes, Fraction]) -> tuple[PaidClass, ...]:
    """The results, the best paid first."""
    found = []
    for classes, chance in chances.items():
        if classes and rule.prizes is not None:
            found += [PaidClass(prize.name, chance * prize.chance, prize.pays) for prize in prizes(rules, rule.key)]
        else:
            found.append(PaidClass(" + ".join(classes) or LOSES, chance, net(rule, classes)))
    return tuple(sorted(found, key=_best_first))


def _best_first(paid: PaidClass) -> tuple[Fraction, str]:
    return -paid.pays, paid.name


def _mean(classes: tuple[PaidClass, ...]) -> Fraction:
    return sum((paid.probability * paid.pays for paid in classes), Fraction(0))


def _riding(row: WagerAnalysis, rule: SideWager, shoe: Composition, value: ValueOfRiding | None) -> WagerAnalysis:
    """The row of a wager whose win may ride: all of wager and win rides where its expectation there is positive.

    The expectation is in proportion to what rides, so a part is never better than all or nothing.
    """
    kept = _mean(row.classes)
    if value is None:
        return replace(row, ev_kept=kept, riding_analysed=False, quoted=RIDING_NOT_ANALYSED)
    winners: Counter[tuple[Fraction, int, int]] = Counter()
    for cards, dealer, _, ways in _deals(rule, shoe, PLAYER_LIMIT):
        classes = decided(rule, cards, dealer, complete=False)
        if classes:
            low, high = sorted(card.value for card in cards)
            winners[1 + net(rule, classes), low, high] += ways
    gain: Amount = Fraction(0)
    for (whole, low, high), ways in winners.items():
        for up in VALUES:
            of_up = sum(shoe.by_value[up]) - (0 if shoe.endless else (low, high).count(up))
            if of_up > 0:
                chance = Fraction(ways * of_up, shoe.ways(shoe.size, 3))
                gain += chance * whole * max(Fraction(0), value((low, high), up))
    return replace(row, ev=kept + gain, ev_kept=kept, riding_analysed=True, quoted=OPTIMAL_RIDING)
