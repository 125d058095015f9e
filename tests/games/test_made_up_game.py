"""A game made up here: ordinary blackjack with one new pay rule and one new step. It takes this file alone."""

from __future__ import annotations

from dataclasses import dataclass, replace

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.game import Game
from holecard.engine.options import Options
from holecard.engine.questions import (
    DECLINE,
    HIT,
    STAND,
    Act,
    Answer,
    Bet,
    Bets,
    Done,
    Drawn,
    Facts,
    Legal,
    Offer,
    Turned,
    What,
    moved,
)
from holecard.engine.rules import Play, Rules
from holecard.engine.settlement import LOSE, Case, Named, dealer_over_21, predicate, wins_at
from holecard.engine.table import Box, Dealer, Hand, Part, Table, Wager, place_of
from holecard.engine.words import Asked, Word, declined
from holecard.games.reference import REFERENCE
from holecard.games.reference import play as ordinary_play
from holecard.law.clauses import Citing, house
from holecard.record.ledger import Ledger
from holecard.round.steps import offer
from holecard.values.cards import HIDDEN, parse_cards
from holecard.values.money import Odds

SWEETENER = "sweetener"
SUGAR = (Word(SWEETENER, "Take sugar", "t", "takes sugar for {amount}"), declined("No sugar", "takes no sugar"))


@predicate
def three_sevens(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    return hand.points.count == 3 and [card.value for card in hand.cards] == [7, 7, 7]


@predicate
def on_the_sweetener(wager: Wager, hand: Hand, dealer: Dealer) -> bool:
    return wager.kind == SWEETENER


@dataclass(frozen=True)
class Sweetener:
    """Against a six, a bettor may add a chip that pays 5 to 1 if the dealer goes over."""

    name: str = "Sugar"
    words: tuple[Word, ...] = SUGAR

    def asked(self, rules: Rules, table: Table, question: Offer) -> Asked:
        return Asked(
            "A chip of sugar?",
            self.words,
            "{who} decides about sugar",
            "It pays 5 to 1 if the dealer busts.",
        )

    def make(self, rules: Rules, table: Table, box: Box, bettor: str) -> Offer | None:
        cite = house(SWEETENER)
        choices = (Legal(SWEETENER, cite, rules.chip, rules.chip), Legal("decline", cite))
        return Offer(SWEETENER, box.seat, bettor, choices, cite)

    def take(self, rules: Rules, table: Table, question: Offer, act: Act) -> Done:
        at = place_of(table, question.seat)
        box = table.boxes[at]
        table = table.with_box(at, box.with_election(question.bettor, SWEETENER))
        if act.do != SWEETENER:
            return Done(table, ())
        hand = box.hands[0]
        wager = Wager(question.bettor, SWEETENER, Part.SIDE, act.amount)
        placed = moved(What.PLACED, question.cite, act.amount, wager, box.seat, 1)
        return Done(table.with_hand(table.spot(box.seat), hand.with_wager(wager)), (placed,))


def dealer_shows_six(rules: Rules, table: Table) -> bool:
    return len(table.dealer.cards) == 2 and table.dealer.points.count == 1 and table.dealer.points.total == 6


def play(law: Citing, chosen: Options) -> Play:
    ordinary = ordinary_play(law, chosen)
    sweetener = Sweetener()
    sevens = Case(Named("three sevens", "three sevens"), three_sevens, wins_at(Odds(3)), law("three sevens"))
    wins = Case(
        Named("sweetener wins", "the dealer busts"), on_the_sweetener & dealer_over_21, wins_at(Odds(5)), law(SWEETENER)
    )
    loses = Case(Named("sweetener loses", "the dealer does not bust"), on_the_sweetener, LOSE, law(SWEETENER))
    placed, dealt, *rest = ordinary.steps
    return replace(
        ordinary,
        steps=(placed, dealt, offer(SWEETENER, dealer_shows_six, sweetener.make), *rest),
        cases=(wins, loses, sevens, *ordinary.cases),
        offers={**ordinary.offers, SWEETENER: sweetener},
    )


SWEET = replace(REFERENCE, key="sweet-blackjack", name="Sweet Blackjack", play=play)


def played(game: Game, *answers: Answer) -> Facts:
    rules = game.configure()
    table = open_table(rules)
    told: Facts = ()
    for value in answers:
        table, facts = answer(rules, table, ask(rules, table), value)
        told += facts
    return told


def net(facts: Facts) -> dict[str, int]:
    return {wager: amount for (_, _, wager), amount in Ledger().plus(facts).nets().items()}


BET = Bets((Bet(1, "Ann", 1000),), last=True)


def test_the_new_pay_rule_and_the_new_step_work() -> None:
    facts = played(
        SWEET,
        BET,
        Drawn((*parse_cards("7s 6h 7d"), HIDDEN)),
        Act(SWEETENER),
        HIT,
        Drawn(parse_cards("7c")),
        Turned(parse_cards("Ts")[0]),
        Drawn(parse_cards("9s")),
    )
    assert net(facts) == {"main": 3000, SWEETENER: 250}


def test_declined_and_without_sevens_it_is_ordinary_blackjack() -> None:
    deal = Drawn((*parse_cards("9s 6h 9d"), HIDDEN))
    ending = (STAND, Turned(parse_cards("Ts")[0]), Drawn(parse_cards("5s")))
    assert net(played(SWEET, BET, deal, DECLINE, *ending)) == {"main": -1000}
    assert net(played(REFERENCE, BET, deal, *ending)) == {"main": -1000}
