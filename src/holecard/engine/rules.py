"""Rules: a game configured for one table, ready for `ask` and `answer`, and the parts that a game defines."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple, Protocol

from holecard.engine.options import TABLE_LIMITS_CITE, Options
from holecard.engine.pit import NO_TASKS, Pit, Task
from holecard.engine.plan import Plan
from holecard.engine.questions import (
    Act,
    Done,
    Draw,
    Fact,
    Facts,
    Followed,
    Found,
    Irregularity,
    Legal,
    Notice,
    Offer,
    PitStep,
    Question,
    RoundOver,
    What,
    announced_to_all,
)
from holecard.engine.settlement import Cases, Grounds, Judge, no_grounds
from holecard.engine.side_wager import Prizes, SideWager
from holecard.engine.table import Box, Hand, Pending, Spot, Table
from holecard.engine.words import Asked, Word
from holecard.law import witness
from holecard.law.clauses import Cite, Register, house
from holecard.law.errors import HolecardError
from holecard.law.witness import Manner
from holecard.values.cards import Card
from holecard.values.money import Cents

Reason = tuple[Cite, str]


class IllMade(HolecardError):
    """A game's definition lacks something that its own steps ask for. The text names the game and the rule."""


Step = Callable[["Rules", Table], Found]


class Action(Protocol):
    """Something a hand may do in its turn."""

    @property
    def key(self) -> str: ...

    @property
    def word(self) -> Word:
        """How it is called, pressed and told."""

    def offered(self, rules: Rules, box: Box, hand: Hand) -> Legal | None:
        """What may be done now, or None."""

    def why_not(self, rules: Rules, box: Box, hand: Hand) -> tuple[Cite, str]:
        """The clause and the reason, where it is not offered."""

    def take(self, rules: Rules, table: Table, spot: Spot, stake: Cents) -> Followed:
        """Do it."""


class OfferRule(Protocol):
    """An offer that is made once: what it is called, what may be chosen and what follows."""

    @property
    def name(self) -> str:
        """What it is called; so is a wager that it places."""

    @property
    def words(self) -> tuple[Word, ...]:
        """What may be chosen, for anyone who is asked."""

    def asked(self, rules: Rules, table: Table, question: Offer) -> Asked:
        """The offer in words."""

    def take(self, rules: Rules, table: Table, question: Offer, act: Act) -> Done: ...


class Ruling(Protocol):
    """A choice that an irregularity opens."""

    def asked(self, rules: Rules, table: Table, question: Offer) -> Asked:
        """The choice in words."""

    def question(self, rules: Rules, table: Table, pending: Pending) -> Offer: ...

    def take(self, rules: Rules, table: Table, question: Offer, act: Act) -> Done: ...


class IrregularityRule(Protocol):
    """An irregularity: whether it can happen now, and what it does."""

    @property
    def name(self) -> str: ...

    @property
    def cite(self) -> Cite: ...

    def take(self, rules: Rules, table: Table, question: Question, value: Irregularity) -> Done: ...


class PitRule(Protocol):
    """A step of the pit: who must answer it, and what follows."""

    def asked(self, rules: Rules, table: Table, question: PitStep) -> Asked:
        """The step in words."""

    def question(self, rules: Rules, table: Table, task: Task) -> PitStep: ...

    def take(self, rules: Rules, table: Table, question: PitStep, act: Act) -> Done: ...


class NoticeRule(Protocol):
    """Something that happens around the game and is reported to the table."""

    @property
    def name(self) -> str: ...

    def take(self, rules: Rules, table: Table, question: Question, notice: Notice) -> Done: ...


class Opening(Protocol):
    """The pit of a table that has just received its cards."""

    def __call__(self, rules: Rules, preinspected: bool = False) -> Pit: ...


def nothing_to_open(rules: Rules, preinspected: bool = False) -> Pit:
    """A game without a pit."""
    return NO_TASKS


class Fee(Protocol):
    """A fee that is laid down with a main wager."""

    @property
    def name(self) -> str: ...

    @property
    def place(self) -> Cite: ...

    @property
    def waived(self) -> Cite: ...

    @property
    def missing(self) -> Cite:
        """What becomes of a wager without it."""

    @property
    def waived_at(self) -> Cents:
        """From which wager on it is; 0: never."""

    def owed(self, stake: Cents) -> Cents:
        """What is due with a wager of this size."""

    def is_missing(self, box: Box, bettor: str) -> bool:
        """Whether this bettor of the box owes it and has not laid it down."""


