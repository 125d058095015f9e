"""What a player is asked: the keys that are legal now, and what each would cost."""

from __future__ import annotations

import re
from typing import NamedTuple

from rich.text import Text

from holecard.cli.table.bets import NAMES
from holecard.cli.table.narrate import wager_name
from holecard.engine.questions import Act, Decide, Legal, Offer, PitStep, PlaceWagers, Question
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.law.errors import Malformed, Refused
from holecard.round.shared_box import DOUBLE_TOO, SPLIT_TOO
from holecard.round.surrender import SURRENDER
from holecard.values.money import Cents, amount, cents
from holecard.wagers.prizes import PRESS

Choosing = Offer | Decide | PitStep

KEYS = {
    "hit": "h",
    "stand": "s",
    "double": "d",
    "free-double": "d",  # never offered beside the double that costs money
    "split": "p",
    "free-split": "p",
    "insurance": "i",
    "even-money": "e",
    "early-settlement": "e",
    "second-chance": "c",
    "surrender": "r",
    "ride": "r",
    "cover": "c",
    "decline": "n",
}
DECLINE = "decline"
ASKED = {DOUBLE_TOO: "double too", SPLIT_TOO: "cover the split", PRESS: "press for the prize"}
EARLY_SURRENDER = (
    "Given up now, the whole wager is lost if the dealer has a Blackjack, half of it if not. "
    "Without a Blackjack you are asked again in your turn."
)
TAKEN = "q?"  # quit and why
LONGEST_BETS = 40
_ANSWER = re.compile(r"([a-z?-]+)\s*([\d.]*)")


