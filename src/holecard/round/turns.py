"""The players' turns: applies the rules in order to the first hand that is not finished."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from holecard.engine.dealer import always
from holecard.engine.destinations import ToHand
from holecard.engine.plan import in_ordinary_rounds, ordinarily
from holecard.engine.questions import Done, Draw, Due, Fact, Found, Legal, What, announced, announced_to_all, decision
from holecard.engine.rules import IllMade, Rules, Step
from holecard.engine.settlement import LOSE
from holecard.engine.table import Box, Dealer, Hand, Spot, Table, spot_of
from holecard.law.clauses import Cite
from holecard.round.actions import Split, Stand, Surrender, is_split_ace
from holecard.round.paying import pay_hand, settle_hand
from holecard.values.hand import Points
from holecard.values.money import Odds

TOTAL: Final = "total"  # of a box that has been called
REFUSED: Final = "refused"  # a card that all had seen: by a hand that still gets its second, or by a player
HandRule = Callable[[Rules, Table, Spot], Found]
BoxRule = Callable[[Rules, Table, int, Box], Found]
HandTest = Callable[[Hand], bool]
State = tuple[Points, str, int, bool]  # what a hand has, what was decided, what it is owed, whether a split formed it

_BY_STATE: Final = "by_state"
_CONCERNS: Final = "concerns"


def by_state(test: HandTest) -> HandTest:
    """A test that looks at the state of a hand alone, so that it is made once for each."""
    test.__dict__[_BY_STATE] = True
    return test


def concerning(test: HandTest) -> Callable[[HandRule], HandRule]:
    """A rule that has nothing to say about other hands. It is not asked of them where the state tells."""

    def marked(rule: HandRule) -> HandRule:
        if getattr(test, _BY_STATE, False):
            rule.__dict__[_CONCERNS] = test
        return rule

    return marked


def _may_concern(rule: HandRule, hand: Hand) -> bool:
    test: HandTest | None = getattr(rule, _CONCERNS, None)
    return test is None or test(hand)


@by_state
def is_owed(hand: Hand) -> bool:
    return bool(hand.owes)


@by_state
def is_blackjack(hand: Hand) -> bool:
    return hand.is_blackjack


@by_state
def is_over_21(hand: Hand) -> bool:
    return hand.points.total > 21


@by_state
def is_as_dealt(hand: Hand) -> bool:
    """The first two cards, neither split nor drawn to."""
    return hand.points.count == 2 and not hand.from_split


@by_state
def is_from_split(hand: Hand) -> bool:
    return hand.from_split


@by_state
def has_21(hand: Hand) -> bool:
    return hand.points.total == 21


@by_state
def has_doubled(hand: Hand) -> bool:
    return hand.decision in ("double", "free-double")


@by_state
def has_refused(hand: Hand) -> bool:
    return hand.decision == REFUSED


def in_turn(*rules_of_a_hand: HandRule, of_a_box: BoxRule | None = None) -> Step:
    """Each box from the dealer's left, each hand of it from the left: the first rule with something to say about the
    first hand that is not over. A hand served late waits for all the others. `of_a_box` comes before a box's hands."""
    ordinary_rules = tuple(rule for rule in rules_of_a_hand if in_ordinary_rounds(rule) is not None)
    known: dict[State, tuple[HandRule, ...]] = {}

    def in_an_ordinary_round(rules: Rules, table: Table) -> Found:
        for at, box in enumerate(table.boxes):
            if of_a_box is not None:
                found = of_a_box(rules, table, at, box)
                if found is not None:
                    return found
            for number, hand in enumerate(box.hands):
                if not hand.over:
                    state = (hand.points, hand.decision, hand.owes, hand.from_split)
                    concerned = known.get(state)
                    if concerned is None:
                        concerned = tuple(rule for rule in ordinary_rules if _may_concern(rule, hand))
                        known[state] = concerned
                    spot = spot_of(at, number, box, hand)
                    for rule in concerned:
                        found = rule(rules, table, spot)
                        if found is not None:
                            return found
        return None

    def due(rules: Rules, table: Table) -> Found:
        late: Spot | None = None
        for at, box in enumerate(table.boxes):
            if of_a_box is not None:
                found = of_a_box(rules, table, at, box)
                if found is not None:
                    return found
            for number, hand in enumerate(box.hands):
                if hand.over:
                    continue
                spot = spot_of(at, number, box, hand)
                if hand.late or (hand.points.count < 2 and not hand.from_split):  # or it was passed over in the deal
                    late = late or spot
                    continue
                found = of_a_hand(rules, table, spot)
                if found is not None:
                    return found
        return None if late is None else of_a_hand(rules, table, late)

    def of_a_hand(rules: Rules, table: Table, spot: Spot) -> Found:
        for rule in rules_of_a_hand:
            found = rule(rules, table, spot)
            if found is not None:
                return found
        return None

    return ordinarily(due, in_an_ordinary_round)


