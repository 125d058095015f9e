"""The lab process: runs the lab page's analyses and simulations, one at a time, at the lowest priority."""

from __future__ import annotations

import base64
import json
import queue
import threading
from collections import OrderedDict
from datetime import UTC, datetime
from typing import Any, Final

from holecard import __version__
from holecard.games import find
from holecard.lab.card.cells import strategy_card
from holecard.lab.card.csv_file import card_csv
from holecard.lab.card.pdf_file import card_pdf
from holecard.lab.card.svg_file import card_svg
from holecard.lab.card.text import sheet as sheet_of
from holecard.lab.compiler.stage import CannotCompile
from holecard.lab.compiler.store import forget
from holecard.lab.counting.operator import as_csv
from holecard.lab.report.findings import Findings, gather, prepare
from holecard.lab.report.report import document, typeset
from holecard.lab.report.workbook import table_workbook
from holecard.lab.simulator.simulate import Plan, Result, laid_for, simulate
from holecard.lab.solver.analysis import analyse
from holecard.lab.solver.shoes import Strategy
from holecard.law.errors import HolecardError, Malformed, Refused
from holecard.live.solving._card_view import card_view
from holecard.live.solving._processes import Json, Lines, Tell

NICE: Final = 19
MOST_FINDINGS: Final = 4  # kept for downloads as a file
EXPOSURE: Final = "exposure-"  # the forms of the table about card counting


class Cancelled(Exception):
    """The request was cancelled."""


class Laboratory:
    """Answers requests; remembers its last findings."""

    def __init__(self) -> None:
        self._found: OrderedDict[str, Findings] = OrderedDict()

    def answer(self, request: Json, tell: Tell) -> Any:
        game, options = find(request["game"]), request["options"]
        match request["do"]:
            case "edge":
                try:
                    found = analyse(game.configure(options))
                    forget()
                except CannotCompile as error:
                    return {"edge": None, "cannot": str(error)}
                return {"edge": found.house_edge, "cannot": None}
            case "analyse":
                return self._analysed(game.key, options, tell)
            case "file":
                return base64.b64encode(self._file(game.key, options, request["form"], tell)).decode()
            case "simulate":
                return _simulated(game.key, options, request, tell)
        raise Malformed(f"unknown request {request['do']!r}")

    def _findings(self, game: str, options: dict[str, str], tell: Tell) -> Findings:
        work = prepare(find(game), options)
        if work.rules.hash not in self._found:
            begun = 0

            def step(name: str) -> None:
                nonlocal begun
                begun += 1
                within(name)

            def within(name: str) -> None:
                tell({"done": begun - 1, "steps": work.steps, "step": name})

            step("compiling the game")
            first = analyse(work.rules)
            quick = {"edge": first.house_edge, "element_of_risk": first.element_of_risk}
            tell({"done": begun, "steps": work.steps, "step": "compiling the game", "quick": quick})
            self._found[work.rules.hash] = gather(work, step, within=within)
            forget()
            while len(self._found) > MOST_FINDINGS:
                self._found.popitem(last=False)
        return self._found[work.rules.hash]

    def _analysed(self, game: str, options: dict[str, str], tell: Tell) -> Json:
        found = self._findings(game, options, tell)
        one = found.composition
        written = document(found, datetime.now(UTC).replace(microsecond=0))
        return {
            **{name: value for name, value in written.items() if name not in ("cards", "date")},
            "edge": one.house_edge,
            "rtp": one.rtp,
            "element_of_risk": one.element_of_risk,
            "average_wager": one.average_wager,
            "standard_deviation": one.distribution.standard_deviation,
            "total_edge": found.total.house_edge,
            "card": card_view(found.total.solution, found.card),
            "by_decks": [[int(point.over["decks"]), worth.house_edge] for point, worth, _ in found.by_decks],
            "claim": None if one.claim is None else [float(one.claim[1].low), float(one.claim[1].high)],
        }

    def _file(self, game: str, options: dict[str, str], form: str, tell: Tell) -> bytes:
        if form.startswith(EXPOSURE):
            return self._exposure(game, options, form.removeprefix(EXPOSURE), tell)
        if form == "report":
            return typeset(self._findings(game, options, tell), datetime.now(UTC).replace(microsecond=0))
        total = analyse(find(game).configure(options), strategy=Strategy.TOTAL)
        card = strategy_card(total)
        if form == "csv":
            return card_csv(card).encode()
        page = sheet_of(total, card, __version__)
        return card_svg(page).encode() if form == "svg" else card_pdf(page)

    def _exposure(self, game: str, options: dict[str, str], form: str, tell: Tell) -> bytes:
        page = self._findings(game, options, tell).exposure
        match form:
            case "json":
                return json.dumps(page.to_dict(), indent=2).encode()
            case "xlsx":
                return table_workbook("Card counting", page.table())
        return as_csv(page.table()).encode()


def _simulated(game: str, options: dict[str, str], request: Json, tell: Tell) -> Json:
    rules = find(game).configure(options)
    plan = Plan(request["rounds"], seed=request["seed"], boxes=request["boxes"], fresh=request["fresh"],
                cut=request["cut"]).checked(rules)  # fmt: skip
    tell({"done": 0, "steps": plan.rounds, "step": "solving the strategy"})
    laid = laid_for(rules)
    exact = analyse(rules, strategy=Strategy.TOTAL).house_edge if plan.fresh else None

    def told(result: Result) -> None:
        tell({"done": result.tally.rounds, "steps": plan.rounds, "step": "playing", "point": _point(result)})

    result = simulate(rules, plan, tell=told, laid=laid)
    forget()
    return {
        **_point(result),
        "exact": exact,
        "won_pushed_lost": list(result.won_pushed_lost),
        "standard_deviation": result.standard_deviation,
        "average_wager": result.average_wager,
        "histogram": [[units, many] for units, many in result.histogram.items()],
        "seconds": result.seconds,
    }


def _point(result: Result) -> Json:
    return {"rounds": result.tally.rounds, "edge": -result.ev, "error": result.standard_error}


def main() -> None:
    lines, waiting, cancelled = Lines(NICE), queue.SimpleQueue[Json](), set[int]()

    def read() -> None:
        for request in lines.requests():
            if request["do"] == "cancel":
                cancelled.add(request["id"])
            else:
                waiting.put(request)
        lines.end()

    threading.Thread(target=read, daemon=True).start()
    laboratory = Laboratory()
    while True:
        request = waiting.get()
        number = request["id"]

        def tell(value: Any, number: int = number) -> None:
            if number in cancelled:
                raise Cancelled
            lines.say(number, "told", value)

        try:
            if number not in cancelled:
                lines.say(number, "done", laboratory.answer(request, tell))
        except Cancelled:
            lines.say(number, "failed", "cancelled")
        except Refused as error:
            lines.say(number, "refused", str(error))
        except (CannotCompile, Malformed) as error:
            lines.say(number, "refused", str(error))
        except HolecardError as error:
            lines.say(number, "failed", str(error))
        except Exception as error:
            lines.say(number, "failed", f"the calculation failed: {error}")
        cancelled.discard(number)


if __name__ == "__main__":
    main()
