"""The pit of a Pennsylvania chapter for one table: sections 2 to 5, 6(b) and 7(a)-(d)."""

from __future__ import annotations

from holecard.engine.options import Options
from holecard.engine.pit import Pit, ShuffleCause, Task
from holecard.engine.rules import NoticeRule, Rules
from holecard.law.clauses import Citing
from holecard.pit.between_rounds import Collect, Tell, cards_not_in_play, device_deals, table_in_use
from holecard.pit.cover_card import CoverCardOut
from holecard.pit.pennsylvania._chapter import Chapter
from holecard.pit.pennsylvania._opening import new_cards, opening_steps, preinspected_cards, table_checks
from holecard.pit.pennsylvania._shuffling import Recut, after_shuffle, shuffling_steps
from holecard.pit.pennsylvania.devices import BY_HAND, device_steps
from holecard.pit.pit_of_the_house import PitOfTheHouse
from holecard.pit.procedures import Occasion, Procedures, Tasks
from holecard.pit.seats import Admit, Leave, Sit
from holecard.pit.tasks import NEW_DEALER_BURN

INSTRUMENTS = ("pa-685a", "pa-673a")


def pennsylvania(law: Citing, chosen: Options, chapter: Chapter, device: str = "reader") -> PitOfTheHouse:
    """The pit under the options chosen. `law` gives a chapter's clauses, or house rules that follow them; `device` is
    what looks at the hole card."""
    shuffler = chosen.text("shuffler")
    methods = (shuffler, BY_HAND)
    procedures = Procedures(
        shuffler=shuffler,
        by_shuffler={method: occasions(law, method, chapter) for method in methods},
        after_shuffle={method: after_shuffle(law, method) for method in methods},
        new_cards={
            method: (new_cards(law, method), preinspected_cards(law, method, chapter.fans_preinspected))
            for method in methods
        },
    )
    bars = None if chosen.flag("mid_shoe_entry") or shuffler == "continuous" else law("6(b)")

    def opening(rules: Rules, preinspected: bool = False) -> Pit:
        checks = table_checks(law, reader=rules.play.reader is not None)
        tasks = procedures.new_cards[shuffler][preinspected]
        return Pit(todo=(*checks, *tasks), shuffle_cause=ShuffleCause.GAME_BEGINS)

    return PitOfTheHouse(
        steps={
            **opening_steps(law, procedures, device, chapter.repair, chapter.only_some_tables),
            **shuffling_steps(law, chapter.untouched),
            **device_steps(procedures, law("5(a)"), device),
            **chapter.steps,
        },
        notices={
            "sit": Sit(bars=bars),
            "leave": Leave(wagers_lie=law("6(c)")),
            "admit": Admit(cite=law("6(b)(1)")),
            "recut": Recut(
                cite=law("5(e)"),
                by_next=False,
                name="Cut again by the same person",
                by_dealer=law("5(b)"),
                cover=law("5(d)"),
            ),
            "recut-by-next": Recut(
                cite=law("5(e)"),
                by_next=True,
                name="Cut again by the next person",
                by_dealer=law("5(b)"),
                cover=law("5(d)"),
            ),
            **told(law, procedures, device),
        },
        collect=Collect(procedures=procedures, device=law("5(h)"), bars=bars, freed=law("6(b)(2)")),
        cover=CoverCardOut(cite=law("7(d)"), reshuffle=law("5(f)"), none_in_device=law("5(h)"), procedures=procedures),
        opening=opening,
        procedures=procedures,
    )


def occasions(law: Citing, shuffler: str, chapter: Chapter) -> dict[Occasion, Tasks]:
    """What is done on each occasion, with this way of shuffling."""
    ready = after_shuffle(law, shuffler)
    mixing = "exchange" if shuffler == "batch" else "shuffle"  # two batches take turns (3(b)(4))
    ordered = law("5(a)") if shuffler == "continuous" else law("5(f)")  # 5(h) leaves (a) alone
    return {
        Occasion.GAMING_DAY: (Task("inspect-reader", law("2(d)")),),
        Occasion.READER_FAILED: (Task("repair-reader", chapter.repair),),
        Occasion.CARDS_24_HOURS: (Task("change-decks", law("3(c)")),),
        Occasion.NEW_DECKS: (Task("change-decks", law("4(a)")),),
        Occasion.IDLE: (
            Task("spread-face-down", law("5(g)")),
            Task("next-player-looks", law("5(g)")),
            *chapter.after_idle(shuffler),
        ),
        Occasion.COVER_CARD: (Task("gather", law("7(d)(1)")), Task(mixing, law("7(d)(2)")), *ready),
        Occasion.RESHUFFLE: (Task("gather", ordered), Task(mixing, ordered), *ready),
        Occasion.NEW_DEALER: (Task(NEW_DEALER_BURN, law("7(c)")),),
    }


def told(law: Citing, procedures: Procedures, device: str) -> dict[str, NoticeRule]:
    """The occasions that must be reported to the table."""
    continuous = procedures.shuffler == "continuous"
    tells = (
        Tell(
            name="Gaming day begins",
            occasion=Occasion.GAMING_DAY,
            cite=law("2(d)"),
            note=f"a gaming day begins: the {device} is inspected",
            procedures=procedures,
        ),
        Tell(
            name="Decks used for a day",
            occasion=Occasion.CARDS_24_HOURS,
            cite=law("3(c)"),
            note="the decks have been in use for a day and are changed",
            procedures=procedures,
        ),
        Tell(
            name="Change the decks",
            occasion=Occasion.NEW_DECKS,
            cite=law("4(a)"),
            note="the decks are changed",
            procedures=procedures,
        ),
        Tell(
            name="Order a shuffle",
            occasion=Occasion.RESHUFFLE,
            cite=law("5(a)" if continuous else "5(f)"),
            note="the floorperson wants the cards shuffled",
            procedures=procedures,
            obstacle=cards_not_in_play,
        ),
        Tell(
            name="Nobody plays",
            occasion=Occasion.IDLE,
            cite=law("5(h)" if continuous else "5(g)"),
            note="no one is playing: the cards are taken out",
            procedures=procedures,
            obstacle=device_deals if continuous else table_in_use,
        ),
        Tell(
            name="New dealer",
            occasion=Occasion.NEW_DEALER,
            cite=law("7(c)"),
            note="a new dealer takes over and burns a card",
            procedures=procedures,
        ),
    )
    return {tell.occasion: tell for tell in tells}
