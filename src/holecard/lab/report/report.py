"""The laboratory's report on a configured game: puts the findings into words and typesets `report.typ` as a PDF."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from importlib import resources
from itertools import groupby

from holecard import __version__
from holecard.engine.options import Option
from holecard.engine.rules import Rules
from holecard.lab.card.cells import Cell
from holecard.lab.card.text import (
    Line,
    Panel,
    column_label,
    legend,
    lines,
    notes,
    offer_notes,
    offers,
    panels,
    section_title,
)
from holecard.lab.compiler.fee import fee_included
from holecard.lab.report.exposure import exposure_chart, exposure_text
from holecard.lab.report.findings import HOLD, Findings, Reading, claims
from holecard.lab.report.pdf import pdf_of
from holecard.lab.report.plots import Band, edge_chart
from holecard.lab.report.plots import Line as Drawn
from holecard.lab.solver.analysis import verdict
from holecard.lab.wagers.side_wagers import LOSES, Amount, WagerAnalysis
from holecard.law.clauses import Cite, Claim
from holecard.law.errors import Refused

Json = dict[str, object]
NEAR = 1e-12  # two figures that differ by less are the same
SAME_MEAN = 1e-6  # hands that are settled together are taken two by two: the mean of a distribution is that near
SPACE = "\N{NARROW NO-BREAK SPACE}"


def typeset(found: Findings, when: datetime) -> bytes:
    """The PDF. The same findings and date give the same bytes."""
    return pdf_of(sources(found, when), when)


def sources(found: Findings, when: datetime) -> dict[str, bytes]:
    """What Typst is given: the templates, the figures as text, and the charts."""
    folder = resources.files("holecard.lab.report")
    return {
        "main.typ": folder.joinpath("report.typ").read_bytes(),
        **parts(),
        "report.json": json.dumps(document(found, when)).encode(),
        "decks.svg": chart(found),
        "exposure.svg": exposure_chart(found.exposure),
    }


def parts() -> dict[str, bytes]:
    """Templates of chapters that other documents have too."""
    folder = resources.files("holecard.lab.report")
    return {name: folder.joinpath(name).read_bytes() for name in ("exposure.typ", "strategy.typ")}


def chart(found: Findings) -> bytes:
    """The edge by decks, with the range that the filing claims."""
    claim = found.composition.claim
    band = None
    if claim is not None:
        held, figure = claim
        band = Band(f"claimed in the filing ({held.key}@{held.edition})", float(figure.low), float(figure.high))
    line = Drawn("strategy by composition", tuple((p.over["decks"], one.house_edge) for p, one, _ in found.by_decks))
    values = [point.over["decks"] for point, _, _ in found.by_decks]
    return edge_chart([line], values=values, axis="decks", band=band, size=(6.3, 2.1), font="STIXGeneral")


# What is printed


def document(found: Findings, when: datetime) -> Json:
    """The report as text, section by section."""
    rules = found.rules
    held, fee = rules.register, fee_included(rules)
    insurance = found.composition.insurance_ev
    assert insurance is not None, "a fresh shoe has aces"
    return {
        "game": rules.name,
        "key": rules.key,
        "decks": rules.decks,
        "instrument": held.title if held else "no instrument: every rule is a house rule",
        "edition": f"{held.key}@{held.edition}, {held.standing}" if held else "none",
        "proposed": rules.is_proposed,
        "hash": rules.hash,
        "version": __version__,
        "date": f"{when.day} {when:%B %Y}",
        "options": _options(found),
        "figures": figure_rows(found),
        "distribution": distribution_rows(found),
        "dealer": [[name, f"{share:.8f}"] for name, share in found.composition.dealer.items()],
        "insurance": percent(-insurance),
        "ante": "" if fee is None else str(fee),
        "claims": list(_claim_rows(found)),
        "cards": card_text(found),
        "wagers_on": [wager_text(found, row) for row in found.wagers if is_on(found, row)],
        "wagers_other": [wager_text(found, row) for row in found.wagers if not is_on(found, row)],
        "decks_rows": list(_deck_rows(found)),
        "readings": [_reading(found, option, values) for option, values in found.readings],
        "exposure": exposure_text(found.exposure),
        "checks": list(check_rows(found)),
    }


def _options(found: Findings) -> list[Json]:
    """Every option with its value and clause: those of the game, of its side wagers, and of the house."""
    rules, game = found.rules, found.work.game
    shown = rules.options.shown()
    groups: dict[str, list[Json]] = {
        "Options of the game": [],
        "Options of the side wagers": [],
        "Rules of the house": [],
    }
    for option in game.declared(found.work.given):
        of_wager = any(offered.has_option(option.name) for offered in game.wagers)
        name = list(groups)[1 if of_wager else 0 if option.cite.is_law else 2]
        groups[name].append(
            {
                "name": option.name,
                "title": option.title,
                "value": shown[option.name],
                "shown": option.named(shown[option.name]),
                "set": shown[option.name] != option.show(option.default),
                "clause": _clause(option.cite),
                "summary": "the edition in use" if option.name == "edition" else _summary(rules, option.cite),
                "reading": option.reading,
            }
        )
    return [{"name": name, "rows": rows} for name, rows in groups.items() if rows]


def figure_rows(found: Findings) -> list[list[str]]:
    both = (found.composition, found.total)
    return [
        ["House edge", *(percent(one.house_edge) for one in both)],
        ["Player's expectation, per unit of the main wager", *(_signed(one.ev) for one in both)],
        ["Return (RTP): 1 less the house edge", *(percent(one.rtp) for one in both)],
        ["Average wager, in units of the main wager", *(f"{one.average_wager:.6f}" for one in both)],
        ["Element of risk (house edge divided by average wager)", *(percent(one.element_of_risk) for one in both)],
        ["Standard deviation of a round, in units", *(f"{one.distribution.standard_deviation:.6f}" for one in both)],
        ["Variance of a round, in squared units", *(f"{one.distribution.variance:.6f}" for one in both)],
    ]


def distribution_rows(found: Findings) -> list[list[str]]:
    """Every result of a round, in units, and how probable it is under either strategy."""
    both = [one.distribution.results for one in (found.composition, found.total)]
    return [
        [_units(net), *(f"{results.get(net, 0.0):.8f}" for results in both)]
        for net in sorted({net for results in both for net in results})
    ]


def _claim_rows(found: Findings) -> Iterator[Json]:
    for held, claim in claims(found.rules):
        here, over_decks = claimed_figures(found, claim)
        if here is not None:
            low, high = min(over_decks), max(over_decks)
            yield {
                "what": claim.what[0].upper() + claim.what[1:],
                "where": f"{held.key}@{held.edition}: {claim.where}",
                "claimed": claimed_range(claim),
                "here": percent(here),
                "verdict": verdict(claim, here),
                "range": f"{percent(low)} to {percent(high)}",
                "range_verdict": verdict(claim, low, high),
            }


def claimed_figures(found: Findings, claim: Claim) -> tuple[float | None, list[float]]:
    """Our figure of what is claimed, as configured and over the permitted decks."""
    if found.composition.claim is not None and claim == found.composition.claim[1]:
        return found.composition.house_edge, [one.house_edge for _, one, _ in found.by_decks]
    key = claim.id.removeprefix(HOLD)
    here = next((float(row.house_edge) for row in found.wagers if row.wager == key), None)
    return here, [float(row.house_edge) for _, _, rows in found.by_decks for row in rows if row.wager == key]


def _deck_rows(found: Findings) -> Iterator[list[str]]:
    """The edge by decks, and whether the configuration as it stands permits them."""
    for point, one, _ in found.by_decks:
        decks = point.over["decks"]
        try:
            found.work.game.configure({**found.work.given, "decks": decks})
        except Refused as refusal:
            standing = f"not permitted with {refusal.what} ({_clause(refusal.cite)})"
        else:
            standing = "this configuration" if int(decks) == found.rules.decks else "permitted"
        yield [
            decks,
            percent(one.house_edge),
            f"{one.average_wager:.6f}",
            percent(one.element_of_risk),
            f"{one.standard_deviation:.6f}",
            standing,
        ]
    for skipped in found.work.decks.skipped:
        yield [skipped.over["decks"], "", "", "", "", f"{skipped.refusal.what} ({_clause(skipped.refusal.cite)})"]


def _reading(found: Findings, option: Option, values: tuple[Reading, ...]) -> Json:
    base = {(row.wager, row.pay_scale): row.house_edge for row in found.wagers}
    claim = found.composition.claim
    rows = []
    for reading in values:
        edge = reading.figures.house_edge if reading.figures is not None else None
        moved = [
            f"{_wager_name(found, row)} {percent(row.house_edge)}"
            for row in reading.wagers
            if row.house_edge != base.get((row.wager, row.pay_scale))
        ]
        rows.append(
            {
                "value": reading.point.over[option.name],
                "shown": option.named(reading.point.over[option.name]),
                "used": reading.point.rules.hash == found.rules.hash,
                "edge": percent(edge) if edge is not None else "not solved",
                "difference": _difference(edge - found.composition.house_edge) if edge is not None else "",
                "wagers": moved,
                "verdict": verdict(claim[1], edge) if claim is not None and edge is not None else "",
            }
        )
    changes = any(row["difference"] != "0" or row["wagers"] for row in rows)
    summary = _summary(found.rules, option.cite)
    called = {"name": option.name, "title": option.title, "clause": _clause(option.cite), "summary": summary}
    return {**called, "rows": rows, "changes": changes}


def check_rows(found: Findings) -> Iterator[list[str]]:
    """The checks made on the figures of this report."""
    dealer = abs(sum(found.composition.dealer.values()) - 1)
    yield ["The probabilities of the dealer's final hands add up to one", _held(dealer < NEAR)]
    spread = found.composition.distribution
    adds_up = abs(sum(spread.results.values()) - 1) < NEAR and abs(spread.mean - found.composition.ev) < SAME_MEAN
    yield ["The distribution of a round adds up to one, and its mean is the expectation", _held(adds_up)]
    yield [
        "The strategy by total is no better than the strategy by composition",
        _held(found.total.ev <= found.composition.ev + NEAR),
    ]
    if found.wagers:
        whole = all(sum(paid.probability for paid in row.classes) == 1 for row in found.wagers)
        yield ["The probabilities of every side wager's results add up to exactly one", _held(whole)]
    alike = [one for point, one, _ in found.by_decks if int(point.over["decks"]) == found.rules.decks]
    if any(is_on(found, row) for row in found.wagers) and alike:
        same = abs(alike[0].ev - found.composition.ev) < NEAR
        yield ["The main wager has the same value with side wagers on and off", _held(same)]


# Strategy cards


def card_text(found: Findings) -> Json:
    """One card for each light, as every card of ours is written, and what its letters mean."""
    card = found.card
    by_panel = [(panel, lines(card, panel.columns)) for panel in panels(card)]
    every = [line for _, its in by_panel for line in its]
    said = (*offer_notes(card.rules, offers(found.total.solution, card)), *notes(every))
    return {
        "legend": [[code.text, code.meaning] for code in legend(every)],
        "notes": [_sentence(note) for note in said],
        "panels": [_panel(panel, its) for panel, its in by_panel],
    }


def _panel(panel: Panel, its: tuple[Line, ...]) -> Json:
    groups = [
        {"name": section_title(section), "rows": [_line(line) for line in alike]}
        for section, alike in groupby(its, key=lambda line: line.section)
    ]
    cells = [cell for line in its for shown in line.shown for cell in shown.exceptions]
    return {
        "heading": panel.heading,
        "columns": [column_label(column) for column in panel.columns],
        "groups": groups,
        "exceptions": [_exception(cell) for cell in cells if not cell.row.cards],
        "hands": sum(len(cell.exceptions) for cell in cells if cell.row.cards),
    }


def _line(line: Line) -> Json:
    return {"label": line.label, "cells": [[shown.code.kind, str(shown)] for shown in line.shown]}


def _exception(cell: Cell) -> str:
    hands = ", ".join(f"{cards} {do.replace('-', ' ')}" for cards, do in cell.exceptions)
    return f"{cell.row.hand} against {column_label(cell.column)}: {hands}"


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."


# Side wagers


def wager_text(found: Findings, row: WagerAnalysis) -> Json:
    cite = next(offered.cite for offered in found.work.game.wagers if offered.key == row.wager)
    return {
        "name": _wager_name(found, row),
        "clause": _clause(cite),
        "edge": percent(row.house_edge),
        "hits": percent(row.hit_frequency),
        "deviation": f"{row.standard_deviation:.4f}",
        "quoted": row.quoted,
        "classes": [
            [
                paid.name,
                f"{float(paid.probability):.10f}",
                _pays(paid.name, paid.pays),
                _signed(paid.probability * paid.pays),
            ]
            for paid in row.classes
        ],
    }


def _wager_name(found: Findings, row: WagerAnalysis) -> str:
    name = found.names[row.wager]
    return f"{name}, scale {row.pay_scale}" if row.pay_scale else name


def is_on(found: Findings, row: WagerAnalysis) -> bool:
    offered, chosen = found.work.game.wager(row.wager), found.rules.options
    at_scale = row.pay_scale is None or chosen.text(offered.scale_option) == row.pay_scale
    return chosen.flag(offered.switch) and at_scale


def _pays(name: str, pays: Fraction) -> str:
    if name == LOSES and pays == -1:
        return "lost"
    return f"{pays.numerator} to {pays.denominator}".replace("-", "−")


# Words and numbers


def claimed_range(claim: Claim) -> str:
    low, high = (f"{Decimal(text).scaleb(2):f}{SPACE}%" for text in (claim.low, claim.high))
    return f"{low} to {high}"


def _clause(cite: Cite) -> str:
    return cite.clause if cite.is_law else "house"


def _summary(rules: Rules, cite: Cite) -> str:
    """The register's own words on a clause, or the name of a rule of the house."""
    if cite.is_law and rules.register is not None:
        return rules.register.clauses[cite.clause].summary
    return cite.clause.replace("_", " ")


def percent(value: Amount) -> str:
    return f"{100 * float(value):.6f}{SPACE}%".replace("-", "−")


def _difference(value: float) -> str:
    """Between two edges; one that only the arithmetic makes is none."""
    return "0" if abs(value) < NEAR else f"{100 * value:+.6f}{SPACE}%".replace("-", "−")


def _units(net: float) -> str:
    """
    >>> _units(-1.5), _units(2.0), _units(0.0)
    ('−1.5', '+2', '0')
    """
    return f"{net:+g}".replace("-", "−") if net else "0"


def _signed(value: Amount) -> str:
    return f"{float(value):+.8f}".replace("-", "−")


def _held(holds: bool) -> str:
    return "passed" if holds else "failed"
