"""The questions a table can ask, what may answer them, and what follows from an answer.

Each question says who must answer and under which clause it is asked. Only this file knows the order of their fields;
`announced` and `moved` build the facts that follow every card and every wager.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple, Protocol

from holecard.engine.table import Spot, Table, Wager
from holecard.law.clauses import Cite, house
from holecard.law.errors import Malformed
from holecard.values.cards import Card, Face
from holecard.values.money import Cents, amount
from holecard.values.shoe import Stock

_new = tuple.__new__  # as in `table`

_NAME = re.compile(r"[\w.\-]{1,40}")


@lru_cache(1024)
def checked_name(text: str) -> str:
    """A bettor's name, which everything that writes rounds down can hold."""
    if not _NAME.fullmatch(text):
        raise Malformed(f"{text!r} is not a name. Use letters, digits, dots and hyphens, without spaces")
    return text


class Role(StrEnum):
    """Who answers."""

    BETTOR = "bettor"
    DEALER = "dealer"
    FLOOR = "floorperson"
    SHOE = "shoe"  # chance: the next card
    READER = "reader"  # the device that sees the hole card
    HOUSE = "house"  # in the place of a person who does not answer; nothing is asked of it


class What(StrEnum):
    """The kinds of fact.

    >>> What.PAID.value
    'paid'
    """

    PLACED = "placed"
    TAKEN_BACK = "taken back"
    PAID = "paid"  # winnings from the house, and the stake returned with them
    COLLECTED = "collected"
    RETURNED = "returned"
    RESTORED = "restored"  # a wager already collected, given back by a ruling
    EXPOSED = "exposed"
    ANNOUNCED = "announced"
    LAID = "laid"  # the dealer's hand, in an area of the layout
    REMOVED = "removed"  # cards to the discard rack
    RULED = "ruled"
    DONE = "done"  # a step of the pit


_PLACED, _EXPOSED, _ANNOUNCED, _REMOVED = What.PLACED, What.EXPOSED, What.ANNOUNCED, What.REMOVED
_BETTOR = Role.BETTOR  # found once: a member of an enumeration costs as much as a small tuple


class Fact(NamedTuple):
    """What followed from an answer, under which clause, and the money that moved.

    `amount` is what was paid, collected, returned or placed; `stake` is the stake that goes back with a payment; `also`
    are further clauses that it rests on, such as the one that fixes the odds.

    >>> import holecard as hc
    >>> played = hc.play_round(hc.game("reference"), lambda seen: "stand", cards="Ts 9h 9d 9c", bets="10.00")
    >>> [(fact.what.value, fact.amount, str(fact.cite)) for fact in played.facts if fact.amount][-1]
    ('paid', 1000, 'house rule: higher total')
    """

    what: What
    cite: Cite
    amount: Cents = 0
    stake: Cents = 0
    seat: int = 0
    hand: int = 0
    bettor: str = ""
    wager: str = ""
    note: str = ""
    cards: tuple[Face, ...] = ()
    also: tuple[Cite, ...] = ()

    @property
    def but_for_money(self) -> tuple[object, ...]:
        """Everything that it says, without amount and stake."""
        return self[:2], self[4:]

    def resting_also_on(self, *cites: Cite) -> Fact:
        """The same fact with further clauses."""
        *rest, also = self
        return _new(Fact, (*rest, (*also, *cites)))


Facts = tuple[Fact, ...]


def announced(cite: Cite, spot: Spot, note: str, also: tuple[Cite, ...] = ()) -> Fact:
    """Something said of a hand, to the bettor who decides there."""
    _, number, box, _ = spot
    return _new(Fact, (_ANNOUNCED, cite, 0, 0, box.seat, number + 1, box.bettors[0], "", note, (), also))


def announced_to_all(cite: Cite, note: str, seat: int = 0, hand: int = 0) -> Fact:
    """Something said to the whole table, of a hand or of none."""
    return _new(Fact, (_ANNOUNCED, cite, 0, 0, seat, hand, "", "", note, (), ()))


def moved(
    what: What,
    cite: Cite,
    amount: Cents,
    wager: Wager,
    seat: int,
    hand: int,
    note: str = "",
    also: tuple[Cite, ...] = (),
    stake: Cents = 0,
) -> Fact:
    """Money that moved with a wager: so much was placed, paid, collected or given back."""
    bettor, kind = wager.bettor, wager.kind
    return _new(Fact, (what, cite, amount, stake, seat, hand, bettor, kind, note, (), also))


def exposed(cite: Cite, card: Card, note: str, also: tuple[Cite, ...] = ()) -> Fact:
    """A card that everybody now sees."""
    return _new(Fact, (_EXPOSED, cite, 0, 0, 0, 0, "", "", note, (card,), also))


