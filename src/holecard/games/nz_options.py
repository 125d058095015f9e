"""What an operator chooses in every New Zealand game: the options, each with its clause."""

from __future__ import annotations

from holecard.engine.options import TABLE_LIMITS, YES_NO, Choice, Option, Sum
from holecard.games._value_names import NO_LIMIT, SHUFFLER
from holecard.games.nz_side_wagers import SIDE_WAGER_OPTIONS
from holecard.irregularities.voiding import Undoes
from holecard.law.clauses import instrument
from holecard.wagers import super_sevens

INSTRUMENTS = ("nz-blackjack",)

law = instrument("nz-blackjack")

VOID_UNDOES = {super_sevens.KEY: Undoes.OF_ITS_CLAUSE, "none": Undoes.NONE, "all": Undoes.ALL}

OPTIONS: tuple[Option, ...] = (
    Choice("decks", "Decks", (4, 5, 6, 7, 8), 6, law("3.3(a)")),
    Choice("style_a", "Dealer hits soft 17", YES_NO, False, law("17.2")),
    Choice("blackjack_pays", "Blackjack pays", ("3:2", "6:5", "1:1"), "3:2", law("10.1A")),
    Choice(
        "dealer_blackjack_takes",
        "What a dealer Blackjack takes",
        ("original-and-busted", "busted-plus-one", "original-only"),
        "original-and-busted",
        law("12.6"),
        reading=True,
        names={
            "original-and-busted": "the original bet and busted bets",
            "busted-plus-one": "busted bets and one more",
            "original-only": "the original bet",
        },
    ),
    Choice("bettors_per_box", "Bettors per box", (3, 1, 2), 3, law("14.1")),
    Choice("one_box_at_minimum", "One box per player, at the minimum", YES_NO, False, law("5.8")),
    Choice("boxes_per_player", "Boxes per player", (9, 1, 2, 3, 4, 5, 6, 7, 8), 9, law("14.4")),
    Sum("box_maximum", "Maximum per box", 0, law("14.2"), names=NO_LIMIT),
    Sum("player_maximum", "Maximum per player", 0, law("14.2"), names=NO_LIMIT),
    Choice(
        "shuffler",
        "How cards are shuffled",
        ("manual", "automatic", "continuous"),
        "manual",
        law("3.3(e)"),
        names=SHUFFLER,
    ),
    Choice("cutting_cards", "Cutting cards", (1, 2), 1, law("3.3(b)")),
    Choice("burn", "Burn a card after the shuffle", YES_NO, False, law("8.1")),
    Choice(
        "void_undoes",
        "Settled side wagers undone with a void hand",
        tuple(VOID_UNDOES),
        super_sevens.KEY,
        law("16.5"),
        reading=True,
        names={super_sevens.KEY: "Super Sevens", "none": "none", "all": "all"},
    ),
    *SIDE_WAGER_OPTIONS,
    *TABLE_LIMITS,
)
