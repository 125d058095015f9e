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
        "7",
        "boxes may be left apart by taking a wager back",
        (
            "673a.6(e)-gap",
            "685a.6(f)-a-gap-at-the-close",
            "685a.6(f)-the-gap-filled-again",
        ),
    ),
    Open(
        "7",
        "no option wagers_final",
        (
            "673a.6(c)-as-placed",
            "685a.6(c)-as-placed-nothing-is-lifted",
            "685a.6(c)-as-placed-nothing-is-added",
        ),
    ),
    Open(
        "9",
        "a reading that the hole card contradicts cannot be told",
        (
            "673a.7(h)-wrong-none-found-during-decisions",
            "673a.7(h)-wrong-none-doubted-but-right",
            "673a.7(r)-wrong-none-literal-comparison",
            "673a.7(r)-wrong-none-literal-second-chance",
        ),
    ),
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
        "16",
        "a double of a bettor without Ante on an exposed card is refused under 16.4",
        ("nz.16-mix-exposed-with-the-seated-player-out",),
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
        (
            "nz.16.9-cutting-card-overlooked",
            "nz.16.9-noticed-during-the-dealers-draw",
            "nz.16.10-with-a-batch-shuffler",
        ),
    ),
    Open(
        "new",
        "a second damaged card is refused",
        ("nz.16.8-two-damaged-cards-one-of-the-dealer",),
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
    "learns of a card left out only": "4",
    "none is missed at": "11",
    "cannot reconstruct": "4",
    "cannot lay a card": "4",
    "wrong-light is not an irregularity": "9",
    "wrong-reading is not": "9",
    "the round is settled": "new",
    "is already out of order": "B20",
    "there is no hole card to read": "B17",
    "no collected Ante is recorded": "new",
    "can still rule on": "4",
    "another step or choice must come first": "4",
    "or a choice must come first": "4",
    "no ruling leave": "new",
    "will still be asked": "N18",
    "another damaged card": "new",
    "nobody answers card-not-dealt": "11",
    "not waiting for a requested card": "11",
    "no card is due now": "new",
    "not due its second card": "new",
    "the engine asks RoundOver": "new",
    "the engine notices in turn": "A28",
    "there is already a ruling": "A6",
    "about wrong-card": "N39",
    "the dealer's hand is not finished": "new",
    "is still waiting": "two cards drawn in error at once are not modelled",
    "are not in play": "the pit is not modelled",
    "the shoe": "the referee does not count the shoe",
    "the discard rack needs": "the referee does not count the shoe",
}


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
    if table.absent and "operator reconstruct" in made.lines:
        return "the model forgets what an absent bettor decided before"
    if "report madness-fails" in made.lines:
        return "N13"
    if any("." in name for name in verdict.void) and any(stake.kind == "super7" for stake in table.stakes):
        return "N11"  # void with the initial wager, although another hand of the split lives
    return ""
