"""Shuffle and cut: section 5 of the Pennsylvania chapters, with the dealing shoe of 7(a) and the two batches of 3(b).

Box 1 lies at the dealer's left, so counterclockwise means towards lower numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from holecard.engine.questions import Act, Done, Fact, Legal, Notice, PitStep, Question, Role, What
from holecard.engine.rules import PitRule, Rules
from holecard.engine.table import Pit, ShuffleCause, Table, Task
from holecard.law.clauses import Cite, Citing
from holecard.law.errors import Refused
from holecard.pit.tasks import BURN, Duty, Effect, next_task, with_pit
from holecard.values.cards import HIDDEN
from holecard.values.shoe import Stock

INSTRUMENTS = ("pa-685a", "pa-673a")
LEAST_CUT: Final = 10


def after_shuffle(law: Citing, shuffler: str) -> tuple[Task, ...]:
    """From the shuffled stack to the first card. The offer brings the cut itself."""
    burn = Task(BURN, law("7(c)"))
    if shuffler == "continuous":  # 5(h): no cut, no cover card
        return (Task("load-shuffler", law("7(a)")), burn)
    return (
        Task("offer-cut", law("5(b)")),
        Task("cover-card", law("5(d)")),
        Task("load-shoe", law("7(a)")),
        burn,
    )


def shuffling_steps(law: Citing, untouched: Cite) -> dict[str, PitRule]:
    """The steps of section 5, by name."""
    freed = law("6(b)(2)")
    manner = (
        (law("7(b)"), "the hand next to the shoe draws, the other places; one hand will do for the two nearest boxes"),
        (untouched, "nobody but the dealer touches the cards"),
    )
    by_itself = (law("5(h)"), "the device shuffles and counts by itself: no cut and no cover card")
    return {
        "gather": Duty(who=Role.DEALER, note="the shoe is emptied onto the discards: every card is there", does=gather),
        "shuffle": Duty(
            who=Role.DEALER, note="the cards are mixed into one stack", does=shuffle(freed), also=(law("5(a)"),)
        ),
        "exchange": Duty(
            who=Role.DEALER,
            note="the batch from the shuffler comes into play",
            does=exchange(freed),
            says=(
                (law("3(b)(3)"), "the batch that was played goes into the shuffler to be mixed and kept"),
                (law("3(b)(5)"), "the discard rack is empty before a card of the other batch is played"),
            ),
            also=(law("3(b)(4)"), law("5(a)")),
        ),
        "offer-cut": OfferCut(
            by_dealer=law("5(b)"),
            orders={
                ShuffleCause.GAME_BEGINS: law("5(c)(1)"),
                ShuffleCause.COVER_AT_BOX: law("5(c)(2)"),
                ShuffleCause.COVER_AT_DEALER: law("5(c)(3)"),
                ShuffleCause.FLOOR: law("5(c)(4)"),
            },
        ),
        "cut": Cut(by_dealer=law("5(b)"), rotation=law("5(c)"), limits=law("5(d)")),
        "cover-card": PlaceCoverCard(),
        "load-shoe": Duty(who=Role.DEALER, note="the cards are in the dealing shoe", says=manner),
        "load-shuffler": Duty(
            who=Role.DEALER, note="the cards are in the continuous shuffler", says=(by_itself, *manner)
        ),
    }


def gather(rules: Rules, table: Table) -> Done:
    """What is left in the shoe joins the discards, unseen."""
    rest = (HIDDEN,) * table.stock.size
    return Done(Table(*table[:3], table.stock.take(*rest), (*table.rack, *rest), *table[5:]), ())


def shuffle(freed: Cite) -> Effect:
    """The discards come into a new order; what lies on the layout in mid-round stays there."""

    def does(rules: Rules, table: Table) -> Done:
        return new_order(table, table.stock.give_back(table.rack), freed)

    return does


def exchange(freed: Cite) -> Effect:
    """The batch at rest is played next, the other rests."""

    def does(rules: Rules, table: Table) -> Done:
        table = with_pit(table, table.pit._replace(batch=1 if table.pit.batch == 2 else 2))
        return new_order(table, Stock.of_decks(rules.decks), freed)

    return does


def new_order(table: Table, stock: Stock, freed: Cite) -> Done:
    """A full stock, an empty rack, and everybody may bet again."""
    pit = table.pit
    facts = (Fact(What.RULED, freed, note=f"may bet again: {', '.join(sorted(pit.barred))}"),) if pit.barred else ()
    pit = pit._replace(barred=frozenset(), rounds=0, shuffles=pit.shuffles + 1, cuts=(), cover=0)
    return Done(Table(*table[:3], stock, (), *table[5:7], pit), facts)


def cutters(pit: Pit, boxes: int) -> tuple[str, ...]:
    """Who is offered the cut, in order: whoever the cause names, then counterclockwise past each refusal.

    >>> cutters(Pit(seated=((2, "Ann"), (5, "Bob"), (3, "Cem")), shuffle_cause=ShuffleCause.GAME_BEGINS), 6)
    ('Ann', 'Bob', 'Cem')
    """
    if not pit.seated:
        return ()
    by_name = {name: seat for seat, name in pit.seated}
    start = max(by_name.values())  # farthest to the dealer's right
    if pit.shuffle_cause is ShuffleCause.GAME_BEGINS:
        start = pit.seated[0][0]
    elif pit.shuffle_cause is ShuffleCause.COVER_AT_BOX:
        start = by_name.get(pit.entitled, start)
    return tuple(sorted(by_name, key=lambda name: (start - by_name[name]) % boxes))


@dataclass(frozen=True, kw_only=True)
class OfferCut:
    """The dealer offers the stack; the cut itself is the next task."""

    by_dealer: Cite
    orders: Mapping[ShuffleCause, Cite]
    turns: Callable[[Pit, int], tuple[str, ...]] = cutters

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
        return Done(with_pit(table, pit._replace(cut_order=order, todo=todo)), tuple(facts))


@dataclass(frozen=True, kw_only=True)
class Cut:
    """The player whose turn it is cuts or declines; when none is left the dealer cuts.

    The amount is the number of cards on top of the cut; who names none cuts in the middle.
    """

    by_dealer: Cite
    rotation: Cite
    limits: Cite
    apart: int = LEAST_CUT  # how many cards from either end
    last: str = "the dealer"  # who cuts when no player does
    card: str = "cover card"  # what the text calls it
    also: tuple[Cite, ...] = ()

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
            return Done(with_pit(table, pass_cut_on(pit, self.by_dealer)), (said,))
        size = table.stock.size
        least, position = least_cut(size, self.apart), act.amount or size // 2
        if not least <= position <= size - least:
            span = (f"{least} to {size - least} cards from the top",)
            why = f"the {self.card} goes in {least} or more cards from either end"
            raise Refused(f"a cut at {position}", cite=self.limits, why=why, legal=span)
        note = f"{who} cuts {position} cards from the top, which go to the bottom"
        done = Fact(What.DONE, self.limits, bettor=question.bettor, note=note, also=self.also)
        return Done(next_task(with_pit(table, pit._replace(cuts=(*pit.cuts, position)))), (done,))


def pass_cut_on(pit: Pit, by_dealer: Cite) -> Pit:
    """The cut that stands goes to the next player, and after the last of them to the dealer."""
    order = pit.cut_order[1:]
    cite = pit.todo[0].cite if order else by_dealer
    return pit._replace(cut_order=order, todo=(Task("cut", cite), *pit.todo[1:]))


def least_cut(size: int, apart: int = LEAST_CUT) -> int:
    """How far from either end the stack is cut; a stack too small for that is cut in the middle."""
    return min(apart, size // 2)


def least_cover(size: int) -> int:
    """A quarter of the stack, whole cards."""
    return -(-size // 4)


def from_a_quarter(size: int) -> tuple[int, int]:
    return least_cover(size), size - 1


@dataclass(frozen=True, kw_only=True)
class PlaceCoverCard:
    """The dealer puts the cover card into the stack, so many cards from the bottom; if he names none, a quarter."""

    span: Callable[[int], tuple[int, int]] = from_a_quarter
    why: str = "it goes in a quarter of the stack or more from the bottom"
    says: tuple[tuple[Cite, str], ...] = ()
    card: str = "cover card"  # what the text calls it

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
        return Done(next_task(with_pit(table, pit)), (done, *said))


@dataclass(frozen=True, kw_only=True)
class Recut:
    """The floorperson wants the cut again, by whoever cut last or by the next person entitled."""

    cite: Cite
    by_next: bool
    by_dealer: Cite
    cover: Cite

    def take(self, rules: Rules, table: Table, question: Question, notice: Notice) -> Done:
        pit = table.pit
        step = pit.todo[0].step if pit.todo else ""
        if step not in ("cover-card", "load-shoe") or not pit.cuts:
            why = "the cards are cut again only after a cut and before they are in the shoe"
            raise Refused(notice.what, cite=self.cite, why=why)
        cover = (Task("cover-card", self.cover),) if step == "load-shoe" else ()
        pit = pit._replace(todo=(Task("cut", self.cite), *cover, *pit.todo))
        if self.by_next:
            pit = pass_cut_on(pit, self.by_dealer)
        who = pit.cut_order[0] if pit.cut_order else "the dealer"
        said = Fact(What.RULED, self.cite, note=f"the cards are cut again, by {who}")
        return Done(with_pit(table, pit), (said,))
