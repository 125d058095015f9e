"""A tape played again: the cards that the simulator used, through `ask` and `answer`, by the same strategy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from holecard.engine.ask_and_answer import answer, ask, open_table
from holecard.engine.destinations import ToDealer, ToHand
from holecard.engine.questions import (
    Act,
    Answer,
    Bet,
    Bets,
    Decide,
    Draw,
    Drawn,
    Due,
    Facts,
    Light,
    Offer,
    Question,
    Read,
    RoundOver,
    Turn,
    Turned,
    What,
)
from holecard.engine.rules import Rules
from holecard.engine.table import Box, Hand, Table, Wager
from holecard.lab.compiler.compile import Kind, Opening, OpeningChance, OpeningLeaf, OpeningOffer
from holecard.lab.compiler.splitting import Money
from holecard.lab.compiler.stage import Known, Settled, Stage, values_in
from holecard.lab.simulator.strategy_tables import Sayings
from holecard.lab.solver.exact import Solution
from holecard.testing.lab import kinds
from holecard.values.cards import DECK, HIDDEN, SUITS, Card, parse_card

MOVED = (What.PAID, What.COLLECTED, What.RETURNED)
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "TJQK")


class Replay:
    """Rounds of one configured game; `kinds` and `cases` count what happened in them."""

    def __init__(self, rules: Rules, solution: Solution, sayings: Sayings | None = None) -> None:
        self.rules, self.solution, self.sayings = rules, solution, sayings
        self.compiled = solution.tables.compiled
        self.stage = Stage(rules)
        self.known: dict[tuple[int, str, int], int] = {}
        self.kinds: Counter[str] = Counter()
        self.cases: Counter[str] = Counter()

    def round(self, values: list[int], boxes: int) -> tuple[int, int]:
        """What the round came to in cents, and how many cards it used."""
        won = sum(wager.net or 0 for wager in self.played(values, boxes))
        won += self._count_openings(self.table, values)
        return won, self.used

    def played(self, values: list[int], boxes: int) -> list[Wager]:
        """Every wager of the round, settled."""
        self.dealt = self._cards(values)
        self.used = 0
        self.hole: Card | None = None
        self.elected: dict[tuple[int, str], str] = {}
        table = open_table(self.rules)
        question: Question = ask(self.rules, table)
        value: Answer = Bets(self._bets(boxes), last=True)
        while True:
            table, facts = answer(self.rules, table, question, value)
            self._count_cases(facts)
            question = ask(self.rules, table)
            if isinstance(question, RoundOver):
                break
            value = self._reply(table, question)
            self._count_kinds(table, question, value)
        self.table = table
        return [w for box in table.boxes for w in (*box.wagers, *(w for hand in box.hands for w in hand.wagers))]

    def _bets(self, boxes: int) -> tuple[Bet, ...]:
        return tuple(Bet(seat, f"P{seat}", self.compiled.stake) for seat in range(1, boxes + 1))

    def _count_cases(self, facts: Facts) -> None:
        """A wager that is settled is told with the name of its case."""
        self.cases.update(fact.note.removesuffix(", lammer") for fact in facts if fact.what in MOVED and fact.hand)

    def _count_kinds(self, table: Table, question: Question, value: Answer) -> None:
        match question, value:
            case (Decide(seat=seat, hand=number) | Offer(seat=seat, hand=number), Act(do=do)) if number:
                box = table.boxes[seat - 1]
                self.kinds[kinds.chosen(box.hands[number - 1].from_split, do)] += 1
                self.kinds[kinds.known_as(self.solution.tables.known[self._known(table)])] += 1
                if "split" in do:
                    self.kinds[kinds.forming(len(box.hands) + 1)] += 1
            case Offer(subject=subject, seat=seat), Act(do=do):
                self.elected[seat, subject] = do
                self.kinds[kinds.offered(subject, do)] += 1
            case Draw(dues=(Due(to=ToHand(at=at, number=number)), *_)), _:
                hand = table.boxes[at].hands[number]
                if len(hand.cards) > 1 and not hand.owes:
                    self.kinds[kinds.drawing_on(hand.from_split)] += 1

    def _count_openings(self, table: Table, values: list[int]) -> int:
        """How each box came to its turn, and how the dealer's hand ended. A tape has no suits: where they decide what a
        hand is paid, it has the mean, and the difference to that is the answer."""
        difference = 0
        up = table.dealer.cards[0]
        assert up is not HIDDEN
        boxes = len(table.boxes)
        for at, box in enumerate(table.boxes):
            one, other = sorted((values[at] + 1, values[boxes + 1 + at] + 1))
            opening = self.compiled.openings[(one, other), up.value]
            while not isinstance(opening, Settled | OpeningLeaf):
                opening = self._next_opening(opening, box.seat)
            self.kinds[kinds.left_by(self.compiled, opening)] += 1
            if isinstance(opening, Settled) and opening.by_suits:
                difference += self._mean_of_suits((one, other), up.value) - sum(
                    wager.net or 0 for wager in box.hands[0].wagers
                )
        self.kinds[kinds.dealer_ends(table.dealer.points.count)] += 1
        return difference

    def _mean_of_suits(self, pair: tuple[int, int], up: int) -> int:
        """What these two cards are paid as soon as they are dealt, in cents: each of their suits once."""
        paid = [self._paid_at_once(pair, up, suits) for suits in product(SUITS, repeat=2)]
        mean, odd = divmod(sum(paid), len(paid))
        assert not odd, paid
        return mean

    def _paid_at_once(self, pair: tuple[int, int], up: int, suits: tuple[str, ...]) -> int:
        mine = [parse_card(RANKS[value - 1][0] + suit) for value, suit in zip(pair, suits, strict=True)]
        shown = next(card for card in DECK if card.value == up and card not in mine)
        rules, own = self.rules, iter(mine)
        table = open_table(rules)
        table, _ = answer(rules, table, ask(rules, table), Bets(self._bets(1), last=True))
        question = ask(rules, table)
        assert isinstance(question, Draw), "the wagers are down"
        cards = [
            HIDDEN if due.face_down else shown if isinstance(due.to, ToDealer) else next(own) for due in question.dues
        ]
        table, _ = answer(rules, table, question, Drawn(tuple(cards)))
        return sum(wager.net or 0 for wager in table.boxes[0].hands[0].wagers)

    def _next_opening(self, opening: OpeningChance | OpeningOffer, seat: int) -> Opening:
        if isinstance(opening, OpeningChance):
            assert self.hole is not None, "it was read"
            return next(after for values, after in opening.outcomes if values >> self.hole.value & 1)
        return dict(opening.choices)[self.elected[seat, opening.subject]]

    def _cards(self, values: list[int]) -> Iterator[Card]:
        """Real cards of these values, no more of each than a shoe has."""
        seen = dict.fromkeys(range(10), 0)
        for value in values:
            ranks = RANKS[value]
            code = ranks[seen[value] // 4 % len(ranks)] + "shdc"[seen[value] % 4]
            seen[value] += 1
            yield parse_card(code)

    def _next(self) -> Card:
        self.used += 1
        return next(self.dealt)

    def _reply(self, table: Table, question: Question) -> Answer:
        match question:
            case Draw(dues=dues):
                due = dues[0]
                card = self._next()
                if due.face_down and isinstance(due.to, ToDealer):
                    self.hole = card
                return Drawn((HIDDEN if due.face_down else card,))
            case Read():
                reader, up = self.rules.play.reader, table.dealer.cards[0]
                assert reader is not None
                assert up is not HIDDEN
                assert self.hole is not None
                return Light(reader.light(up, self.hole))
            case Turn():
                assert self.hole is not None
                return Turned(self.hole)
            case Decide(seat=seat, hand=number, choices=choices):
                box = table.boxes[seat - 1]
                do = self._decision(table, box, box.hands[number - 1])
                assert do in [legal.do for legal in choices], (do, choices)
                return Act(do)
            case Offer(subject="second-chance", seat=seat, hand=number):
                box = table.boxes[seat - 1]
                return Act(self._decision(table, box, box.hands[number - 1]))
            case Offer(seat=seat):
                return Act(self._offer(table, table.boxes[seat - 1], question))
        raise AssertionError(f"nobody answers {question}")

    def _known(self, table: Table) -> int:
        """What of the dealer's hand is known: the narrowest set of second cards that fits what the table shows."""
        up, second = table.dealer.cards[0], table.dealer.cards[1] if table.dealer.points.count == 2 else HIDDEN
        assert up is not HIDDEN
        shown = up.value, table.dealer.light, 0 if second is HIDDEN else second.value
        if shown not in self.known:
            known = self.solution.tables.known
            fitting = [number for number, one in enumerate(known) if self._fits(one, *shown)]
            self.known[shown] = min(fitting, key=lambda number: known[number].second.bit_count())
        return self.known[shown]

    def _fits(self, known: Known, up: int, light: str, second: int) -> bool:
        if known.up != up:
            return False
        if second:
            return known.second == 1 << second
        return not light or all(self.stage.light(up, value) == light for value in values_in(known.second))

    def _decision(self, table: Table, box: Box, hand: Hand) -> str:
        known = self._known(table)
        if hand.from_split:
            return self._of_a_split_hand(box, hand, known)
        nodes, solution = self.compiled.nodes, self.solution
        node = self._walked(self.compiled.starts[_pair(hand)], hand)
        if self.sayings is not None:
            return nodes[node].choices[int(self.sayings.choice[node, known])]
        one, other = _pair(hand)
        pair = solution.splits.get(one) if one == other else None
        if len(hand.cards) == 2 and pair is not None:
            state = solution.tables.start[one, other]
            if pair[0][known] > solution.values[state, known]:
                return next(
                    do
                    for do, after in zip(nodes[node].choices, nodes[node].after, strict=True)
                    if nodes[after].kind is Kind.SPLIT
                )
        return nodes[node].choices[int(solution.node_choice[node, known])]

    def _of_a_split_hand(self, box: Box, hand: Hand, known: int) -> str:
        nodes, solution, first = self.compiled.nodes, self.solution, hand.cards[0].value
        pair = solution.tables.pairs[first]
        money = self._formed_with(hand)
        start = next(start for its, start in pair.class_of.items() if _plain(its) == money)
        if len(hand.cards) == 2 and hand.cards[1].value == first:
            again = next(
                (formed for (its, hands), formed in pair.play.again.items()
                 if pair.class_of[its] == start and hands == len(box.hands)),
                None,
            )  # fmt: skip
            if again is not None and solution.again[first][start][known]:
                return again.action
        node = self._walked(nodes[start].after[hand.cards[1].value - 1], hand)
        if nodes[node].kind is Kind.ROW:
            return "stand"  # a pair of aces that could only have been split again
        if self.sayings is not None and start == pair.unsplit and _pair(hand) in self.compiled.starts:
            unsplit = self._walked(self.compiled.starts[_pair(hand)], hand)
            said = nodes[unsplit].choices[int(self.sayings.choice[unsplit, known])]
            if said in nodes[node].choices:
                return said
        return nodes[node].choices[int(solution.split_hands[first, start].by_node[node, known])]

    def _walked(self, node: int, hand: Hand) -> int:
        """Where the cards after the second bring a hand from this node; they tell what it has done: the last card of a
        doubled hand is that of the double."""
        nodes = self.compiled.nodes
        doubled = hand.decision == "double" or any(w.part == "double" for w in hand.wagers)
        for at, card in enumerate(hand.cards[2:], start=3):
            if nodes[node].kind is Kind.CHOOSE:
                do = (
                    "hit"
                    if not (doubled and at == len(hand.cards))
                    else next(d for d in nodes[node].choices if "double" in d)
                )
                node = nodes[node].after[nodes[node].choices.index(do)]
            node = nodes[node].after[card.value - 1]
        return node

    def _formed_with(self, hand: Hand) -> object:
        return _plain(tuple(wager for wager in hand.wagers if wager.part != "double" and wager.kind == "main"))

    def _offer(self, table: Table, box: Box, question: Offer) -> str:
        """Whatever the opening's better branch was."""
        pair = _pair(box.hands[0])
        up = table.dealer.cards[0]
        assert up is not HIDDEN
        opening = self.compiled.openings[pair, up.value]
        taken = [subject for who, subject in box.elections if who == question.bettor]
        for subject in (*taken, question.subject):
            assert isinstance(opening, OpeningOffer), "an offer stands here in the compiled opening too"
            do, opening = opening.choices[self.solution.answer_to(opening, pair, up.value)]
            if subject == question.subject:
                return do
        raise AssertionError("unreachable")


def _pair(hand: Hand) -> tuple[int, int]:
    one, other = sorted(card.value for card in hand.cards[:2])
    return one, other


def _plain(money: Money) -> object:
    return tuple((wager.part, wager.amount, wager.free) for wager in money)
