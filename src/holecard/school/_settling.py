"""Drills about money: what becomes of a wager, how much is paid or taken, and who is settled first."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from holecard.engine.questions import Act, Decide, Fact, Facts, Irregularity, Notice, Offer, What
from holecard.engine.rules import Rules
from holecard.engine.table import Table, Wager
from holecard.record.transcript import Step
from holecard.round.paying import LAMMER
from holecard.school._showing import seen_in, told
from holecard.school.drill import Drill, Option, Topic, chips_of, options
from holecard.telling.lines import ORDERS, tell
from holecard.telling.names import place, wager_name
from holecard.values.money import amount

PAY, COLLECT, RETURN = "Pay", "Collect", "Return"
SETTLED = {What.PAID: PAY, What.COLLECTED: COLLECT, What.RETURNED: RETURN}

Group = tuple[int, int, str, str]  # box, hand, bettor, wager


def settling(rules: Rules, step: Step, chance: Random) -> Iterator[Drill]:
    """What the dealer does with each wager that this step settled, and with which first."""
    if isinstance(step.answer, Irregularity | Notice) or step.table.pending:
        return  # what a ruling moves is a drill of its own
    groups: dict[Group, list[Fact]] = {}
    for fact in step.facts:
        if fact.what in SETTLED and fact.bettor:
            groups.setdefault((fact.seat, fact.hand, fact.bettor, fact.wager), []).append(fact)
    for group, facts in groups.items():
        yield from _of_wager(rules, step, group, facts)
    yield from _first(rules, step, groups, chance)


def _of_wager(rules: Rules, step: Step, group: Group, facts: list[Fact]) -> Iterator[Drill]:
    """One drill for the wager: its result; or, where only a part is collected, how much of it."""
    seat, hand, bettor, kind = group
    table = seen_in(rules, step)
    staked = _staked(table, group)
    whats = {fact.what for fact in facts if fact.amount} or {
        fact.what for fact in facts
    }  # a lammer taken costs nothing
    if not staked or (What.PAID in whats and len(whats) > 1):
        return
    taken = What.COLLECTED in whats and len(whats) > 1
    done = PAY if What.PAID in whats else COLLECT if What.COLLECTED in whats else RETURN
    money = sum(fact.amount for fact in facts if SETTLED[fact.what] == done)
    name = wager_name(rules, kind)
    where = place(table, step.facts, seat, hand)
    lying = " + ".join(_piece(wager) for wager in staked)
    what = f"{where}, {bettor}: {name} of {lying}."
    ask = "How much do you collect?" if taken else "What do you do with it?"
    topic = Topic.TAKE if taken else Topic.SETTLE
    notes = sorted({fact.note.removesuffix(LAMMER) for fact in facts})
    first = next(fact for fact in facts if SETTLED[fact.what] == done)
    yield Drill(
        topic=topic,
        skill=f"{topic} {kind} {' '.join(notes)}",
        rules=rules,
        table=table,
        step=step,
        title=f"{what} {ask}",
        options=(
            (Option("2", COLLECT, True, takes_money=True),)
            if taken
            else tuple(
                Option(str(number), text, text == done, takes_money=text == PAY)
                for number, text in enumerate((PAY, COLLECT, RETURN), start=1)
            )
        ),
        money=money,
        says=_says(rules, step, tuple(facts)) + (_in_chips(rules, money) if done == PAY else ""),
        cite=first.cite,
        also=first.also,
        before=told(rules, step),
        seat=seat,
        hand=hand,
    )


def _staked(table: Table, group: Group) -> list[Wager]:
    """The money of this wager that lies there unsettled: on the hand, or beside it where it belongs to the box. Money
    that was laid down by this very step, to ride, does not lie there yet."""
    seat, hand, bettor, kind = group
    box = table.box(seat)
    if box is None:
        return []
    lying = box.hands[hand - 1].wagers if 0 < hand <= len(box.hands) else box.wagers
    return [wager for wager in lying if wager.bettor == bettor and wager.kind == kind and wager.net is None]


def _piece(wager: Wager) -> str:
    return f"{amount(wager.amount)}{' (lammer)' if wager.free else ''}"


def _says(rules: Rules, step: Step, facts: Facts) -> str:
    """What was done, as the table tells it."""
    lines = tell(rules, step.table, step.question, step.answer, facts)
    money = [line.text for line in lines if line.kind.value == "money"]
    return f"{'; '.join(money)}."


def _in_chips(rules: Rules, money: int) -> str:
    chips = chips_of(rules, money)
    if len(chips) < 2 or len(chips) > 9:
        return ""
    return f" In the fewest chips: {' + '.join(amount(chip) for chip in chips)}."


def _first(rules: Rules, step: Step, groups: dict[Group, list[Fact]], chance: Random) -> Iterator[Drill]:
    """With whom the settlement begins, where several boxes are settled in one go."""
    seats = list(dict.fromkeys(seat for seat, _, _, _ in groups))
    if len(seats) < 2 or (isinstance(step.question, Offer | Decide) and isinstance(step.answer, Act)):
        return
    names = {seat: f"Box {seat}" for seat in sorted(seats)}
    first = next(fact for fact in step.facts if fact.seat == seats[0] and fact.what in SETTLED)
    order = ", then ".join(names[seat].lower() for seat in seats)
    said = next((fact for fact in step.facts if fact.note in ORDERS), first)  # the order that the house has filed
    yield Drill(
        topic=Topic.FIRST,
        skill=f"{Topic.FIRST} {first.what}",
        rules=rules,
        table=seen_in(rules, step),
        step=step,
        title="Several boxes are settled now. Which is the first?",
        options=options(names[seats[0]], names.values(), chance, most=len(names)),
        says=f"The order is {order}.",
        cite=said.cite,
        also=said.also,
        before=told(rules, step),
    )