def removed(cite: Cite, cards: tuple[Face, ...], seat: int = 0, hand: int = 0) -> Fact:
    """What goes from the layout to the discard rack: the cards of a hand, or all at the end of a round."""
    return _new(Fact, (_REMOVED, cite, 0, 0, seat, hand, "", "", "", cards, ()))


class Done(NamedTuple):
    """What a step did by itself because it had become due."""

    table: Table
    facts: Facts


Followed = tuple[Table, Facts]  # what `Done` is too; a plain pair costs a tenth, where it matters


class Destination(Protocol):
    """Where a card goes."""

    def put(self, table: Table, card: Face, cite: Cite, stock: Stock) -> Followed:
        """The table with the card in its place, and this stock left in the shoe."""


class Due(NamedTuple):
    """A card that is certain to come: to whom, face up or down, under which clause."""

    to: Destination
    cite: Cite
    face_down: bool = False


LEAST_STAKE = house("least stake")


class Legal(NamedTuple):
    """Something that may be answered, with the least and the most that may be staked on it.

    `least_cite` is the clause of the least, or of the amount where only one is allowed.
    """

    do: str
    cite: Cite
    least: Cents = 0
    most: Cents = 0
    least_cite: Cite = LEAST_STAKE

    def __str__(self) -> str:
        if not self.most:
            return self.do
        span = amount(self.most) if self.least == self.most else f"{amount(self.least)} to {amount(self.most)}"
        return f"{self.do} {span}"


def staking(do: str, cite: Cite, least: Cents, most: Cents, least_cite: Cite) -> Legal:
    """Something that is answered with a stake: a `Legal` at half the cost, for every decision asks for some."""
    return _new(Legal, (do, cite, least, most, least_cite))


class PlaceWagers(NamedTuple):
    """Bets may be laid and taken back until "no more bets" is called.

    >>> import holecard as hc
    >>> rules = hc.game("pa-down-under")
    >>> table = hc.open_table(rules)
    >>> question = hc.ask(rules, table)
    >>> isinstance(question, PlaceWagers), str(question.cite)
    (True, '58 Pa. Code § 685a.6(c)')
    """

    cite: Cite
    who: Role = Role.BETTOR


class Draw(NamedTuple):
    """Cards must come from the shoe. Any non-empty beginning of the list is an answer.

    >>> import holecard as hc
    >>> rules = hc.game("reference")
    >>> bets = hc.Bets((hc.Bet(1, "Ann", 1000),), last=True)
    >>> table = hc.open_table(rules)
    >>> table, _ = hc.answer(rules, table, hc.ask(rules, table), bets)
    >>> [due.to for due in hc.ask(rules, table).dues]
    [box 1, dealer, box 1, dealer]
    """

    dues: tuple[Due, ...]
    who: Role = Role.SHOE

    @property
    def cite(self) -> Cite:
        return self.dues[0].cite


class Read(NamedTuple):
    """The hole card goes into the reader, which answers with what it may show.

    >>> import holecard as hc
    >>> played = hc.play_round(hc.game("pa-down-under"), lambda seen: "stand", cards="9s 6h 9d Ts")
    >>> next(step.question for step in played.steps if isinstance(step.question, Read)).shows
    ('small', 'medium', 'large')
    """

    shows: tuple[str, ...]
    cite: Cite
    who: Role = Role.READER


class Turn(NamedTuple):
    """The hole card is turned face up; `also` are the clauses that then say whether the dealer draws.

    >>> import holecard as hc
    >>> played = hc.play_round(hc.game("pa-down-under"), lambda seen: "stand", cards="9s 6h 9d Ts")
    >>> next(step.answer for step in played.steps if isinstance(step.question, Turn))
    Turned(card=Ts)
    """

    cite: Cite
    also: tuple[Cite, ...] = ()
    who: Role = Role.SHOE


class Offer(NamedTuple):
    """Something is offered, once: Insurance, even money, a choice that an irregularity gives.

    >>> import holecard as hc
    >>> def decline(seen):
    ...     if isinstance(seen.question, Offer):
    ...         print(seen.question.subject, [str(legal) for legal in seen.question.choices])
    ...         return None
    ...     return "stand"
    >>> played = hc.play_round(hc.game("reference"), decline, cards="9s Ah 9d 9c", bets="10.00")
    insurance ['insurance 0.50 to 5.00', 'decline']
    """

    subject: str
    seat: int
    bettor: str
    choices: tuple[Legal, ...]
    cite: Cite
    hand: int = 0  # which hand of the box, from 1; 0 where it concerns the box
    who: Role = Role.BETTOR


class Decide(NamedTuple):
    """A hand's turn to act.

    >>> import holecard as hc
    >>> played = hc.play_round(hc.game("reference"), lambda seen: "stand", cards="9s 6h 7d Ts")
    >>> question = next(step.question for step in played.steps if isinstance(step.question, Decide))
    >>> question.seat, question.bettor, [legal.do for legal in question.choices]
    (1, 'You', ['hit', 'stand', 'double'])
    """

    seat: int
    bettor: str
    hand: int
    choices: tuple[Legal, ...]
    cite: Cite
    who: Role = Role.BETTOR