def owed_card(hit: Cite, double: Cite, split: Cite, announce: Cite | None = None) -> HandRule:
    """The card that a decision has earned; the new total is called where a clause says so."""
    cites = {"hit": hit, "double": double, "free-double": double, "": split, REFUSED: split}
    asked: dict[tuple[int, int, int, str], Draw] = {}  # every one of these few questions is made once

    @concerning(is_owed)
    def rule(rules: Rules, table: Table, spot: Spot) -> Found:
        at, number, box, hand = spot
        if not hand.owes:
            return None
        key = (at, number, box.seat, hand.decision)
        question = asked.get(key)
        if question is None:
            if hand.decision not in cites:
                raise IllMade(f"{rules.key}: owed_card has no clause for the card of {hand.decision!r}")
            question = asked[key] = Draw((Due(ToHand.on(spot, announce), cites[hand.decision]),))
        return question

    return rule


def pay_blackjack(odds: Odds, odds_cite: Cite, cite: Cite, when: Callable[[Dealer], bool] = always) -> HandRule:
    """A player's Blackjack is announced, paid and its cards removed when its turn comes."""

    @concerning(is_blackjack)
    def rule(rules: Rules, table: Table, spot: Spot) -> Found:
        if not spot.hand.is_blackjack or not when(table.dealer):
            return None
        said = announced(cite, spot, "Blackjack")
        done = pay_hand(table, spot, odds, cite, "blackjack", (odds_cite,))
        return Done(done.table, (said, *done.facts))

    return rule


def pay_at_once(
    when: Callable[[Hand], bool],
    odds: Odds,
    odds_cite: Cite,
    cite: Cite,
    note: str,
    *also: Cite,
    no_more: Cite | None = None,
) -> HandRule:
    """A hand that is paid as soon as it is made, whatever the dealer holds; `no_more` is why it may not draw."""

    @concerning(when)
    def rule(rules: Rules, table: Table, spot: Spot) -> Found:
        if not when(spot.hand):
            return None
        done = pay_hand(table, spot, odds, cite, note, (odds_cite, *also), rules.play.grounds)
        if no_more is None:
            return done
        return Done(done.table, (announced(no_more, spot, note), *done.facts))

    return rule


def bust(lose: Cite, collected: Cite | None) -> HandRule:
    """A hand over 21 acts no more; a house that collects at once takes wagers and cards now, by its own rule."""

    @concerning(is_over_21)
    def rule(rules: Rules, table: Table, spot: Spot) -> Found:
        hand = spot.hand
        if not is_over_21(hand):
            return None
        said = announced(lose, spot, f"{hand.points.text}, bust")
        if collected is None:
            return Done(table.with_hand(spot, hand.ended()), (said,))
        also = (lose,) if collected.is_law else ()  # a rule of the house rests on no clause
        table, facts = settle_hand(table, spot, LOSE, collected, "bust", also, rules.play.grounds)
        return Done(table, (said, *facts))

    return rule


