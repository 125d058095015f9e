"""The bets and results at the right-hand side of the drawn table.

Brief, it takes less room: one sum for each bettor and a signed result without its clause.
"""

from __future__ import annotations

from typing import NamedTuple

from rich.text import Text

from holecard.engine.questions import Fact, Facts, What
from holecard.engine.rules import Rules
from holecard.engine.table import ANTE, Box, Hand, Part, Wager
from holecard.law.clauses import Cite
from holecard.telling.lines import SETTLED
from holecard.telling.names import clause, decision_name, wager_name, word_of
from holecard.values.money import Cents, amount

DIM = "dim"
COLUMN = 11  # the stakes of a box with one bettor, one below the other


class Money(NamedTuple):
    """The wagers to be told of, with the facts that settled them."""

    rules: Rules
    facts: Facts
    brief: bool

    def on_hand(self, box: Box, number: int, hand: Hand, room: int) -> list[Text]:
        """What each bettor has on a hand, and what it won or lost, on one line if that has room."""
        names = list(dict.fromkeys(wager.bettor for wager in hand.wagers))
        decision = Text(decision_name(self.rules, hand.decision), DIM)
        if len(box.bettors) == 1 and len(names) == 1:
            alone = []
            for wagers in self._parts(hand.wagers):
                stakes, came = self._stakes(wagers), self._result(box.seat, number, wagers)
                alone.append((Text(f"{stakes:>{COLUMN}}"), came or decision))
            return _stacked(alone, room, "  ")
        items = []
        between = " " if self.brief else "  "
        for name in names:
            for own in self._parts(tuple(wager for wager in hand.wagers if wager.bettor == name)):
                came = self._result(box.seat, number, own)
                stakes = "" if came is not None and self.brief else f" {self._stakes(own)}"
                items.append((Text(f"{name}{stakes}"), came or Text()))
        lines = _stacked(items, room, between)
        undecided = any(wager.net is None for wager in hand.wagers)
        if not self.brief and undecided and decision and lines[-1].cell_len + 2 + decision.cell_len <= room:
            lines[-1] = Text.assemble(lines[-1], "  ", decision)
        return lines

    def beside(self, box: Box) -> list[Text]:
        """The wagers that belong to the box: side wagers, Insurance, Ante."""
        shared = len({*box.bettors, *(wager.bettor for wager in box.wagers)}) > 1
        items = []
        for wager in box.wagers:
            came = self._result(box.seat, 0, (wager,))
            name = f"{wager.bettor} " * shared + wager_name(self.rules, wager.kind)
            if not self.brief or came is None:
                name += f" {self._sum(wager.amount)}"
            items.append(Text.assemble(name, " " if came else "", came or ""))
        return items

    def beside_in_sum(self, box: Box) -> Text:
        """The same in the least room: what of it is open, and what the rest has come to."""
        undecided = sum(wager.amount for wager in box.wagers if wager.net is None)
        nets = [wager.net for wager in box.wagers if wager.net is not None]
        left, came = self._sum(undecided) if undecided else "", self._signed(sum(nets)) if nets else ""
        return Text(" ".join(word for word in ("side", left, came) if word))

    def _stakes(self, wagers: tuple[Wager, ...]) -> str:
        """Each piece of money for what it is: a lammer costs nothing, a riding win was a side wager's."""
        if self.brief:
            paid = [wager for wager in wagers if not wager.free]
            pieces = [self._sum(sum(wager.amount for wager in paid))] if paid else []
            return "+".join([*pieces, *["lammer"] * (len(wagers) - len(paid))])
        return "+".join(self._piece(wager) for wager in wagers)

    def _piece(self, wager: Wager) -> str:
        if wager.free:
            return "lammer"
        bought = word_of(self.rules, wager.kind)  # an offer's wager on the hand is shown as that choice is
        suffix = " riding" if wager.part is Part.RIDING else f" {bought.shown}" if bought is not None else ""
        return f"{amount(wager.amount)}{suffix}"

    def _parts(self, wagers: tuple[Wager, ...]) -> list[tuple[Wager, ...]]:
        """A bettor's wagers on a hand, once settled those that ride for themselves: they have a clause of their own."""
        riding = tuple(wager for wager in wagers if wager.part is Part.RIDING)
        if self.brief or not riding or any(wager.net is None for wager in wagers):
            return [wagers]
        beside = tuple(wager for wager in wagers if wager.part is not Part.RIDING)
        return [beside, riding] if beside else [riding]

    def _result(self, seat: int, number: int, wagers: tuple[Wager, ...]) -> Text | None:
        """What some wagers of one bettor came to, once all are settled, and the clause that decided it."""
        nets = [wager.net for wager in wagers if wager.net is not None]
        if len(nets) < len(wagers):
            return None
        won, fact = sum(nets), self._settled_by(seat, number, wagers[0])
        by = f" {clause(self._rests_on(wagers[0], fact))}" if fact is not None and not self.brief else ""
        word, style = self._word(won, wagers, fact)
        return Text.assemble((word, style), (by, DIM))

    def _rests_on(self, wager: Wager, fact: Fact) -> Cite:
        """The clause that settled a wager; of what rides, the one that has it go with the main wager."""
        rule = self.rules.play.side_wagers.get(wager.kind)
        riding = rule.riding if rule is not None and wager.part is Part.RIDING else None
        return riding.settled if riding is not None and riding.settled in fact.also else fact.cite

    def _word(self, won: Cents, wagers: tuple[Wager, ...], fact: Fact | None) -> tuple[str, str]:
        if won > 0:
            return self._signed(won) if self.brief else f"won {amount(won)}", "bold green"
        if won < 0:
            if self.brief:
                return self._signed(won), "bold"
            return ("collected", "") if wagers[0].kind == ANTE else (f"lost {amount(-won)}", "bold")
        taken = all(wager.free for wager in wagers) and fact is not None and fact.what is What.COLLECTED
        return ("taken" if taken else "back" if self.brief else "returned"), ""

    def _sum(self, money: Cents) -> str:
        return amount(money).removesuffix(".00") if self.brief else amount(money)

    def _signed(self, won: Cents) -> str:
        return signed(won).removesuffix(".00") if self.brief else signed(won)

    def _settled_by(self, seat: int, number: int, wager: Wager) -> Fact | None:
        found = None
        for fact in self.facts:
            of_it = (fact.seat, fact.bettor, fact.wager) == (seat, wager.bettor, wager.kind)
            if of_it and fact.what in SETTLED and number == fact.hand:
                found = fact
        return found


def signed(won: Cents) -> str:
    """
    >>> signed(1500), signed(-500), signed(0)
    ('+15.00', '-5.00', '0.00')
    """
    return f"+{amount(won)}" if won > 0 else amount(won)


def _stacked(items: list[tuple[Text, Text]], room: int, between: str) -> list[Text]:
    """All on one line where there is room, else one below the other, the result on a line of its own if need be."""
    told = [Text.assemble(left, between if right else "", right) for left, right in items if left or right]
    line = Text("  ").join(told)
    if line.cell_len <= room:
        return [line]
    lines: list[Text] = []
    for (left, right), whole in zip(items, told, strict=False):
        lines += [whole] if whole.cell_len <= room else [left, Text.assemble("  ", right)]
    return lines
