"""The report as a workbook (a PAR sheet): figures, distribution, pay tables by combinations, strategy, readings."""

from __future__ import annotations

from holecard import __version__
from holecard.lab.report.findings import Findings
from holecard.lab.report.sheets import CHANCE, FIGURES, MAIN, card_sheets, combinations
from holecard.lab.report.workbook import Column, Format, Sheet, Shown
from holecard.lab.solver.analysis import Analysis

BOTH = ("by composition", "by total")
DECKS = ("house_edge", "rtp", "average_wager", "element_of_risk", "standard_deviation")


def par_sheets(found: Findings) -> list[Sheet]:
    """The sheets, in the order of the printed report."""
    return [
        _summary(found),
        _distribution(found),
        *([_wagers(found), _pay_tables(found)] if found.wagers else []),
        *card_sheets(found.card),
        _decks(found),
        *([_readings(found)] if found.readings else []),
        _options(found),
    ]


def _figure(analysis: Analysis, name: str) -> float:
    spread = analysis.distribution
    value: float = getattr(spread if name in ("standard_deviation", "variance") else analysis, name)
    return value


def _summary(found: Findings) -> Sheet:
    rules, held = found.rules, found.rules.register
    both = (found.composition, found.total)
    rows: list[tuple[object, ...]] = []
    for name in MAIN:
        label, form = FIGURES[name]
        rows.append((label, *(Shown(_figure(one, name), form, strong=name == "house_edge") for one in both)))
    for name, share in found.composition.dealer.items():
        rows.append((f"dealer ends with {name}", Shown(share, Format.PROBABILITY)))
    edition = f"{held.title}, {held.key}@{held.edition}, {held.standing}" if held else "house rules"
    return Sheet(
        name="Summary",
        columns=(Column("main wager"), *(Column(name, Format.FIGURE) for name in BOTH)),
        rows=rows,
        notes=(
            f"{rules.name} ({rules.key}), {edition}",
            f"Decks: {rules.decks}. Rules hash: {rules.hash}. Holecard {__version__}",
            "Per round of one box and unit of the initial main wager. Element of risk: per unit of everything staked.",
        ),
    )


def _distribution(found: Findings) -> Sheet:
    both = [one.distribution.results for one in (found.composition, found.total)]
    nets = sorted({net for results in both for net in results})
    return Sheet(
        name="Distribution",
        columns=(Column("net", Format.NET), *(Column(name, Format.PROBABILITY) for name in BOTH)),
        rows=[(net, *(results.get(net, 0.0) for results in both)) for net in nets],
        notes=("Net: what one round of one box wins or loses, in units of the initial main wager.",),
    )


def _wagers(found: Findings) -> Sheet:
    names = ("house_edge", "rtp", "hit_frequency", "standard_deviation", "variance")
    return Sheet(
        name="Side wagers",
        columns=(
            Column("wager"),
            Column("pay scale"),
            *(Column(*FIGURES[name]) for name in names),
            Column("quoted with"),
        ),
        rows=[
            (found.names[row.wager], row.pay_scale, *(float(getattr(row, name)) for name in names), row.quoted)
            for row in found.wagers
        ],
    )


def _pay_tables(found: Findings) -> Sheet:
    rows: list[tuple[object, ...]] = []
    for row in found.wagers:
        many, whole = combinations([paid.probability for paid in row.classes])
        for paid, number in zip(row.classes, many, strict=True):
            adds = float(paid.probability * paid.pays)
            name = found.names[row.wager]
            chance = float(paid.probability)
            rows.append((name, row.pay_scale, paid.name, number, whole, chance, float(paid.pays), adds))
    return Sheet(
        name="Pay tables",
        columns=(
            Column("wager"),
            Column("pay scale"),
            Column("result"),
            Column("combinations", Format.WHOLE),
            Column("of", Format.WHOLE),
            CHANCE,
            Column("pays", Format.NET),
            Column("adds to expectation", Format.PROBABILITY),
        ),
        rows=rows,
        notes=("Combinations are equally likely deals, in lowest terms.",),
    )


def _decks(found: Findings) -> Sheet:
    return Sheet(
        name="Decks",
        columns=(Column("decks", Format.WHOLE), *(Column(*FIGURES[name]) for name in DECKS)),
        rows=[(int(point.over["decks"]), *(getattr(one, name) for name in DECKS)) for point, one, _ in found.by_decks],
        notes=("Strategy by composition, every other option as configured.",),
    )


def _readings(found: Findings) -> Sheet:
    base = found.composition.house_edge
    rows: list[tuple[object, ...]] = []
    for option, values in found.readings:
        for reading in values:
            value = reading.point.over[option.name]
            edge = None if reading.figures is None else reading.figures.house_edge
            used = reading.point.rules.hash == found.rules.hash
            rows.append((
                option.title, option.named(value), used, edge, None if edge is None else edge - base, str(option.cite)
            ))  # fmt: skip
    return Sheet(
        name="Readings",
        columns=(
            Column("reading"),
            Column("value"),
            Column("in this configuration"),
            Column("house edge", Format.PERCENT),
            Column("difference", Format.PERCENT),
            Column("clause"),
        ),
        rows=rows,
    )


def _options(found: Findings) -> Sheet:
    shown = found.rules.options.shown()
    return Sheet(
        name="Options",
        columns=(Column("option"), Column("title"), Column("value"), Column("clause")),
        rows=[
            (option.name, option.title, option.named(shown[option.name]), str(option.cite))
            for option in found.work.game.declared(found.work.given)
        ],
    )
