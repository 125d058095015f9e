"""Between rounds: collects the cards so that each hand can be reconstructed, and clears the layout."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from holecard.engine.questions import (
    Done,
    Draw,
    Fact,
    Followed,
    Notice,
    PlaceWagers,
    Question,
    RoundOver,
    What,
    removed,
)
from holecard.engine.rules import Rules
from holecard.engine.table import Table
from holecard.law.clauses import Cite, house
from holecard.law.errors import Refused
from holecard.pit.cover_card import entitled_to_cut
from holecard.pit.procedures import Occasion, Procedures, later
from holecard.pit.seats import bar_who_sat_out
from holecard.pit.shuffle_and_cut import new_order


def collect_cards(rules: Rules, table: Table, question: RoundOver) -> Followed:
    """The cards on the layout go to the discard rack, and the next round may begin."""
    cards = table.cards_on_layout()
    return table.cleared(rules.play.dealer_limit, cards), (removed(question.cite, cards),)


def no_cover_card(rules: Rules, table: Table, question: Draw) -> Done:
    """A game without a pit has no cover card."""
    raise Refused("the cover card", cite=house("no cover card"), why="this game has none")


@dataclass(frozen=True, kw_only=True)
class Collect:
    """The cards are collected, and what waited for the end of the round is begun.

    A continuous shuffler takes the discards back after each round (reading A17), so there is no mid-shoe entry.
    """

    procedures: Procedures
    device: Cite
    bars: Cite | None
    freed: Cite

    def __call__(self, rules: Rules, table: Table, question: RoundOver) -> Followed:
        before = table
        table, facts = collect_cards(rules, table, question)
        if self.procedures.shuffler_in_use(table.pit) == "continuous":
            back = Fact(What.DONE, self.device, note=f"{len(table.rack)} discards go back into the device")
            table, more = new_order(table, table.stock.give_back(table.rack), self.freed)
            facts += (back, *more)
        elif self.bars is not None:
            pit, more = bar_who_sat_out(before, table.pit, self.bars)
            table = table.with_pit(pit)
            facts += more
        if table.pit.due:
            pit = table.pit._replace(entitled=entitled_to_cut(before))
            pit = self.procedures.begin(pit, *pit.due)
            table = table.with_pit(pit)
        return table, facts


Obstacle = Callable[[Table, Question], str]  # why a thing cannot happen now, or nothing


def nothing_in_the_way(table: Table, question: Question) -> str:
    return ""


def cards_not_in_play(table: Table, question: Question) -> str:
    """A shuffle is ordered after a round, not while one is being made or waits already."""
    if Occasion.COVER_CARD in table.pit.due:
        return "the cards will be shuffled after this round anyway"
    return "the cards are not in play yet" if table.pit.todo else ""


def table_in_use(table: Table, question: Question) -> str:
    """A table is idle when it could take wagers and has no players."""
    if table.pit.seated:
        return "there are players at the table"
    return "" if isinstance(question, PlaceWagers) and not table.boxes else "the table is not waiting for players"


def device_deals(table: Table, question: Question) -> str:
    return "the cards stay in the continuous shuffler"


@dataclass(frozen=True, kw_only=True)
class Tell:
    """An occasion is reported to the table. During a round it waits for the round's end."""

    name: str
    occasion: Occasion
    cite: Cite
    note: str
    procedures: Procedures
    obstacle: Obstacle = nothing_in_the_way

    def take(self, rules: Rules, table: Table, question: Question, notice: Notice) -> Done:
        pit = table.pit
        why = self.obstacle(table, question)
        if self.occasion in pit.due:
            why = "is already planned for the end of this round"
        if why:
            raise Refused(notice.what, cite=self.cite, why=why)
        pit = later(pit, self.occasion) if table.closed else self.procedures.begin(pit, self.occasion)
        note = f"{self.note}, after this round" if table.closed else self.note
        return Done(table.with_pit(pit), (Fact(What.ANNOUNCED, self.cite, note=note),))
