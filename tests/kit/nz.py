"""A New Zealand round told in a few words, those of the golden rounds: `bet`, `noante`, `cards`, and what bettors do.

>>> net(play("nz-blackjack", "bet 1 A main 10.00; cards Ts 9h Td Tc; 1 A stand"))
'10.00'
"""

from __future__ import annotations

from typing import Any

from holecard.house.script import play_script
from tests.golden.test_golden import parse_block

Result = dict[str, Any]


def play(game: str, words: str) -> Result:
    """The result of a round; `game` may be followed by options."""
    block = parse_block("\n".join([f"game {game}", *(part.strip() for part in words.split(";"))]))
    return play_script(block.document)


def net(played: Result, wager: str = "main", box: int = 1, bettor: str = "A") -> str:
    assert played["refused"] is None, played["refused"]
    won: str = played["net"][str(box)][bettor][wager]
    return won


def refusal(game: str, words: str) -> tuple[str, str]:
    """What was refused, and under which clause."""
    refused = play(game, words)["refused"]
    assert refused is not None, "nothing was refused"
    return refused["do"], refused["clause"]


def facts(played: Result, clause: str) -> list[Result]:
    """The facts that carry a clause."""
    return [
        fact
        for fact in played["facts"]
        if clause in (fact["clause"], *(also["clause"] for also in fact.get("also", ())))
    ]


def dealer(played: Result) -> str:
    return " ".join(played["dealer"]["cards"])
