"""Stored rounds in words: replays what was recorded and gives the same sentences as at the table."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection

from holecard.law.errors import HolecardError
from holecard.live.store.packs import Kept
from holecard.live.table.loading import load_round
from holecard.live.table.views import View, told_of
from holecard.record.journal_check import Entry
from holecard.record.transcript import replay


def entry_of(kept: Kept) -> Entry:
    return Entry(*kept[:6])


def retold(connection: Connection, table_id: int, rounds: Iterable[int]) -> dict[int, View]:
    """What every answer of these rounds did, by the number of its entry; one that cannot be played tells nothing."""
    found: dict[int, View] = {}
    for number in rounds:
        written = load_round(connection, table_id, number)
        try:
            rules = written.rules()
            for line, step in zip(written.lines, replay(written), strict=True):
                found[line.number] = told_of(rules, step.table, step.question, step.answer, step.facts)
        except HolecardError:  # the audit says what is wrong with it
            continue
    return found
