"""The sheets of a command's workbook, from the document that `--json` prints.

A figure has the name and the form that it has everywhere (docs/explanations/terms.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from holecard.lab.card.cells import Card
from holecard.lab.card.text import column_label, legend, lines, panels, section_title
from holecard.lab.report.workbook import Column, Format, Sheet, Shown

Document = Mapping[str, Any]

FIGURES = {
    "house_edge": ("house edge", Format.PERCENT),
    "ev": ("expectation", Format.FIGURE),
    "rtp": ("return (RTP)", Format.PERCENT),
    "average_wager": ("average wager", Format.FIGURE),
    "element_of_risk": ("element of risk", Format.PERCENT),
    "standard_deviation": ("standard deviation", Format.FIGURE),
    "variance": ("variance", Format.FIGURE),
    "insurance_ev": ("Insurance (only the ace known)", Format.PERCENT),
    "hit_frequency": ("wins", Format.PERCENT),
    "ev_kept": ("expectation, wins kept", Format.FIGURE),
}
SESSIONS = {
    "risk_of_ruin": ("risk of ruin", Format.PERCENT),
    "ahead": ("ahead", Format.PERCENT),
    "even": ("even", Format.PERCENT),
    "behind": ("behind", Format.PERCENT),
    "bankroll": ("bankroll", Format.MONEY),
    "wager": ("wager per round", Format.MONEY),
    "cost_of_a_round": ("cost of a round", Format.MONEY),
    "mean": ("mean result of a session", Format.MONEY),
    "standard_error": ("standard error of the mean", Format.MONEY),
    "expected_without_ruin": ("exact mean with an unlimited bankroll", Format.MONEY),
    "standard_deviation": ("standard deviation", Format.MONEY),
    "worst": ("worst session", Format.MONEY),
    "best": ("best session", Format.MONEY),
    "sessions": ("sessions", Format.WHOLE),
    "rounds": ("rounds per session", Format.WHOLE),
    "rounds_per_hour": ("rounds per hour", Format.WHOLE),
}
FIGURE_VALUE = (Column("figure"), Column("value"))
MAIN = ("house_edge", "ev", "rtp", "average_wager", "element_of_risk", "standard_deviation", "variance")
CHANCE = Column("probability", Format.PROBABILITY)


def about(document: Document) -> list[tuple[object, object]]:
    """What a result was computed for, a line for each thing."""
    shoe = document.get("shoe")
    rows: list[tuple[object, object]] = [("game", document["game"])]
    if shoe is not None:
        gone = f" without {' '.join(shoe['without'])}" if shoe["without"] else ""
        rows.append(("shoe", "infinite" if shoe["decks"] == "infinite" else f"{shoe['decks']} decks{gone}"))
    if document.get("strategy"):
        rows.append(("strategy", document["strategy"]))
    rows += [("rules hash", document["rules_hash"]), ("version", document["version"])]
    return rows + [(f"option {name}", value) for name, value in document["options"].items()]


def figures(document: Document, names: Iterable[str]) -> list[tuple[object, object]]:
    """Each figure that there is, with its name."""
    return [
        (FIGURES[name][0], Shown(document[name], FIGURES[name][1], strong=name == "house_edge"))
        for name in names
        if document.get(name) is not None
    ]


def distribution(rows: Iterable[Mapping[str, float]], name: str = "Distribution") -> Sheet:
    """Every result of a round, with what it adds to the mean."""
    return Sheet(
        name=name,
        columns=(Column("net", Format.NET), CHANCE, Column("adds to expectation", Format.PROBABILITY)),
        rows=[(row["net"], row["probability"], row["net"] * row["probability"]) for row in rows],
        notes=("Net: what one round of one box wins or loses, in units of the initial main wager.",),
    )


def analyzed(document: Document) -> list[Sheet]:
    """Of `analyze`."""
    rows = figures(document, (*MAIN, "insurance_ev"))
    claim = document.get("claim")
    if claim:
        rows += [
            ("claimed, from", Shown(claim["low"], Format.PERCENT)),
            ("claimed, to", Shown(claim["high"], Format.PERCENT)),
            ("within the claim", claim["within"]),
        ]
    dealer = Sheet(
        name="Dealer",
        columns=(Column("dealer's final hand"), CHANCE),
        rows=list(document["dealer"].items()),
    )
    return [
        Sheet(name="Summary", columns=FIGURE_VALUE, rows=[*rows, ("", ""), *about(document)]),
        distribution(document["distribution"]),
        dealer,
    ]


def swept(documents: Sequence[Document]) -> list[Sheet]:
    """Of `sweep`: a line for each combination."""
    over = list(documents[0]["over"])
    columns = [*(Column(name) for name in over), *(Column(*FIGURES[name]) for name in MAIN), Column("rules hash")]
    rows = [(*one["over"].values(), *(one[name] for name in MAIN), one["rules_hash"]) for one in documents]
    varied = {"rules hash", "shoe", *(f"option {name}" for name in over)}
    fixed = [row for row in about(documents[0]) if row[0] not in varied]
    return [
        Sheet(name="Sweep", columns=tuple(columns), rows=rows),
        Sheet(name="About", columns=(Column("what"), Column("value")), rows=fixed),
    ]


def wagers(documents: Sequence[Document]) -> list[Sheet]:
    """Of `wagers`: a line for each wager and pay scale, and their pay tables."""
    names = ("house_edge", "ev", "rtp", "hit_frequency", "standard_deviation", "variance", "ev_kept")
    rows = [
        (one["wager"], one["pay_scale"], *(one.get(name) for name in names), one.get("quoted")) for one in documents
    ]
    columns = (Column("wager"), Column("pay scale"), *(Column(*FIGURES[name]) for name in names), Column("quoted with"))
    paid = [
        (
            one["wager"],
            one["pay_scale"],
            paid["class"],
            paid["probability"],
            paid["pays"],
            paid["probability"] * paid["pays"],
        )
        for one in documents
        for paid in one["classes"]
    ]
    return [
        Sheet(name="Wagers", columns=columns, rows=rows),
        Sheet(
            name="Pay tables",
            columns=(
                Column("wager"),
                Column("pay scale"),
                Column("result"),
                CHANCE,
                Column("pays", Format.NET),
                Column("adds to expectation", Format.PROBABILITY),
            ),
            rows=paid,
        ),
        _about({**documents[0], "strategy": None}),
    ]


def strategy(document: Document, card: Card | None) -> list[Sheet]:
    """Of `strategy`: the card as it is printed, part by part, if there is one, and every cell with what it is worth."""
    cells = document["cells"]
    if card is None:
        return [_compositions(cells), _about(document)]
    actions = list(dict.fromkeys(action for cell in cells for action in cell["actions"]))
    keys = [
        key for key, value in cells[0].items() if key not in ("ev", "margin") and not isinstance(value, list | dict)
    ]
    columns = (
        *(Column(key) for key in keys),
        Column("expectation", Format.FIGURE),
        Column("margin", Format.FIGURE),
        *(Column(action, Format.FIGURE) for action in actions),
    )
    rows = [
        (*(cell[key] for key in keys), cell["ev"], cell["margin"], *(cell["actions"].get(action) for action in actions))
        for cell in cells
    ]
    return [
        *card_sheets(card),
        Sheet(name="Cells", columns=columns, rows=rows),
        _about(document),
    ]


def _compositions(cells: Sequence[Document]) -> Sheet:
    """Hand by hand, where every card counts."""
    each = [(cell, hand) for cell in cells for hand in cell["compositions"]]
    where = [key for key in cells[0] if key != "compositions"]
    return Sheet(
        name="Hands",
        columns=(
            *map(Column, where),
            Column("composition"),
            Column("action"),
            Column("expectation", Format.FIGURE),
            Column("margin", Format.FIGURE),
        ),
        rows=[(*(cell[key] for key in where), *hand.values()) for cell, hand in each],
    )


def card_sheets(card: Card) -> list[Sheet]:
    """A strategy card, a sheet for each light or exposed card."""
    sheets = []
    for panel in panels(card):
        its = lines(card, panel.columns)
        sheets.append(
            Sheet(
                name=f"Strategy {panel.light or panel.heading}".strip(),
                columns=(Column("hands"), Column("hand"), *(Column(column_label(one)) for one in panel.columns)),
                rows=[(section_title(line.section), line.label, *map(str, line.shown)) for line in its],
                notes=(*filter(None, [panel.heading]), *(f"{code.text}: {code.meaning}" for code in legend(its))),
            )
        )
    return sheets


def bankroll(document: Document) -> list[Sheet]:
    """Of `bankroll`: the sessions' figures, how they end, the bankroll over time, and the rounds behind them."""
    rows: list[tuple[object, object]] = [
        (label, Shown(float(document[name]), form)) for name, (label, form) in SESSIONS.items()
    ]
    rows += [(f"percentile {at}", Shown(float(value), Format.MONEY)) for at, value in document["percentiles"].items()]
    rows += [("hours", document["hours"]), ("seed", document["seed"]), ("method", document["method"])]
    marks = list(document["percentiles"])
    return [
        Sheet(name="Summary", columns=FIGURE_VALUE, rows=[*rows, ("", ""), *about(document)]),
        Sheet(
            name="Sessions",
            columns=(Column("from", Format.MONEY), Column("below", Format.MONEY), Column("sessions", Format.WHOLE)),
            rows=[(float(one["from"]), float(one["below"]), one["sessions"]) for one in document["histogram"]],
        ),
        Sheet(
            name="Bankroll over time",
            columns=(Column("rounds", Format.WHOLE), *(Column(f"percentile {at}", Format.MONEY) for at in marks)),
            rows=[
                (one["rounds"], *(float(one["percentiles"][at]) for at in marks))
                for one in document["bankroll_over_time"]
            ],
        ),
        Sheet(
            name="Rounds",
            columns=(Column("result", Format.MONEY), Column("rounds simulated", Format.WHOLE)),
            rows=[(float(one["result"]), one["rounds"]) for one in document["round"]["results"]],
        ),
    ]


def _about(document: Document) -> Sheet:
    return Sheet(name="About", columns=(Column("what"), Column("value")), rows=about(document))


def combinations(chances: Sequence[Fraction]) -> tuple[list[int], int]:
    """Probabilities as whole numbers of equally likely combinations, in lowest terms, and of how many.

    >>> combinations([Fraction(1, 4), Fraction(1, 6)])
    ([3, 2], 12)
    """
    whole = lcm(*(chance.denominator for chance in chances))
    return [int(chance * whole) for chance in chances], whole
