"""Rounds written by hand from the text of the law, by somebody who had not seen the code, and played by it here."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from holecard.engine.questions import Act, Draw, What
from holecard.house.script import ScriptedRound, act_out, play_script
from holecard.house.script_document import parse_script
from holecard.law.clauses import Cite
from holecard.record.notation import parse_round, print_round
from holecard.record.transcript import record, replay

NEW_ZEALAND = ("nz-blackjack", "nz-ante-up", "nz-blackjack-plus", "nz-free-bet")
LEAST = {
    ("pa-down-under", "masque-down-under"): 40,
    ("pa-double-back-jack",): 25,
    NEW_ZEALAND: 60,
}  # rounds of each family
MONEY = (What.PAID, What.COLLECTED, What.RETURNED)


@dataclass
class Block:
    """One hand-written round: a script, and what must come of it."""

    title: str
    game: str = ""
    options: dict[str, str] = field(default_factory=dict)
    wagers: dict[int, dict[str, dict[str, str]]] = field(default_factory=dict)
    cards: list[str] = field(default_factory=list)
    answers: list[dict[str, Any]] = field(default_factory=list)
    dealer: str = ""
    net: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)
    clauses: list[str] = field(default_factory=list)
    refused: tuple[str, str] | None = None  # what, and its clause or "house"

    @property
    def document(self) -> dict[str, Any]:
        boxes = [
            {"box": seat, "bettors": [{"name": name, "wagers": wagers} for name, wagers in bettors.items()]}
            for seat, bettors in self.wagers.items()
        ]
        return {
            "game": self.game,
            "options": self.options,
            "boxes": boxes,
            "cards": self.cards,
            "answers": self.answers,
        }


def parse_block(text: str) -> Block:
    block = Block(title="")
    for line in text.strip().splitlines():
        match line.split():
            case ["#", *_]:
                block.title += line[1:]
            case ["game", key, *options]:
                block.game = key
                block.options = dict(option.split("=") for option in options)
            case ["bet", seat, bettor, wager, amount]:
                block.wagers.setdefault(int(seat), {}).setdefault(bettor, {})[wager] = amount
            case ["noante", seat, bettor]:
                block.wagers[int(seat)][bettor]["ante"] = "0.00"
            case ["cards", *cards]:
                block.cards += cards
            case ["dealer", dealer]:
                block.dealer = dealer
            case ["net", seat, bettor, wager, amount]:
                block.net.setdefault(seat, {}).setdefault(bettor, {})[wager] = amount
            case ["clause", clause]:
                block.clauses.append(clause)
            case ["refused", what, "house"]:
                block.refused = (what, "house")
            case ["refused", what, "clause", clause]:
                block.refused = (what, clause)
            case [seat, bettor, do, *rest] if seat.isdigit():
                more = dict(zip(rest[::2], rest[1::2], strict=True))
                hand = {"hand": int(more.pop("hand"))} if "hand" in more else {}
                block.answers.append({"box": int(seat), "bettor": bettor, "do": do, **hand, **more})
            case _:
                raise ValueError(line)
    return block


BLOCKS = [
    parse_block(text)
    for file in sorted(Path(__file__).parent.glob("*.txt"))
    for text in re.split(r"\n\s*\n", file.read_text("utf-8"))
    if text.strip()
]


def is_clause(written: str, cite: Cite) -> bool:
    """The rules of play are cited bare: 12a is 12(a), and an item includes the parts that the register makes of it, as
    New Zealand's 1.0 does its definitions."""
    if cite.instrument != "down-under-rop":
        return cite.is_law and written in (cite.clause, cite.clause.partition(" ")[0])
    item = re.sub(r"^(\d+)([a-z])$", r"\1(\2)", written)
    return cite.clause == item or cite.clause.startswith(f"{item}(")


def cites(played: ScriptedRound) -> set[Cite]:
    """Every clause under which something was asked, was answered, followed or was refused."""
    found = {played.refused.cite} if played.refused else set()
    for step in played.steps:
        found.add(step.question.cite)
        if isinstance(step.question, Draw):
            found |= {due.cite for due in step.question.dues}
        if isinstance(step.answer, Act):
            found |= {legal.cite for legal in getattr(step.question, "choices", ()) if legal.do == step.answer.do}
        for fact in step.facts:
            found |= {fact.cite, *fact.also}
    return found


@pytest.mark.parametrize("block", BLOCKS, ids=[block.title.strip() for block in BLOCKS])
def test_golden_round(block: Block) -> None:
    played = act_out(parse_script(block.document))
    told = play_script(block.document)
    if block.refused is not None:
        what, clause = block.refused
        assert told["refused"] is not None, f"not refused: {told['net']}"
        assert told["refused"]["do"] == what
        assert played.refused is not None
        if clause == "house":
            assert told["refused"]["instrument"] == "house"
        else:
            assert is_clause(clause, played.refused.cite), str(played.refused)
        return
    assert told["refused"] is None
    assert told["net"] == block.net
    if block.dealer == "blackjack":
        assert told["dealer"]["blackjack"]
    else:
        assert told["dealer"]["total"] == int(block.dealer)
        assert not told["dealer"]["blackjack"]
    assert told["cards_used"] == len(block.cards)
    found = cites(played)
    missing = [written for written in block.clauses if not any(is_clause(written, cite) for cite in found)]
    assert not missing, sorted(cite.clause for cite in found)


@pytest.mark.parametrize("block", BLOCKS, ids=[block.title.strip() for block in BLOCKS])
def test_golden_round_is_written_and_replayed(block: Block) -> None:
    played = act_out(parse_script(block.document))
    if played.rules is None or not played.steps:
        return
    text = print_round(record(played.rules, played.steps))
    assert tuple(replay(parse_round(text))) == played.steps


def settled_cases(played: ScriptedRound) -> frozenset[str]:
    return frozenset(f"{fact.wager}: {fact.note}" for fact in played.facts if fact.what in MONEY)


def staked(played: ScriptedRound) -> tuple[tuple[object, ...], ...]:
    """Every wager that was placed, the doubles and the wagers of split hands included."""
    placed = [fact for fact in played.facts if fact.what is What.PLACED]
    return tuple((fact.seat, fact.wager, fact.note, fact.amount) for fact in placed)


def test_no_two_golden_rounds_are_alike() -> None:
    """Enough of each family, no two with the same settlement cases, options, wagers, results and clauses.

    Prints every settlement case with the options under which it was reached.
    """
    rounds = [block for block in BLOCKS if block.refused is None]
    for family, least in LEAST.items():
        assert sum(block.game in family for block in rounds) >= least, family
    alike: dict[object, list[str]] = defaultdict(list)
    touched: dict[tuple[str, str], set[str]] = defaultdict(set)
    for block in rounds:
        played = act_out(parse_script(block.document))
        cases = settled_cases(played)
        options = tuple(sorted(f"{name}={value}" for name, value in block.options.items()))
        way = (frozenset(cites(played)), block.dealer == "blackjack")
        alike[block.game, cases, options, staked(played), repr(block.net), way].append(block.title.strip())
        for case in cases:
            touched[block.game, case] |= set(options or ("defaults",))
    for (game, case), reached in sorted(touched.items()):
        print(f"{game:18} {case:34} {' '.join(sorted(reached))}")
    assert [titles for titles in alike.values() if len(titles) > 1] == []
