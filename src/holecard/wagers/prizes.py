"""A side wager that wins a random prize: a bettor of the box presses the button."""

from __future__ import annotations

from dataclasses import dataclass

from holecard.engine.dealer import could_be_blackjack
from holecard.engine.questions import Act, Done, Fact, Facts, Found, Legal, Offer, Role, What, moved
from holecard.engine.rules import Rules
from holecard.engine.side_wager import Prizes
from holecard.engine.table import Box, Table, place_of
from holecard.engine.words import Asked, Key, Word, declined
from holecard.law.clauses import Cite

PRESS = "press"
PRIZE = "prize"
NOMINATED = "nominated"
WORDS = (
    Word(PRESS, "Press the button", Key.YES, "presses the button"),
    declined("Leave it to someone else", "does not press the button"),
)


def prize_of(dollars: int) -> str:
    """What chance answers: this prize for each dollar wagered."""
    return f"{PRIZE}-{dollars}"


def nominate(place: int) -> str:
    """What the controller answers to have the bettor at this place of the box press instead."""
    return f"nominate-{place}"


@dataclass(frozen=True, kw_only=True)
class PrizeButton:
    """One draw for a box: its controller presses, or nominates another bettor with the wager. If they decline, the next
    such bettor is asked, and in the end an employee presses."""

    key: str  # of the wager that draws
    cite: Cite
    shared: Cite
    paid: Cite
    despite_blackjack: Cite  # it stays valid even if the dealer has one too
    also: tuple[Cite, ...]
    stake_returned: bool
    name: str = "Prize"
    words: tuple[Word, ...] = WORDS

    def asked(self, rules: Rules, table: Table, question: Offer) -> Asked:
        if question.subject == PRIZE:
            prizes = (Word(prize_of(each), str(each), "", f"wins {each} for each dollar") for each in self._all(rules))
            return Asked("Prize", tuple(prizes), "The prize is drawn")
        return Asked(
            "You won a prize",
            (self.words[0], *self._nominations(table, question), *self.words[1:]),
            "{who} may press the prize button",
            "Press the button to see which.",
        )

    def due(self, rules: Rules, table: Table) -> Found:
        """Ask who presses, box by box; then ask chance for the prize."""
        for box in reversed(table.boxes):
            if not self._winners(rules, table, box):
                continue
            if box.has_elected("", PRESS):
                chance = tuple(Legal(prize_of(dollars), self.cite) for dollars in self._prizes(rules).numbers)
                return Offer(PRIZE, box.seat, box.bettors[0], chance, self.cite, who=Role.SHOE)
            for bettor in self._may_press(box):
                if not box.has_elected(bettor, PRESS):
                    cite = self.shared if len(box.bettors) > 1 else self.cite
                    others = self._nominees(box) if bettor == box.bettors[0] else {}
                    choices = (PRESS, *map(nominate, others), "decline")
                    return Offer(PRESS, box.seat, bettor, tuple(Legal(do, cite) for do in choices), cite)
            employee = (Legal(PRESS, self.shared),)
            return Offer(PRESS, box.seat, box.bettors[0], employee, self.shared, who=Role.DEALER)
        return None

    def _all(self, rules: Rules) -> tuple[int, ...]:
        return tuple(self._prizes(rules).numbers)

    def _prizes(self, rules: Rules) -> Prizes:
        prizes = rules.play.side_wagers[self.key].prizes
        assert prizes is not None, "the button belongs to a wager that draws prizes"
        return prizes

    def _winners(self, rules: Rules, table: Table, box: Box) -> bool:
        rule = rules.play.side_wagers[self.key]
        return any(w.kind == self.key and w.net is None for w in box.wagers) and bool(
            rule.judge(box.hands[0].cards, table.dealer, False)
        )

    def _may_press(self, box: Box) -> list[str]:
        others = sorted(self._nominees(box).values(), key=lambda name: not box.has_elected(name, NOMINATED))
        return [box.bettors[0], *others]

    def _nominees(self, box: Box) -> dict[int, str]:
        """The other bettors with a wager on the box and this one too, by their places there."""
        wagering = {wager.bettor for wager in box.wagers if wager.kind == self.key and wager.net is None}
        return {place: name for place, name in enumerate(box.bettors[1:], start=2) if name in wagering}

    def _nominations(self, table: Table, question: Offer) -> tuple[Word, ...]:
        box = table.box(question.seat)
        if box is None or question.bettor != box.bettors[0]:
            return ()
        return tuple(
            Word(nominate(place), f"Let {name} press", str(place), f"lets {name} press the button")
            for place, name in self._nominees(box).items()
        )

    def take(self, rules: Rules, table: Table, question: Offer, act: Act) -> Done:
        at = place_of(table, question.seat)
        box = table.boxes[at]
        if question.subject == PRESS:
            pressed = ("", PRESS) if act.do == PRESS else (question.bettor, PRESS)
            for place, name in self._nominees(box).items():
                if act.do == nominate(place):
                    said = Fact(
                        What.RULED, self.shared, seat=box.seat, bettor=name, note="is nominated to press the button"
                    )
                    chosen = box.with_election(*pressed).with_election(name, NOMINATED)
                    return Done(table.with_box(at, chosen), (said,))
            return Done(table.with_box(at, box.with_election(*pressed)), ())
        prize = next(dollars for dollars in self._prizes(rules).numbers if act.do == prize_of(dollars))
        facts: Facts = ()
        also = (*self.also, self.despite_blackjack) if could_be_blackjack(table.dealer) else self.also
        wagers = []
        for wager in box.wagers:
            if wager.kind == self.key and wager.net is None:
                won = wager.amount * prize
                note, back = f"prize of {prize} a dollar", wager.amount if self.stake_returned else 0
                facts += (moved(What.PAID, self.paid, won, wager, box.seat, 0, note, also, back),)
                if not self.stake_returned:
                    facts += (moved(What.COLLECTED, self.paid, wager.amount, wager, box.seat, 0, note, also),)
                wager = wager.settled(won if self.stake_returned else won - wager.amount)
            wagers.append(wager)
        return Done(table.with_box(at, box.with_wagers(tuple(wagers))), facts)
