"""The table on which the compiler plays a game (one box, one bettor, no limits), and the opening of a round.

The opening is a small tree for each first two cards and up card: what is offered, what the reader or a turned hole
card makes known, and where it leaves the hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import product
from typing import NamedTuple

from holecard.engine.ask_and_answer import answer, ask, open_table, resume
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
    Question,
    Read,
    Turn,
    Turned,
)
from holecard.engine.rules import Bound, Rules
from holecard.engine.settlement import no_grounds
from holecard.engine.table import ANTE, Box, Dealer, Hand, Part, Table, Wager, table_in_play
from holecard.lab.compiler.abstract import CARDS, ENDLESS, SOME_LIGHT, SUITED, VALUES, SuitIsRead, points_of
from holecard.law.errors import HolecardError
from holecard.values.cards import HIDDEN, SUITS, Face
from holecard.values.money import Cents

PLAYER = "player"
UNIT: Cents = 60_000  # divisible by whatever odds divide by
NO_LIMIT: Cents = 10**12
ANY = sum(1 << value for value in VALUES)  # a set of card values is a bit for each

Pair = tuple[int, int]


class Riding(NamedTuple):
    """Money of a side wager that rides with the main wager; `stays` while other hands of the box act."""

    wager: str
    amount: Cents
    main: Cents = UNIT
    stays: bool = False


class CannotCompile(HolecardError):
    """A game does something that the compiler does not know how to follow."""


@dataclass(frozen=True)
class Settled:
    """Nothing is left to decide or to draw: what was won, and what was staked, in cents."""

    money: Cents
    staked: Cents
    by_suits: tuple[Cents, ...] = ()  # what each pair of suits wins where they decide; `money` is then the mean


@dataclass(frozen=True)
class Known:
    """What is known of the dealer's hand: the up card, and the values that the second card may have."""

    up: int
    second: int  # a bit for each value


@dataclass(frozen=True)
class Leaf:
    """The hand is to act, or waits for the dealer; beside it lie wagers of the box that are still open."""

    hand: Hand
    beside: tuple[Wager, ...]
    known: Known


@dataclass(frozen=True)
class Chance:
    """The second card is read or turned: by each set of values, what follows."""

    outcomes: tuple[tuple[int, Tree], ...]


@dataclass(frozen=True)
class Offered:
    """The player is offered something."""

    subject: str
    choices: tuple[tuple[str, Tree], ...]


Tree = Settled | Leaf | Chance | Offered


