"""The text of a strategy card: rows, columns by light, and the legend, shared by every output format.

A row stands for the first two cards and for more of the same total, because the letters say where the two part
(`card_codes`). Rows that say the same are one.

>>> from holecard.games import find
>>> from holecard.lab.solver.analysis import analyse
>>> from holecard.lab.card.cells import strategy_card
>>> from holecard.lab.solver.shoes import Strategy
>>> card = strategy_card(analyse(find("reference").configure({"max_hands": "2"}), strategy=Strategy.TOTAL))
>>> for line in lines(card, card.columns)[:5]:
...     print(f"{line.section} {line.label}", *(str(shown) for shown in line.shown))
hard 17–20 S S S S S S S S S S
hard 16 S S S S S H H H Hs* H
hard 13–15 S S S S S H H H H H
hard 12 H H S* S S H H H H H
hard 11 D D D D D D D D D H
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import NamedTuple

from holecard.engine.questions import DECLINE
from holecard.engine.rules import Rules
from holecard.lab.card.cells import NAMES, Card, Cell, Column, Row, panel_of
from holecard.lab.card.codes import TINTS, Code, code_of
from holecard.lab.compiler.abstract import CARDS, VALUES
from holecard.lab.compiler.compile import Opening, OpeningChance, OpeningOffer
from holecard.lab.compiler.fee import fee_included
from holecard.lab.compiler.stage import ANY, Pair
from holecard.lab.solver.analysis import Analysis
from holecard.lab.solver.exact import Solution

BUST = "bust"
EXCEPTION = "*"
EXPOSED = "exposed"


class Shown(NamedTuple):
    """A place on the card, with the cells that it stands for."""

    code: Code
    cells: tuple[Cell, ...]

    @property
    def exceptions(self) -> tuple[Cell, ...]:
        return tuple(cell for cell in self.cells if cell.exceptions)

    def __str__(self) -> str:
        return self.code.text + (EXCEPTION if self.exceptions else "")


class Line(NamedTuple):
    """A row of the card: one hand or several that are played alike."""

    section: str  # hard, soft, pair, how many cards, or bust
    label: str
    shown: tuple[Shown, ...]


class Panel(NamedTuple):
    """The columns of one card: those under one light, or with the hole card seen."""

    heading: str
    columns: tuple[Column, ...]
    light: str = ""  # without one where the hole card is seen


@dataclass(frozen=True)
class Sheet:
    """Everything that is printed on a page."""

    title: str
    about: tuple[str, ...]
    warning: str
    edge: str
    panels: tuple[Panel, ...]
    lines: tuple[Line, ...]
    legend: tuple[Code, ...]
    notes: tuple[str, ...]
    foot: str


def sheet(analysis: Analysis, card: Card, version: str) -> Sheet:
    """A card for print."""
    found = lines(card, card.columns)
    rules = analysis.rules
    return Sheet(
        title=f"{rules.name}: basic strategy",
        about=(edition_label(rules), options_label(rules)),
        warning="Proposed edition, not in force." if rules.is_proposed else "",
        edge=edge_label(analysis),
        panels=panels(card),
        lines=found,
        legend=legend(found),
        notes=(*offer_notes(card.rules, offers(analysis.solution, card)), *notes(found)),
        foot=f"{rules.key} · rules {rules.hash} · holecard {version} · exact for a fresh shoe, by totals",
    )


def legend(found: Iterable[Line]) -> tuple[Code, ...]:
    """The codes used, in the order of the letters."""
    order = list(TINTS)
    used = {shown.code.text: shown.code for line in found for shown in line.shown}
    place = {text: order.index(code.kind) if code.kind in order else len(order) for text, code in used.items()}
    return tuple(used[text] for text in sorted(used, key=lambda text: (place[text], text)))


def notes(found: Iterable[Line]) -> tuple[str, ...]:
    """What has to be said of the codes used."""
    shown = [one for line in found for one in line.shown]
    result = []
    if any(", else " in one.code.meaning for one in shown):
        result.append("else: with more than two cards, or if the first choice is not allowed")
    if any(one.exceptions for one in shown):
        result.append(f"{EXCEPTION} best for this total, but some hands should be played differently")
    return tuple(result)


# Rows


def lines(card: Card, columns: tuple[Column, ...]) -> tuple[Line, ...]:
    """The rows of a card for these columns: hard, soft, pairs, what more cards change, busted hands."""
    singles = [*_main_lines(card, columns), *_changes(card, columns), *_busts(card, columns)]
    found = []
    for (section, _, _), alike in groupby(singles, key=_likeness):
        group = list(alike)
        every = zip(*(line.shown for line in group), strict=True)
        shown = tuple(Shown(one[0].code, tuple(cell for part in one for cell in part.cells)) for one in every)
        found.append(Line(section, _range([line.label for line in group]), shown))
    return tuple(found)


def _likeness(line: Line) -> tuple[str, str, tuple[str, ...]]:
    kind = line.label.partition(" ")[0] if " " in line.label else ""  # hard and soft are not one row
    return line.section, kind, tuple(str(one) for one in line.shown)


def _range(labels: list[str]) -> str:
    """From the lowest to the highest.

    >>> _range(["8", "7", "6", "5"]), _range(["hard 15", "hard 14"]), _range(["10,10"])
    ('5–8', 'hard 14–15', '10,10')
    """
    low, high = labels[-1], labels[0]
    if low == high:
        return high
    before, _, number = high.rpartition(" ")
    return f"{low}–{number}" if before else f"{low}–{high}"


def _kind_and_total(row: Row) -> tuple[str, str]:
    kind, space, total = row.hand.partition(" ")
    return (kind, total) if space else ("pair", row.hand)


def _is_bust(row: Row) -> bool:
    kind, total = _kind_and_total(row)
    return kind != "pair" and int(total) > 21


def _counted(row: Row) -> int:
    """How many cards a row is for, at least."""
    return 2 if not row.cards else 3 if row.cards == "more" else int(row.cards)


def _by_hand(card: Card) -> dict[str, list[Row]]:
    """The rows of each hand, fewest cards first, busted hands apart."""
    found: dict[str, list[Row]] = {}
    for row in sorted((row for row in card.rows if not _is_bust(row)), key=_counted):
        found.setdefault(row.hand, []).append(row)
    return found


def _differs(card: Card, columns: tuple[Column, ...], one: Row, other: Row) -> bool:
    return any(card.cells[one, column].action != card.cells[other, column].action for column in columns)


def _runs(card: Card, columns: tuple[Column, ...], rows: list[Row]) -> list[list[Row]]:
    """The rows of one hand, in runs that a line can stand for; the letters of two cards also speak for the next row."""
    runs = [[rows[0]]]
    for before, row in pairwise(rows):
        if not before.cards or not _differs(card, columns, before, row):
            runs[-1].append(row)
        else:
            runs.append([row])
    return runs


def _main_lines(card: Card, columns: tuple[Column, ...]) -> list[Line]:
    found = []
    for rows in _by_hand(card).values():
        kind, total = _kind_and_total(rows[0])
        run = _runs(card, columns, rows)[0]
        found.append(Line(kind, total, tuple(_shown(card, column, run) for column in columns)))
    order = ("hard", "soft", "pair")
    return sorted(found, key=lambda line: (order.index(line.section), -_rank(line.label)))


def _rank(label: str) -> int:
    first = label.partition(",")[0]
    return 11 if first == "A" else int(first)


def _shown(card: Card, column: Column, rows: list[Row]) -> Shown:
    cells = tuple(card.cells[row, column] for row in rows)
    return Shown(code_of(card.rules, cells[0]), cells)


def _changes(card: Card, columns: tuple[Column, ...]) -> list[Line]:
    """Where the number of cards counts: what differs from the same total of fewer cards."""
    found = [
        Line(f"{run[0].cards} cards", run[0].hand, tuple(_shown(card, column, run) for column in columns))
        for rows in _by_hand(card).values()
        for run in _runs(card, columns, rows)[1:]
    ]
    return sorted(found, key=lambda line: (line.section, line.label[:4], -int(line.label[5:])))


def _busts(card: Card, columns: tuple[Column, ...]) -> list[Line]:
    rows = sorted((row for row in card.rows if _is_bust(row)), key=lambda row: -int(_kind_and_total(row)[1]))
    return [Line(BUST, _kind_and_total(row)[1], tuple(_shown(card, column, [row]) for column in columns))
            for row in rows]  # fmt: skip


# Columns


def panels(card: Card) -> tuple[Panel, ...]:
    """The card's columns by light."""
    found = []
    for light in card.lights:
        columns = tuple(column for column in card.columns if panel_of(column) == light)
        found.append(Panel(_heading(card.rules, columns[0]), columns, "" if columns[0].hole else columns[0].light))
    return tuple(found)


