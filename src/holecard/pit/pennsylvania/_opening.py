"""Opening a table: its equipment and reader (section 2), new cards (sections 3 and 4), the idle table (5(g))."""

from __future__ import annotations

from dataclasses import dataclass

from holecard.engine.pit import Task
from holecard.engine.questions import Act, Done, Fact, Legal, PitStep, Role, What
from holecard.engine.rules import PitRule, Rules
from holecard.engine.table import Table
from holecard.engine.words import DONE, Asked, Word, to_do
from holecard.law.clauses import Cite, Citing
from holecard.pit.opening import Equipment, Looks, Only, fresh_cards, store
from holecard.pit.pennsylvania._shuffling import after_shuffle
from holecard.pit.procedures import Procedures
from holecard.pit.tasks import Duty, Fails, next_task

INSTRUMENTS = ("pa-685a", "pa-673a")


def table_checks(law: Citing, reader: bool) -> tuple[Task, ...]:
    """What the floorperson sees to before the first cards of the day."""
    return (Task("equipment", law("2(b)")), *((Task("inspect-reader", law("2(d)")),) if reader else ()))


def new_cards(law: Citing, shuffler: str) -> tuple[Task, ...]:
    """From the cards' arrival to the first card dealt."""
    opened = (
        Task("inspect-cards", law("4(a)")),
        Task("verify-inspection", law("4(a)")),
        *spread_out(law),
        Task("wash", law("4(c)")),
        Task("shuffle", law("5(a)")),
    )
    batches, store = two_batches(law, shuffler)
    if batches:
        apart = Task("open-batch", law("4(d)"))
        opened = (apart, *opened, apart, *opened)
    return (*batches, *opened, *store, *after_shuffle(law, shuffler))


def preinspected_cards(law: Citing, shuffler: str, fans: bool) -> tuple[Task, ...]:
    """The same for cards that came inspected and shuffled: 4(e) spares section 4, and 5(a) the shuffle."""
    batches, store = two_batches(law, shuffler)
    seen = spread_out(law) if fans else ()
    return (Task("receive-preinspected", law("4(e)")), *batches, *seen, *store, *after_shuffle(law, shuffler))


def spread_out(law: Citing) -> tuple[Task, ...]:
    return (Task("spread", law("4(b)")), Task("first-player-looks", law("4(b)")))


def two_batches(law: Citing, shuffler: str) -> tuple[tuple[Task, ...], tuple[Task, ...]]:
    """What two batches ask before the cards are opened, and after."""
    if shuffler != "batch":
        return (), ()
    return (Task("batches", law("3(b)")),), (Task("store-batch", law("3(b)(3)")),)


def opening_steps(law: Citing, procedures: Procedures, device: str, repair: Cite, only: Only) -> dict[str, PitRule]:
    """The steps of sections 2 to 4 and of the idle table, by name."""
    freed = law("6(b)(2)")
    return {
        "equipment": Equipment(only=only, rack=(law("2(e)(1)"), law("2(e)(2)"))),
        "inspect-reader": Duty(
            name=f"Inspect the {device}",
            who=Role.FLOOR,
            note=f"the {device} works and has not been tampered with",
            fails=Fails(
                word=Word("not-in-order", "Not in order", "", f"finds the {device} not in order"),
                note=f"the {device} is not in order: it is repaired or replaced, and inspected again",
                first=(Task("repair-reader", repair),),
            ),
        ),
        "inspect-cards": Duty(
            name="Inspect the cards",
            who=Role.DEALER,
            note="the dealer finds no defect in the cards",
            fails=Fails(
                word=Word("defect", "A defect", "", "finds a defect in the cards"),
                note="a defect in the cards: others come to the table and are inspected",
                does=fresh_cards(freed),
            ),
        ),
        "verify-inspection": Duty(
            name="Confirm the inspection",
            who=Role.FLOOR,
            note="the inspection is confirmed",
            fails=Fails(
                word=Word("not-confirmed", "Not confirmed", "", "does not confirm the inspection"),
                note="the inspection is not confirmed: the dealer inspects the cards again",
                first=(Task("inspect-cards", law("4(a)")),),
            ),
        ),
        "spread": Duty(
            name="Spread the cards face up",
            who=Role.DEALER,
            note="the cards are spread face up in fans, by deck, suit and sequence",
        ),
        "first-player-looks": Looks(face_up=None),
        "wash": Duty(
            name="Wash the cards", mixes=True, who=Role.DEALER, note="the cards are turned over, washed and stacked"
        ),
        "receive-preinspected": Duty(
            name="Receive the preinspected cards",
            who=Role.DEALER,
            note="the cards came inspected and shuffled: neither is done again here",
            does=fresh_cards(freed),
        ),
        "change-decks": ChangeDecks(procedures=procedures, spared=law("4(e)"), freed=freed),
        "batches": Duty(
            name="Set out the two batches",
            who=Role.DEALER,
            note="the cards are in two batches",
            says=(
                (law("3(b)(1)"), "both batches have the same number of decks"),
                (law("3(b)(2)"), "one design, the backs of two colours"),
            ),
            also=(law("3(b)(1)"), law("3(b)(2)")),
        ),
        "open-batch": Duty(
            name="Open one batch", who=Role.DEALER, note="one batch is opened and kept apart from the other"
        ),
        "store-batch": Duty(
            name="Put one batch in the shuffler",
            who=Role.DEALER,
            note="the second batch is mixed and kept in the shuffler, the first is played",
            does=store,
        ),
        "spread-face-down": Duty(
            name="Spread the cards face down",
            who=Role.DEALER,
            note="the cards leave the shoe and the discard rack and are spread face down",
            does=take_all_up,
        ),
        "next-player-looks": Looks(face_up=law("5(g)"), who="the next player"),
    }


def take_all_up(rules: Rules, table: Table) -> Done:
    return Done(table.with_stock(table.stock.give_back(table.rack)).with_rack(()), ())


@dataclass(frozen=True, kw_only=True)
class ChangeDecks:
    """Other decks come to the table and are opened as the first were, or as cards that came `preinspected`."""

    procedures: Procedures
    spared: Cite
    freed: Cite

    def asked(self, rules: Rules, table: Table, question: PitStep) -> Asked:
        return to_do(
            "Change the decks", DONE, Word("preinspected", "Preinspected cards", "", "brings preinspected cards")
        )

    def question(self, rules: Rules, table: Table, task: Task) -> PitStep:
        choices = (Legal("done", task.cite), Legal("preinspected", self.spared))
        return PitStep(task.step, task.cite, Role.DEALER, "", choices)

    def take(self, rules: Rules, table: Table, question: PitStep, act: Act) -> Done:
        table, facts = fresh_cards(self.freed)(rules, next_task(table))
        new, preinspected = self.procedures.new_cards[self.procedures.shuffler_in_use(table.pit)]
        tasks = preinspected if act.do == "preinspected" else new
        table = table.with_pit(table.pit._replace(todo=(*tasks, *table.pit.todo)))
        return Done(table, (Fact(What.DONE, question.cite, note="the decks are changed"), *facts))
