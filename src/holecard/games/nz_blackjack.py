"""Blackjack under New Zealand's Blackjack division, also in Style A (section 17)."""

from __future__ import annotations

from holecard.engine.game import Game
from holecard.engine.options import Options
from holecard.engine.rules import Play
from holecard.games import nz_fixed
from holecard.games.new_zealand import base_version, build, law
from holecard.games.nz_options import OPTIONS
from holecard.games.nz_side_wagers import FORBIDDEN, OFFERED, ONE_SCALE
from holecard.law.clauses import Citing


def play(law: Citing, chosen: Options) -> Play:
    return build(law, chosen, base_version(law, chosen))


NZ_BLACKJACK = Game(
    key="nz-blackjack",
    name="Blackjack (New Zealand)",
    about="New Zealand's game: no hole card, up to three bettors on a box, many side wagers.",
    instrument="nz-blackjack",
    options=OPTIONS,
    play=play,
    boxes=9,
    boxes_cite=law("3.1"),
    forbidden=FORBIDDEN,
    fixed=nz_fixed.PLAIN,
    wagers=OFFERED,
    house_wide=ONE_SCALE,
)
