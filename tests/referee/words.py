"""The referee's words and the engine's: games, options, wagers, actions, irregularities."""

from __future__ import annotations

from tests.referee.model.script import Bet, Script

GAMES = {
    "685a": "pa-down-under",
    "rop": "masque-down-under",
    "673a": "pa-double-back-jack",
    "nz": "nz-blackjack",
    "nz-ante": "nz-ante-up",
    "nz-plus": "nz-blackjack-plus",
    "nz-free": "nz-free-bet",
}
KINDS = {  # wagers
    "match": "match-the-dealer",
    "perfect": "perfect-pair",
    "any": "any-pair",
    "lucky": "lucky-match",
    "super7": "super-sevens",
    "madness": "madness-21",
    "house": "house-money",
    "letride": "let-it-ride",
    "push22": "push-22",
    "second": "second-chance",
}
ACTIONS = {  # (what the engine offers, what the script says): the engine's word
    ("exposed-card", "hit"): "accept",
    ("exposed-card", "take"): "accept",
    ("exposed-card", "second"): "accept",
    ("second-chance", "refuse"): "decline",
    ("second-card-missed", "second-card"): "late-card",
    ("second-card-missed", "dead"): "decline",
    ("split-too", "split"): "cover",
    ("split-too", "free-split"): "cover",
    ("split-too", "name"): "designate",
    ("double-too", "free-double"): "double",
    ("", "second"): "second-chance",
    ("", "early"): "early-settlement",
}
SAID = {  # (what the engine offers, its word): the referee's word
    ("exposed-card", "accept"): "hit",
    ("second-card-missed", "late-card"): "second-card",
    ("second-card-missed", "decline"): "dead",
    ("split-too", "cover"): "split",
    ("split-too", "designate"): "name",
    ("", "second-chance"): "second",
    ("", "early-settlement"): "early",
}
IRREGULARITIES = {
    "face-up": "face-up-in-shoe",
    "unexposed": "drawn-unexposed",
    "exposed": "drawn-exposed",
    "dealer-extra": "dealer-overdraw",
    "dealer-missed": "dealer-missed-own-card",
    "reader-fails": "reader-malfunction",
    "reader-used": "reader-used-needlessly",
    "shuffler-broken": "shuffler-out-of-order",
    "damaged": "damaged-card",
    "not-shuffled": "shuffle-missed",
    "no-insurance": "insurance-not-offered",
    "madness-fails": "display-failed",
    "no-ante": "no-ante",
}
SCALES = {"perfect_scale": "perfect_pair_scale", "any_scale": "any_pair_scale", "lucky_scale": "lucky_match_scale"}
NAMES = {
    **SCALES,
    "push22_scale": "push_22_scale",
    "hands": "max_hands",
    "dealer22": "push22",
    "blackjack": "blackjack_pays",
}


def options_of(script: Script) -> dict[str, object]:
    """The engine's options for a script: what it sets, and every side wager that it places."""
    found: dict[str, object] = {}
    nz = script.game.startswith("nz")
    for name, value in script.options.items():
        if name == "soft17" and nz:
            found["style_a"] = "yes" if value == "hit" else "no"
        elif name == "shuffler":
            found[name] = {"none": "manual", "batch": "automatic" if nz else "batch"}.get(value, value)
        elif name == "late_blackjack":
            continue  # the referee's alone
        else:
            found[NAMES.get(name, name)] = value
    if "ante" in script.options:
        found["minimum"] = "8.00"  # of which the Ante is an eighth
    if script.options.get("chip", "1") not in ("1", "0.50"):
        found["minimum"] = script.options["chip"]
    for line in script.lines:
        if isinstance(line.event, Bet) and line.event.wager in KINDS:
            found[KINDS[line.event.wager].replace("-", "_")] = "yes"
    return found