def _heading(rules: Rules, column: Column) -> str:
    reader = rules.play.reader
    if column.hole:
        return EXPOSED
    if not column.light or reader is None:
        return ""
    said = next((fact.note for fact in reader.facts(column.light) if fact.note), column.light)
    up = CARDS[NAMES.index(column.up)]
    holes = [NAMES[value] for value in (*VALUES[1:], 1) if reader.light(up, CARDS[value]) == column.light]
    return f"{said.capitalize()} ({holes[0]} {'or' if len(holes) == 2 else 'to'} {holes[-1]})"


def column_label(column: Column) -> str:
    return f"{column.up},{column.hole}" if column.hole else column.up


# Words about the whole


def offers(solution: Solution, card: Card) -> dict[str, str]:
    """What is offered before hands act, such as Insurance, with the answer where one is always the best."""
    answers: dict[str, set[str]] = {}

    def follow(opening: Opening, pair: Pair, up: int, second: int) -> None:
        if isinstance(opening, OpeningChance):
            for values, after in opening.outcomes:
                follow(after, pair, up, values)
        elif isinstance(opening, OpeningOffer):
            do, after = opening.choices[solution.answer_to(opening, pair, up, second)]
            answers.setdefault(opening.subject, set()).add(do)
            follow(after, pair, up, second)

    for (pair, up), opening in solution.tables.compiled.openings.items():
        if solution.cards.pair_probability(pair, up) > 0:
            follow(opening, pair, up, ANY)
    on_card = {do for cell in card.cells.values() for do, _ in cell.actions}
    return {subject: min(found) for subject, found in answers.items() if len(found) == 1 and subject not in on_card}


