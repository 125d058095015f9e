"""The counting drill in the terminal: the cards of each round, then the running count, then the true count."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from secrets import token_hex

from holecard.cli.school.asking import Asker, at_the_terminal, until_quit
from holecard.engine.rules import Rules
from holecard.lab.counting.systems import System, find_system
from holecard.law.errors import Malformed
from holecard.school.counting import Shown, parse_count, rounds


def counting_command(rules: Rules, *, system: str, questions: int, seed: str | None) -> None:
    counted = find_system(system)
    right: list[bool] = []

    def ask() -> None:
        for shown in islice(rounds(rules, counted, seed or token_hex(8)), questions or None):
            if shown.fresh:
                asker.say("", f"Fresh shoe. The count starts at {_told(counted.start(rules.decks))}.")
            right.append(_asked(asker, counted, shown))

    with at_the_terminal() as asker:
        asker.say(f"{rules.name}: counting with {counted.name}. q leaves.", _tags(counted))
        until_quit(ask)
        asker.say("", f"{sum(right)} of {len(right)} counts right." if right else "No round counted.")


def _tags(system: System) -> str:
    return "Tags: " + ", ".join(f"{card} {tag:+g}" for card, tag in system.shown_tags().items())


def _asked(asker: Asker, system: System, shown: Shown) -> bool:
    asker.say("", " ".join(card.text for card in shown.cards))
    while True:
        try:
            given = parse_count(asker.number("Running count"))
        except Malformed as error:
            asker.say(f"  {error}")
            continue
        break
    right = given == shown.after
    head = "Right." if right else f"Wrong: it is {_told(shown.after)}."
    true = f" True count {float(shown.true_count):+.1f} with {float(shown.decks_left):.1f} decks left."
    asker.say(head + (true if system.balanced else ""))
    return right


def _told(count: Fraction) -> str:
    return f"{float(count):+g}"
