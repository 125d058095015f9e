"""The slow, obvious check of the exact solver: every order of a tiny shoe through `ask` and `answer`, in fractions.

Nothing here knows a game. The definition that it spells out:

- A hand is played by a map from its cards (as values, in no order), its money and what is known of the dealer (the up
  card with what the reader showed, or the hole card once turned) to an action. The map is the best for a hand that was
  not split; its values are those of the fresh shoe without the hand's own cards and the up card.
- A hand formed by a split is played by the map of the unsplit hand with the same cards and money; where that action is
  not offered to it, by the best of those that are. A pair whose map says split is split again wherever it may be, in
  the same way: a split that costs money is not the one that was free.
- Money that a split adds and that is settled otherwise than an original wager has a map of its own, the best for a hand
  with that money alone in its box.
- What is offered before the turns is taken where that is better, all or nothing.

The hole card is never chosen before it is seen: every position carries the hole cards that are possible with their
weights, so that no decision can use what nobody knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd
from typing import NamedTuple

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.destinations import ToDealer
from holecard.engine.questions import (
    Act,
    Answer,
    Bet,
    Bets,
    Decide,
    Draw,
    Drawn,
    Light,
    Offer,
    Read,
    RoundOver,
    Turn,
    Turned,
)
from holecard.engine.rules import Rules
from holecard.engine.table import MAIN, Hand, Part, Table, Wager
from holecard.round.second_chance import SECOND_CHANCE
from holecard.values.cards import HIDDEN, Card, Face, parse_card
from holecard.values.shoe import Stock

ONE_OF_EACH = {value: parse_card(f"{rank}s") for value, rank in enumerate("A23456789T", start=1)}
ME = "Ann"
SPLIT = "split"

Holes = tuple[tuple[int, int], ...]  # (value, weight) of every possible hole card; empty where none lies face down
Money = tuple[Part, bool]  # the wager with which a hand was formed, and whether that is a lammer
ORIGINAL: Money = (Part.ORIGINAL, False)
Results = dict[Fraction, Fraction]  # how probable each sum of cents is


class Again(NamedTuple):
    """Of a split: the money of the hand, and what it did."""

    money: Money
    do: str


class ShoeEmpty(Exception):
    """A round ran out of cards: the shoe is too small to be a test."""


class Known(NamedTuple):
    """What is known of the dealer when a hand acts."""

    up: int
    light: str
    hole: int  # 0: face down, or not dealt


class Played(NamedTuple):
    """A hand as the map sees it."""

    cards: tuple[int, ...]  # in ascending order
    money: Money
    doubled: bool
    from_split: bool
    known: Known


def stake_for(rules: Rules) -> int:
    """A wager on which every odds pays whole cents; the least one where a fee comes with it."""
    return rules.minimum if rules.play.ante is not None else 1000


def splits_differ(rules: Rules) -> bool:
    """Whether what a split adds can be settled otherwise than an original wager, in a round without irregularities.

    That needs a dealer's Blackjack found after the hands have been played, or lammers.
    """
    return rules.play.reader is None and (
        rules.key != "reference" or rules.options.text("hole_card") == "none-original-only"
    )


@dataclass
class Met:
    """What happens in the rounds that are played by the map."""

    hands: int = 1  # most hands of the box
    split: set[int] = field(default_factory=set)
    busts: int = 0
    blackjacks: int = 0
    dealer_blackjacks: int = 0
    taken: set[str] = field(default_factory=set)


class Oracle:
    """A game and a shoe, enumerated. `last_of_equals` takes the last of equally good actions instead of the first."""

    def __init__(self, rules: Rules, counts: tuple[int, ...], last_of_equals: bool = False) -> None:
        self.rules = rules
        self.counts = counts
        self.last_of_equals = last_of_equals
        self.stake = stake_for(rules)
        self.differ = splits_differ(rules)
        self.nodes = 0
        self.fewest_left = sum(counts)  # in the shoe at the end of the longest round that was looked at
        self.ties: dict[Played, tuple[str, ...]] = {}  # equally good actions that a split hand met
        self._plays: dict[object, Fraction] = {}
        self._spreads: dict[object, Results] = {}
        self._worth: dict[tuple[Played, str], Fraction] = {}
        self._summaries: dict[object, int] = {}

    # The expectation

    def ev(self) -> Fraction:
        """For one unit of the main wager."""
        return self.play(self.opened(), (), None) / self.stake

    def opened(self) -> Table:
        cards = [ONE_OF_EACH[value] for value, held in enumerate(self.counts, start=1) for _ in range(held)]
        table = open_table(self.rules, Stock.of_cards(cards))
        return self.after(table, Bets((Bet(1, ME, self.stake),), last=True))

    def after(self, table: Table, value: Answer) -> Table:
        self.nodes += 1
        return answer(self.rules, table, ask(self.rules, table), value)[0]

    def play(self, table: Table, holes: Holes, again: Again | None) -> Fraction:
        """What is to come of this position, in cents. Pairs like the one that was split are split `again` like it."""
        key = (self.summary(table), holes, again)
        if key not in self._plays:
            self._plays[key] = self._play(table, holes, again)
        return self._plays[key]

    def _play(self, table: Table, holes: Holes, again: Again | None) -> Fraction:
        question = ask(self.rules, table)
        match question:
            case RoundOver():
                return self._result(table)
            case Draw() | Read() | Turn():
                branches = self.chances(table, question, holes)
                return sum(
                    (p * self.play(self.after(table, value), left, again) for value, p, left in branches), Fraction(0)
                )
            case Offer() if question.subject != SECOND_CHANCE:  # before the turns: taken where it is better
                return max(self.play(self.after(table, Act(legal.do)), holes, again) for legal in question.choices)
            case Offer() | Decide():
                return self.play(*self.decided(table, question, holes, again))
        raise AssertionError(question)

    # The distribution

    def distribution(self) -> dict[Fraction, Fraction]:
        """How probable each result of a round is, for one unit of the main wager."""
        found = self._spread_of(self.opened(), (), None)
        return {money / self.stake: chance for money, chance in sorted(found.items())}

    def _spread_of(self, table: Table, holes: Holes, again: Again | None) -> Results:
        """How probable each sum of cents is that comes of this position, played by the map."""
        key = (self.summary(table), holes, again)
        if key not in self._spreads:
            self._spreads[key] = self._spread(table, holes, again)
        return self._spreads[key]

    def _spread(self, table: Table, holes: Holes, again: Again | None) -> Results:
        question = ask(self.rules, table)
        match question:
            case RoundOver():
                return {self._result(table): Fraction(1)}
            case Draw() | Read() | Turn():
                found: Results = {}
                for value, p, left in self.chances(table, question, holes):
                    for money, chance in self._spread_of(self.after(table, value), left, again).items():
                        found[money] = found.get(money, Fraction(0)) + p * chance
                return found
            case Offer() if question.subject != SECOND_CHANCE:
                ways = [(self.after(table, Act(legal.do)), holes, again) for legal in question.choices]
                return self._spread_of(*max(ways, key=lambda way: self.play(*way)))
            case Offer() | Decide():
                return self._spread_of(*self.decided(table, question, holes, again))
        raise AssertionError(question)

    def decided(
        self, table: Table, question: Decide | Offer, holes: Holes, again: Again | None
    ) -> tuple[Table, Holes, Again | None]:
        """The position after what the map says."""
        do, hand = self.choose(table, question, again), self._hand(table, question)
        if _is_split(do) and not hand.from_split:
            again = Again(self._money(hand), do)
        return self.after(table, Act(do)), holes, again

    def met(self) -> Met:
        """What happens in some round that is played by the map."""
        met = Met()
        seen: set[object] = set()
        waiting: list[tuple[Table, Holes, Again | None]] = [(self.opened(), (), None)]
        while waiting:
            table, holes, again = waiting.pop()
            key = (self.summary(table), holes, again)
            if key in seen:
                continue
            seen.add(key)
            question = ask(self.rules, table)
            match question:
                case RoundOver():
                    _note(met, table)
                case Draw() | Read() | Turn():
                    for value, _, left in self.chances(table, question, holes):
                        waiting.append((self.after(table, value), left, again))
                case Offer() if question.subject != SECOND_CHANCE:
                    ways = [(self.after(table, Act(legal.do)), holes, again) for legal in question.choices]
                    best = max(range(len(ways)), key=lambda at: self.play(*ways[at]))
                    met.taken.add(question.choices[best].do)
                    waiting.append(ways[best])
                case Offer() | Decide():
                    waiting.append(self.decided(table, question, holes, again))
        return met

    def _result(self, table: Table) -> Fraction:
        box = table.boxes[0]
        self.fewest_left = min(self.fewest_left, table.stock.size)
        nets = [wager.net for wagers in (box.wagers, *(hand.wagers for hand in box.hands)) for wager in wagers]
        assert all(net is not None for net in nets), "a round is over when every wager is settled"
        return Fraction(sum(net for net in nets if net is not None))

    # Chance

    def chances(
        self, table: Table, question: Draw | Read | Turn, holes: Holes
    ) -> Iterator[tuple[Answer, Fraction, Holes]]:
        """Everything that chance may answer, how probable it is, and the hole cards that are then possible."""
        whole = sum(weight for _, weight in holes)
        match question:
            case Draw(dues=dues) if dues[0].face_down:
                yield Drawn((HIDDEN,)), Fraction(1), tuple(_unseen(table))
            case Draw():
                if not table.stock.size:
                    raise ShoeEmpty
                for value, held in _unseen(table):
                    card = Drawn((ONE_OF_EACH[value],))
                    if not holes:
                        yield card, Fraction(held, table.stock.size), ()
                        continue
                    left = tuple((hole, weight * (held - (hole == value))) for hole, weight in holes)
                    ways = sum(weight for _, weight in left)
                    if ways:
                        yield card, Fraction(ways, whole * table.stock.size), _reduced(left)
            case Read(shows=shows):
                for light in shows:
                    left = tuple(one for one in holes if self._light(table, one[0]) == light)
                    if left:
                        yield Light(light), Fraction(sum(weight for _, weight in left), whole), _reduced(left)
            case Turn():
                for hole, weight in holes:
                    yield Turned(ONE_OF_EACH[hole]), Fraction(weight, whole), ()

    def _light(self, table: Table, hole: int) -> str:
        up, reader = table.dealer.cards[0], self.rules.play.reader
        assert isinstance(up, Card)
        assert reader is not None
        return reader.light(up, ONE_OF_EACH[hole])

    # The map

    def choose(self, table: Table, question: Decide | Offer, again: Again | None) -> str:
        """What the map says, or the best of what is offered by its values."""
        hand = self._hand(table, question)
        played = self.played(table, hand)
        offered = [legal.do for legal in question.choices]
        if again is not None and hand.from_split and played.money == again.money and again.do in offered:
            return again.do
        worth = {do: self.worth(played, do, _values(hand.cards)) for do in offered}
        best = max(worth.values())
        equals = tuple(do for do in offered if worth[do] == best)
        if len(equals) > 1 and hand.from_split:
            self.ties[played] = equals
        return equals[-1 if self.last_of_equals else 0]

    def worth(self, played: Played, do: str, order: tuple[int, ...]) -> Fraction:
        """What an action is worth to this hand alone, from the fresh shoe without its cards and the up card.

        The `order` of the cards is one in which they can be drawn; it makes no difference which.
        """
        key = (played, do)
        if key not in self._worth:
            table, holes = self.alone(played, order)
            question = ask(self.rules, table)
            assert isinstance(question, Decide | Offer), question
            if do in [legal.do for legal in question.choices]:
                again = Again(played.money, do) if _is_split(do) else None
                self._worth[key] = self.play(self.after(table, Act(do)), holes, again)
            else:  # only a hand formed by a split has it, such as a double that costs money there
                assert not played.from_split, f"{do} is not offered to {played}"
                self._worth[key] = self.worth(played._replace(from_split=True), do, order)
        return self._worth[key]

    def alone(self, played: Played, order: tuple[int, ...]) -> tuple[Table, Holes]:
        """A box with this hand alone, from the fresh shoe, where it acts."""
        table = self.opened()
        holes: Holes = ()
        own, up = list(order), played.known.up
        while True:
            question = ask(self.rules, table)
            match question:
                case Draw(dues=dues):
                    to_dealer = isinstance(dues[0].to, ToDealer)
                    card = HIDDEN if dues[0].face_down else ONE_OF_EACH[up if to_dealer else own.pop(0)]
                    table, holes = self._given(table, question, holes, Drawn((card,)))
                case Read():
                    table, holes = self._given(table, question, holes, Light(played.known.light))
                case Turn():
                    table, holes = self._given(table, question, holes, Turned(ONE_OF_EACH[played.known.hole]))
                case Offer() if question.subject != SECOND_CHANCE:
                    table = self.after(table, Act("decline"))
                case Decide() if played.from_split and not self._hand(table, question).from_split:
                    table = _as_from_split(table, played.money)
                case Decide() if own:
                    table = self.after(table, Act("double" if played.doubled and len(own) == 1 else "hit"))
                case Decide() | Offer():
                    assert not own, f"{played} acts before it has its cards"
                    return table, holes
                case _:
                    raise AssertionError(question)

    def _given(self, table: Table, question: Draw | Read | Turn, holes: Holes, value: Answer) -> tuple[Table, Holes]:
        (left,) = [left for found, _, left in self.chances(table, question, holes) if found == value]
        return self.after(table, value), left

    def played(self, table: Table, hand: Hand) -> Played:
        """The hand as the map sees it."""
        dealer, cards = table.dealer, _values(hand.cards)
        hole = _values(dealer.cards[1:])
        known = Known(_values(dealer.cards)[0], dealer.light, hole[0] if hole else 0)
        doubled = any(wager.part is Part.DOUBLE for wager in hand.wagers)
        money = self._money(hand)
        return Played(tuple(sorted(cards)), money, doubled, money != ORIGINAL, known)

    def _money(self, hand: Hand) -> Money:
        if not self.differ:
            return ORIGINAL
        return next((w.part, w.free) for w in hand.wagers if w.net is None and w.part in (Part.ORIGINAL, Part.SPLIT))

    @staticmethod
    def _hand(table: Table, question: Decide | Offer) -> Hand:
        return table.boxes[0].hands[question.hand - 1]

    # What a position is, as far as anything to come depends on it

    def summary(self, table: Table) -> object:
        if not table.boxes:
            return None
        box, dealer = table.boxes[0], table.dealer
        over = tuple(sorted(self._number(_finished(hand)) for hand in box.hands if hand.over))
        acting = tuple(self._number(_waiting(hand)) for hand in box.hands if not hand.over)
        lies = (_values(dealer.cards[:1]), len(dealer.cards), dealer.points, dealer.light)
        return over, acting, box.wagers, box.elections, lies, table.stock

    def _number(self, finished: object) -> int:
        return self._summaries.setdefault(finished, len(self._summaries))


class Fixed(Oracle):
    """The same enumeration for a strategy that somebody names: actions for each hand, the best liked first."""

    def __init__(self, rules: Rules, counts: tuple[int, ...], likes: Callable[[Hand, Known], tuple[str, ...]]) -> None:
        super().__init__(rules, counts)
        self.likes = likes

    def choose(self, table: Table, question: Decide | Offer, again: Again | None) -> str:
        hand = self._hand(table, question)
        offered = {_plain(legal.do): legal.do for legal in question.choices}
        liked = self.likes(hand, self.played(table, hand).known)
        return next(offered[do] for do in (*liked, "stand", "decline", "hit") if do in offered)


def _note(met: Met, table: Table) -> None:
    (box,) = table.boxes
    met.hands = max(met.hands, len(box.hands))
    met.split |= {hand.cards[0].value for hand in box.hands if hand.from_split}
    met.busts += sum(hand.points.total > 21 for hand in box.hands)
    met.blackjacks += box.hands[0].is_blackjack
    met.dealer_blackjacks += table.dealer.is_blackjack
    met.taken |= {hand.decision for hand in box.hands}
    met.taken |= {wager.kind for wagers in (box.wagers, *(hand.wagers for hand in box.hands)) for wager in wagers}


def _is_split(do: str) -> bool:
    return do in (SPLIT, f"free-{SPLIT}")


def _plain(do: str) -> str:
    return SPLIT if _is_split(do) else do


def _values(cards: tuple[Face, ...]) -> tuple[int, ...]:
    return tuple(card.value for card in cards if isinstance(card, Card))


def _unseen(table: Table) -> Iterator[tuple[int, int]]:
    """Every value that has not been seen, in the shoe or face down, with how many there are."""
    for value, card in ONE_OF_EACH.items():
        held = table.stock.holds(card)
        if held:
            yield value, held


def _reduced(holes: Holes) -> Holes:
    """The same weights in lowest terms."""
    common = gcd(*(weight for _, weight in holes))
    return tuple((hole, weight // common) for hole, weight in holes if weight)


def _finished(hand: Hand) -> object:
    """What settlement may ask of a hand that is over."""
    as_dealt = tuple(sorted(_values(hand.cards))) if len(hand.cards) == 2 else ()
    return hand.points, as_dealt, hand.wagers, hand.decision, hand.from_split


def _waiting(hand: Hand) -> object:
    """What matters of a hand that is to act: all but the order of its cards, and of that the first."""
    return _values(hand.cards[:1]), tuple(sorted(_values(hand.cards))), hand._replace(cards=())


def _as_from_split(table: Table, money: Money) -> Table:
    """The box's only hand as one that a split has formed, with the money that the split put on it.

    The original wager stays beside it, settled for nothing, because it fixes what a double or a split costs; beside a
    hand that keeps it stands the one that was split from it, over and without money.
    """
    (box,) = table.boxes
    (hand,) = box.hands
    (original,) = hand.wagers
    part, free = money
    formed = hand._replace(from_split=True)
    hands: tuple[Hand, ...]
    if money == ORIGINAL:
        hands = (formed, formed._replace(wagers=(), over=True))
    else:
        added = Wager(ME, MAIN, part, original.amount, free=free)
        hands = (formed._replace(wagers=(original._replace(net=0), added)),)
    return table._replace(boxes=(box._replace(hands=hands),))
