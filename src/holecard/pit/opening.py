"""Opening a table: checks of the equipment and new cards, and the player who may inspect them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from holecard.engine.pit import Task
from holecard.engine.questions import DECLINE, Act, Done, Fact, Legal, PitStep, Role, What
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.engine.words import DONE, Asked, Key, Word, declined, to_do
from holecard.law.clauses import Cite, Status
from holecard.pit.shuffle_and_cut import new_order
from holecard.pit.tasks import Effect, Fails, next_task
from holecard.values.shoe import Stock


def fresh_cards(freed: Cite) -> Effect:
    """Other cards have come to the table, and none of them has been seen."""

    def does(rules: Rules, table: Table) -> Done:
        return new_order(table, Stock.of_decks(rules.decks), freed)

    return does


def store(rules: Rules, table: Table) -> Done:
    return Done(table.with_pit(table.pit._replace(batch=1)), ())


Only = Mapping[Cite, Callable[[Rules], bool]]

NOT_IN_ORDER = Fails(
    word=Word("not-in-order", "Not in order", "", "finds the table not in order"),
    note="the table is not in order: it stays closed until it is",
)
MARKED_RACK = Word("marked-rack", "In order, with a marked rack", "", "checks the table, whose rack is marked")


@dataclass(frozen=True, kw_only=True)
class Equipment:
    """The floorperson sees that table and layout are as the instrument asks, clause by clause, and that the signs hang
    there. A table that is not in order stays closed."""

    only: Only = field(default_factory=dict)  # what some tables need: which they are
    rack: tuple[Cite, Cite] | None = None  # as high as the decks, or taller and marked: one of them holds

    def asked(self, rules: Rules, table: Table, question: PitStep) -> Asked:
        return to_do("Check the table and its layout", DONE, MARKED_RACK, NOT_IN_ORDER.word)

    def question(self, rules: Rules, table: Table, task: Task) -> PitStep:
        marked = (Legal(MARKED_RACK.do, self.rack[1]),) if self.rack is not None else ()
        choices = (Legal("done", task.cite), *marked, Legal(NOT_IN_ORDER.word.do, task.cite))
        return PitStep(task.step, task.cite, Role.FLOOR, "", choices)

    def take(self, rules: Rules, table: Table, question: PitStep, act: Act) -> Done:
        if act.do == NOT_IN_ORDER.word.do:
            return NOT_IN_ORDER.take(rules, table, question.cite)
        other_rack = () if self.rack is None else (self.rack[act.do != MARKED_RACK.do],)
        held = rules.register
        asked = [] if held is None else [c for c in held.clauses.values() if c.status is Status.EQUIPMENT]
        facts = [Fact(What.DONE, question.cite, note="table, layout and rack are in order")]
        for clause in asked:
            assert held is not None, "clauses come from a register"
            cite = held.cite(clause.id)
            if cite not in other_rack and (cite not in self.only or self.only[cite](rules)):
                facts.append(Fact(What.ANNOUNCED, cite, note=clause.inscription or clause.summary))
        signs = rules.play.signs(rules)
        facts += [Fact(What.ANNOUNCED, sign.cite, note=f"a sign shows {sign.shows}") for sign in signs]
        return Done(next_task(table), tuple(facts))


@dataclass(frozen=True, kw_only=True)
class Looks:
    """The first player to arrive may look at the cards, or let it be. The task waits until someone sits down.

    At an idle table, where the cards are face down, that player may ask for them `face_up`.
    """

    face_up: Cite | None
    who: str = "the first player"

    def asked(self, rules: Rules, table: Table, question: PitStep) -> Asked:
        asked = to_do(
            "Inspect the cards",
            Word("face-up", "Turn them face up", Key.FACE_UP, "asks for the cards face up"),
            DONE,
            declined("No need", "does not inspect the cards"),
            more=f"They are spread out for {self.who} to inspect. Then the dealer shuffles.",
        )._replace(spreads=True, face_down=self.face_up is not None)
        return asked if question.bettor else asked._replace(waiting=asked.waiting.format(who=self.who))

    def question(self, rules: Rules, table: Table, task: Task) -> PitStep:
        seated = table.pit.seated
        if not seated:
            return PitStep(task.step, task.cite, Role.BETTOR)
        asks = (Legal("face-up", self.face_up),) if self.face_up else ()
        choices = (*asks, Legal(DONE.do, task.cite), Legal(DECLINE.do, task.cite))
        return PitStep(task.step, task.cite, Role.BETTOR, seated[0][1], choices)

    def take(self, rules: Rules, table: Table, question: PitStep, act: Act) -> Done:
        if act.do == "face-up":
            note = f"{question.bettor} asks for the cards face up"
            return Done(table, (Fact(What.ANNOUNCED, question.cite, bettor=question.bettor, note=note),))
        note = f"{question.bettor} {'does not inspect' if act == DECLINE else 'has inspected'} the cards"
        return Done(next_task(table), (Fact(What.DONE, question.cite, bettor=question.bettor, note=note),))
