"""The record of a test as a page for the file: one HTML document that needs nothing else and prints on A4.

>>> record = {"name": "Ann", "game_name": "Blackjack", "level": "payouts", "began": "2030-01-01T10:00:00+00:00",
...           "right": 1, "questions": 1, "pass_mark": "9/10", "seconds": 4.0, "allowed_seconds": 30, "passed": True,
...           "edition": "", "table": "", "rules_hash": "12ab", "options": {"decks": "6"}, "answers": []}
>>> entry = Entry(3, "00", "2030-01-01T10:01:00+00:00", "table-test", "", "ff")
>>> page = record_page(record, entry)
>>> "Table test: payouts" in page, "Passed" in page
(True, True)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from holecard.record.journal_check import Entry
from holecard.school.levels import TITLES, Level

STYLE = """body { font: 10.5pt/1.45 Helvetica, Arial, sans-serif; max-width: 180mm; margin: 12mm auto; color: #000; }
dl { display: grid; grid-template-columns: 32mm 1fr; margin: 0 0 6mm; } dt { color: #444; }
dd { margin: 0; overflow-wrap: anywhere; }
li { padding: 1.5mm 0; border-top: 1px solid #bbb; break-inside: avoid; } small { color: #444; }
footer { display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 8mm; margin-top: 18mm; }
footer span { border-top: 1px solid #000; }"""


def record_page(record: Mapping[str, Any], entry: Entry) -> str:
    """The page of a record that is this entry of a journal."""
    title = f"Table test: {TITLES[Level(record['level'])].lower()}"
    facts = "".join(f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in _facts(record, entry))
    chain = f"<dt>Hash</dt><dd>{entry.hash}</dd><dt>Hash before</dt><dd>{entry.previous}</dd>"
    answers = "".join(_answer(one) for one in record["answers"])
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style></head><body>\n<h1>{escape(title)}</h1>\n<dl>{facts}{chain}</dl>\n"
        f"<ol>{answers}</ol>\n<footer><span>Dealer</span><span>Supervisor</span><span>Date</span></footer>\n"
        "</body></html>\n"
    )


def _facts(record: Mapping[str, Any], entry: Entry) -> Iterator[tuple[str, str]]:
    edition = f", edition {record['edition']}" if record["edition"] else ""
    yield "Name", record["name"]
    yield "Result", "Passed" if record["passed"] else "Not passed"
    yield "Game", f"{record['game_name']}{edition}"
    if record["table"]:
        yield "Table", record["table"]
    yield "Options", ", ".join(f"{name}={value}" for name, value in record["options"].items())
    yield "Rules", record["rules_hash"]
    yield "Began", record["began"]
    yield "Ended", entry.time or ""
    yield "Right", f"{record['right']} of {record['questions']} (pass mark {record['pass_mark']})"
    yield "Time", f"{record['seconds']:.0f} of {record['allowed_seconds']} seconds"
    yield "Entry", str(entry.n)


def _answer(one: Mapping[str, Any]) -> str:
    before = f"<small>{escape('; '.join(one['before']))}</small><br>" if one["before"] else ""
    sign, right = ("✓", "") if one["right"] else ("✗", f" (right: {escape(one['expected'])})")
    details = f"<small>{escape(one['clause'])}, {one['seconds']:.1f} s</small>"
    return f"<li>{before}{escape(one['asked'])}<br>{sign} {escape(one['given'])}{right} {details}</li>"
