"""The ordinary course of a round: what is due next."""

from __future__ import annotations

from tests.referee.model.cards import is_blackjack, is_large, is_soft, total
from tests.referee.model.offers import insurance, side
from tests.referee.model.settle import insurance_lost, judge_insurance, pay_hand, settle
from tests.referee.model.sides import settle_match, settle_sides
from tests.referee.model.state import Due, Table, everything_dead
from tests.referee.model.turns import half_back, turns
from tests.referee.model.verdict import Ask


def progress(table: Table) -> Due:
    """Do everything that needs no answer, and say what is due."""
    while True:
        due = _next(table)
        if due is None:
            continue
        _log(table, due)
        return due


def _log(table: Table, due: Due) -> None:
    asks = table.window if due.kind == "window" else [due] if due.kind in ("ask", "rule") else []
    for item in asks:
        ask = Ask(item.who, item.at, item.choices, item.clause)
        key = "window" if due.kind == "window" else ""
        if (key and ask not in table.asked) or (not key and (not table.asked or table.asked[-1] != ask)):
            table.asked.append(ask)


def _next(table: Table) -> Due | None:
    if table.pending:
        return table.pending[0]
    if table.burn_due:
        return Due("card", "rack", clause=table.rules.clause("12(e)", "13(f)", ""))
    for hand in table.live():
        if hand.want == "initial":
            return Due("card", table.name(hand), clause=table.rules.clause("12(f)", "13(g)", ""))
    if table.phase == "complete" and table.exposed:  # nobody can use it any more
        table.cite(table.rules.clause("12(c)", "13(c)", "16.3"))
        table.removed.append(table.exposed)
        table.exposed = ""
    if table.phase == "complete":
        for hand in table.live():
            if len(hand.cards) < 2 and not hand.split:
                return Due("notice", table.name(hand), clause=table.rules.clause("12(f)", "13(g)", "16.5"))
    step = STEPS.get(table.phase)
    return step(table) if step else Due(table.phase)


def start(table: Table) -> None:
    """No more bets: the order of the deal (685a.7(e), 673a.7(e), NZ 8.2)."""
    for stake in table.stakes:
        if stake.kind == "main" and stake.box not in table.boxes:
            table.boxes[stake.box] = [table.new_hand(stake.box)]
    for stake in table.stakes:
        if stake.kind == "main":
            stake.hand = table.boxes[stake.box][0].serial
    row = [str(box) for box in sorted(table.boxes)]
    table.order = row + ["dealer"] + row + ([] if table.rules.nz else ["dealer"])
    table.phase = "deal"


def _deal(table: Table) -> Due | None:
    while table.pos < len(table.order):
        place = table.order[table.pos]
        if place != "dealer" and table.boxes[int(place)][0].gone:
            table.pos += 1
            continue
        if place == "dealer" and table.dealer and table.exposed:
            table.hole, table.hole_open = table.exposed, True  # B21
            table.dealer.append(table.exposed)
            table.exposed = ""
            table.pos += 1
            continue
        return Due("card", place, clause=table.rules.clause("7(e)", "7(e)", "8.2"))
    have = len(table.dealer) + (1 if table.hole and not table.hole_open else 0)
    if have < (1 if table.rules.nz else 2):
        return Due("notice", "dealer", clause=table.rules.clause("12", "13(e)", "16.5"))
    _after_deal(table)
    return None


def _after_deal(table: Table) -> None:
    rules = table.rules
    if rules.nz:
        for stake in table.stakes:
            if stake.kind == "ante" and stake.state == "open":
                table.cite("NZ 18.6")
                stake.end("lost", -stake.cents)
        settle_sides(table)
        table.phase = "side"
    elif rules.double_back:
        for hand in reversed(table.live()):
            if hand.natural:
                pay_hand(table, hand, 2, 1, "673a.7(f)")
        table.phase = "insurance"
    else:
        settle_match(table)
        table.phase = "insurance"
    if everything_dead(table):
        table.phase = "complete"


def _reader(table: Table) -> Due | None:
    """685a.7(h): always; 673a.7(h): with an ace or ten-value card up."""
    rules = table.rules
    needed = rules.masque or is_large(table.up)
    if not table.hole_open and not table.light and needed:
        return Due("light", clause=rules.clause("7(h)", "7(h)", ""))
    both = rules.masque and table.light == "large" and is_large(table.up)
    if not table.hole_open and (both or table.light == "blackjack"):
        return Due("turn", clause=rules.clause("7(h)", "7(h)", ""))
    if table.hole_open and is_blackjack(table.dealer[:2]):
        judge_insurance(table)
        table.phase = "complete"
        return None
    insurance_lost(table)
    for hand in table.live():
        if hand.surrendered:
            half_back(table, hand, "673a.9(a)(2)")
    table.phase = "complete" if everything_dead(table) else "turns"
    return None


def must_draw(table: Table) -> bool:
    """685a.7(m), 673a.7(o)-(p), NZ 13.3-13.4."""
    limit = table.rules.dealer_limit
    points = total(table.dealer, limit)
    soft = points == 17 and is_soft(table.dealer, limit) and table.rules.soft17
    if points > 17 or (points == 17 and not soft):
        return False
    if table.rules.double_back:
        return any(not hand.gone for hand in table.live())
    if table.rules.nz:
        return any(not hand.natural for hand in table.live()) or any(
            stake.kind == "push22" and stake.state == "open" for stake in table.stakes
        )
    return True


def _dealer(table: Table) -> Due | None:
    rules = table.rules
    if rules.nz and everything_dead(table):
        table.phase = "complete"
        return None
    if not rules.nz and not table.hole_open:
        return Due("turn", clause=rules.clause("7(l)", "7(n)", ""))
    first = rules.nz and len(table.dealer) == 1
    blackjack = is_blackjack(table.dealer[:2])
    if first or (not blackjack and must_draw(table)):
        if table.exposed:
            table.cite(rules.clause("12(c)", "13(c)", "16.4"))
            table.dealer.append(table.exposed)
            table.exposed = ""
            after_dealer_card(table)
            return None
        return Due("card", "dealer", clause=rules.clause("7(m)", "7(o)", "8.5" if first else "13.3"))
    table.phase = "complete"
    return None


def after_dealer_card(table: Table) -> None:
    """NZ: Insurance is decided on the dealer's second card (9.4, 9.5, N17)."""
    if table.rules.nz and len(table.dealer) == 2:
        judge_insurance(table)


def settle_now(table: Table) -> None:
    """Collect and pay."""
    if table.phase == "complete":
        if not everything_dead(table) or any(s.state == "open" for s in table.stakes):
            settle(table)
        table.phase = "settled"


STEPS = {"deal": _deal, "side": side, "insurance": insurance, "reader": _reader, "turns": turns, "dealer": _dealer}
