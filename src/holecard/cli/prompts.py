"""What a player is asked: the keys that are legal now, and what each would cost."""

from __future__ import annotations

import re
from typing import NamedTuple

from rich.text import Text

from holecard.cli.narrate import wager_name
from holecard.errors import Malformed
from holecard.money import amount, cents
from holecard.questions import Act, Decide, Legal, Offer, PitStep, PlaceWagers, Question
from holecard.rules import Rules
from holecard.table import Table

Choosing = Offer | Decide | PitStep

KEYS = {
    "hit": "h",
    "stand": "s",
    "double": "d",
    "split": "p",
    "insurance": "i",
    "even-money": "e",
    "surrender": "r",
    "decline": "n",
}
LABELS = {"decline": "no"}
TAKEN = "q?"  # quit and why
_ANSWER = re.compile(r"([a-z?-]+)\s*([\d.]*)")


class Choice(NamedTuple):
    """A key, what it does, and how it is shown."""

    key: str
    legal: Legal
    in_cards: bool = False  # the amount counts cards, as where to cut does, not money

    @property
    def label(self) -> Text:
        word = LABELS.get(self.legal.do, self.legal.do).replace("-", " ")
        at = word.find(self.key)
        before, after = (word[:at], word[at + 1 :]) if at >= 0 else ("", f" {word}")
        return Text.assemble(before, (f"[{self.key.upper()}]", "bold"), after, (self._price, "dim"))

    @property
    def _price(self) -> str:
        least, most = self.legal.least, self.legal.most
        if not most:
            return ""
        if self.in_cards:
            return f" {least} to {most} cards from the top"
        return f" {amount(most)}" if least == most else f" up to {amount(most)}"

    @property
    def is_open(self) -> bool:
        """Whether an amount may be chosen."""
        return self.legal.least < self.legal.most

    def act(self, text: str) -> Act:
        """The answer, with the amount typed; nothing typed stakes all that may be staked, and cuts in the middle."""
        if not text:
            return Act(self.legal.do, (self.legal.least + self.legal.most) // 2 if self.in_cards else self.legal.most)
        if not self.legal.most:
            raise Malformed(f"{self.legal.do} takes no amount")
        if self.in_cards:
            if not text.isdecimal():
                raise Malformed(f"{text!r} is not a number of cards")
            return Act(self.legal.do, int(text))
        staked = cents(text)
        if staked <= 0:
            raise Malformed(f"{text} is no amount to stake")
        return Act(self.legal.do, staked)


def choices(question: Choosing, legal: tuple[Legal, ...]) -> list[Choice]:
    """A key for each thing that may be done: its own where it has one, else the first free letter of its name."""
    free = [letter for letter in "abcdefghijklmnoprstuvwxyz" if letter not in TAKEN]
    found = []
    for one in legal:
        wanted = [KEYS.get(one.do, ""), *one.do, *free]
        key = next(letter for letter in wanted if letter in free)
        free.remove(key)
        found.append(Choice(key, one, isinstance(question, PitStep)))
    return found


def pick(said: str, offered: list[Choice]) -> tuple[Choice, str]:
    """The choice that an answer names by key or by word, and the amount that follows it; Enter alone declines."""
    if not said:
        for choice in offered:
            if choice.legal.do == "decline":
                return choice, ""
    match = _ANSWER.fullmatch(said)
    for choice in offered:
        if match is not None and match[1] in (choice.key, choice.legal.do):
            return choice, match[2]
    keys = " ".join(choice.key.upper() for choice in offered)
    raise Malformed(f"{said!r} is not among the keys {keys} ? Q" if said else f"press one of {keys} ? Q")


class Prompt(NamedTuple):
    """What is asked, the keys that answer it, each an item of its own, and the word before the cursor."""

    question: Question
    keys: list[Text]
    head: str
    choices: tuple[Choice, ...] = ()
    hint: str = ""


ALWAYS = [Text.assemble(("[?]", "bold"), " why"), Text.assemble(("[Q]", "bold"), "uit")]


def for_choice(question: Choosing, offered: list[Choice], table: Table) -> Prompt:
    match question:
        case Decide(seat=seat, hand=hand):
            box = table.box(seat)
            head = f"Box {seat}" + (f" hand {hand}" if box and len(box.hands) > 1 else "")
        case Offer(subject=subject, seat=seat):
            head = f"Box {seat}, {subject.replace('-', ' ')}?"
        case PitStep(step=step):
            head = f"{step.replace('-', ' ').capitalize()}?"
    keys = [
        Text.assemble(choice.label, " or Enter") if choice.legal.do == "decline" else choice.label for choice in offered
    ]
    return Prompt(question, [*keys, *ALWAYS], head, tuple(offered))


def for_amount(question: Choosing, choice: Choice) -> Prompt:
    nothing_typed = " in the middle" if choice.in_cards else " all of it"
    keys = [choice.label, Text.assemble(("[Enter]", "bold"), nothing_typed), Text.assemble(("[Esc]", "bold"), " back")]
    return Prompt(question, keys, "Where" if choice.in_cards else "How much", (choice,))


def for_bets(question: PlaceWagers, rules: Rules, boxes: int, proposed: str) -> Prompt:
    hints = []
    if boxes > 1:
        hints.append(f"One amount for every box, or box by box: {' '.join(['10', '5', *['0'] * (boxes - 2)])}.")
    if rules.play.side_wagers:
        hints.append(f"10+2 adds {' + '.join(wager_name(rules, key) for key in rules.play.side_wagers)}.")
    limits = Text(f"{amount(rules.minimum)} to {amount(rules.maximum)}", "dim")
    again = Text.assemble(("[Enter]", "bold"), f" {proposed}")
    return Prompt(question, [again, limits, *ALWAYS], "Bet", hint=" ".join(hints))
