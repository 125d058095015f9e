"""Shuffle and cut, step by step; each jurisdiction says who cuts first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from holecard.engine.pit import Pit, ShuffleCause, Task
from holecard.engine.questions import Act, Done, Fact, Legal, PitStep, Role, What
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.engine.words import Asked, Key, Word, declined, to_do
from holecard.law.clauses import Cite
from holecard.law.errors import Refused
from holecard.pit.tasks import Duty, Effect, next_task
from holecard.values.cards import HIDDEN
from holecard.values.shoe import Stock


def gather(rules: Rules, table: Table) -> Done:
    """What is left in the shoe joins the discards, unseen."""
    rest = (HIDDEN,) * table.stock.size
    return Done(table.with_stock(table.stock.take(*rest)).discarding(*rest), ())


GATHER = Duty(
    name="Gather the cards",
    who=Role.DEALER,
    note="the shoe is emptied onto the discards: every card is there",
    does=gather,
)


def shuffle(freed: Cite) -> Effect:
    """The discards get a new order; cards on the layout in mid-round stay there."""

    def does(rules: Rules, table: Table) -> Done:
        return new_order(table, table.stock.give_back(table.rack), freed)

    return does


def exchange(freed: Cite) -> Effect:
    """The batch at rest is played next, the other rests."""

    def does(rules: Rules, table: Table) -> Done:
        table = table.with_pit(table.pit._replace(batch=1 if table.pit.batch == 2 else 2))
        return new_order(table, Stock.of_decks(rules.decks), freed)

    return does


def new_order(table: Table, stock: Stock, freed: Cite) -> Done:
    """A full stock, an empty rack, and everybody may bet again."""
    pit = table.pit
    facts = (Fact(What.RULED, freed, note=f"may bet again: {', '.join(sorted(pit.barred))}"),) if pit.barred else ()
    pit = pit._replace(barred=frozenset(), in_shoe=None, rounds=0, shuffles=pit.shuffles + 1, cuts=(), cover=0)
    return Done(table.with_stock(stock).with_rack(()).with_pit(pit), facts)


FOR_THE_CUT = "Waiting for the first player, who may cut the cards"


def awaits_first_player(table: Table) -> bool:
    """Whether a shuffled stack waits for the first player: when the game begins the cut is theirs.

    The dealer offers it as soon as someone sits down. Cards shuffled later are cut without waiting.
    """
    pit = table.pit
    offered = bool(pit.todo) and pit.todo[0].step == "offer-cut"
    begins = pit.shuffle_cause is ShuffleCause.GAME_BEGINS and not table.closed
    return offered and begins and not pit.seated


@dataclass(frozen=True, kw_only=True)
class OfferCut:
    """The dealer offers the stack; the cut itself is the next task."""

    by_dealer: Cite
    orders: Mapping[ShuffleCause, Cite]
    turns: Callable[[Pit, int], tuple[str, ...]]  # by the number of boxes: who is offered the cut, in order

    def asked(self, rules: Rules, table: Table, question: PitStep) -> Asked:
        asked = to_do("Offer the cut")
        return asked._replace(waiting=FOR_THE_CUT) if awaits_first_player(table) else asked

    def question(self, rules: Rules, table: Table, task: Task) -> PitStep:
        return PitStep(task.step, task.cite, Role.DEALER, "", (Legal("done", task.cite),))

    def take(self, rules: Rules, table: Table, question: PitStep, act: Act) -> Done:
        pit = table.pit
        order = self.turns(pit, rules.boxes.most)
        cite = self.orders[pit.shuffle_cause] if order and pit.shuffle_cause else self.by_dealer
        facts = [Fact(What.DONE, question.cite, note="the stack is offered, its backs away from the dealer")]
        if order:
            facts.append(Fact(What.ANNOUNCED, cite, note=f"the cut goes to {', then '.join(order)}"))
        todo = (Task("cut", cite), *pit.todo[1:])
        return Done(table.with_pit(pit._replace(cut_order=order, todo=todo)), tuple(facts))


@dataclass(frozen=True, kw_only=True)
class Cut:
    """The player whose turn it is cuts or declines; when none is left the dealer cuts.

    The amount is the number of cards on top of the cut; who names none cuts in the middle.
    """

    by_dealer: Cite
    rotation: Cite
    limits: Cite
    apart: int  # how many cards from either end
    last: str = "the dealer"  # who cuts when no player does
    card: str = "cover card"  # what the text calls it
    also: tuple[Cite, ...] = ()

    def asked(self, rules: Rules, table: Table, question: PitStep) -> Asked:
        cut = Word("cut", "Cut here", Key.YES, "cuts the cards")
        decline = declined("Let someone else cut", "declines the cut")
        return to_do("Cut the cards", cut, decline, more=f"Choose where the {self.card} goes in.")

    def question(self, rules: Rules, table: Table, task: Task) -> PitStep:
        least = least_cut(table.stock.size, self.apart)
        cut = Legal("cut", self.limits, least, table.stock.size - least)
        order = table.pit.cut_order
        if not order:
            return PitStep(task.step, task.cite, Role.DEALER, "", (cut,))
        return PitStep(task.step, task.cite, Role.BETTOR, order[0], (cut, Legal("decline", self.rotation)))

    def take(self, rules: Rules, table: Table, question: PitStep, act: Act) -> Done:
        pit, who = table.pit, question.bettor or self.last
        if act.do == "decline":
            said = Fact(What.ANNOUNCED, self.rotation, bettor=question.bettor, note=f"{who} declines the cut")
            return Done(table.with_pit(pass_cut_on(pit, self.by_dealer)), (said,))
        size = table.stock.size
        least, position = least_cut(size, self.apart), act.amount or size // 2
        if not least <= position <= size - least:
            span = (f"{least} to {size - least} cards from the top",)
            why = f"the {self.card} must go in at least {least} cards from either end"
            raise Refused(f"a cut at {position}", cite=self.limits, why=why, legal=span)
        note = f"{who} cuts {position} cards from the top, which go to the bottom"
        done = Fact(What.DONE, self.limits, bettor=question.bettor, note=note, also=self.also)
        return Done(next_task(table.with_pit(pit._replace(cuts=(*pit.cuts, position)))), (done,))


def pass_cut_on(pit: Pit, by_dealer: Cite) -> Pit:
    """The cut that stands goes to the next player, and after the last of them to the dealer."""
    order = pit.cut_order[1:]
    cite = pit.todo[0].cite if order else by_dealer
    return pit._replace(cut_order=order, todo=(Task("cut", cite), *pit.todo[1:]))


def least_cut(size: int, apart: int) -> int:
    """How far from either end the stack is cut; a stack too small for that is cut in the middle."""
    return min(apart, size // 2)


def least_cover(size: int) -> int:
    """A quarter of the stack, whole cards."""
    return -(-size // 4)


@dataclass(frozen=True, kw_only=True)
class PlaceCoverCard:
    """The dealer puts the cover card into the stack, counted from the bottom; a quarter if no number is given."""

    span: Callable[[int], tuple[int, int]]  # by the size of the stack: the least and the most
    why: str  # it goes there
    says: tuple[tuple[Cite, str], ...] = ()
    card: str = "cover card"  # what the text calls it

    def asked(self, rules: Rules, table: Table, question: PitStep) -> Asked:
        return to_do(f"Put the {self.card} in", Word("cover", "Put it here", Key.YES, f"puts the {self.card} in"))

    def question(self, rules: Rules, table: Table, task: Task) -> PitStep:
        cover = Legal("cover", task.cite, *self.span(table.stock.size))
        return PitStep(task.step, task.cite, Role.DEALER, "", (cover,))

    def take(self, rules: Rules, table: Table, question: PitStep, act: Act) -> Done:
        size = table.stock.size
        least, most = self.span(size)
        position = act.amount or min(least_cover(size), most)
        if not least <= position <= most:
            span = (f"{least} to {most} cards from the bottom",)
            raise Refused(f"the {self.card} at {position}", cite=question.cite, why=self.why, legal=span)
        pit = table.pit._replace(cover=position, cover_at="")
        done = Fact(What.DONE, question.cite, note=f"the {self.card} lies {position} cards from the bottom")
        said = tuple(Fact(What.ANNOUNCED, cite, note=text) for cite, text in self.says)
        return Done(next_task(table.with_pit(pit)), (done, *said))
