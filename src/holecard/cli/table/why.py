"""The answer to `?`: the last step and the current question, each with its clause and summary."""

from __future__ import annotations

from textwrap import wrap

from rich.text import Text

from holecard.cli.table.bets import NAMES
from holecard.cli.table.prompts import Prompt
from holecard.law.clauses import Cite
from holecard.telling.lines import Line
from holecard.telling.names import clause, summary

ASKED = {
    "PlaceWagers": "wagers are placed",
    "Offer": "an offer is made",
    "Decide": "a hand is played",
    "PitStep": "a step of the pit",
}


def why(said: list[Line], prompt: Prompt, width: int) -> list[Text]:
    """The last step first, then what is asked, then what led there, newest first."""
    lines: list[Text] = []
    if said:
        lines += [Text("The last step", "bold"), *_step(said[-1], width), Text()]
    lines.append(Text(f"Now {ASKED.get(type(prompt.question).__name__, 'something is asked')}", "bold"))
    lines += _clause(prompt.question.cite, width)
    for choice in prompt.choices:
        lines += _wrapped(f"[{choice.key.upper()}] {choice.name}", choice.legal.cite, width)
    if len(said) > 1:
        lines += [Text(), Text("Before that", "bold")]
        for earlier in reversed(said[:-1]):
            lines += _wrapped(earlier.for_bettor(NAMES[0]), earlier.cite, width)
    return lines


def _step(step: Line, width: int) -> list[Text]:
    lines = _indented(step.for_bettor(NAMES[0]), width)
    for cite in (step.cite, *step.also):
        lines += _clause(cite, width)
    return lines


def _clause(cite: Cite, width: int) -> list[Text]:
    return _indented(f"{cite}: {summary(cite)}" if cite.is_law else str(cite), width)


def _wrapped(text: str, cite: Cite, width: int) -> list[Text]:
    by = f"{clause(cite)}: {summary(cite)}" if cite.is_law else str(cite)
    return _indented(f"{text}  {by}", width)


def _indented(text: str, width: int) -> list[Text]:
    return [Text(line) for line in wrap(text, width - 2, initial_indent="  ", subsequent_indent="    ")]
