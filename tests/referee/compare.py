"""Where a hand-worked case and a verdict differ: money first, then cards, then what was asked and cited.

The model has to agree to the letter. The engine may cite a narrower clause, and has its own manner of asking.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from holecard.law.errors import Malformed
from tests.referee.at_the_engine import AtTheEngine
from tests.referee.hand_worked import Case
from tests.referee.model.judge import judge
from tests.referee.model.script import parse
from tests.referee.model.verdict import Verdict
from tests.referee.played import Played

Asked = tuple[str, str, frozenset[str]]


def against_model(case: Case) -> list[str]:
    """What the model says otherwise than the case."""
    expect, verdict = case["expect"], judge(parse(case["script"]))
    found = _money(expect, verdict) + _cards(expect, verdict)
    for key in ("removed", "void", "flags", "held", "due"):
        if key in expect and expect[key] != getattr(verdict, key):
            found.append(f"{key} is {getattr(verdict, key)}, expected {expect[key]}")
    asked = [[ask.who, ask.at, list(ask.choices)] for ask in verdict.asked]
    found += [f"{lost} was not asked: {asked}" for lost in _lost(expect.get("asked", []), asked)]
    found += _never(expect, [(ask.who, ask.at) for ask in verdict.asked]) + _control(expect, verdict)
    found += [f"{lost} is not cited: {verdict.clauses}" for lost in _lost(expect.get("clauses", []), verdict.clauses)]
    if expect.get("refused", []) != [clause for _, clause in verdict.refused]:
        found.append(f"refused are {verdict.refused}, expected {expect.get('refused', [])}")
    return found


def against_engine(case: Case) -> list[str]:
    """What the engine does otherwise than the case."""
    script = parse(case["script"])
    try:
        expect, played = case["expect"], AtTheEngine(script).play()
    except Malformed as unknown:  # an option that the engine has not
        return [str(unknown)]
    found = [f"stuck at {played.stuck}"] if played.stuck else []
    found += _money(expect, played) + _cards(expect, played)
    if Counter(expect.get("void", played.void)) != Counter(played.void):
        found.append(f"void are {played.void}, expected {expect['void']}")
    if "removed" in expect and played.removed is not None and Counter(expect["removed"]) != Counter(played.removed):
        found.append(f"removed are {played.removed}, expected {expect['removed']}")
    found += _questions(expect, played) + _never(expect, [(who, at) for who, at, _ in played.asked])
    found += _control(expect, played)
    if expect.get("due", "").startswith(("card", "over")) and expect["due"] != played.due:
        found.append(f"due is {played.due!r}, expected {expect['due']!r}")
    return found if script.game == "rop" else found + _citations(expect, played)  # the sheet has no clauses for these


def _money(expect: Case, got: Verdict | Played) -> list[str]:
    found = []
    for key, cents in expect.get("net", {}).items():
        have = got.net.get(key, 0) if " " in key else got.total_of(key)
        if have != cents:
            found.append(f"net of {key} is {have}, expected {cents}")
    return found


def _cards(expect: Case, got: Verdict | Played) -> list[str]:
    found = [
        f"hand {name} is {got.hands.get(name)}, expected {cards}"
        for name, cards in expect.get("hands", {}).items()
        if got.hands.get(name) != cards
    ]
    if expect.get("dealer", got.dealer) != got.dealer:
        found.append(f"dealer has {got.dealer}, expected {expect['dealer']}")
    return found


def _never(expect: Case, asked: Sequence[tuple[str, str]]) -> list[str]:
    never = expect.get("never", [])
    return [f"{who} was asked at {at}" for who, at in never if any(w == who and at in ("*", a) for w, a in asked)]


def _control(expect: Case, got: Verdict | Played) -> list[str]:
    control = expect.get("control", {})
    return [
        f"{got.control.get(box)} controls box {box}, expected {who}"
        for box, who in control.items()
        if got.control.get(box) != who
    ]


def _lost(part: Sequence[Any], whole: Sequence[Any]) -> list[Any]:
    """The first item of `part` that is not found in order, if there is one."""
    rest = iter(whole)
    return next(([item] for item in part if not any(item == other for other in rest)), [])


def _questions(expect: Case, played: Played) -> list[str]:
    """The engine hears a casino operator's ruling with the report, and offers Insurance and surrender one by one."""
    found = []
    for who, at, choices in expect.get("asked", []):
        offered = [_plain(these) for name, there, these in played.asked if _is(who, name) and there == at]
        wanted = _plain(choices)
        one_by_one = wanted <= frozenset().union(*offered) and "surrender" in wanted and "stand" not in wanted
        if who != "operator" and wanted not in offered and not one_by_one:
            found.append(f"{who} was not asked at {at!r} for {sorted(wanted)}, but for {[sorted(o) for o in offered]}")
    return found


def _is(who: str, name: str) -> bool:
    """Where a clause names nobody (12(k), 13(l)) the floorperson may do what the referee leaves to the dealer."""
    return name == who or (who, name) == ("dealer", "floorperson")


def _plain(choices: Iterable[str]) -> frozenset[str]:
    """Choices without the word that turns an offer down, which the engine always has; `take` is a hit."""
    return frozenset({"take": "hit"}.get(choice, choice) for choice in choices) - {"decline", "no"}


def _citations(expect: Case, played: Played) -> list[str]:
    found = [
        f"{clause} is not cited"
        for clause in expect.get("clauses", [])
        if not any(_same(clause, cited) for cited in played.clauses)
    ]
    wanted = expect.get("refused", [])
    if len(wanted) != len(played.refused):
        found.append(f"refused are {played.refused}, expected {wanted}")
    for clause, (line, cited) in zip(wanted, played.refused, strict=False):
        if cited and not _same(clause, cited):  # without a clause: nobody asked for it
            found.append(f"{line!r} is refused under {cited}, expected {clause}")
    return found


def _same(one: str, other: str) -> bool:
    """Whether a clause is the other or a part of it."""
    return one.startswith(other) or other.startswith(one)
