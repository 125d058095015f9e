"""A question in words: for the person asked, for those who wait, and each choice with its name and its keys."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from holecard.engine.questions import Decide, Legal, Offer, PitStep, Question, Role, RoundOver
from holecard.engine.rules import Rules
from holecard.engine.table import Dealer, Table
from holecard.engine.words import Asked, Word
from holecard.telling.names import ROLES, capital, light_name
from holecard.values.cards import HIDDEN

Choosing = Offer | Decide | PitStep

DIGITS = "123456789"


class Choice(NamedTuple):
    """Something that may be answered: its button, the key shown on it, and the other keys that make it."""

    legal: Legal
    name: str
    key: str
    other_keys: str = ""
    hand: int = 0
    silent: bool = False  # what it means to say nothing
    in_cards: bool = False  # the amount counts cards, as where to cut does, not money


class Prompt(NamedTuple):
    """What is asked. `waiting` is for everybody else."""

    title: str
    more: str
    waiting: str
    choices: tuple[Choice, ...]


def asked_of(rules: Rules, table: Table, question: Offer | PitStep) -> Asked:
    """An offer, a ruling or a step of the pit in its own words."""
    if isinstance(question, PitStep):
        return rules.play.around.pit[question.step].asked(rules, table, question)
    rule = rules.play.around.rulings.get(question.subject) or rules.play.offers[question.subject]
    return rule.asked(rules, table, question)


def words_of(rules: Rules, table: Table, question: Choosing) -> tuple[Word, ...]:
    if isinstance(question, Decide):
        return _actions(rules)
    return asked_of(rules, table, question).words


@lru_cache(maxsize=256)
def _actions(rules: Rules) -> tuple[Word, ...]:
    return tuple(action.word for action in rules.play.actions)


def prompt_of(rules: Rules, table: Table, question: Question) -> Prompt:
    """Any question in words; one that the house answers has no choices to show."""
    if isinstance(question, RoundOver):
        return Prompt("", "", "Round settled: the dealer collects the cards", ())
    if not isinstance(question, (Offer, Decide, PitStep)):
        return Prompt("", "", "The dealer deals", ())
    who = question.bettor if question.bettor and question.who is Role.BETTOR else ROLES[question.who]
    choices = choices_of(rules, table, question, question.choices)
    if isinstance(question, Decide):
        return Prompt(_hand_to_play(rules, table, question), "", f"Waiting for {who}", choices)
    asked = asked_of(rules, table, question)
    return Prompt(asked.title, asked.more, capital(asked.waiting.format(who=who)), choices)


def choices_of(rules: Rules, table: Table, question: Choosing, legal: tuple[Legal, ...]) -> tuple[Choice, ...]:
    """The choices among these, each with the first of its keys that no other has, or else with the next free digit."""
    return _choices(words_of(rules, table, question), legal, isinstance(question, PitStep))


@lru_cache(maxsize=1024)  # the next player has the same
def _choices(words: tuple[Word, ...], legal: tuple[Legal, ...], in_the_pit: bool) -> tuple[Choice, ...]:
    shown = [(one, word) for one in legal for word in words if word.do == one.do]
    taken: set[str] = set()
    keys = []
    for _, word in shown:
        named = {key for _, other in shown for key in other.keys}
        free = (digit for digit in DIGITS if digit not in named)
        key = next((key for key in (*word.keys, *free) if key not in taken), "")
        taken.add(key)
        keys.append(key)
    found = []
    for (one, word), key in zip(shown, keys, strict=True):
        others = "".join(other for other in word.keys if other not in taken)
        taken |= set(others)
        found.append(Choice(one, word.name, key, others, word.hand, word.silent, in_the_pit and one.most > 0))
    return tuple(found)


def _hand_to_play(rules: Rules, table: Table, question: Decide) -> str:
    """The hand against the dealer's card, and what is known of the hole card."""
    box = table.box(question.seat)
    assert box is not None, "a hand that decides lies on its box"
    hand, dealer = box.hands[question.hand - 1], table.dealer
    return capital(f"{hand.points.text} against {_up_card(dealer)}{_known(rules, dealer)}")


def _known(rules: Rules, dealer: Dealer) -> str:
    """A light that stands for an area says what the hole card is; another says what the hand is not."""
    reader = rules.play.reader
    if reader is None or not dealer.light or HIDDEN not in dealer.cards:
        return ""
    return f", {'hole card ' if reader.areas else ''}{light_name(rules, dealer.light)}"


def _up_card(dealer: Dealer) -> str:
    if dealer.points.count == 1 and dealer.points.aces:
        return "an ace"
    text = dealer.points.text
    return f"an {text}" if text in ("8", "11") else f"a {text}"
