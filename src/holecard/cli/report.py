"""`holecard report`: writes a report on a configured game, as PDF or workbook, with exact figures and its strategy."""

from __future__ import annotations

import os
from datetime import UTC, date, datetime
from pathlib import Path

from rich.text import Text

from holecard.cli.options import check_file, console, parse_pairs
from holecard.cli.progress import steps_told
from holecard.games import find
from holecard.law.errors import Malformed
from holecard.record.files import write_whole

EPOCH = "SOURCE_DATE_EPOCH"


def report_command(game: str, pairs: list[str], pdf: Path | None, xlsx: Path | None) -> None:
    from holecard.lab.report.findings import gather, prepare
    from holecard.lab.report.par_sheet import par_sheets
    from holecard.lab.report.report import typeset
    from holecard.lab.report.workbook import workbook

    work = prepare(find(game), parse_pairs(pairs))
    when = date_of_report()
    if pdf is None and xlsx is None:
        raise Malformed("report needs a file to write. Add --pdf FILE, --xlsx FILE or both")
    check_file(pdf, ".pdf", option="--pdf")
    check_file(xlsx, ".xlsx", option="--xlsx")
    with steps_told(work.steps) as tell:
        found = gather(work, tell)
        tell("typesetting")
        files = {}
        if pdf is not None:
            files[pdf] = typeset(found, when)
        if xlsx is not None:
            files[xlsx] = workbook(work.rules.name, par_sheets(found))
    edge = f"house edge {100 * found.composition.house_edge:.4f} %"
    for file, content in files.items():
        write_whole(file, content)
        console().print(Text(f"Wrote {file}: {work.rules.name}, {edge}, rules {work.rules.hash}"), soft_wrap=True)


def date_of_report() -> datetime:
    """Today, or the day in SOURCE_DATE_EPOCH, so that the same report can be made again."""
    text = os.environ.get(EPOCH)
    if text is None:
        today = date.today()
        return datetime(today.year, today.month, today.day, tzinfo=UTC)
    try:
        return datetime.fromtimestamp(int(text), UTC)
    except (ValueError, OverflowError, OSError):
        raise Malformed(f"{EPOCH} must be seconds since 1970, for example 1735689600, not {text}") from None
