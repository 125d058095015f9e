"""The names of the irregularities and where each is handled."""

from __future__ import annotations

from tests.referee.model import reports_common as common
from tests.referee.model import reports_nz as nz
from tests.referee.model import reports_pa as pa
from tests.referee.model.refusal import Refusal
from tests.referee.model.script import Report, ScriptError
from tests.referee.model.state import Due, Table

REPORTS = {
    "face-up": common.face_up,
    "unexposed": common.unexposed,
    "exposed": common.exposed,
    "dealer-extra": common.dealer_extra,
    "shoe-empty": common.shoe_empty,
    "skipped": pa.skipped,
    "missed-card": pa.missed_card,
    "dealer-missed": pa.dealer_missed,
    "wrong-light": pa.wrong_light,
    "wrong-spot": pa.wrong_spot,
    "wrong-reading": pa.wrong_reading,
    "reader-fails": pa.reader_fails,
    "reader-used": pa.reader_used,
    "shuffler-jam": pa.jam,
    "shuffler-broken": pa.broken,
    "misdeal": nz.misdeal,
    "absent": nz.absent,
    "damaged": nz.damaged,
    "not-shuffled": nz.not_shuffled,
    "no-cutting-card": nz.no_cutting_card,
    "no-insurance": nz.no_insurance,
    "madness-fails": nz.madness,
    "shuffler-fails": nz.shuffler_fails,
    "no-ante": nz.no_ante,
}


def report(table: Table, due: Due, said: Report) -> None:
    """Somebody notices something."""
    if said.what not in REPORTS:
        raise ScriptError(f"no such irregularity: {said.what}")
    if table.phase == "over":
        raise Refusal(table.rules.clause("7(s)", "7(u)", "1.0 Round"))
    REPORTS[said.what](table, due, said)
