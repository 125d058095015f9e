"""Cases in which the engine is known to differ from the text and is yet to be put right.

Each reason names an item of issue 13, or says that the referee found it (`new`). The test fails as soon as the engine
agrees with a case that is listed here, so that its entry goes with the change that puts it right.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.referee.model.generate import Round
from tests.referee.model.verdict import Verdict
from tests.referee.played import Played


class Open(NamedTuple):
    """What is to be put right, and the cases that show it."""

    item: str
    why: str
    cases: tuple[str, ...]


OPEN = (
    Open(
        "10",
        "the order of the cards before and after a jam is not told",
        (
            "673a.13(k)-same-order",
            "685a.12(j)-the-same-order-is-no-reshuffle",
            "685a.12(j)-no-card-may-be-lost",
        ),
    ),
    Open(
        "new",
        "House Money that has won goes back while its bettor is asked whether it rides",
        ("nz.18.7-no-riding-afterwards",),
    ),
    Open(
        "new",
        "a missed card cannot be noticed after the hole card was turned",
        (
            "673a.13(h)-after-the-hole-card",
            "685a.12(g)-noticed-after-the-hole-card-was-turned",
        ),
    ),
    Open(
        "new",
        "a missed shuffle cannot be noticed during the Round",
        ("nz.16.10-with-a-batch-shuffler",),
    ),
    Open(
        "new",
        "a wrong spot cannot be told once the dealer's hand is complete",
        ("685a.12(h)-dead-after-a-22",),
    ),
    Open(
        "new",
        "the operator cannot leave an absent player's hand as it is (N34)",
        (
            "nz.16.6-no-direction",
            "nz.14.3(a)-absent-seated-player-comes-with-a-second-box",
        ),
    ),
)
DIFFERS = {case: f"{found.item}: {found.why}" for found in OPEN for case in found.cases}

CANNOT_FOLLOW = {  # words of the engine or the adapter where they cannot follow a random round: the item
    "a doubt alone": "B26",
    "the round is settled": "new",
    "is already out of order": "B20",
    "there is no hole card to read": "B17",
    "this bettor owes no Ante now": "18.7 speaks of cards that were dealt",
    "no ruling leave": "new",
    "will still be asked": "N18",
    "learns of a card left out only": "nobody ever notices it",
    "can still rule on": "no card was dealt there yet",
    "choice must come first": "new",
    "the engine's next card goes to": "new",
    "no card is due now": "new",
    "not due its second card": "new",
    "the engine asks RoundOver": "new",
    "the engine notices in turn": "A28",
    "there is already a ruling": "A6",
    "about wrong-card": "N39",
    "reconstructed is not offered now": "N39",
    "nobody answers wrong-card": "N39",
    "not due a card of the deal": "two errors at once",
    "this card must be dealt face down": "two errors at once",
    "no card can have been laid there": "two errors at once",
    "each player must have two cards first": "N39",
    "the dealer's hand is not finished": "new",
    "is still waiting": "two cards drawn in error at once are not modelled",
    "are not in play": "the pit is not modelled",
    "the shoe": "the referee does not count the shoe",
    "the discard rack needs": "the referee does not count the shoe",
}


def _decided_before_a_reconstruction(lines: list[str]) -> bool:
    """Whether somebody played a hand, or was not offered Insurance, in a Round that was rebuilt afterwards."""
    if "operator reconstruct" not in lines:
        return False
    last = len(lines) - 1 - lines[::-1].index("operator reconstruct")
    return any(line[0].isdigit() or line == "miss insurance" for line in lines[:last])


def _after(line: str, lines: list[str]) -> bool:
    """Whether a bettor answers after they were reported absent."""
    absent = f"report absent who {line.split()[1]}"
    return absent in lines and lines.index(absent) < len(lines) - 1 - lines[::-1].index(line)


def why_not_followed(made: Round, verdict: Verdict, played: Played) -> str:
    """Why a random round tells nothing yet, or nothing at all if it must agree."""
    for words, item in CANNOT_FOLLOW.items():
        if words in played.stuck:
            return item
    table = made.referee.table
    if any(stake.kind in ("house", "letride") for stake in table.stakes) and verdict.void:
        return "new"
    if any(line.startswith(("operator round", "operator hands")) for line in made.lines):
        return "new"  # noticed once the dealer's hand is complete, when the engine has settled
    noticed = [number for number, line in enumerate(made.lines) if line.startswith(("operator void", "operator rec"))]
    misplaced = [number for number, line in enumerate(made.lines) if line.startswith("misdealt")]
    if misplaced and (not noticed or noticed[-1] < misplaced[-1]):
        return "a card lies wrongly and nobody ever notices"
    twice = misplaced and any(line.startswith("miss ") for line in made.lines)
    if twice or (noticed and _decided_before_a_reconstruction(made.lines)):
        return "which decisions still count after a reconstruction is open"
    told = [line for line in made.lines if line.startswith(("report skipped", "report missed-card"))]
    if len(told) > len(set(told)):
        return "told twice"
    if any(line.split()[1] in table.absent and _after(line, made.lines) for line in made.lines if line[0].isdigit()):
        return "an absent bettor answers"
    dealers = max((number for number, line in enumerate(made.lines) if line.startswith("cards dealer")), default=0)
    if noticed and noticed[-1] > dealers and any(stake.kind == "push22" for stake in table.stakes):
        return "new"  # the engine has settled it with the dealer's last card
    if "operator reconstruct" in made.lines and any(stake.kind in ("house", "letride") for stake in table.stakes):
        return "the engine asks anew whether a win rides"
    if table.absent and "operator reconstruct" in made.lines:
        return "the model forgets what an absent bettor decided before"
    if "report madness-fails" in made.lines:
        return "N13"
    if any("." in name for name in verdict.void) and any(stake.kind == "super7" for stake in table.stakes):
        return "N11"  # void with the initial wager, although another hand of the split lives
    return ""
