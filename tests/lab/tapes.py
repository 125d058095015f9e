"""A tape played again: the cards that the simulator used, through `ask` and `answer`, by the same strategy card."""

from __future__ import annotations

from collections.abc import Iterator

from holecard.cards import HIDDEN, Card, parse_card
from holecard.destinations import ToDealer
from holecard.engine import answer, ask, open_table
from holecard.lab.compile import Kind
from holecard.lab.exact import Solution
from holecard.lab.splitting import Money
from holecard.lab.stage import Known, Stage, values_in
from holecard.questions import (
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
    RoundOver,
    Turn,
    Turned,
)
from holecard.rules import Rules
from holecard.table import Box, Hand, Table, Wager

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "TJQK")


class Replay:
    """Rounds of one configured game."""

    def __init__(self, rules: Rules, solution: Solution) -> None:
        self.rules, self.solution = rules, solution
        self.compiled = solution.tables.compiled
        self.stage = Stage(rules)

    def round(self, values: list[int], boxes: int) -> tuple[int, int]:
        """What the round came to in cents, and how many cards it used."""
        return sum(wager.net or 0 for wager in self.played(values, boxes)), self.used

    def played(self, values: list[int], boxes: int) -> list[Wager]:
        """Every wager of the round, settled."""
        self.dealt = self._cards(values)
        self.used = 0
        self.hole: Card | None = None
        table = open_table(self.rules)
        question: Question = ask(self.rules, table)
        value: Answer = Bets(self._bets(boxes), last=True)
        while True:
            table, _ = answer(self.rules, table, question, value)
            question = ask(self.rules, table)
            if isinstance(question, RoundOver):
                break
            value = self._reply(table, question)
        return [w for box in table.boxes for w in (*box.wagers, *(w for hand in box.hands for w in hand.wagers))]

    def _bets(self, boxes: int) -> tuple[Bet, ...]:
        return tuple(Bet(seat, f"P{seat}", self.compiled.stake) for seat in range(1, boxes + 1))

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
        cards = table.dealer.cards
        up = cards[0]
        assert up is not HIDDEN
        light = table.dealer.light
        found = [
            number
            for number, known in enumerate(self.solution.tables.known)
            if known.up == up.value and self._fits(known, light, table)
        ]
        return min(found, key=lambda number: len(list(values_in(self.solution.tables.known[number].second))))

    def _fits(self, known: Known, light: str, table: Table) -> bool:
        if table.dealer.points.count == 2:
            second = table.dealer.cards[1]
            return second is not HIDDEN and list(values_in(known.second)) == [second.value]
        return not light or all(self.stage.light(known.up, value) == light for value in values_in(known.second))

    def _decision(self, table: Table, box: Box, hand: Hand) -> str:
        known = self._known(table)
        values = [card.value for card in hand.cards]
        nodes, solution = self.compiled.nodes, self.solution
        if not hand.from_split:
            one, other = sorted(values[:2])
            node, by_node = self.compiled.starts[one, other], solution.node_choice
            pair = solution.splits.get(one) if one == other else None
            if len(values) == 2 and pair is not None:
                state = solution.tables.start[one, other]
                if pair[0][known] > solution.values[state, known]:
                    return next(
                        do
                        for do, after in zip(nodes[node].choices, nodes[node].after, strict=True)
                        if nodes[after].kind is Kind.SPLIT
                    )
        else:
            play = solution.tables.pairs[values[0]]
            money = self._formed_with(hand)
            start = next(start for its, start in play.class_of.items() if _plain(its) == money)
            node, by_node = nodes[start].after[values[1] - 1], solution.split_hands[values[0], start].by_node
            if len(values) == 2 and values[0] == values[1]:
                again = next(
                    (formed for (its, hands), formed in play.play.again.items()
                     if play.class_of[its] == start and hands == len(box.hands)),
                    None,
                )  # fmt: skip
                if again is not None and (start == play.unsplit or solution.again[values[0]][start][known]):
                    return again.action
        doubled = hand.decision == "double" or any(w.part == "double" for w in hand.wagers)
        for at, value in enumerate(values[2:], start=3):
            if nodes[node].kind is Kind.CHOOSE:
                do = "hit" if not (doubled and at == 3) else next(d for d in nodes[node].choices if "double" in d)
                node = nodes[node].after[nodes[node].choices.index(do)]
            node = nodes[node].after[value - 1]
        return nodes[node].choices[int(by_node[node, known])]

    def _formed_with(self, hand: Hand) -> object:
        return _plain(tuple(wager for wager in hand.wagers if wager.part != "double" and wager.kind == "main"))

    def _offer(self, table: Table, box: Box, question: Offer) -> str:
        """Whatever the opening's better branch was."""
        pair = tuple(sorted(card.value for card in box.hands[0].cards))
        up = table.dealer.cards[0]
        assert up is not HIDDEN
        opening = self.compiled.openings[(pair[0], pair[1]), up.value]
        taken = [subject for who, subject in box.elections if who == question.bettor]
        for subject in (*taken, question.subject):
            assert hasattr(opening, "choices"), "an offer stands here in the compiled opening too"
            worth = {
                do: self.solution.opening_worth(after, (pair[0], pair[1]), up.value).value
                for do, after in opening.choices
            }
            best = max(worth, key=lambda do: worth[do])
            if subject == question.subject:
                return best
            opening = dict(opening.choices)[best]
        raise AssertionError("unreachable")


def _plain(money: Money) -> object:
    return tuple((wager.part, wager.amount, wager.free) for wager in money)
