"""A round that was played, scripted or replayed: its steps, what followed, and the same as text, JSON and HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any

from holecard import __version__
from holecard.engine.questions import Fact, Facts, RoundOver
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.law.clauses import Cite
from holecard.record.ledger import Ledger
from holecard.record.notation import print_line, print_round
from holecard.record.transcript import Round as Written
from holecard.record.transcript import Step, line_of, record, replay
from holecard.telling.lines import Line, tell
from holecard.values.cards import show
from holecard.values.money import Cents, amount

Net = dict[str, dict[str, dict[str, str]]]  # by box, bettor and wager


@dataclass(frozen=True, repr=False)
class Round:
    """A round: every answer with the question before it and the facts after it, each with its clause.

    >>> from holecard.record.notation import parse_round
    >>> played = Round.replayed(parse_round('''game reference
    ...
    ... bet 1 Ann main 10.00
    ... no more bets
    ... cards 1:Ts dealer:9h 1:Jd dealer:--
    ... 1 Ann stand
    ... turn 9c
    ... collect
    ... '''))
    >>> played.net
    {'1': {'Ann': {'main': '10.00'}}}
    >>> [(fact.what.value, fact.cite.clause) for fact in played.facts if fact.amount]
    [('placed', 'wagers'), ('paid', 'higher total')]
    """

    rules: Rules
    steps: tuple[Step, ...]
    numbers: tuple[int, ...] = ()  # the line of each step, if the round was read from a file

    @classmethod
    def replayed(cls, written: Written) -> Round:
        """A written round, played again; an error names its line."""
        return cls(written.rules(), tuple(replay(written)), tuple(line.number for line in written.lines))

    def __repr__(self) -> str:
        return f"<Round of {self.rules.key}: {len(self.steps)} steps{'' if self.is_over else ', unfinished'}>"

    def __str__(self) -> str:
        """What happened, one line each with its clause."""
        said = [f"{line.text}  [{clauses(line)}]" for _, line in self.told()]
        return "\n".join((self.rules.name, *said, *self.result()))

    @property
    def facts(self) -> Facts:
        """Everything that followed from the answers, in order, with clause and money."""
        return tuple(fact for step in self.steps for fact in step.facts)

    @property
    def is_over(self) -> bool:
        return bool(self.steps) and isinstance(self.steps[-1].question, RoundOver)

    @property
    def table(self) -> Table:
        """The table at the end, before the cards are collected; as it stands if the round is unfinished."""
        last = self.steps[-1]
        return last.table if self.is_over else last.after

    @cached_property
    def _nets(self) -> dict[tuple[int, str, str], Cents]:
        return Ledger().plus(self.facts).end_round().nets() if self.is_over else {}

    @property
    def net(self) -> Net:
        """What each wager won or lost, by box, bettor and wager; nothing while the round is unfinished."""
        return nets(self.facts) if self.is_over else {}

    def won(self, bettor: str) -> Cents:
        """What a bettor won or lost in the round, in cents."""
        return sum(won for (_, name, _), won in self._nets.items() if name == bettor)

    @property
    def notation(self) -> str:
        """The round in the `.round` format, with every fact."""
        return print_round(record(self.rules, self.steps))

    def told(self) -> Iterator[tuple[int, Line]]:
        """What happened in words, with the number of the step or of the file's line."""
        for number, step in zip(self.numbers or range(1, len(self.steps) + 1), self.steps, strict=True):
            for line in said(self.rules, step):
                yield number, line

    def result(self) -> Iterator[str]:
        """The dealer's hand and what each wager won or lost, or that the round is unfinished."""
        if not self.is_over:
            yield "The round is unfinished."
            return
        dealer = self.table.dealer
        yield f"Dealer: {show(dealer.cards)}, {'Blackjack' if dealer.is_blackjack else dealer.points}"
        for (seat, bettor, wager), won in self._nets.items():
            yield f"Box {seat}, {bettor}, {wager}: {'+' if won > 0 else ''}{amount(won)}"

    def to_dict(self) -> dict[str, Any]:
        """As `holecard replay --json` prints it."""
        numbers = self.numbers or range(1, len(self.steps) + 1)
        return {
            **of_table(self.rules),
            "steps": [
                {
                    "line": number,
                    "answer": print_line(line_of(step.table, step.question, step.answer, ())),
                    "clause": step.question.cite.clause,
                    "instrument": step.question.cite.instrument,
                    "facts": [fact_as_json(fact) for fact in step.facts],
                }
                for number, step in zip(numbers, self.steps, strict=True)
            ],
            "over": self.is_over,
            "net": self.net,
        }

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{number}</td><td style='text-align:left'>{escape(line.text)}</td>"
            f"<td style='text-align:left'>{escape(clauses(line))}</td></tr>"
            for number, line in self.told()
        )
        result = "<br>".join(map(escape, self.result()))
        return (
            f"<p><b>{escape(self.rules.name)}</b></p><table class='holecard-round'><tr><th>step</th>"
            f"<th style='text-align:left'>what happened</th><th style='text-align:left'>clause</th></tr>{rows}</table>"
            f"<p>{result}</p>"
        )


def of_table(rules: Rules) -> dict[str, object]:
    """What every result says about its game and its shoe."""
    return {
        "game": rules.key,
        "options": rules.options.shown(),
        "rules_hash": rules.hash,
        "version": __version__,
        "shoe": {"decks": rules.decks, "without": []},
    }


def said(rules: Rules, step: Step) -> list[Line]:
    """What an answer did; if there is nothing to say about it, the answer as it is written."""
    written = print_line(line_of(step.table, step.question, step.answer, ()))
    return tell(rules, *step[:4]) or [Line(written, step.question.cite)]


def clauses(line: Line) -> str:
    """Every clause that a line rests on, in short."""
    return ", ".join(dict.fromkeys(short(cite) for cite in (line.cite, *line.also)))


def short(cite: Cite) -> str:
    """
    >>> from holecard.law.clauses import house, instrument
    >>> short(instrument("pa-685a")("7(h)")), short(house("rounding"))
    ('7(h)', 'house: rounding')
    """
    return cite.clause if cite.is_law else f"house: {cite.clause}"


def nets(facts: Iterable[Fact]) -> Net:
    """What each wager of a finished round won or lost."""
    net: Net = {}
    for (seat, bettor, wager), won in Ledger().plus(facts).end_round().nets().items():
        net.setdefault(str(seat), {}).setdefault(bettor, {})[wager] = amount(won)
    return net


def fact_as_json(fact: Fact) -> dict[str, Any]:
    """A fact for a reader of JSON; what it does not say is left out, but for clause, what and amount."""
    details: dict[str, Any] = {
        "stake": amount(fact.stake) if fact.stake else None,
        "box": fact.seat or None,
        "hand": fact.hand or None,
        "bettor": fact.bettor or None,
        "wager": fact.wager or None,
        "note": fact.note or None,
        "cards": [repr(card) for card in fact.cards] or None,
        "also": [cited(cite) for cite in fact.also] or None,
    }
    known = {name: value for name, value in details.items() if value is not None}
    return {**cited(fact.cite), "what": fact.what.value, "amount": amount(fact.amount), **known}


def cited(cite: Cite) -> dict[str, str]:
    """A house rule is no clause of any instrument and says so."""
    edition = {"edition": cite.edition} if cite.is_law else {}
    return {"clause": cite.clause, "instrument": cite.instrument, **edition}
