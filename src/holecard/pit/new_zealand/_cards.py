"""Cards that come to a New Zealand table: the procedures of section 6, and what players may ask for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from holecard.engine.pit import Task
from holecard.engine.questions import Act, Done, Fact, Legal, Notice, PitStep, Question, Role, What
from holecard.engine.rules import PitRule, Rules
from holecard.engine.table import Table
from holecard.engine.words import Asked, Word, to_do
from holecard.law.clauses import Cite, Citing
from holecard.law.errors import Refused
from holecard.pit.opening import Looks, fresh_cards, store
from holecard.pit.procedures import Tasks
from holecard.pit.shuffle_and_cut import shuffle
from holecard.pit.tasks import Duty, Fails, next_task

INSTRUMENTS = ("nz-blackjack",)

NEW: Final = "new"
PRE_CHECKED: Final = "pre-checked"
PRE_SHUFFLED: Final = "pre-shuffled"
SEALED: Final = "sealed"
ACCEPT: Final = "accept-pre-shuffled"

KINDS: Final = (
    Word(NEW, "New", "", "brings new cards"),
    Word(PRE_CHECKED, "Pre-checked", "", "brings pre-checked cards"),
    Word(PRE_SHUFFLED, "Pre-shuffled", "", "brings pre-shuffled cards"),
    Word(SEALED, "Pre-shuffled and sealed", "", "brings sealed cards"),
)

Kinds = Mapping[str, Tasks]  # by kind of cards: from their arrival to the stack that is cut


def kinds_of_cards(law: Citing, shuffler: str) -> Kinds:
    """How each kind of cards is made ready for the cut."""
    sets = () if shuffler == "manual" else (Task("sets", law("3.4")),)
    loads = (Task("load-sets", law("6.4")),) if shuffler == "automatic" else ()
    accepted = Task(ACCEPT, law("7.1A"))
    return {
        NEW: (*sets, *new_cards(law, shuffler), *loads),
        PRE_CHECKED: (
            *sets,
            Task("receive-checked", law("6.5")),
            *mixed(law("6.5(a)"), law("6.5(b)"), law("6.5(c)")),
            *loads,
        ),
        PRE_SHUFFLED: (
            *sets,
            Task("receive-shuffled", law("6.5")),
            Task("mix-pre-shuffled", law("6.5")),
            accepted,
            *loads,
        ),
        SEALED: (*sets, Task("receive-sealed", law("6.6")), accepted, *loads),
    }


def new_cards(law: Citing, shuffler: str) -> Tasks:
    """Inspected twice and mixed; the first players see them first, unless they go into a shuffler (6.4)."""
    inspected = (Task("inspect-cards", law("6.1")), Task("inspect-again", law("6.1")))
    if shuffler == "manual":
        seen = (Task("spread", law("6.2")), Task("first-player-looks", law("6.2")), Task("turn-over", law("6.3")))
        return (*inspected, *seen, *mixed(law("6.3(a)"), law("6.3(b)"), law("6.3(c)")))
    one_set = (*inspected, *mixed(law("6.4(a)"), law("6.4(b)"), law("6.4(c)")))
    return (*one_set, *one_set) if shuffler == "automatic" else one_set


def mixed(wash: Cite, stack: Cite, riffle: Cite) -> Tasks:
    return (Task("wash", wash), Task("stack", stack), Task("riffle", riffle))


def card_steps(law: Citing, kinds: Kinds, freed: Cite) -> dict[str, PitRule]:
    """The steps of section 6 and rule 7.1A, by name."""
    received = Receive(
        kinds=kinds,
        cites={NEW: law("6.1"), PRE_CHECKED: law("6.5"), PRE_SHUFFLED: law("6.5"), SEALED: law("6.6")},
        freed=freed,
    )
    mixes, other = shuffle(freed), fresh_cards(freed)
    defect = Word("defect", "A defect", "", "finds a defect in the cards")
    return {
        "receive-cards": received,
        "inspect-cards": Duty(
            name="Inspect the cards",
            who=Role.DEALER,
            note="the dealer has sorted and inspected the cards",
            fails=Fails(
                word=defect, note="a defect in the cards: others come to the table and are inspected", does=other
            ),
        ),
        "inspect-again": Duty(
            name="Inspect the cards again",
            who=Role.FLOOR,
            note="the cards are inspected again, independently of the dealer",
            fails=Fails(
                word=defect,
                note="a defect in the cards: others come to the table, and both inspect them",
                does=other,
                first=(Task("inspect-cards", law("6.1")),),
            ),
        ),
        "spread": Duty(
            name="Spread the cards face up",
            who=Role.DEALER,
            note="the cards are spread face up in fans, by deck, suit and sequence",
        ),
        "first-player-looks": Looks(face_up=None),
        "turn-over": Duty(name="Turn the cards face down", who=Role.DEALER, note="the cards are turned face down"),
        "wash": Duty(name="Wash the cards", mixes=True, who=Role.DEALER, note="the cards are washed"),
        "stack": Duty(name="Stack the cards", who=Role.DEALER, note="the cards are stacked"),
        "riffle": Duty(
            name="Riffle the cards",
            mixes=True,
            who=Role.DEALER,
            note="the cards are riffled",
            does=mixes,
            also=(law("7.1(a)"),),
        ),
        "receive-checked": Duty(
            name="Receive the checked cards", who=Role.FLOOR, note="the house checked these cards and kept them secure"
        ),
        "receive-shuffled": Duty(
            name="Receive the shuffled cards",
            who=Role.FLOOR,
            note="the house shuffled these cards and kept them secure",
        ),
        "receive-sealed": Duty(
            name="Receive the sealed cards", who=Role.FLOOR, note="their maker checked, shuffled and sealed these cards"
        ),
        "mix-pre-shuffled": Duty(
            name="Mix the pre-shuffled cards",
            mixes=True,
            who=Role.DEALER,
            note="the pre-shuffled cards are mixed once more",
            choices=(
                Word("riffle", "Riffle", "", ""),
                Word("wash", "Wash", "", ""),
                Word("both", "Riffle and wash", "", ""),
            ),
            does=mixes,
            also=(law("7.1(a)"),),
        ),
        ACCEPT: Duty(
            name="Accept the pre-shuffled cards",
            who=Role.DEALER,
            note="no player wants more done with the pre-shuffled cards",
        ),
        "sets": Duty(
            name="Set out the sets of cards",
            who=Role.DEALER,
            note="an automatic shuffler has two sets, the backs of two colours; a continuous one may have one",
            also=(law("3.3(e)"),),
        ),
        "load-sets": Duty(
            name="Put one set in the shuffler",
            who=Role.DEALER,
            note="one set is kept in the shuffler, the other is played",
            does=store,
        ),
    }


@dataclass(frozen=True, kw_only=True)
class Receive:
    """Cards have come to the table: which kind they are decides what is done with them."""

    kinds: Kinds
    cites: Mapping[str, Cite]
    freed: Cite

    def asked(self, rules: Rules, table: Table, question: PitStep) -> Asked:
        return to_do("Receive the cards", *KINDS)

    def question(self, rules: Rules, table: Table, task: Task) -> PitStep:
        choices = tuple(Legal(kind, self.cites[kind]) for kind in self.kinds)
        return PitStep(task.step, task.cite, Role.FLOOR, "", choices)

    def take(self, rules: Rules, table: Table, question: PitStep, act: Act) -> Done:
        table, facts = fresh_cards(self.freed)(rules, next_task(table))
        todo = (*self.kinds[act.do], *table.pit.todo)
        said = Fact(What.DONE, question.cite, note=f"{act.do} cards come to the table", also=(self.cites[act.do],))
        return Done(table.with_pit(table.pit._replace(todo=todo)), (said, *facts))


@dataclass(frozen=True, kw_only=True)
class AskOfPreShuffled:
    """Before pre-shuffled cards are used any player may look at them, or have them opened like new ones (`instead`)."""

    name: str
    request: str  # in the player's own words
    cite: Cite
    note: str
    instead: Tasks | None = None

    def take(self, rules: Rules, table: Table, question: Question, notice: Notice) -> Done:
        pit, name = table.pit, notice.name
        steps = [task.step for task in pit.todo]
        if ACCEPT not in steps:
            raise Refused(notice.what, cite=self.cite, why="no pre-shuffled cards are waiting to be accepted")
        if name not in dict(pit.seated).values():
            raise Refused(notice.what, cite=self.cite, why=f"{name or 'this person'} is not seated at the table")
        if self.instead is not None:
            pit = pit._replace(todo=(*self.instead, *pit.todo[steps.index(ACCEPT) + 1 :]))
        return Done(table.with_pit(pit), (Fact(What.RULED, self.cite, bettor=name, note=f"{name} {self.note}"),))
