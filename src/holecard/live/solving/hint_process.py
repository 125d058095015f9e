"""The hint process: it solves the house's games and answers what each choice of a hand is worth, for hints and drills.

It solves games one after another in the background, starting with the one asked about last. A request for a game that
is not solved yet gets that answer at once.
"""

from __future__ import annotations

import threading
from itertools import islice
from typing import Any

from holecard.engine.rules import Rules
from holecard.games import find
from holecard.lab.advice.advice import Advisor
from holecard.lab.advice.place_on_card import place_of
from holecard.lab.advice.visible_hand import VisibleHand
from holecard.lab.card.cells import strategy_card
from holecard.lab.compiler.stage import CannotCompile
from holecard.lab.compiler.store import forget
from holecard.lab.solver.analysis import Analysis, analyse, verdict
from holecard.lab.solver.shoes import Strategy
from holecard.law.errors import HolecardError, Malformed
from holecard.live.solving._card_view import card_view, cell_at
from holecard.live.solving._processes import Json, Lines

NICE = 10


class Solved:
    """The solved games, and those that wait."""

    def __init__(self) -> None:
        self._advisors: dict[str, Advisor | str] = {}  # or why the solver can't solve it
        self._waiting: dict[str, Rules] = {}  # the last is solved next
        self._unweighed: list[Advisor] = []  # their riding wagers are solved when nothing else waits
        self._totals: dict[str, Analysis] = {}
        self._carded: dict[str, Rules] = {}  # games whose strategy card is wanted
        self._changed = threading.Condition()

    def advisor(self, rules: Rules) -> Advisor | str | None:
        """None while it is not solved."""
        with self._changed:
            found = self._advisors.get(rules.hash)
            if found is None:
                self._waiting.pop(rules.hash, None)
                self._waiting[rules.hash] = rules
                self._changed.notify()
            return found

    def warm(self, rules: Rules) -> None:
        """Solve a game when nothing more urgent waits."""
        with self._changed:
            if rules.hash not in self._advisors:
                self._waiting = {rules.hash: rules, **self._waiting}
                self._changed.notify()

    def total(self, rules: Rules) -> Analysis | None:
        """The solution by totals, which a strategy card needs; None while it is not there."""
        with self._changed:
            found = self._totals.get(rules.hash)
            if found is None:
                self._carded[rules.hash] = rules
                self._changed.notify()
            return found

    def solve_on(self) -> None:
        """Solve waiting games forever."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._carded or self._unweighed)
                rules = self._waiting[next(reversed(self._waiting))] if self._waiting else None
            if rules is None and self._carded:
                self._solve_total()
                continue
            if rules is None:
                self._unweighed.pop(0).weigh_riding()
                forget()
                continue
            found = _solve(rules)
            with self._changed:
                self._advisors[rules.hash] = found
                self._waiting.pop(rules.hash, None)
                if isinstance(found, Advisor):
                    self._unweighed.append(found)

    def _solve_total(self) -> None:
        name = next(iter(self._carded))
        found = analyse(self._carded[name], strategy=Strategy.TOTAL)
        forget()
        with self._changed:
            self._totals[name] = found
            del self._carded[name]


def _solve(rules: Rules) -> Advisor | str:
    try:
        advisor = Advisor(analyse(rules))
        forget()
    except CannotCompile as error:
        return str(error)
    except Exception as error:
        return f"the solver failed on {rules.name}: {error}"
    return advisor


def edge_of(analysis: Analysis) -> Json:
    """The figures that the lobby shows."""
    claim = analysis.claim
    return {
        "house_edge": analysis.house_edge,
        "element_of_risk": analysis.element_of_risk,
        "average_wager": analysis.average_wager,
        "claim": None if claim is None else {
            "low": float(claim[1].low), "high": float(claim[1].high), "what": claim[1].what,
            "where": f"{claim[0].title}, edition {claim[0].edition}: {claim[1].where}",
            "within": verdict(claim[1], analysis.house_edge) == "within",
        },
    }  # fmt: skip


def card_of(total: Analysis, seen: VisibleHand | None) -> Json:
    """The strategy card, and the cell that a hand is in."""
    card = strategy_card(total)
    place = None if seen is None else place_of(card, seen)
    return {"card": card_view(total.solution, card), "here": None if place is None else cell_at(card, place)}


def counted(rules: Rules, request: Json) -> Json:
    """A round to count, and the count after it by this system."""
    from holecard.lab.counting.systems import KNOWN, find_system  # only who counts waits for it
    from holecard.school.counting import rounds

    system = find_system(request["system"])
    shown = next(islice(rounds(rules, system, request["seed"]), request["round"] - 1, None))
    return {
        "cards": [repr(card) for card in shown.cards],
        "systems": list(KNOWN),
        "tags": system.shown_tags(),
        "before": float(shown.before),
        "after": float(shown.after),
        "fresh": shown.fresh,
        "true_count": float(shown.true_count) if system.balanced else None,
        "decks_left": float(shown.decks_left),
    }


def _seen(sent: Json) -> VisibleHand:
    money = tuple(tuple(one) for one in sent["money"])
    return VisibleHand(**{**sent, "choices": tuple(sent["choices"]), "cards": tuple(sent["cards"]), "money": money})


def _values(advisor: Advisor, seen: VisibleHand) -> list[Json] | None:
    values = advisor.values(seen)
    return None if values is None else [one._asdict() for one in values]


def answer(solved: Solved, configured: dict[str, Rules], request: Json) -> Any:
    """The answer to a request."""
    name = f"{request['game']} {sorted(request['options'].items())}"
    if name not in configured:
        configured[name] = find(request["game"]).configure(request["options"])
    rules = configured[name]
    if request["do"] == "warm":
        solved.warm(rules)
        return None
    if request["do"] == "count":
        return counted(rules, request)
    advisor = solved.advisor(rules)
    if advisor is None:
        return {"warming": True}
    if isinstance(advisor, str):
        return {"cannot": advisor}
    if request["do"] == "edge":
        return edge_of(advisor.analysis)
    if request["do"] in ("card", "skills"):
        total = solved.total(rules)
        if total is None:
            return {"warming": True}
        if request["do"] == "skills":
            return card_view(total.solution, strategy_card(total), with_skills=True)
        return card_of(total, None if request["seen"] is None else _seen(request["seen"]))
    if request["do"] == "values":
        return {"values": [_values(advisor, _seen(sent)) for sent in request["seen"]]}
    seen = _seen(request["seen"])
    actions = _values(advisor, seen)
    if actions is None and advisor.is_unweighed(seen):
        return {"warming": True}
    return {"actions": actions}


def main() -> None:
    wire, solved = Lines(NICE), Solved()
    threading.Thread(target=solved.solve_on, daemon=True).start()
    configured: dict[str, Rules] = {}
    for request in wire.requests():
        if request["do"] == "cancel":
            continue
        try:
            wire.say(request["id"], "done", answer(solved, configured, request))
        except Malformed as error:
            wire.say(request["id"], "refused", str(error))
        except HolecardError as error:
            wire.say(request["id"], "failed", str(error))
    wire.end()


if __name__ == "__main__":
    main()
