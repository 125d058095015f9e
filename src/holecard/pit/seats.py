"""Who sits at the table, and who may not bet until the reshuffle because they sat out a round."""

from __future__ import annotations

from dataclasses import dataclass

from holecard.engine.pit import Pit
from holecard.engine.questions import Done, Fact, Facts, Notice, Question, What, checked_name
from holecard.engine.rules import Rules
from holecard.engine.table import Table, place_of
from holecard.law.clauses import Cite, house
from holecard.law.errors import Refused

ONE_SEAT = house("one seat a player")


@dataclass(frozen=True, kw_only=True)
class Sit:
    """A player sits down. `bars`: where entry in mid-shoe is not allowed, they have missed the earlier rounds."""

    bars: Cite | None
    name: str = "Player sits down"

    def take(self, rules: Rules, table: Table, question: Question, notice: Notice) -> Done:
        pit, seat, name = table.pit, notice.seat, checked_name(notice.name)
        self._check(rules, table, seat, name)
        pit = pit._replace(seated=(*pit.seated, (seat, name)))
        facts: Facts = (Fact(What.ANNOUNCED, rules.boxes.cite, seat=seat, bettor=name, note=f"{name} sits down"),)
        box = table.box(seat)
        if box is not None and name in box.bettors:
            table, more = rules.play.sharing.give_control(table, place_of(table, seat), name)
            facts += more
        if self.bars is not None and not pit.may_bet(name):
            pit, more = bar(pit, {name}, self.bars)
            facts += more
        return Done(table.with_pit(pit), facts)

    def _check(self, rules: Rules, table: Table, seat: int, name: str) -> None:
        if not 1 <= seat <= rules.boxes.most:
            legal = (f"1 to {rules.boxes.most}",)
            raise Refused(
                f"seat {seat}", cite=rules.boxes.cite, why=f"this table has seats 1 to {rules.boxes.most}", legal=legal
            )
        by_seat = dict(table.pit.seated)
        if name in by_seat.values():
            raise Refused(
                f"{name} on seat {seat}", cite=ONE_SEAT, why="they are already seated at the table", legal=("leave",)
            )
        no_room = rules.play.sharing.no_other_bettor
        if seat in by_seat:
            raise Refused(f"{name} on seat {seat}", cite=no_room, why=f"{by_seat[seat]} is seated there")
        box = table.box(seat)
        if box is None or box.bettors[0] == name:
            return
        full = name not in box.bettors and len(box.bettors) >= rules.play.sharing.bettors_per_box
        if table.closed or full:  # whoever decides there goes on to the end of the round
            raise Refused(f"{name} on seat {seat}", cite=no_room, why=f"{box.bettors[0]} is playing that box")


@dataclass(frozen=True, kw_only=True)
class Leave:
    """A player leaves, but not while they have a wager on the layout."""

    wagers_lie: Cite
    name: str = "Player leaves"

    def take(self, rules: Rules, table: Table, question: Question, notice: Notice) -> Done:
        pit, name = table.pit, notice.name
        left = tuple((seat, who) for seat, who in pit.seated if who != name)
        if left == pit.seated:
            raise Refused(f"{name} leaves", cite=ONE_SEAT, why="they are not seated at the table")
        if any(name in box.bettors for box in table.boxes):
            raise Refused(f"{name} leaves", cite=self.wagers_lie, why="they have a wager that is not settled yet")
        order = tuple(who for who in pit.cut_order if who != name)
        said = Fact(What.ANNOUNCED, rules.boxes.cite, bettor=name, note=f"{name} leaves")
        return Done(table.with_pit(pit._replace(seated=left, cut_order=order)), (said,))


@dataclass(frozen=True, kw_only=True)
class Admit:
    """The house lets a patron bet again before the reshuffle."""

    cite: Cite
    name: str = "Let a player bet again"

    def take(self, rules: Rules, table: Table, question: Question, notice: Notice) -> Done:
        pit, name = table.pit, notice.name
        if pit.may_bet(checked_name(name)):
            barred = tuple(sorted(pit.barred))
            raise Refused(f"leave for {name}", cite=self.cite, why=f"{notice.name} may already bet", legal=barred)
        said = Fact(What.RULED, self.cite, bettor=name, note=f"{name} may bet again")
        in_shoe = None if pit.in_shoe is None else pit.in_shoe | {name}
        return Done(table.with_pit(pit._replace(barred=pit.barred - {name}, in_shoe=in_shoe)), (said,))


def bar_who_sat_out(table: Table, pit: Pit, cite: Cite) -> tuple[Pit, Facts]:
    """Everybody without a wager in the round that ends is barred until the reshuffle, seated or not (A14). Those who
    are seated are told."""
    betting = frozenset(bettor for box in table.boxes for bettor in box.bettors)
    return bar(pit._replace(in_shoe=betting), {name for _, name in pit.seated} - betting - pit.barred, cite)


def bar(pit: Pit, names: set[str], cite: Cite) -> tuple[Pit, Facts]:
    why = "made no wager and may bet after the reshuffle or with permission"
    facts = tuple(Fact(What.RULED, cite, bettor=name, note=f"{name} {why}") for name in sorted(names))
    return pit._replace(barred=pit.barred | names), facts
