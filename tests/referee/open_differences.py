"""Cases in which the engine is known to differ from the text, and random rounds that it cannot follow.

The test fails as soon as the engine agrees with a case that is listed here, so that its entry goes with the change that
puts it right.
"""

from __future__ import annotations

from tests.referee.model.generate import Round
from tests.referee.model.verdict import Verdict
from tests.referee.played import Played

DIFFERS: dict[str, str] = {}  # case: what is yet to be put right

CANNOT_FOLLOW = {  # words of the engine or the adapter where they cannot follow a random round: the decision, or why
    "a doubt alone": "B26",
    "the round is settled": "A29",
    "before anybody played a hand": "A6",
    "no Round is in progress": "1.0 Round: it begins with the first card",
    "is already out of order": "B20",
    "there is no hole card to read": "B17",
    "this bettor owes no Ante now": "18.7 speaks of cards that were dealt",
    "will still be asked": "N18",
    "can still rule on": "no card was dealt there yet",
    "the engine notices in turn": "A28",
    "there is already a ruling": "A6",
    "about wrong-card": "N39",
    "reconstructed is not offered now": "N39",
    "nobody answers wrong-card": "N39",
    "not due a card of the deal": "two errors at once",
    "this card must be dealt face down": "two errors at once",
    "no card can have been laid there": "two errors at once",
    "must have two cards first": "12(c), 16.4: a hand of one card still waits for its second",
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
    """Why a random round tells nothing, or nothing at all if it must agree."""
    for words, why in CANNOT_FOLLOW.items():
        if words in played.stuck:
            return why
    table = made.referee.table
    noticed = [number for number, line in enumerate(made.lines) if line.startswith(("operator void", "operator rec"))]
    misplaced = [number for number, line in enumerate(made.lines) if line.startswith("misdealt")]
    if misplaced and (not noticed or noticed[-1] < misplaced[-1]):
        return "a card lies wrongly and nobody ever notices"
    if misplaced and any(stake.kind == "madness" for stake in table.stakes):
        return "whether a card that is not the hand's own makes a Blackjack is open"
    if len([line for line in made.lines if line == "report misdeal"]) > 1 and "miss dealer" in made.lines:
        return "two errors at once"
    twice = misplaced and any(line.startswith("miss ") for line in made.lines)
    if twice or (noticed and _decided_before_a_reconstruction(made.lines)):
        return "which decisions still count after a reconstruction is open"
    told = [
        line for line in made.lines if line.startswith(("report skipped", "report missed-card", "report shoe-empty"))
    ]
    if len(told) > len(set(told)):
        return "told twice"
    if any(line.split()[1] in table.absent and _after(line, made.lines) for line in made.lines if line[0].isdigit()):
        return "an absent bettor answers"
    riding = any(stake.kind in ("house", "letride") for stake in table.stakes)
    if riding and any(line.startswith("report no-ante") for line in made.lines):
        return "N24"
    settled = made.lines.index("settle") if "settle" in made.lines else len(made.lines)
    if noticed and noticed[-1] > settled and any(stake.kind == "push22" for stake in table.stakes):
        return "N48"
    if riding and "operator reconstruct" in made.lines:
        return "the engine asks anew whether a win rides"
    if table.absent and "operator reconstruct" in made.lines:
        return "the model forgets what an absent bettor decided before"
    if "report madness-fails" in made.lines:
        return "N13"
    if any("." in name for name in verdict.void) and any(stake.kind == "super7" for stake in table.stakes):
        return "N11"  # void with the initial wager, although another hand of the split lives
    return ""
