"""Cards in error: face up in the shoe, drawn too early, drawn by a dealer who has finished."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from holecard.engine.destinations import Announcing, ToDealer, ToHand
from holecard.engine.plan import irregular
from holecard.engine.questions import (
    Act,
    Decide,
    Done,
    Draw,
    Fact,
    Facts,
    Found,
    Irregularity,
    Legal,
    Offer,
    PitStep,
    PlaceWagers,
    Question,
    RoundOver,
    What,
    announced,
)
from holecard.engine.rules import Rules, Step
from holecard.engine.table import Dealer, Hand, Pending, Spot, Table, place_of
from holecard.engine.words import Asked, Key, Word
from holecard.irregularities.common import (
    cannot,
    card_named,
    cards_in_shoe,
    due_to_dealer,
    from_shoe_to_rack,
)
from holecard.law.clauses import Cite
from holecard.round.steps import PASSED_OVER, whatever_is_open
from holecard.round.turns import REFUSED, HandRule, has_refused
from holecard.values.cards import HIDDEN, Card

EXPOSED_CARD: Final = "exposed-card"
WITHOUT_CARDS: Final = "no-more-cards"
WITHOUT_A_CARD: Final = ("stand", "surrender")  # the decisions that need none
ACCEPT: Final = "accept"
REFUSE: Final = "refuse"
TAKE_IT: Final = Word(ACCEPT, "Take the card", Key.YES, "takes the exposed card")
NO_MORE: Final = Word(REFUSE, "No more cards", Key.NO, "takes no more cards")


@dataclass(frozen=True, kw_only=True)
class FaceUpInShoe:
    """A card that lies face up in the shoe is not used, whenever it is found in a round; what was due is still due."""

    cite: Cite
    goes: str = ""  # where a clause names more than the discard rack
    name: str = "Card face up in the shoe"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        if isinstance(question, PlaceWagers | PitStep):
            raise cannot(value, self.cite, "no round is being played", question)
        if not cards_in_shoe(table):
            raise cannot(value, self.cite, "the shoe is empty", question)
        return from_shoe_to_rack(table, card_named(value), self.cite, f"face up in the shoe{self.goes}")


@dataclass(frozen=True, kw_only=True)
class DrawnUnexposed:
    """A card drawn too early and unseen is simply the next one."""

    cite: Cite
    name: str = "Card drawn too early, unseen"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        if isinstance(question, PitStep):
            raise cannot(value, self.cite, "the cards are not in play", question)
        if table.loose is not None:
            raise cannot(value, self.cite, "another card drawn in error is still waiting", question)
        if not table.stock.size:
            raise cannot(value, self.cite, "the shoe is empty", question)
        said = Fact(What.RULED, self.cite, note="drawn in error, unseen: it is the next card", cards=(HIDDEN,))
        return Done(table.with_loose(HIDDEN), (said,))


@dataclass(frozen=True, kw_only=True)
class DrawnExposed:
    """A card drawn too early and seen is still the next one, but a player may refuse it.

    Where the chapter waits for the players' two cards alone, the next card may be the dealer's own. The dealer
    keeps it face up, because only players may refuse (reading B21).
    """

    cite: Cite
    after_dealer: bool = True  # whether the dealer, too, must have two cards first
    dealers: int = 2  # how many those are
    name: str = "Card drawn too early, seen"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        dealers = due_to_dealer(table, question) and not self.after_dealer
        if not players_have_two(table) or not (dealers or len(table.dealer.cards) >= self.dealers):
            who = "each player and the dealer" if self.after_dealer and self.dealers == 2 else "each player"
            raise cannot(value, self.cite, f"{who} must have two cards first", question)
        if table.pit.todo:
            raise cannot(value, self.cite, "the cards are not in play", question)
        if isinstance(table.loose, Card):
            raise cannot(value, self.cite, "another card drawn in error is still waiting", question)
        card = card_named(value)
        seen = Fact(What.EXPOSED, self.cite, note="drawn in error: it is the next card", cards=(card,))
        stock = table.stock.take(card)
        if dealers:
            return Done(ToDealer().put(table, card, self.cite, stock)[0], (seen,))
        return Done(table.drawn(stock).with_loose(card), (seen,))


def players_have_two(table: Table) -> bool:
    """Whether every hand in play has had its first two cards, or was passed over in the deal."""
    return all(
        hand.over or hand.from_split or hand.points.count + box.elections.count(("", PASSED_OVER)) >= 2
        for box in table.boxes
        for hand in box.hands
    )


def never(dealer: Dealer) -> bool:
    return False


def nobody(spot: Spot) -> bool:
    return False


def offer_exposed_card(turns: Step, passes_over: Callable[[Spot], bool] = nobody) -> Step:
    """Comes before the players' turns: the next player to draw or decide is offered the exposed card instead.

    A hand that it `passes_over` draws from the shoe, and so does one that has refused and is owed its second card.
    """

    @irregular
    def due(rules: Rules, table: Table) -> Found:
        if not isinstance(table.loose, Card):
            return None
        found = turns(rules, table)
        if isinstance(found, Decide):
            pending = Pending(EXPOSED_CARD, found.seat, found.hand)
        elif isinstance(found, Draw):
            to = found.dues[0].to
            assert isinstance(to, ToHand), "cards drawn in the players' turns are theirs"
            spot = table.spot(to.seat, to.number + 1)
            if has_refused(spot.hand) or passes_over(spot):
                return found
            pending = Pending(EXPOSED_CARD, to.seat, to.number + 1)
        else:
            return found
        return rules.play.around.rulings[EXPOSED_CARD].question(rules, table, pending)

    return due


@dataclass(frozen=True, kw_only=True)
class ExposedCard:
    """A player takes the exposed card, by a hit or by any other decision that draws, or refuses it and draws no more.

    `binds` says which hands a refusal leaves without further cards, for that is where the rulebooks differ.
    """

    cite: Cite
    owed: Callable[[Spot], ToHand]
    binds: Callable[[Table, Spot], Table]

    def asked(self, rules: Rules, table: Table, question: Offer) -> Asked:
        hand = table.boxes[place_of(table, question.seat)].hands[question.hand - 1]
        card = table.loose.text if isinstance(table.loose, Card) else "card"
        return Asked(
            f"Take the {card} to your {hand.points.text}?",
            (TAKE_IT, NO_MORE, *(action.word for action in rules.play.actions)),
            "{who} decides about the exposed card",
            "It was drawn in error and is the next card. If you refuse it, you get no more cards.",
        )

    def question(self, rules: Rules, table: Table, pending: Pending) -> Offer:
        box = table.boxes[place_of(table, pending.seat)]
        hand = box.hands[pending.hand - 1]
        if hand.owes:
            ways = [Legal(ACCEPT, self.cite)]
        else:
            offered = (action.offered(rules, box, hand) for action in rules.play.actions if action.key != "stand")
            ways = [Legal(ACCEPT, self.cite) if legal.do == "hit" else legal for legal in offered if legal is not None]
        choices = (*ways, Legal(REFUSE, self.cite))
        return Offer(EXPOSED_CARD, box.seat, box.bettors[0], choices, self.cite, pending.hand)

    def take(self, rules: Rules, table: Table, question: Offer, act: Act) -> Done:
        spot, card = table.spot(question.seat, question.hand), table.loose
        assert isinstance(card, Card), "the offer is of a card that was seen"
        if act.do == REFUSE:
            said = self._ruled(question, card, "refuses the exposed card: no more cards")
            return Done(self.binds(table, spot), (said,))
        facts: Facts = ()
        if not spot.hand.owes:
            action = rules.actions["hit" if act.do == ACCEPT else act.do]
            table, facts = action.take(rules, table, spot, act.amount)
        spot = spot.on(table)
        if not spot.hand.owes:
            return Done(table, facts)  # a decision that draws nothing leaves the card to the next
        said = self._ruled(question, card, "takes the exposed card")
        table, more = self.owed(spot).put(table.with_loose(None), card, self.cite, table.stock)
        return Done(table, (*facts, said, *more))

    def _ruled(self, asked: Offer, card: Card, note: str) -> Fact:
        seat, hand, bettor = asked.seat, asked.hand, asked.bettor
        return Fact(What.RULED, self.cite, seat=seat, hand=hand, bettor=bettor, note=note, cards=(card,))


def to_hand(spot: Spot) -> ToHand:
    """Where a card goes that a hand is owed."""
    return ToHand.on(spot)


def binds_player(table: Table, spot: Spot) -> Table:
    """The player gets no more cards on any hand of any box (readings A19, B14): `no_more_cards` holds them to it."""
    player = spot.bettor
    table = table.with_hand(spot, _without_more(spot.hand))
    return table.with_boxes(
        tuple(box.with_election(player, REFUSED) if player in box.bettors else box for box in table.boxes)
    )


def binds_hand(table: Table, spot: Spot) -> Table:
    """Only this hand draws no more. Its second card after a split is no additional one: it still comes, from the shoe
    (reading S-2)."""
    hand = spot.hand
    second_is_due = hand.from_split and hand.points.count == 1
    return table.with_hand(spot, hand.with_decision(REFUSED, owes=1) if second_is_due else _without_more(hand))


def _without_more(hand: Hand) -> Hand:
    """A hand that gets no more cards; one past 21 is left to the rule that settles it."""
    return hand._replace(owes=0, over=hand.points.total <= 21, late=False)


def no_more_cards(cite: Cite) -> HandRule:
    """Comes first in the players' turns: one who refused an exposed card stands on what is there, but may still do what
    needs no card."""

    @irregular
    def rule(rules: Rules, table: Table, spot: Spot) -> Found:
        _, number, box, hand = spot
        if not box.elections or not box.has_elected(spot.bettor, REFUSED):
            return None
        if hand.is_blackjack or hand.points.total > 21:
            return None  # it is paid or lost as ever
        pending = Pending(WITHOUT_CARDS, box.seat, number + 1)
        question = rules.play.around.rulings[WITHOUT_CARDS].question(rules, table, pending)
        if len(question.choices) > 1 and not hand.owes:
            return question
        return Done(table.with_hand(spot, _without_more(hand)), (announced(cite, spot, "no more cards"),))

    return rule


@dataclass(frozen=True, kw_only=True)
class WithoutCards:
    """What a player may still decide who gets no more cards: to stand, or to give the hand up."""

    cite: Cite

    def asked(self, rules: Rules, table: Table, question: Offer) -> Asked:
        return Asked(
            "No more cards: stand?",
            tuple(action.word for action in rules.play.actions),
            "{who} decides about a hand that gets no more cards",
            "You refused an exposed card, so you get no more cards in this round.",
        )

    def question(self, rules: Rules, table: Table, pending: Pending) -> Offer:
        box = table.boxes[place_of(table, pending.seat)]
        hand = box.hands[pending.hand - 1]
        ways = (rules.actions[do].offered(rules, box, hand) for do in WITHOUT_A_CARD if do in rules.actions)
        choices = tuple(legal for legal in ways if legal is not None)
        return Offer(WITHOUT_CARDS, box.seat, box.bettors[0], choices, self.cite, pending.hand)

    def take(self, rules: Rules, table: Table, question: Offer, act: Act) -> Done:
        spot = table.spot(question.seat, question.hand)
        return Done(*rules.actions[act.do].take(rules, table, spot, act.amount))


def use_exposed_card(
    stands: Callable[[Dealer], bool],
    cite: Cite,
    announcing: Announcing,
    matters: Callable[[Table], bool] = whatever_is_open,
) -> Step:
    """Comes before the dealer draws: a card that the players refused goes to the dealer, if the dealer can use it."""

    @irregular
    def due(rules: Rules, table: Table) -> Done | None:
        card = table.loose
        if not isinstance(card, Card):
            return None
        table = table.with_loose(None)
        if stands(table.dealer) or not matters(table):
            table = table.discarding(card)
            return Done(table, (Fact(What.REMOVED, cite, note="nobody can use the exposed card", cards=(card,)),))
        said = Fact(What.RULED, cite, note="the dealer takes the exposed card", cards=(card,))
        table, facts = ToDealer(announcing).put(table, card, cite, table.stock)
        return Done(table, (said, *facts))

    return due


@dataclass(frozen=True, kw_only=True)
class DealerOverdraw:
    """A card that the dealer takes after finishing, at any total (reading A8).

    A hand that lies open and must stand is finished while players still act; when the round is over any hand is.
    """

    cite: Cite
    stands_open: Callable[[Dealer], bool] = never  # while players still act
    name: str = "Dealer drew one card too many"

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done:
        dealer = table.dealer
        is_open = HIDDEN not in dealer.cards and dealer.points.count >= 2
        if not isinstance(question, RoundOver) and (
            isinstance(question, PitStep) or not is_open or not self.stands_open(dealer)
        ):
            raise cannot(value, self.cite, "the dealer's hand is not finished", question)
        loose = None if table.loose is HIDDEN else table.loose
        return from_shoe_to_rack(table.with_loose(loose), card_named(value), self.cite, f"drawn after {dealer.points}")
