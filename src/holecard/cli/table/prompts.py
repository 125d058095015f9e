"""The prompt for a player: the keys that are legal now, and what each costs."""

from __future__ import annotations

import re
from typing import NamedTuple

from rich.text import Text

from holecard.cli.table.bets import NAMES
from holecard.engine.questions import DECLINE, Act, Decide, Legal, PitStep, PlaceWagers, Question
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.law.errors import Malformed, Refused
from holecard.round.actions import SURRENDER
from holecard.telling.names import wager_name
from holecard.telling.person import addressed
from holecard.telling.prompts import Choice as Offered
from holecard.telling.prompts import Choosing, choices_of, prompt_of
from holecard.values.money import Cents, amount, cents

LONGEST_BETS = 40
SPECIAL = "? Q"
_ANSWER = re.compile(r"([a-z?-]+)\s*([\d.]*)")


class Choice(NamedTuple):
    """A choice as a player types it: its key, its name, and the amount that may follow."""

    offered: Offered

    @property
    def legal(self) -> Legal:
        return self.offered.legal

    @property
    def key(self) -> str:
        return self.offered.key

    @property
    def name(self) -> str:
        return self.offered.name

    @property
    def label(self) -> Text:
        name, key = self.name, self.key
        begins = re.search(rf"\b{key}", name, re.I) or re.search(key, name, re.I)
        at = begins.start() if begins else -1
        before, after = (name[:at], name[at + 1 :]) if begins else ("", f" {name}")
        return Text.assemble(before, (f"[{key.upper()}]", "bold"), after, (self._price, "dim"))

    @property
    def _price(self) -> str:
        least, most = self.legal.least, self.legal.most
        if not most:
            return ""
        if self.offered.in_cards:
            return f" {least} to {most} cards from the top"
        return f" {amount(most)}" if least == most else f" up to {amount(most)}"

    @property
    def is_open(self) -> bool:
        """Whether an amount may be chosen."""
        return self.legal.least < self.legal.most

    def is_named(self, said: str) -> bool:
        do, hand = self.legal.do, self.offered.hand
        return said in (self.key, *self.offered.other_keys, f"{do} {hand}" if hand else do)

    def act(self, text: str) -> Act:
        """The answer, with the amount typed; nothing typed stakes all that may be staked, and cuts in the middle."""
        do, least, most = self.legal.do, self.legal.least, self.legal.most
        if not text:
            return Act(do, (least + most) // 2 if self.offered.in_cards else most, self.offered.hand)
        if not most:
            raise Refused(do, cite=self.legal.cite, why="this action takes no amount", legal=(do,))
        if self.offered.in_cards:
            if not text.isdecimal():
                raise Malformed(f"{text!r} is not a number of cards")
            return Act(do, int(text))
        staked = cents(text)
        if staked <= 0:
            raise Malformed(f"{text} is not an amount that you can stake")
        return Act(do, staked)


def choices(rules: Rules, table: Table, question: Choosing, legal: tuple[Legal, ...]) -> list[Choice]:
    """What may be chosen of these, each with its key."""
    return [Choice(offered) for offered in choices_of(rules, table, question, legal)]


def pick(said: str, offered: list[Choice]) -> tuple[Choice, str]:
    """The choice that an answer names by key or by word, and the amount that follows it; an empty line declines."""
    match = _ANSWER.fullmatch(said)
    for choice in offered:
        if choice.is_named(said):
            return choice, ""
        if match is not None and choice.is_named(match[1]):
            return choice, match[2]
    for choice in offered:
        if choice.offered.silent and said in ("", DECLINE.do, "n"):
            return choice, ""
    keys = " ".join(choice.key.upper() for choice in offered)
    raise Malformed(f"{said!r} is not one of the keys {keys} {SPECIAL}" if said else f"press one of {keys} {SPECIAL}")


def not_offered(said: str, question: Choosing, table: Table, rules: Rules, purse: Cents) -> Act | None:
    """What is not to be had now: the purse has too little for it, or the engine will say under which clause."""
    match = _ANSWER.fullmatch(said)
    if match is None or isinstance(question, PitStep):
        return None
    for choice in choices(rules, table, question, question.choices):
        if choice.legal.most and choice.is_named(match[1]):
            least, most = choice.legal.least, choice.legal.most
            takes = amount(least) if least == most else f"{amount(least)} or more"
            raise Malformed(f"{choice.name}: not enough money: it takes {takes}, and you have {amount(purse)}")
    known = [action.word for action in tuple(rules.actions.values())[::-1]] if isinstance(question, Decide) else []
    offers = [word for offer in rules.play.offers.values() for word in offer.words if not word.silent]
    for word in (*known, *(word for word in offers if word.do in rules.play.withheld), SURRENDER):
        if match[1] in (word.do, *word.keys):
            return Act(word.do)
    return Act(match[1]) if match[1] in rules.play.withheld else None


class Prompt(NamedTuple):
    """What is asked, the keys that answer it, each an item of its own, and the word before the cursor."""

    question: Question
    keys: list[Text]
    head: str
    choices: tuple[Choice, ...] = ()
    hint: str = ""


ALWAYS = [Text.assemble(("[?]", "bold"), " why"), Text.assemble(("[Q]", "bold"), "uit")]


def for_choice(question: Choosing, offered: list[Choice], table: Table, rules: Rules, by_key: bool) -> Prompt:
    asked = prompt_of(rules, table, question)
    if isinstance(question, PitStep):
        who = f"{question.bettor}: " if question.bettor and len(table.pit.seated) > 1 else ""
        head = f"{who}{asked.title}"
    else:
        where = _place(table, question.seat, question.bettor, question.hand)
        head = where if isinstance(question, Decide) else f"{where}: {addressed(asked.title, NAMES[0])}"
    silent = "" if by_key else " or Enter"  # on a keyboard Enter deals, and decides nothing
    keys = [Text.assemble(choice.label, silent) if choice.offered.silent else choice.label for choice in offered]
    return Prompt(question, [*keys, *ALWAYS], head, tuple(offered), asked.more)


def _place(table: Table, seat: int, bettor: str, hand: int) -> str:
    """Box, hand where there are several, and bettor where there are several."""
    box = table.box(seat)
    words = [f"Box {seat}"]
    if box is not None and hand and len(box.hands) > 1:
        words.append(f"hand {hand}")
    if box is not None and len(box.bettors) > 1:
        words.append(bettor)
    return " ".join(words)


def for_amount(question: Choosing, choice: Choice) -> Prompt:
    nothing_typed = " in the middle" if choice.offered.in_cards else " all of it"
    keys = [choice.label, Text.assemble(("[Enter]", "bold"), nothing_typed), Text.assemble(("[Esc]", "bold"), " back")]
    return Prompt(question, keys, "Where" if choice.offered.in_cards else "How much", (choice,))


def _side_wagers(rules: Rules) -> str:
    """Their names with their limits, said once if they are all alike."""
    limits = {
        wager_name(rules, key): f"{amount(rule.least or rules.chip)} to {amount(rule.most or rules.maximum)}"
        for key, rule in rules.play.side_wagers.items()
    }
    if len(set(limits.values())) == 1:
        each = "each " if len(limits) > 1 else ""
        return f"{' + '.join(limits)}, {each}{next(iter(limits.values()))}"
    return " + ".join(f"{name} ({span})" for name, span in limits.items())


def for_bets(question: PlaceWagers, rules: Rules, boxes: int, bettors: int, proposed: str, costs: Cents) -> Prompt:
    hints = []
    if boxes > 1:
        hints.append(f"One bet for every box, or box by box: {' '.join(['10', '5', *['0'] * (boxes - 2)])}.")
    if bettors > 1:
        names = " / ".join(NAMES[:bettors])
        hints.append(f"{'/'.join(('10', '5', '2')[:bettors])} is {names} on a box; the first decides.")
    if rules.play.side_wagers:
        written = "+".join(["10", "2", *["1"] * (len(rules.play.side_wagers) - 1)])
        hints.append(f"{written} adds {_side_wagers(rules)}.")
    if rules.play.ante is not None and (ante := rules.play.ante.owed(rules.minimum)):
        waived = f" below {amount(rules.play.ante.waived_at)}" if rules.play.ante.waived_at else ""
        hints.append(f"An {rules.play.ante.name} of {amount(ante)} goes with each bet{waived}.")
    limits = Text(f"{amount(rules.minimum)} to {amount(rules.maximum)}", "dim")
    same = proposed if len(proposed) <= LONGEST_BETS else f"as before, {amount(costs)} in all"
    again = Text.assemble(("[Enter]", "bold"), f" {same}")
    return Prompt(question, [again, limits, *ALWAYS], "Bet", hint=" ".join(hints))
