"""A strategy card as the pages get it, with the value of each choice in every cell."""

from __future__ import annotations

from itertools import groupby

from holecard.lab.advice.place_on_card import Place
from holecard.lab.card.cells import Card
from holecard.lab.card.text import Line, column_label, legend, lines, notes, offer_notes, offers, panels, section_title
from holecard.lab.solver.exact import Solution
from holecard.live.solving._processes import Json
from holecard.school.weak_spots import skill_of
from holecard.telling.names import choice_name


def card_view(solution: Solution, card: Card, *, with_skills: bool = False) -> Json:
    """The lab, the table and the school show the same card; the school also needs the skills that a cell stands for."""
    by_panel = [(panel, lines(card, panel.columns)) for panel in panels(card)]
    every = [line for _, its in by_panel for line in its]
    return {
        "legend": [[code.kind, code.text, code.meaning] for code in legend(every)],
        "notes": [*offer_notes(card.rules, offers(solution, card)), *notes(every)],
        "panels": [
            {
                "heading": panel.heading,
                "light": panel.light,
                "columns": [column_label(column) for column in panel.columns],
                "groups": [
                    {"name": section_title(section), "rows": [_line(card, line, with_skills) for line in alike]}
                    for section, alike in groupby(its, key=lambda line: line.section)
                ],
            }
            for panel, its in by_panel
        ],
    }


def _line(card: Card, line: Line, with_skills: bool) -> Json:
    return {
        "label": line.label,
        "cells": [
            {
                "kind": shown.code.kind,
                "text": str(shown),
                "meaning": shown.code.meaning,
                "worth": [[choice_name(card.rules, do), round(ev, 6)] for do, ev in shown.cells[0].actions],
                **({"skills": [skill_of(cell) for cell in shown.cells]} if with_skills else {}),
            }
            for shown in line.shown
        ],
    }


def cell_at(card: Card, place: Place) -> list[int] | None:
    """Where a cell is printed: the panel, the row counted over all groups, the column."""
    for number, panel in enumerate(panels(card)):
        if place.column in panel.columns:
            at = panel.columns.index(place.column)
            for row, line in enumerate(lines(card, panel.columns)):
                if any(cell.row == place.row for cell in line.shown[at].cells):
                    return [number, row, at]
    return None
