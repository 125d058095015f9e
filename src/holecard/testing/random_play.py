"""Plays a configured game at random: bets, cards, lights, decisions, the pit's work.

On demand it also reports what goes wrong or happens around the table, and answers what ought to be refused. The hole
card is kept here, out of the table's sight, and stays consistent with every card drawn after it.
"""

from __future__ import annotations

from random import Random

from holecard.engine.destinations import ToDealer
from holecard.engine.game import Game
from holecard.engine.options import Choice, OddsChoice
from holecard.engine.questions import (
    COLLECT,
    NO_MORE_BETS,
    Act,
    Answer,
    Bet,
    Bets,
    CoverCard,
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
from holecard.engine.rules import Rules
from holecard.engine.table import MAIN, Table
from holecard.law.errors import Refused
from holecard.values.cards import DECK, HIDDEN, Card, Face, Hidden

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
    maximum = minimum + chip * chance.randint(1, 40)
    chosen |= {"chip": chip, "minimum": minimum, "maximum": maximum}
    chosen["increment"] = chance.choice((1, chip, 2 * chip))
    names = {option.name for option in game.options}
    if "player_maximum" in names:
        chosen["player_maximum"] = chance.choice(("none", minimum + chip))
        chosen["box_maximum"] = chance.choice(("none", 3 * maximum))
    for wager in [name.removesuffix("_minimum") for name in sorted(names) if name.endswith("_minimum")]:
        if f"{wager}_maximum" in names and chance.random() < 0.3:  # its own limits, which may be one amount
            least = chip * chance.randint(1, 5)
            chosen |= {f"{wager}_minimum": least, f"{wager}_maximum": least + chip * chance.choice((0, 1, 20))}
    if "ante" in names and minimum >= 8:
        chosen["ante"] = chance.randint(1, minimum // 8)
        chosen["ante_waived_at"] = chance.choice(("none", minimum + chip))
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
    """The shoe cannot answer, and no clause says how to go on."""


class RandomPlay:
    """Answers with something legal, with something that ought to be refused (`wild`), or with a report that may or may
    not be possible now (`trouble`). With `errs` the reader sometimes shows a wrong light.
    """

    def __init__(self, rules: Rules, chance: Random, errs: bool = False) -> None:
        self.rules = rules
        self.chance = chance
        self.errs = errs and "wrong-light" in rules.play.around.irregularities
        self.hole: Card | None = None

    # What the rules allow

    def legal(self, table: Table, question: Question) -> Answer:
        match question:
            case PlaceWagers():
                return self._bets(table)
            case Draw():
                return self._cards(table, question)
            case Read():
                if self.errs and self.chance.random() < 0.2:
                    return Light(self.chance.choice(question.shows))
                return Light(self._true_light(table))
            case Turn():
                assert self.hole is not None, "a hole card was dealt"
                if table.dealer.light and table.dealer.light != self._true_light(table):
                    return self.wrong_light(table)
                return Turned(self.hole)
            case PitStep():
                return self._pit_step(table, question)
            case Offer(hand=hand):
                act = self._act(self.chance.choice(question.choices))
                return act._replace(hand=hand + self.chance.randint(0, 1)) if act.do == "designate" else act
            case Decide():
                return self._act(self.chance.choice(question.choices))
            case RoundOver():
                return COLLECT

    def unseen(self, table: Table) -> list[Card]:
        """The cards that can come from the shoe: all that have not been seen, but for the dealer's hole card."""
        cards = [card for card in DECK for _ in range(table.stock.holds(card))]
        if HIDDEN in table.dealer.cards and self.hole is not None:
            cards.remove(self.hole)
        return cards

    def _cards(self, table: Table, question: Draw) -> Answer:
        pool = self.unseen(table)
        cards: list[Face] = []
        for due in question.dues[: self.chance.randint(1, len(question.dues))]:
            if not pool or len(cards) >= table.stock.size:
                break
            card = pool.pop(self.chance.randrange(len(pool)))
            if due.face_down and isinstance(due.to, ToDealer):
                self.hole = card
            cards.append(HIDDEN if due.face_down else card)
        if cards:
            return Drawn(tuple(cards))
        if "shoe-empty" in self.rules.play.around.irregularities and len(table.rack) >= 2:
            return Irregularity("shoe-empty")
        raise OutOfCards

    def _true_light(self, table: Table) -> str:
        assert self.hole is not None, "a reader reads a hole card"
        return self._light(table, self.hole)

    def wrong_light(self, table: Table) -> Irregularity:
        reader = self.rules.play.reader  # one without areas reads Blackjack or none: only the card shows its error
        if (reader is not None and not reader.areas) or self.chance.random() < 0.5:
            return Irregularity("wrong-light", card=self.hole)
        return Irregularity("wrong-light", detail=self._true_light(table))

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

    def _pit_step(self, table: Table, question: PitStep) -> Answer:
        """The step as it should be; one that nobody can answer yet waits for a player to sit down."""
        if not question.choices:
            return self._sit(table)
        legal = self.chance.choice(question.choices)
        return Act(legal.do, self.chance.randint(legal.least, legal.most))

    def _sit(self, table: Table) -> Notice:
        taken = dict(table.pit.seated)
        seat = self.chance.choice([seat for seat in range(1, self.rules.boxes.most + 1) if seat not in taken])
        return Notice("sit", seat, f"P{seat}a")

    def _bets(self, table: Table) -> Answer:
        roll = self.chance.random()
        if table.boxes and roll < 0.5:
            return NO_MORE_BETS
        if table.boxes and roll < 0.6 and not self.rules.play.betting.final_as_placed:
            box = self.chance.choice(table.boxes)
            bettor = self.chance.choice(box.bettors)
            beside = [wager.kind for wager in box.wagers if wager.bettor == bettor]
            return TakeBack(box.seat, bettor, self.chance.choice((MAIN, *beside)))
        bets = [bet for seat in self._seats(table) for bet in self._bets_on(table, seat)] + self._elsewhere(table)
        if not bets:
            return NO_MORE_BETS if table.boxes else Notice("admit", name=self._someone_out(table))
        return Bets(tuple(bets), last=self.chance.random() < 0.3)

    def _someone_out(self, table: Table) -> str:
        """A person whom the house may let in: one who sat out, or a newcomer."""
        newcomers = {f"P{seat}a" for seat in range(1, self.rules.boxes.most + 1)}
        out = {name for name in table.pit.barred | newcomers if not table.pit.may_bet(name)}
        return self.chance.choice(sorted(out))

    def _seats(self, table: Table) -> list[int]:
        free = [seat for seat in range(1, self.rules.boxes.most + 1) if table.box(seat) is None]
        return self.chance.sample(free, self.chance.randint(min(1, len(free)), min(3, len(free))))

    def _bets_on(self, table: Table, seat: int) -> list[Bet]:
        """A bettor of his own on a free box, perhaps with backers, perhaps with side wagers."""
        bets: list[Bet] = []
        for place in range(self.chance.randint(1, self.rules.play.sharing.bettors_per_box)):
            bettor = f"P{seat}{'abc'[place]}"
            if not table.pit.may_bet(bettor):
                continue
            spoken = self.rules.play.betting.spoken and self.chance.random() < 0.1
            without_ante = self.rules.play.ante is not None and self.chance.random() < 0.1
            bets.append(Bet(seat, bettor, self._stake(), spoken=spoken, without_ante=without_ante))
            for key, side in self.rules.play.side_wagers.items():
                if self.chance.random() < 0.6 and key not in table.pit.suspended:
                    bets.append(Bet(seat, bettor, self._stake(side.least or 1, side.most), key))
        return bets

    def _elsewhere(self, table: Table) -> list[Bet]:
        """Somebody lays a side wager on a box of others, where that may be and there is room."""
        keys = [key for key, side in self.rules.play.side_wagers.items() if side.strangers is not None]
        if not keys or len(table.boxes) < 2 or self.chance.random() < 0.5:
            return []
        box, other = self.chance.sample(table.boxes, 2)
        key, bettor = self.chance.choice(keys), self.chance.choice(other.bettors)
        laid = [wager for wager in box.wagers if wager.kind == key]
        side = self.rules.play.side_wagers[key]
        if len(laid) >= side.per_box or bettor in (*box.bettors, *(wager.bettor for wager in laid)):
            return []
        return [Bet(box.seat, bettor, self._stake(side.least or 1, side.most), key)]

    def _stake(self, least: int = 0, most: int = 0) -> int:
        """Whole chips between these limits, or between the table's."""
        chip = self.rules.chip
        rules = self.rules
        main = rules.minimum if rules.play.betting.held_down is not None else rules.player_maximum or rules.maximum
        low, high = least or rules.minimum, most or (rules.maximum if least else main)
        return chip * self.chance.randint(-(-low // chip), high // chip)

    # What may happen around it

    def trouble(self, table: Table, question: Question) -> Answer:
        """An irregularity or a piece of news, told truly; the table says whether it can be."""
        play = self.rules.play
        names = (
            *play.around.irregularities,
            *play.around.notices,
            *(("cover-card-out",) if isinstance(question, Draw) else ()),
        )
        if not names:
            return Irregularity("no-such-thing")
        name = self.chance.choice(names)
        if name == "cover-card-out":
            return CoverCard()
        seat = self.chance.randint(1, self.rules.boxes.most)
        if name in play.around.notices:
            return Notice(name, seat, f"P{seat}a")
        if name == "wrong-light" and self.hole is not None and table.dealer.cards:
            return self.wrong_light(table)
        pool = self.unseen(table)
        if isinstance(question, Draw):
            seat = getattr(question.dues[0].to, "seat", seat)  # more often the box that is due a card
        return Irregularity(name, seat, self.chance.randint(0, 2), self.chance.choice(pool) if pool else None)

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
        name = self.chance.choice((*ODD_NAMES, "Q1", "Q6", "stranger"))
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
