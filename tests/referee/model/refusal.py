"""A refusal with its clause, and which clause refuses what."""

from __future__ import annotations

from tests.referee.model.script import Decide
from tests.referee.model.state import Table


class Refusal(Exception):
    """What was tried is not allowed; `clause` says why."""

    def __init__(self, clause: str) -> None:
        super().__init__(clause)
        self.clause = clause


def clause_against(table: Table, answer: Decide) -> str:
    """The clause under which an answer that is not on offer is refused."""
    rules, box = table.rules, int(answer.at.split(".")[0])
    main = table.stake(box, answer.who, "main")
    hand = table.find(answer.at)
    if rules.nz and main is not None and main.state == "void":
        return "NZ 16.5" if hand is not None and hand.gone == "void" and main.ante else "NZ 18.7"
    if answer.action == "insurance":
        return rules.clause("8(b)", "8(b)", "19.6" if _plus_natural(table, box) else "9.2")
    if answer.action == "ride":
        house = table.stake(box, answer.who, "house")
        early = table.phase in ("deal", "side")
        if early:
            return "NZ 15D.6(b)" if house else "NZ 15E.5(b)"
        return "NZ 16.14" if house else "NZ 16.15"
    if answer.who in table.bound or (hand is not None and hand.bound):
        return rules.clause("12(c)", "13(c)", "16.4")
    if answer.who != table.controller(box):
        return rules.clause("7(i)", "7(i)", "14.3(a)")
    if answer.action == "surrender":
        return rules.clause("7(i)(2)", "9(a)", "8.3")
    if answer.action == "double":
        return rules.clause("9(a)", "10(a)", "11.2" if answer.number else "11.1")
    if answer.action == "split":
        return rules.clause("10(a)", "11(a)", "12.1")
    if answer.action == "stand" and table.exposed:
        return rules.clause("12(c)", "13(c)", "16.4")
    if answer.action == "stand" and rules.nz:
        return "NZ 13.1(d)"
    return rules.clause("7(k)", "7(k)", "13.1")


def _plus_natural(table: Table, box: int) -> bool:
    return table.rules.game == "nz-plus" and table.boxes[box][0].natural and len(table.dealer) == 1
