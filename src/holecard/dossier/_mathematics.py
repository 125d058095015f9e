"""The mathematics of a configured table: exact figures as numbers for the JSON, and as text for the PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from holecard.house.house_file import Checked
from holecard.lab.card.csv_file import described
from holecard.lab.report.exposure import exposure_text
from holecard.lab.report.findings import Findings, claims, gather, prepare
from holecard.lab.report.report import (
    card_text,
    check_rows,
    claimed_figures,
    claimed_range,
    distribution_rows,
    figure_rows,
    is_on,
    percent,
    wager_text,
)
from holecard.lab.solver.analysis import Analysis, verdict
from holecard.lab.wagers.side_wagers import WagerAnalysis

Json = dict[str, object]
Tell = Callable[[str], None]


def solve(table: Checked, samples: int, tell: Tell) -> Findings:
    """Solve the table as the house file has it; `samples` are of the cards left, for the chapter on counting."""
    return gather(prepare(table.table.game, table.table.options, alone=True), tell, samples)


def figures(found: Findings) -> Json:
    """Every figure, unrounded."""
    return {
        "composition": _analysis(found.composition),
        "total": _analysis(found.total),
        "dealer": dict(found.composition.dealer),
        "insurance_ev": found.composition.insurance_ev,
        "wagers": [_wager(row) for row in found.wagers if is_on(found, row)],
        "claims": list(_claims(found)),
        "counting": found.exposure.to_dict(),
        "strategy": [described(cell) for cell in found.card.cells.values()],
    }


def printed(found: Findings) -> Json:
    """What the PDF prints of it."""
    insurance = found.composition.insurance_ev
    return {
        "figures": figure_rows(found),
        "distribution": distribution_rows(found),
        "dealer": [[name, f"{share:.8f}"] for name, share in found.composition.dealer.items()],
        "insurance": percent(-insurance) if insurance is not None else "",
        "claims": [
            [row["what"], row["where"], row["shown"], percent(float(str(row["house_edge"]))), row["verdict"]]
            for row in _claims(found)
        ],
        "wagers": [wager_text(found, row) for row in found.wagers if is_on(found, row)],
        "cards": card_text(found),
        "exposure": exposure_text(found.exposure),
        "checks": list(check_rows(found)),
    }


def _analysis(one: Analysis) -> Json:
    spread = one.distribution
    return {
        "ev": one.ev,
        "house_edge": one.house_edge,
        "rtp": one.rtp,
        "average_wager": one.average_wager,
        "element_of_risk": one.element_of_risk,
        "variance": spread.variance,
        "standard_deviation": spread.standard_deviation,
        "distribution": [{"net": net, "probability": spread.results[net]} for net in sorted(spread.results)],
    }


def _wager(row: WagerAnalysis) -> Json:
    return {
        "wager": row.wager,
        "pay_scale": row.pay_scale,
        "ev": float(row.ev),
        "house_edge": float(row.house_edge),
        "hit_frequency": float(row.hit_frequency),
        "standard_deviation": row.standard_deviation,
        "classes": [
            {"class": paid.name, "probability": float(paid.probability), "pays": float(paid.pays)}
            for paid in row.classes
        ],
    }


def _claims(found: Findings) -> Iterator[Json]:
    """What the instrument's own filing claims, beside what we find for this table."""
    for held, claim in claims(found.rules):
        here, _ = claimed_figures(found, claim)
        if here is not None:
            yield {
                "claim": claim.id,
                "what": claim.what[0].upper() + claim.what[1:],
                "where": f"{held.key}@{held.edition}: {claim.where}",
                "low": float(claim.low),
                "high": float(claim.high),
                "shown": claimed_range(claim),
                "house_edge": here,
                "verdict": verdict(claim, here),
            }