def announce_total(cite: Cite) -> HandRule:
    """The total of the first two cards is called once, before the player says what to do."""
    called: dict[tuple[Points, int, int], Fact] = {}

    @concerning(is_as_dealt)
    def rule(rules: Rules, table: Table, spot: Spot) -> Found:
        at, number, box, hand = spot
        if not is_as_dealt(hand) or box.has_elected("", TOTAL):
            return None
        key = (hand.points, box.seat, number + 1)
        said = called.get(key)
        if said is None:
            said = called[key] = announced_to_all(cite, f"player has {hand.points.text}", box.seat, number + 1)
        return Done(table.with_box(at, box.with_election("", TOTAL)), (said,))

    return rule


def must_draw(when: Callable[[Hand], bool], cite: Cite, announce: Cite | None = None) -> HandRule:
    """A hand with no choice left but to draw, such as one of 11 or less that can be neither doubled nor split."""

    @concerning(when)
    def rule(rules: Rules, table: Table, spot: Spot) -> Found:
        if not when(spot.hand):
            return None
        return Draw((Due(ToHand.on(spot, announce), cite),))

    return rule


def draws_no_more(when: Callable[[Hand], bool], cite: Cite, note: str, *also: Cite) -> HandRule:
    """A hand that the rules forbid to act further, such as one of 21."""

    @concerning(when)
    def rule(rules: Rules, table: Table, spot: Spot) -> Found:
        if not when(spot.hand):
            return None
        return _over(rules, table, spot, cite, note, also)

    return rule


def waits(when: Callable[[Hand], bool], cite: Cite, note: str, *also: Cite) -> HandRule:
    """A hand that acts no more and is not yet paid; it is told of the one bettor who still has money there, or of the
    box."""

    @concerning(when)
    def rule(rules: Rules, table: Table, spot: Spot) -> Found:
        hand = spot.hand
        if not when(hand):
            return None
        waiting = list(dict.fromkeys(wager.bettor for wager in hand.wagers if wager.net is None))
        bettor = waiting[0] if len(waiting) == 1 else ""
        said = Fact(What.ANNOUNCED, cite, seat=spot.box.seat, hand=spot.number + 1, bettor=bettor, note=note, also=also)
        return Done(table.with_hand(spot, hand.ended()), (said,))

    return rule


def _over(
    rules: Rules,
    table: Table,
    spot: Spot,
    cite: Cite,
    note: str,
    also: tuple[Cite, ...] = (),
) -> Done:
    hand = spot.hand
    if rules.play.ace is not None and hand.points.aces:
        also = (rules.play.ace, *also)
    return Done(table.with_hand(spot, hand.ended()), (announced(cite, spot, note, also),))


def split_ace_stands(split: Split) -> HandRule:
    """A split ace stands on its one card, unless that is an ace which may be split again."""
    note = "one card to a split ace" + (", laid sideways" if split.aces_sideways else "")

    @concerning(is_from_split)
    def rule(rules: Rules, table: Table, spot: Spot) -> Found:
        hand = spot.hand
        if not is_from_split(hand) or not is_split_ace(hand) or split.allows(hand, len(spot.box.hands)):
            return None
        return _over(rules, table, spot, split.aces_cite, note)

    return rule


def decide(cite: Cite, after_split: Cite | None = None) -> HandRule:
    """The player decides; a separate clause may ask a hand formed by a split."""

    def rule(rules: Rules, table: Table, spot: Spot) -> Found:
        _, _, box, hand = spot
        choices: list[Legal] = []
        for action in rules.play.actions:
            legal = action.offered(rules, box, hand)
            if legal is not None:
                choices.append(legal)
        asks = after_split if after_split is not None and hand.from_split else cite
        return decision(spot, tuple(choices), asks)

    return rule


def rescue(stand: Stand, surrender: Surrender) -> HandRule:
    """A doubled hand that has its card stands, or is given up: half of the doubled wager is saved."""

    @concerning(has_doubled)
    def rule(rules: Rules, table: Table, spot: Spot) -> Found:
        return decision(spot, (stand.legal, surrender.legal), surrender.cite) if has_doubled(spot.hand) else None

    return rule