class Choice(NamedTuple):
    """A key, what it does, and how it is shown; `hand` is the one that a backer names."""

    key: str
    legal: Legal
    word: str
    in_cards: bool = False  # the amount counts cards, as where to cut does, not money
    hand: int = 0
    silent: bool = False  # what Enter alone does

    @property
    def label(self) -> Text:
        begins = re.search(rf"\b{self.key}", self.word) or re.search(self.key, self.word)
        at = begins.start() if begins else -1
        before, after = (self.word[:at], self.word[at + 1 :]) if begins else ("", f" {self.word}")
        return Text.assemble(before, (f"[{self.key.upper()}]", "bold"), after, (self._price, "dim"))

    @property
    def _price(self) -> str:
        least, most = self.legal.least, self.legal.most
        if not most:
            return " free, a lammer" if self.legal.do in ("double", "cover") else ""
        if self.in_cards:
            return f" {least} to {most} cards from the top"
        return f" {amount(most)}" if least == most else f" up to {amount(most)}"

    @property
    def is_open(self) -> bool:
        """Whether an amount may be chosen."""
        return self.legal.least < self.legal.most

    def is_named(self, said: str) -> bool:
        named = f"{self.legal.do} {self.hand}" if self.hand else self.legal.do
        return said in (self.key, named)

    def act(self, text: str) -> Act:
        """The answer, with the amount typed; nothing typed stakes all that may be staked, and cuts in the middle."""
        do, least, most = self.legal.do, self.legal.least, self.legal.most
        if not text:
            return Act(do, (least + most) // 2 if self.in_cards else most, self.hand)
        if not most:
            raise Refused(do, cite=self.legal.cite, why="takes no amount", legal=(do,))
        if self.in_cards:
            if not text.isdecimal():
                raise Malformed(f"{text!r} is not a number of cards")
            return Act(do, int(text))
        staked = cents(text)
        if staked <= 0:
            raise Malformed(f"{text} is no amount to stake")
        return Act(do, staked)


def choices(question: Choosing, legal: tuple[Legal, ...], rides: bool = False) -> list[Choice]:
    """A key for each thing that may be done: its own where it has one, else the first free letter of its name."""
    if isinstance(question, Offer) and question.subject == SPLIT_TOO:
        return _of_a_backer(question.hand, legal)
    free = [letter for letter in "abcdefghijklmnoprstuvwxyz" if letter not in TAKEN]
    found = []
    for one in legal:
        word = one.do.replace("-", " ")
        if one.do == DECLINE:
            word = "keep it" if rides else "no"
        wanted = ["k" if word == "keep it" else KEYS.get(one.do, ""), *one.do, *free]
        key = next(letter for letter in wanted if letter in free)
        free.remove(key)
        found.append(Choice(key, one, word, isinstance(question, PitStep), silent=one.do == DECLINE))
    return found


def _of_a_backer(hand: int, legal: tuple[Legal, ...]) -> list[Choice]:
    """A pair was split: cover both hands, or have the wager on one of them, which in silence is the first."""
    found = [Choice("c", one, "cover both hands") for one in legal if one.do == "cover"]
    for one in legal:
        if one.do == "designate":
            found += [Choice(str(at), one, f"hand {at} only", hand=at, silent=at == hand) for at in (hand, hand + 1)]
    return found


def pick(said: str, offered: list[Choice]) -> tuple[Choice, str]:
    """The choice that an answer names by key or by word, and the amount that follows it; Enter alone declines."""
    match = _ANSWER.fullmatch(said)
    for choice in offered:
        if choice.is_named(said):
            return choice, ""
        if match is not None and choice.is_named(match[1]):
            return choice, match[2]
    for choice in offered:
        if choice.silent and said in ("", DECLINE, KEYS[DECLINE]):
            return choice, ""
    keys = " ".join(choice.key.upper() for choice in offered)
    raise Malformed(f"{said!r} is not among the keys {keys} ? Q" if said else f"press one of {keys} ? Q")


def not_offered(said: str, question: Choosing, rules: Rules, purse: Cents) -> Act | None:
    """What is not to be had now: the purse has too little for it, or the engine will say under which clause."""
    match = _ANSWER.fullmatch(said)
    if match is None or isinstance(question, PitStep):
        return None
    for legal in question.choices:
        if legal.most and match[1] in (legal.do, KEYS.get(legal.do)):
            takes = amount(legal.least) if legal.least == legal.most else f"{amount(legal.least)} or more"
            raise Malformed(f"{legal.do}: not enough money: it takes {takes}, and you have {amount(purse)}")
    actions = tuple(rules.actions)[::-1] if isinstance(question, Decide) else ()
    known = (*actions, *rules.play.withheld, SURRENDER)  # what players of other games are used to
    return next((Act(do) for do in known if match[1] in (do, KEYS.get(do))), None)


class Prompt(NamedTuple):
    """What is asked, the keys that answer it, each an item of its own, and the word before the cursor."""

    question: Question
    keys: list[Text]
    head: str
    choices: tuple[Choice, ...] = ()
    hint: str = ""


ALWAYS = [Text.assemble(("[?]", "bold"), " why"), Text.assemble(("[Q]", "bold"), "uit")]


def for_choice(question: Choosing, offered: list[Choice], table: Table, rules: Rules) -> Prompt:
    match question:
        case PitStep(step=step, bettor=bettor):
            who = f" {bettor}" if bettor and len(table.pit.seated) > 1 else ""
            head = f"{step.replace('-', ' ').capitalize()}{who}?"
        case Decide(seat=seat, bettor=bettor, hand=hand):
            head = _place(table, seat, bettor, hand)
        case Offer(subject=subject, seat=seat, bettor=bettor, hand=hand):
            head = f"{_place(table, seat, bettor, hand)}, {_asked(rules, subject)}?"
    keys = [Text.assemble(choice.label, " or Enter") if choice.silent else choice.label for choice in offered]
    hint = EARLY_SURRENDER if isinstance(question, Offer) and question.subject == SURRENDER else ""
    return Prompt(question, [*keys, *ALWAYS], head, tuple(offered), hint)


def _place(table: Table, seat: int, bettor: str, hand: int) -> str:
    """Box, hand where there are several, and bettor where there are several."""
    box = table.box(seat)
    words = [f"Box {seat}"]
    if box is not None and hand and len(box.hands) > 1:
        words.append(f"hand {hand}")
    if box is not None and len(box.bettors) > 1:
        words.append(bettor)
    return " ".join(words)


def _asked(rules: Rules, subject: str) -> str:
    if subject in rules.play.side_wagers:
        name = wager_name(rules, subject)
        return "let it ride" if name == "Let it Ride" else f"let {name} ride"
    return ASKED.get(subject, subject.replace("-", " "))


def for_amount(question: Choosing, choice: Choice) -> Prompt:
    nothing_typed = " in the middle" if choice.in_cards else " all of it"
    keys = [choice.label, Text.assemble(("[Enter]", "bold"), nothing_typed), Text.assemble(("[Esc]", "bold"), " back")]
    return Prompt(question, keys, "Where" if choice.in_cards else "How much", (choice,))


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
        hints.append(f"An Ante of {amount(ante)} goes with each bet{waived}.")
    limits = Text(f"{amount(rules.minimum)} to {amount(rules.maximum)}", "dim")
    same = proposed if len(proposed) <= LONGEST_BETS else f"as before, {amount(costs)} in all"
    again = Text.assemble(("[Enter]", "bold"), f" {same}")
    return Prompt(question, [again, limits, *ALWAYS], "Bet", hint=" ".join(hints))