class Area(NamedTuple):
    """An area of the layout into which a light sends the dealer's hand: its name, its cards, and how it is signed."""

    light: str
    name: str
    cards: str
    colour: str
    sign: str
    cite: Cite


class Reader(Protocol):
    """The device that looks at the hole card."""

    @property
    def shows(self) -> tuple[str, ...]: ...

    @property
    def names(self) -> Mapping[str, str]:
        """What each light is called."""

    @property
    def device(self) -> str: ...

    @property
    def areas(self) -> tuple[Area, ...]: ...

    def light(self, up: Card, hole: Card) -> str:
        """What it shows for this hole card under this up card."""

    def facts(self, light: str) -> Facts:
        """What is made known when it shows this."""


Inscription = tuple[str, Cite]
FIRST_DECIDES = house("control of a box")

OtherBettors = Callable[[Table, str, str], Reason | None]
Withheld = Reason | Callable[[Table, int], Reason | None]  # a callable is told the box, 0 for none


def one_bettor(table: Table, bettor: str, do: str) -> Reason | None:
    """Why another bettor of a box may not do this, where only its seated player may: here there is no other."""
    return None


@dataclass(frozen=True, kw_only=True)
class Bound:
    """A number that a clause fixes."""

    most: int
    cite: Cite


@dataclass(frozen=True, kw_only=True)
class Betting:
    """Wagers before the deal: who may place them, with what, where and until when."""

    place: Cite  # who may take part
    chips: Cite  # what wagers are made of
    spoken: bool = False  # whether a wager may be called out, with cash
    orally: Cite | None = None  # why a spoken wager is not taken
    closing: Cite  # the deal begins once the wagers are down
    in_time: Cite  # and none is placed or taken back later
    called: Cite | None = None  # the call that closes the betting, if `in_time` waits for the first card
    hands_off: Mapping[str, Cite] = field(default_factory=dict)  # that one of a kind is not, if `in_time` is silent
    settled: Cite | None = None  # that nobody touches a wager that is settled
    adjacent: Cite  # on how many boxes
    boxes_adjoin: bool = True
    taken_back: Cite | None = None  # by which rule a wager may be taken back until then, if `in_time` is silent
    final_as_placed: bool = False  # none may, nor be raised
    every_box: Cite | None = None  # that the minimum holds on each box a player bets on
    held_down: Cite | None = None  # that players are held to one box and the minimum
    barred: Cite  # entry in mid-shoe

    @cached_property
    def no_more_bets(self) -> Fact:
        """The call that closes the betting."""
        return announced_to_all(self.closing, "no more bets")


@dataclass(frozen=True, kw_only=True)
class Sharing:
    """How many may bet on one box, and what the others may do who are not the first."""

    bettors_per_box: int = 1
    no_other_bettor: Cite
    behind: tuple[Cite, ...] = ()  # where their wagers lie
    decides: Cite = FIRST_DECIDES  # who speaks for all of them
    box_limits: Cite = TABLE_LIMITS_CITE
    others: OtherBettors = one_bettor

    def give_control(self, table: Table, at: int, bettor: str) -> Followed:
        """The bettor who sits at a box decides there, also if another was the first to bet."""
        box = table.boxes[at]
        if box.bettors[0] == bettor:
            return table, ()
        note = f"{bettor} sits here and decides for the box"
        said = Fact(What.ANNOUNCED, self.decides, seat=box.seat, bettor=bettor, note=note)
        return table.with_box(at, box.led_by(bettor)), (said,)


class Sign(NamedTuple):
    """A sign at the table: what it says, the clause that wants it, and what the floorperson finds it to show."""

    text: str
    cite: Cite
    shows: str


def no_signs(rules: Rules) -> tuple[Sign, ...]:
    """A table that needs no sign of its own."""
    return ()


