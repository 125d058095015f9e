"""Wagers before the deal, and the close."""

from __future__ import annotations

from tests.referee.model.play import start
from tests.referee.model.refusal import Refusal
from tests.referee.model.script import Bet, ScriptError, TakeBack, cents
from tests.referee.model.state import Stake, Table


def bet(table: Table, said: Bet) -> None:
    """Chips are placed (6(a)-(c), NZ 5.2, 14.1, 18.5)."""
    rules = table.rules
    if table.phase != "bets":
        raise Refusal(rules.clause("6(c)", "6(c)", "5.5(a)"))
    barred = "mid-shoe" in table.given and rules.get("mid_shoe_entry", "yes") == "no" and not rules.nz
    known = table.given.get("wagered", ()) + table.given.get("permitted", ())
    if barred and not rules.continuous and said.who not in known:
        raise Refusal(rules.clause("6(b)", "6(b)", ""))
    mains = table.mains(said.box)
    others = [stake for stake in mains if stake.who != said.who]
    if said.wager == "main" and len(others) >= (3 if rules.nz else 1):
        raise Refusal(rules.clause("2(a)", "2(a)", "14.1"))
    if said.cents % rules.chip:
        raise Refusal("house chip")
    placed = table.stake(said.box, said.who, said.wager)
    if placed is not None:
        if not rules.nz and rules.get("wagers_final", "at-close") == "as-placed":
            raise Refusal(rules.clause("6(c)", "6(c)", ""))
        placed.cents += said.cents
        return
    stake = Stake(said.who, said.box, said.wager, said.cents)
    table.stakes.append(stake)
    if rules.game == "nz-ante" and said.wager == "main":
        waived = cents(rules.get("ante_waived_at", "0")) or 10**9
        stake.ante = said.ante or said.cents >= waived
        if said.ante and said.cents < waived:
            table.stakes.append(Stake(said.who, said.box, "ante", cents(rules.get("ante", "1"))))


def take_back(table: Table, event: TakeBack) -> None:
    """Until the close a wager is a proposal, unless the house takes 6(c) literally (S-3)."""
    rules = table.rules
    final = rules.get("wagers_final", "at-close") == "as-placed" and not rules.nz
    if table.phase != "bets" or final:
        raise Refusal(rules.clause("6(c)", "6(c)", "5.5(b)"))
    stake = table.stake(event.box, event.who, event.wager)
    if stake is None:
        raise ScriptError(f"nothing to take back: {event}")
    table.stakes.remove(stake)
    ante = table.stake(event.box, event.who, "ante")
    if event.wager == "main" and ante is not None:
        table.stakes.remove(ante)


def close(table: Table) -> None:
    """Limits and adjacency hold at the close (6(e), 6(f), S-3)."""
    rules = table.rules
    if table.phase != "bets":
        raise ScriptError("betting is closed already")
    if not rules.nz:
        most = int(rules.get("boxes_per_player", "6"))
        for who in {stake.who for stake in table.stakes}:
            boxes = sorted(s.box for s in table.stakes if s.who == who and s.kind == "main")
            gaps = bool(boxes) and boxes[-1] - boxes[0] + 1 != len(boxes)
            if gaps or len(boxes) > most:
                raise Refusal(rules.clause("6(f)", "6(e)", ""))
        for stake in table.stakes:
            if stake.kind == "match" and table.stake(stake.box, stake.who, "main") is None:
                raise Refusal("685a.6(e)")
    start(table)