def decision(spot: Spot, choices: tuple[Legal, ...], cite: Cite) -> Decide:
    """It is this hand's turn, and the first bettor of the box decides."""
    _, number, box, _ = spot
    return _new(Decide, (box.seat, box.bettors[0], number + 1, choices, cite, _BETTOR))


class PitStep(NamedTuple):
    """A step of the pit, by the person the clause names.

    >>> import holecard as hc
    >>> rounds = hc.play_rounds(hc.game("pa-down-under"), lambda seen: seen.choices[-1], seed=7)
    >>> [step.question.step for step in next(rounds).steps if isinstance(step.question, PitStep)][-1]
    'load-shoe'
    """

    step: str
    cite: Cite
    who: Role
    bettor: str = ""
    choices: tuple[Legal, ...] = ()


class RoundOver(NamedTuple):
    """Every wager is settled; the cards wait to be collected.

    >>> import holecard as hc
    >>> played = hc.play_round(hc.game("reference"), lambda seen: "stand", cards="9s 6h 7d Ts")
    >>> isinstance(played.steps[-1].question, RoundOver), played.steps[-1].answer.do
    (True, 'collect')
    """

    cite: Cite
    who: Role = Role.DEALER


Question = PlaceWagers | Draw | Read | Turn | Offer | Decide | PitStep | RoundOver


def answered_by_house(question: Question) -> Question:
    """The question as it is recorded and told when the house answers it in a person's place."""
    if isinstance(question, (Offer, Decide, PitStep)) and question.who in (Role.BETTOR, Role.FLOOR):
        return question._replace(who=Role.HOUSE)
    return question


Found = Question | Done | None  # what a step or a rule finds at a table: it asks, it has acted, or it is not due


class Bet(NamedTuple):
    """A wager to be placed. On a box that is taken, it is placed behind the first bettor's.

    >>> Bet(1, "Ann", 1000).wager
    'main'
    """

    seat: int
    bettor: str
    amount: Cents
    wager: str = "main"
    spoken: bool = False  # called out with cash on the table, for the dealer to confirm and change
    without_ante: bool = False  # the fee that belongs to it was not laid down


def placed(cite: Cite, bet: Bet, note: str = "", also: tuple[Cite, ...] = ()) -> Fact:
    """A bet that lies on the layout now."""
    fields = _PLACED, cite, bet.amount, 0, bet.seat, 1, bet.bettor, bet.wager, note, (), also
    return _new(Fact, fields)


class Bets(NamedTuple):
    """Wagers to be placed, all or none; `last` calls "no more bets" with them.

    >>> Bets((Bet(1, "Ann", 1000), Bet(1, "Ann", 500, "push-22")), last=True).last
    True
    """

    bets: tuple[Bet, ...]
    last: bool = False


class TakeBack(NamedTuple):
    """A bettor takes a wager back, which is allowed until "no more bets"."""

    seat: int
    bettor: str
    wager: str = "main"


class Act(NamedTuple):
    """An answer to an offer, a decision or a step of the pit; an amount of 0 means all that may be staked.

    `hand` is the hand that a backer names when the box is split.

    >>> Act("double", 500)
    Act(do='double', amount=500, hand=0)
    """

    do: str
    amount: int = 0
    hand: int = 0


class Light(NamedTuple):
    """What the reader showed.

    >>> Light("large").shows
    'large'
    """

    shows: str


class Turned(NamedTuple):
    """The card that lay face down.

    >>> from holecard.values.cards import parse_card
    >>> Turned(parse_card("Ts"))
    Turned(card=Ts)
    """

    card: Card


class Drawn(NamedTuple):
    """Cards from the shoe, in order.

    >>> from holecard.values.cards import HIDDEN, parse_cards
    >>> Drawn((*parse_cards("9s 6h 7d"), HIDDEN)).cards
    (9s, 6h, 7d, --)
    """

    cards: tuple[Face, ...]


class CoverCard(NamedTuple):
    """The cover card came out instead of the next card."""


class Irregularity(NamedTuple):
    """Something went wrong at the table: which thing, where, and the card concerned."""

    name: str
    seat: int = 0
    hand: int = 0
    card: Face | None = None
    detail: str = ""


class Notice(NamedTuple):
    """Something happened around the game: a player sits down, a dealer comes, the gaming day begins."""

    what: str
    seat: int = 0
    name: str = ""
    card: Card | None = None  # that the table is shown


Answer = Bets | TakeBack | Act | Light | Turned | Drawn | CoverCard | Irregularity | Notice

NO_MORE_BETS = Bets((), last=True)
HIT = Act("hit")
STAND = Act("stand")
SPLIT = Act("split")
DOUBLE = Act("double")
DECLINE = Act("decline")
COLLECT = Act("collect")
DONE = Act("done")