@dataclass(frozen=True)
class Stage:
    """A configured game, ready to be driven."""

    given: Rules
    riding: Riding | None = None

    @cached_property
    def stake(self) -> Cents:
        """The main wager: the table minimum where a fee depends on it (NZ-12)."""
        if self.riding is not None:
            return self.riding.main
        return self.given.minimum if self.given.play.ante is not None else UNIT

    @cached_property
    def rules(self) -> Rules:
        betting = replace(self.given.play.betting, held_down=None)
        play = replace(self.given.play, grounds=no_grounds, betting=betting)  # clauses move no money
        return replace(
            self.given,
            play=play,
            boxes=Bound(most=max(2, self.given.boxes.most), cite=self.given.boxes.cite),
            minimum=1,
            maximum=NO_LIMIT,
            chip=1,
            increment=1,
            box_maximum=0,
            player_maximum=0,
        )

    @cached_property
    def has_hole_card(self) -> bool:
        return HIDDEN in self.dealt((10, 2), 5).dealer.cards

    @cached_property
    def turns_at(self) -> int:
        """The place of the step in which hands are asked for their decisions."""
        table = self.dealt((10, 2), 5)
        while not isinstance(question := ask(self.rules, table), Decide):
            if isinstance(question, Offer):
                table = self._after(table, question, Act(question.choices[-1].do))
            elif isinstance(question, Read):
                table = self._after(table, question, Light(self._lights(table)[0][0]))
            else:
                raise CannotCompile(
                    f"cannot solve {self.given.key}: it asks {type(question).__name__} before the first decision"
                )
        assert table.memory is not None
        return table.memory[1]

    def dealt(self, pair: Pair, up: int, suits: tuple[str, str] | None = None) -> Table:
        """The table after the initial deal; the suits of the box's two cards are known where they are given."""
        held = (
            [CARDS[value] for value in pair]
            if suits is None
            else [SUITED[one] for one in zip(pair, suits, strict=True)]
        )
        bets = Bets((Bet(1, PLAYER, self.stake),), last=True)
        table = open_table(self.rules, ENDLESS)
        table = self._after(table, ask(self.rules, table), bets)
        question = ask(self.rules, table)
        assert isinstance(question, Draw), "the wagers are down"
        if self.riding is not None:
            spot = table.spot(1)
            riding = Wager(PLAYER, self.riding.wager, Part.RIDING, self.riding.amount)
            memory, table = table.memory, table.with_hand(spot, spot.hand.with_wager(riding))
            table.memory = memory  # the question is the same
        mine, cards = iter(held), []
        for due in question.dues:
            card: Face = CARDS[up] if isinstance(due.to, ToDealer) else next(mine)
            cards.append(HIDDEN if due.face_down else card)
        return self._after(table, question, Drawn(tuple(cards)))

    def showing(self, up: int) -> Dealer:
        """The dealer's hand while the players act: the up card, and a second card that nobody has seen or none yet."""
        cards: tuple[Face, ...] = (CARDS[up], HIDDEN) if self.has_hole_card else (CARDS[up],)
        light = SOME_LIGHT if self.rules.play.reader is not None else ""
        return Dealer(cards, points_of((up,), self.rules.play.dealer_limit), light=light)

    def at_turns(self, boxes: tuple[Box, ...], dealer: Dealer) -> tuple[Table, Question]:
        """A table set up by hand, brought to its next question from the players' turns on."""
        table, _ = resume(self.rules, table_in_play(boxes, dealer, ENDLESS), self.turns_at)
        return table, ask(self.rules, table)

    def opening(self, pair: Pair, up: int) -> Tree:
        """What happens between the initial deal and the first decision."""
        try:
            return self._follow(self.dealt(pair, up), Known(up, ANY))
        except SuitIsRead as read:
            if pair[0] == pair[1]:  # two cards of one value seldom have one suit: how seldom, the shoe says
                raise
            return self._mean_of_suits(pair, up, read)

    def _mean_of_suits(self, pair: Pair, up: int, read: SuitIsRead) -> Tree:
        """What the suits of the two cards decide at once, such as what a Blackjack is paid: each of the sixteen and
        their mean. They are equally likely as long as no suit is known of any other card."""
        every = [self.dealt(pair, up, (one, other)) for one, other in product(SUITS, repeat=2)]
        found = _mean([self._follow(table, Known(up, ANY)) for table in every])
        if found is None:
            raise read
        return found

    def _follow(self, table: Table, known: Known) -> Tree:
        assert table.memory is not None
        question, asked_by, _ = table.memory
        if asked_by >= self.turns_at:
            return self._over(table.boxes[0], known)
        match question:
            case Offer(subject=subject, choices=choices):
                taken = [
                    (legal.do, self._after(table, question, Act(legal.do)))
                    for legal in choices
                    if legal.do == subject or legal.do not in self.rules.play.offers  # one that names another is in it
                ]
                return Offered(subject, tuple((do, self._follow(after, known)) for do, after in taken))
            case Read():
                return Chance(
                    tuple(
                        (second, self._follow(self._after(table, question, Light(light)), Known(known.up, second)))
                        for light, second in self._lights(table)
                    )
                )
            case Turn():
                return Chance(
                    tuple(
                        (1 << value, self._follow(self._after(table, question, Turned(CARDS[value])), exposed))
                        for value in values_in(known.second)
                        for exposed in (Known(known.up, 1 << value),)
                    )
                )
        raise CannotCompile(
            f"cannot solve {self.given.key}: it asks {type(question).__name__} before the players' turns"
        )

    def _over(self, box: Box, known: Known) -> Tree:
        """Settled once and for all, or a hand that acts or waits."""
        (hand,) = box.hands
        if hand.over and all(wager.net is not None for wager in (*hand.wagers, *box.wagers)):
            wagers = (*hand.wagers, *box.wagers)
            return Settled(sum(wager.net or 0 for wager in wagers), staked_on(wagers))
        return Leaf(hand, box.wagers, known)

    def _lights(self, table: Table) -> tuple[tuple[str, int], ...]:
        """What the reader may show under this up card, each with the values that it tells of."""
        reader, up = self.rules.play.reader, table.dealer.cards[0]
        assert reader is not None, "it has just been asked"
        assert up is not HIDDEN, "the up card is seen"
        sets = dict.fromkeys(reader.shows, 0)
        for value in VALUES:
            sets[reader.light(up, CARDS[value])] |= 1 << value
        return tuple((light, second) for light, second in sets.items() if second)

    def light(self, up: int, second: int) -> str:
        """What the reader shows for these two cards; nothing where there is none, or where it is not used."""
        reader = self.rules.play.reader
        if reader is None:
            return ""
        table = self.dealt((10, 2), up)
        while isinstance(question := ask(self.rules, table), Offer):
            table = self._after(table, question, Act(question.choices[-1].do))
        return reader.light(CARDS[up], CARDS[second]) if isinstance(question, Read) else ""

    def _after(self, table: Table, question: Question, value: Answer) -> Table:
        return answer(self.rules, table, question, value)[0]


def _mean(trees: Sequence[Tree]) -> Tree | None:
    """Trees that differ at most in what is won when a hand is settled, as one; None if they differ in more."""
    if all(tree == trees[0] for tree in trees):
        return trees[0]
    settled = [tree for tree in trees if isinstance(tree, Settled)]
    if len(settled) == len(trees):
        money, odd = divmod(sum(tree.money for tree in settled), len(settled))
        same_stake = len({tree.staked for tree in settled}) == 1
        each = tuple(tree.money for tree in settled)
        return Settled(money, settled[0].staked, by_suits=each) if same_stake and not odd else None
    chances = [tree.outcomes for tree in trees if isinstance(tree, Chance)]
    if len(chances) < len(trees):
        return None
    found = []
    for branches in zip(*chances, strict=True):
        after = _mean([tree for _, tree in branches])
        if after is None:
            return None
        found.append((branches[0][0], after))
    return Chance(tuple(found))


def staked_on(wagers: tuple[Wager, ...]) -> Cents:
    """What can be lost on these; the Ante is a fee and no stake."""
    return sum(wager.at_risk for wager in wagers if wager.kind != ANTE)


@cache
def values_in(values: int) -> tuple[int, ...]:
    return tuple(value for value in VALUES if values >> value & 1)
