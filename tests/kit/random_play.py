"""Plays a configured game at random: bets, cards, lights, decisions; on demand answers that ought to be refused.

The hole card is kept here, out of the table's sight, and stays consistent with every card drawn after it.
"""

from __future__ import annotations

from random import Random

from holecard.cards import DECK, HIDDEN, Card, Face, Hidden
from holecard.errors import Refused
from holecard.game import Game
from holecard.questions import (
    COLLECT,
    NO_MORE_BETS,
    Act,
    Answer,
    Bet,
    Bets,
    Decide,
    Draw,
    Drawn,
    Irregularity,
    Legal,
    Light,
    Notice,
    Offer,
    PitStep,
    PlaceWagers,
    Question,
    Read,
    RoundOver,
    TakeBack,
    Turn,
    Turned,
)
from holecard.rules import Choice, OddsChoice, Rules
from holecard.table import MAIN, Table

ODD_NAMES = ("", "two words", "x" * 41, "tab\t")
ODD_DEEDS = ("hit", "stand", "double", "split", "surrender", "insurance", "even-money", "collect", "decline", "sing")


def random_options(game: Game, chance: Random) -> dict[str, object]:
    """Any permitted value of every option; the limits fit each other, but the game may still forbid the combination."""
    chosen: dict[str, object] = {}
    for option in game.options:
        if isinstance(option, Choice):
            chosen[option.name] = chance.choice(option.values)
        elif isinstance(option, OddsChoice):
            chosen[option.name] = chance.choice((option.default, "7:2", "3:1"))
    chip = chance.choice((1, 25, 50, 100, 500))
    minimum = chip * chance.randint(1, 5)
    chosen |= {"chip": chip, "minimum": minimum, "maximum": minimum + chip * chance.randint(1, 40)}
    chosen["increment"] = chance.choice((1, chip, 2 * chip))
    return chosen


def random_rules(game: Game, chance: Random) -> Rules:
    """Random permitted options, drawn again a few times while the instrument forbids the combination."""
    for _ in range(5):
        try:
            return game.configure(random_options(game, chance))
        except Refused:
            continue
    return game.configure()


class OutOfCards(Exception):
    """The shoe cannot answer: a round without a pit ends here."""


