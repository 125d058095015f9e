"""Typesets a dossier as a PDF. The same contents give the same bytes: the PDF carries no date of its own."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from importlib import resources

from holecard.dossier._mathematics import Json, printed
from holecard.dossier._walk import ROUNDS
from holecard.dossier.contents import Contents
from holecard.dossier.evidence import Sample
from holecard.dossier.files import LAYOUT
from holecard.lab.report.exposure import exposure_chart
from holecard.lab.report.pdf import pdf_of
from holecard.lab.report.report import parts
from holecard.rng.collecting import What

TYPST_PAPERS = {"a4": "a4", "letter": "us-letter"}
UNDATED = datetime(1970, 1, 1, tzinfo=UTC)  # Typst wants a time for what it could print, and prints none


def typeset(contents: Contents, document: Json) -> bytes:
    """The PDF of a document that `contents` made."""
    folder = resources.files("holecard.dossier")
    files = {
        "main.typ": folder.joinpath("dossier.typ").read_bytes(),
        **parts(),
        "dossier.json": json.dumps(document).encode(),
        "print.json": json.dumps(_printed(contents)).encode(),
        "layout.svg": contents.drawings()[LAYOUT],
        "exposure.svg": exposure_chart(contents.found.exposure),
    }
    return pdf_of(files, UNDATED)


def _printed(contents: Contents) -> Json:
    """What is printed otherwise than the JSON has it."""
    return {
        "paper": TYPST_PAPERS[contents.edition.paper],
        "date": shown_date(contents.edition.date),
        "open_count": open_count(len(contents.open_points)),
        "title": _title(contents),
        "options": _options(contents),
        "is_draft": bool(contents.unstated),
        "rounds": ROUNDS,
        "mathematics": printed(contents.found),
        "rng": [_numbers(sample) for sample in contents.evidence.of_table(contents.rules.decks)],
    }


def _numbers(sample: Sample) -> Json:
    found = sample.verdict
    kind = f"{found.count:,} raw words" if found.what is What.RAW else f"{found.count:,} shoes of the table's decks"
    return {
        "title": kind if found.what is What.RAW else f"{kind}, as {found.words:,} words",
        "rows": [[f"{row.statistic:,.4f}", f"{row.p_value:.4f}", f"{row.corrected:.4f}"] for row in found.rows],
        "size": f"{len(sample.content):,} bytes",
    }


def _title(contents: Contents) -> list[list[str]]:
    held, rules = contents.rules.register, contents.rules
    return [
        ["House", contents.house.name],
        ["Game", f"{rules.name} ({rules.key})"],
        ["Filing", contents.filing.title],
        ["Instrument", f"{held.title}, edition {held.edition}" if held else "none: every rule is a house rule"],
        ["Authority", contents.filing.authority],
        ["Date", shown_date(contents.edition.date)],
        ["Boxes and decks", f"{contents.table.table.boxes} boxes, {rules.decks} decks"],
        ["Rules hash", rules.hash],
    ]


def _options(contents: Contents) -> list[list[str]]:
    """Every option with its value and clause; those of side wagers that are off are left out."""
    filed, shown = contents.table.table, contents.rules.options.shown()
    off = [one for one in filed.game.wagers if not contents.rules.options.flag(one.switch)]
    return [
        [
            option.title,
            f"{option.named(shown[option.name])}{', for the figures only' if option.name in contents.unstated else ''}",
            option.cite.clause if option.cite.is_law else "house",
            "open" if option.name in contents.unstated else "yes" if option.name in filed.options else "default",
        ]
        for option in filed.game.declared(dict(filed.options))
        if not any(one.has_option(option.name) and option.name != one.switch for one in off)
    ]


def shown_date(day: str | None) -> str:
    """
    >>> shown_date("2026-03-01"), shown_date(None)
    ('1 March 2026', 'not stated')
    """
    return "not stated" if day is None else f"{(one := date.fromisoformat(day)).day} {one:%B %Y}"


def open_count(many: int) -> str:
    """
    >>> open_count(0), open_count(1), open_count(7)
    ('no open points', '1 open point', '7 open points')
    """
    return f"{many or 'no'} open point{'s' * (many != 1)}"