def offer_notes(rules: Rules, answers: dict[str, str]) -> tuple[str, ...]:
    """In a sentence.

    >>> from holecard.games import find
    >>> offer_notes(find("reference").configure(), {"insurance": "decline"})
    ('Insurance: always decline',)
    """
    return tuple(f"{rules.play.offers[subject].name}: always {do if do == DECLINE.do else 'accept'}"
                 for subject, do in answers.items())  # fmt: skip


def section_title(section: str) -> str:
    """What stands above the rows of a section.

    >>> section_title("hard"), section_title("4 cards")
    ('Hard totals', 'With 4 cards')
    """
    words = {"hard": "Hard totals", "soft": "Soft totals (an ace as 11)", "pair": "Pairs", BUST: "After a bust"}
    return words.get(section, f"With {section}")


def edition_label(rules: Rules) -> str:
    held = rules.register
    return "House rules, no instrument" if held is None else f"{held.title}, edition {held.edition} ({held.standing})"


def options_label(rules: Rules) -> str:
    """The decks, and every option that is not as by default."""
    from holecard.games import find

    usual = find(rules.key).configure({}).options.shown()
    chosen = [f"{name}={value}" for name, value in rules.options.shown().items()
              if usual.get(name) != value and name != "decks"]  # fmt: skip
    decks = f"{rules.decks} deck{'s' if rules.decks > 1 else ''}"
    return ", ".join((decks, *chosen)) if chosen else f"{decks}, all other options at their defaults"


def edge_label(analysis: Analysis) -> str:
    side = "Player's" if analysis.ev > 0 else "House"
    fee = fee_included(analysis.rules)
    included = "" if fee is None else f", including the {fee}"
    return f"{side} edge {abs(analysis.ev):.3%}{included}"
