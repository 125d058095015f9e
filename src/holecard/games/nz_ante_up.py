"""Ante Up Blackjack: the base game with a flat participation fee (New Zealand section 18)."""

from __future__ import annotations

from dataclasses import replace

from holecard.engine.game import Forbidden, Game
from holecard.engine.options import Options, Sum
from holecard.engine.rules import Play
from holecard.games import nz_fixed
from holecard.games.new_zealand import base_version, build, law
from holecard.games.nz_options import OPTIONS
from holecard.games.nz_side_wagers import FORBIDDEN, OFFERED, ONE_SCALE
from holecard.law.clauses import Citing
from holecard.round.ante import Ante

INSTRUMENTS = ("nz-blackjack",)


def ante_too_high(chosen: Options) -> bool:
    """More than an eighth of the table minimum."""
    return 8 * chosen.number("ante") > chosen.number("minimum")


TOO_HIGH = Forbidden(
    when=ante_too_high,
    what="the Ante",
    why="may be at most 12.5 % of the table minimum",
    clause="1.0 Ante",
    remedy=("a lower ante", "a higher minimum"),
)


def play(law: Citing, chosen: Options) -> Play:
    ante = Ante(
        amount=chosen.number("ante"),
        waived_at=chosen.number("ante_waived_at"),
        place=law("18.5"),
        waived=law("18.4"),
        collect=law("18.6"),
        missing=law("18.7"),
    )
    version = replace(base_version(law, chosen), after_deal=(ante.due,))
    return replace(build(law, chosen, version), ante=ante)


NZ_ANTE_UP = Game(
    key="nz-ante-up",
    name="Ante Up Blackjack (New Zealand)",
    about="New Zealand's game with a small fee for each bet.",
    cloth="plum",
    instrument="nz-blackjack",
    options=(
        *OPTIONS,
        Sum("ante", "Ante", 10, law("18.3")),
        Sum("ante_waived_at", "Bet that needs no Ante", 0, law("18.4"), names={"none": "no bet"}),
    ),
    play=play,
    boxes=9,
    boxes_cite=law("3.1"),
    forbidden=(*FORBIDDEN, TOO_HIGH),
    fixed=nz_fixed.ANTE_UP,
    wagers=OFFERED,
    house_wide=ONE_SCALE,
)