class RandomPlay:
    """Answers every question with something legal (`legal`), or with something that ought to be refused (`wild`)."""

    def __init__(self, rules: Rules, chance: Random, most_boxes: int = 7) -> None:
        self.rules = rules
        self.chance = chance
        self.most_boxes = min(most_boxes, rules.boxes.most)
        self.hole: Card | None = None

    # What the rules allow

    def legal(self, table: Table, question: Question) -> Answer:
        match question:
            case PlaceWagers():
                return self._bets(table)
            case Draw():
                return self._cards(table, question)
            case Read():
                assert self.hole is not None, "a reader reads a hole card"
                return Light(self._light(table, self.hole))
            case Turn():
                assert self.hole is not None, "a hole card was dealt"
                return Turned(self.hole)
            case Offer() | Decide() | PitStep():
                return self._act(self.chance.choice(question.choices))
            case RoundOver():
                return COLLECT

    def unseen(self, table: Table) -> list[Card]:
        """The cards that can come from the shoe: all that have not been seen, but for the one lying face down."""
        cards = [card for card in DECK for _ in range(table.stock.holds(card))]
        if table.stock.down and self.hole is not None:
            cards.remove(self.hole)
        return cards

    def _cards(self, table: Table, question: Draw) -> Drawn:
        pool = self.unseen(table)
        cards: list[Face] = []
        for due in question.dues[: self.chance.randint(1, len(question.dues))]:
            if not pool or len(cards) >= table.stock.size:
                break
            card = pool.pop(self.chance.randrange(len(pool)))
            if due.face_down:
                self.hole = card
            cards.append(HIDDEN if due.face_down else card)
        if not cards:
            raise OutOfCards
        return Drawn(tuple(cards))

    def _light(self, table: Table, hole: Card) -> str:
        up, reader = table.dealer.cards[0], self.rules.play.reader
        assert reader is not None, "only a game with a reader asks it"
        assert not isinstance(up, Hidden), "the up card is seen"
        return reader.light(up, hole)

    def _act(self, legal: Legal) -> Act:
        """This choice, for everything that may be staked on it or for any lawful part of it."""
        chip = self.rules.chip
        least = -(-legal.least // chip)
        most = legal.most // chip
        if not legal.most or most < least or self.chance.random() < 0.3:
            return Act(legal.do)
        return Act(legal.do, self.chance.choice((legal.most, chip * self.chance.randint(least, most))))

    def _bets(self, table: Table) -> Answer:
        roll = self.chance.random()
        if table.boxes and roll < 0.5:
            return NO_MORE_BETS
        if table.boxes and roll < 0.6:
            box = self.chance.choice(table.boxes)
            bettor = self.chance.choice(box.bettors)
            beside = [wager.kind for wager in box.wagers if wager.bettor == bettor]
            return TakeBack(box.seat, bettor, self.chance.choice((MAIN, *beside)))
        bets = [bet for seat in self._seats(table) for bet in self._bets_on(table, seat)]
        if not bets:
            return NO_MORE_BETS
        return Bets(tuple(bets), last=self.chance.random() < 0.3)

    def _seats(self, table: Table) -> list[int]:
        free = [seat for seat in range(1, self.most_boxes + 1) if table.box(seat) is None]
        return self.chance.sample(free, self.chance.randint(min(1, len(free)), min(3, len(free))))

    def _bets_on(self, table: Table, seat: int) -> list[Bet]:
        """A bettor of his own on a free box, perhaps with backers, perhaps with side wagers."""
        bets: list[Bet] = []
        for place in range(self.chance.randint(1, self.rules.play.bettors_per_box)):
            bettor = f"P{seat}{'abc'[place]}"
            if bettor in table.pit.barred:
                continue
            spoken = self.rules.play.spoken and self.chance.random() < 0.1
            bets.append(Bet(seat, bettor, self._stake(), spoken=spoken))
            for key, side in self.rules.play.side_wagers.items():
                if self.chance.random() < 0.6:
                    bets.append(Bet(seat, bettor, self._stake(side.least or 1, side.most), key))
        return bets

    def _stake(self, least: int = 0, most: int = 0) -> int:
        """Whole chips between these limits, or between the table's."""
        chip = self.rules.chip
        low, high = least or self.rules.minimum, most or self.rules.maximum
        return chip * self.chance.randint(-(-low // chip), high // chip)

    # What they ought to refuse

    def wild(self, table: Table, question: Question) -> Answer:
        """An answer of the wrong kind, out of bounds, or about things that are not there. Now and then it is legal."""
        kinds = (self._wild_act, self._wild_bets, self._wild_cards, self._wild_reader, self._wild_report)
        return self.chance.choice(kinds)(table, question)

    def _wild_act(self, table: Table, question: Question) -> Answer:
        choices = getattr(question, "choices", ())
        deeds = (*ODD_DEEDS, *(legal.do for legal in choices))
        most = max((legal.most for legal in choices), default=0)
        amounts = (0, 1, -1, -self.rules.chip, most + 1, most + self.rules.chip, 10**9)
        return Act(self.chance.choice(deeds), self.chance.choice(amounts))

    def _wild_bets(self, table: Table, question: Question) -> Answer:
        rules = self.rules
        seat = self.chance.choice((-1, 0, rules.boxes.most + 1, *range(1, rules.boxes.most + 1)))
        name = self.chance.choice((*ODD_NAMES, "P1a", "P6a", "stranger"))
        if self.chance.random() < 0.2:
            return TakeBack(seat, name, self.chance.choice((MAIN, "insurance", "no-such-wager")))
        amounts = (0, -rules.minimum, rules.minimum - rules.chip, rules.minimum + 1, rules.maximum + rules.chip)
        good = self._bets_on(table, 1)  # with a good one before it, all are refused together
        wager = self.chance.choice((MAIN, "match-the-dealer", "insurance", "no-such-wager"))
        bad = Bet(seat, name, self.chance.choice((*amounts, rules.minimum)), wager, spoken=self.chance.random() < 0.3)
        return Bets((*good, bad) if self.chance.random() < 0.5 else (bad,), last=self.chance.random() < 0.5)

    def _wild_cards(self, table: Table, question: Question) -> Answer:
        """Cards that are not left, lie the wrong way, or are too many or none."""
        gone = [card for card in DECK if not table.stock.holds(card)]
        dues = question.dues if isinstance(question, Draw) else ()
        card = self.chance.choice(gone) if gone else HIDDEN
        wrong_way: list[Face] = [HIDDEN if not due.face_down else DECK[0] for due in dues[:1]]
        lists: tuple[tuple[Face, ...], ...] = ((), (card,) * (len(dues) + 1), tuple(wrong_way), tuple(gone[:1]))
        return Drawn(self.chance.choice(lists))

    def _wild_reader(self, table: Table, question: Question) -> Answer:
        """A light that no reader has, or a hole card that contradicts what has been seen."""
        if self.chance.random() < 0.5:
            return Light(self.chance.choice(("", "green", "Large")))
        gone = [card for card in DECK if not table.stock.holds(card)]
        light = table.dealer.light
        if light and self.hole is not None and self.rules.play.reader is not None:
            gone += [card for card in DECK if self._light(table, card) != light]
        return Turned(self.chance.choice(gone)) if gone else Light("green")

    def _wild_report(self, table: Table, question: Question) -> Answer:
        if self.chance.random() < 0.5:
            return Irregularity("no-such-thing", seat=1, hand=1)
        return Notice("no-such-news", seat=1, name="P1a")
