"""Side wagers that a random prize decides: plays a round up to that point through `ask` and `answer`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.destinations import ToDealer
from holecard.engine.questions import DECLINE, STAND, Act, Bet, Bets, Decide, Draw, Drawn, Offer, Question, Role
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.lab.wagers.composition import VALUES
from holecard.law.errors import HolecardError
from holecard.values.cards import DECK, Card, parse_card, parse_cards
from holecard.values.hand import Points
from holecard.values.money import Cents
from holecard.values.shoe import MOST_DECKS, Stock
from holecard.wagers.prizes import PRESS, PRIZE, prize_of

NINETEEN, BLACKJACK = parse_cards("Ks 9s"), parse_cards("As Ks")
SEVEN_UP = parse_card("7c")


class NotSupported(HolecardError):
    """A round that this analysis does not know how to drive."""


class Prize(NamedTuple):
    """A prize of a winner's draw: its name, how likely it is among the prizes, and what it wins for each unit."""

    name: str
    chance: Fraction
    pays: Fraction


def dealer_draws(rules: Rules, key: str) -> Mapping[Points, bool]:
    """Whether the dealer takes another card, for each total he can come to while this wager is open.

    The engine is asked once for each of `Points` (total, aces, number of cards), with cards of any suit.
    """
    draws: dict[Points, bool] = {}
    for value in VALUES:
        first = _after_the_deal(rules, key, NINETEEN, _of_value(Stock.of_decks(MOST_DECKS), value))
        open_tables = [first]
        while open_tables:
            table = open_tables.pop()
            points = table.dealer.points
            if points in draws:
                continue
            question = ask(rules, table)
            draws[points] = _is_for_dealer(question)
            if draws[points]:
                for following in VALUES:
                    card = _of_value(table.stock, following)
                    open_tables.append(answer(rules, table, question, Drawn((card,)))[0])
    return draws


def prizes(rules: Rules, key: str) -> Iterator[Prize]:
    """What a winner is paid for each prize, as the table pays it."""
    table = _after_the_deal(rules, key, BLACKJACK, SEVEN_UP)
    question = ask(rules, table)
    drawn = rules.play.side_wagers[key].prizes
    if drawn is None or not isinstance(question, Offer) or question.subject != PRIZE:
        raise NotSupported(f"{rules.key}: no prize is drawn for {key}")
    numbers = {prize_of(dollars): (dollars, number) for dollars, number in drawn.numbers.items()}
    for legal in question.choices:
        dollars, number = numbers[legal.do]
        settled, _ = answer(rules, table, question, Act(legal.do))
        (wager,) = (wager for wager in settled.boxes[0].wagers if wager.kind == key)
        if wager.net is None:
            raise NotSupported(f"{rules.key}: {key} is open after its prize is drawn")
        yield Prize(f"prize of {dollars} a dollar", Fraction(number, drawn.possible), Fraction(wager.net, wager.amount))


def dealt(rules: Rules, wagers: Mapping[str, Cents], player: tuple[Card, ...], up: Card) -> Table:
    """One box after the initial deal, with a main wager of the table minimum and these beside it."""
    table = open_table(rules, Stock.of_decks(MOST_DECKS))
    stakes = Bet(1, "A", rules.minimum), *(Bet(1, "A", amount, key) for key, amount in wagers.items())
    table, _ = answer(rules, table, ask(rules, table), Bets(stakes, last=True))
    question = ask(rules, table)
    dues = question.dues if isinstance(question, Draw) else ()
    if sum(isinstance(due.to, ToDealer) for due in dues) != 1 or len(dues) != 1 + len(player):
        raise NotSupported(f"{rules.key}: the deal must be two cards to the box and one to the dealer")
    cards = iter(player)
    faces = tuple(up if isinstance(due.to, ToDealer) else next(cards) for due in dues)
    return answer(rules, table, question, Drawn(faces))[0]


def _after_the_deal(rules: Rules, key: str, player: tuple[Card, ...], up: Card) -> Table:
    """One box with a main wager and this side wager, its hand stood on and every offer answered."""
    table = dealt(rules, {key: rules.minimum}, player, up)
    while True:
        question = ask(rules, table)
        if isinstance(question, Decide):
            value = STAND
        elif isinstance(question, Offer) and question.who is not Role.SHOE:
            value = Act(PRESS) if question.subject == PRESS else DECLINE
        else:
            return table
        table, _ = answer(rules, table, question, value)


def _is_for_dealer(question: Question) -> bool:
    return isinstance(question, Draw) and isinstance(question.dues[0].to, ToDealer)


def _of_value(stock: Stock, value: int) -> Card:
    """A card of this value that the stock still holds, of whatever suit."""
    return next(card for card in DECK if card.value == value and stock.holds(card))