@dataclass(frozen=True, kw_only=True)
class Around:
    """What goes on around the rounds, and when something goes wrong."""

    collect: Callable[[Rules, Table, RoundOver], Followed]
    cover: Callable[[Rules, Table, Draw], Done]
    pit: Mapping[str, PitRule] = field(default_factory=dict)
    notices: Mapping[str, NoticeRule] = field(default_factory=dict)
    opening: Opening = nothing_to_open
    signs: Callable[[Rules], Iterable[Sign]] = no_signs
    irregularities: Mapping[str, IrregularityRule] = field(default_factory=dict)
    rulings: Mapping[str, Ruling] = field(default_factory=dict)  # choices that an error or a decision opens


@dataclass(frozen=True, kw_only=True)
class Play:
    """What a game's file says of a round under the options chosen: its parts, in the order of a rulebook."""

    betting: Betting
    sharing: Sharing
    side_wagers: Mapping[str, SideWager] = field(default_factory=dict)
    ante: Fee | None = None
    steps: tuple[Step, ...]
    reader: Reader | None = None
    offers: Mapping[str, OfferRule] = field(default_factory=dict)
    actions: tuple[Action, ...]
    withheld: Mapping[str, Withheld] = field(default_factory=dict)
    split_aces_sideways: bool = False  # whether the card to a split ace is laid so
    dealer_limit: int = 21
    ace: Cite | None = None  # how an ace counts, where a clause says so
    inscriptions: tuple[Inscription, ...] = ()  # on the layout, where the instrument prescribes none
    cases: Cases
    grounds: Grounds = no_grounds
    around: Around

    @property
    def prizes(self) -> Prizes | None:
        """What a winner draws at this table, where one of its side wagers has prizes."""
        return next((wager.prizes for wager in self.side_wagers.values() if wager.prizes), None)

    def signs(self, rules: Rules) -> tuple[Sign, ...]:
        """The signs that hang at the table: the pay scales in operation, and those of its pit."""
        scales = (
            Sign(f"{wager.title}: pay scale {wager.scale}", wager.sign, f"pay scale {wager.scale}")
            for wager in self.side_wagers.values()
            if wager.sign is not None
        )
        signs = (*scales, *self.around.signs(rules))
        for sign in signs:
            witness.emitted(sign.cite, Manner.SHOWN)
        return signs

    def why_withheld(self, do: str, table: Table, seat: int = 0) -> Reason | None:
        """Why something that the game knows of is not to be had, ever or at this table and box now."""
        reason = self.withheld.get(do)
        return reason(table, seat) if callable(reason) else reason


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Rules:
    """A configured game. Two with the same `hash` play alike.

    >>> from holecard.games import find
    >>> find("reference").configure(decks=1)
    <Rules of reference: decks=1>
    """

    key: str
    name: str
    cloth: str  # the colour of its layout
    about: str  # one sentence for whoever chooses a table
    register: Register | None
    options: Options
    boxes: Bound
    play: Play
    decks: int
    minimum: Cents
    maximum: Cents
    chip: Cents
    increment: Cents
    boxes_per_player: int
    box_maximum: Cents  # for all bettors of a box together; 0: none
    player_maximum: Cents  # for one bettor on a box; 0: none
    steps: tuple[Step, ...]
    cases: Cases
    actions: Mapping[str, Action]

    @cached_property
    def whole_plan(self) -> Plan:
        """Every step is asked."""
        return Plan(self.steps, is_ordinary=False)

    @cached_property
    def ordinary_plan(self) -> Plan:
        """As long as nothing goes wrong."""
        return Plan(self.steps, is_ordinary=True)

    @cached_property
    def judge(self) -> Judge:
        """Which case decides a wager."""
        return Judge(self.cases)

    @cached_property
    def least_double(self) -> Cents:
        """The least that a wager may be doubled for: the house's increment, in chips that exist."""
        return -(-self.increment // self.chip) * self.chip

    @cached_property
    def hash(self) -> str:  # every round begins with it
        """A fingerprint of the game and every option chosen, without newer options that are at their default: rounds
        that were recorded before keep theirs."""
        text = json.dumps([self.key, self.options.told_apart()], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def __repr__(self) -> str:
        chosen = " ".join(f"{name}={value}" for name, value in self.options.not_default().items())
        return f"<Rules of {self.key}: {chosen or 'all options default'}>"

    @property
    def is_proposed(self) -> bool:
        """Whether the edition in use is only a proposal, which no live house may play."""
        return self.register is not None and self.register.is_proposed


def by_key(actions: tuple[Action, ...]) -> Mapping[str, Action]:
    return MappingProxyType({action.key: action for action in actions})
