"""The pit of the New Zealand division for one table: sections 6 and 7, and the shoe rules of section 8.

Box 1 lies at the dealer's left, so clockwise means towards higher numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from holecard.engine.options import Options
from holecard.engine.pit import Pit, ShuffleCause, Task
from holecard.engine.questions import Done, Fact, Notice, Question, Role, What
from holecard.engine.rules import NoticeRule, PitRule, Rules, Sign
from holecard.engine.table import Table
from holecard.law.clauses import Cite, Citing, house
from holecard.law.errors import Refused
from holecard.pit.between_rounds import Collect, Tell, cards_not_in_play
from holecard.pit.cover_card import CoverCardOut
from holecard.pit.new_zealand._cards import NEW, PRE_SHUFFLED, AskOfPreShuffled, card_steps, kinds_of_cards, new_cards
from holecard.pit.new_zealand._cutting_card import CuttingCardOut
from holecard.pit.opening import Equipment
from holecard.pit.pit_of_the_house import PitOfTheHouse
from holecard.pit.procedures import CAUSES, Occasion, Procedures, Tasks
from holecard.pit.seats import Leave, Sit
from holecard.pit.shuffle_and_cut import GATHER, Cut, OfferCut, PlaceCoverCard, exchange, shuffle
from holecard.pit.tasks import BURN, VIEW_BURN, Duty
from holecard.values.cards import DECK, HIDDEN
from holecard.values.money import amount

INSTRUMENTS = ("nz-blackjack",)
FREED = house("mid-shoe entry")  # nobody is barred in New Zealand
CUT_AND_LOAD = ("offer-cut", "cut", "cover-card", "load-shoe", "load-shuffler")


def new_zealand(law: Citing, chosen: Options) -> PitOfTheHouse:
    """The pit under the options chosen."""
    shuffler = chosen.text("shuffler")
    kinds = kinds_of_cards(law, shuffler)
    ready = after_shuffle(law, shuffler, chosen.flag("burn"))
    procedures = Procedures(
        shuffler=shuffler,
        by_shuffler={shuffler: occasions(law, shuffler, ready)},
        after_shuffle={shuffler: ready},
        new_cards={shuffler: (kinds[NEW], kinds[PRE_SHUFFLED])},
        causes={**CAUSES, Occasion.NEW_DECKS: ShuffleCause.FLOOR},
    )

    def opening(rules: Rules, preinspected: bool = False) -> Pit:
        cards = kinds[PRE_SHUFFLED] if preinspected else (Task("receive-cards", law("6.1")),)
        todo = (Task("equipment", law("3.3")), *cards, *ready)
        return Pit(todo=todo, shuffle_cause=ShuffleCause.GAME_BEGINS)

    return PitOfTheHouse(
        steps={
            "equipment": Equipment(
                only={law(clause): uses for uses, clauses in ONLY_SOME_TABLES for clause in clauses},
            ),
            **card_steps(law, kinds, FREED),
            **shuffling_steps(law, chosen.number("cutting_cards")),
            "replace-card": Duty(
                name="Replace what is damaged", who=Role.FLOOR, note="each damaged card is replaced by a sound one"
            ),
        },
        notices=notices(law, procedures, chosen.flag("burn")),
        collect=Collect(procedures=procedures, device=law("1.0 Continuous Shuffler"), bars=None, freed=FREED),
        cover=CuttingCardOut(
            in_round=CoverCardOut(
                cite=law("8.7"),
                reshuffle=law("7.1(c)"),
                none_in_device=law("7.6(b)"),
                procedures=procedures,
                card="cutting card",
            ),
            at_once=law("8.8"),
            shuffled=law("7.1(b)"),
        ),
        opening=opening,
        procedures=procedures,
        signs=partial(signs, law),
    )


def draws_prizes(rules: Rules) -> bool:
    return rules.play.prizes is not None


def takes_an_ante(rules: Rules) -> bool:
    return rules.play.ante is not None


def gives_lammers(rules: Rules) -> bool:
    return "free-double" in rules.actions


def shows_results(rules: Rules) -> bool:
    """A display of recent results is for the house to choose, and no table here has one."""
    return False


ONLY_SOME_TABLES = (  # equipment for the tables that use it
    (draws_prizes, ("3.5", "3.5(a)", "3.5(a)(i)", "3.5(a)(ii)", "3.5(a)(iii)", "3.5(b)", "3.5(c)", "3.5(d)")),
    (takes_an_ante, ("18.2",)),
    (gives_lammers, ("20.2",)),
    (shows_results, ("3.6",)),
)


def signs(law: Citing, rules: Rules) -> Iterator[Sign]:
    """The signs at the table beside those of the side wagers' pay scales."""
    for limit, whose in ((rules.box_maximum, "Box"), (rules.player_maximum, "player")):
        if limit:
            most = amount(limit)
            yield Sign(f"At most {most} per {whose}", law("14.2"), f"the {whose} maximum, {most}")
    fee = rules.play.ante
    if fee is not None:
        owed, waived_at = amount(fee.owed(0)), amount(fee.waived_at)
        yield Sign(f"Ante {owed}", law("18.3"), f"the Ante, {owed}")
        if fee.waived_at:
            yield Sign(
                f"No Ante for a bet of {waived_at} or more", law("18.4"), f"that the Ante is waived from {waived_at}"
            )


def after_shuffle(law: Citing, shuffler: str, burn: bool) -> Tasks:
    """From the shuffled stack to the first card; a burn card only if the house likes."""
    burned = (Task(BURN, law("8.1")),) if burn else ()
    offered = Task("offer-cut", law("7.2"))
    if shuffler == "continuous":  # cut once, before the cards go in, and no card among them
        return (offered, Task("load-shuffler", law("7.6(b)")), *burned)
    return (offered, Task("cover-card", law("7.6(a)")), Task("load-shoe", law("7.6(a)")), *burned)


def occasions(law: Citing, shuffler: str, ready: Tasks) -> dict[Occasion, Tasks]:
    """What is done on each occasion, with this way of shuffling."""
    mixing = "exchange" if shuffler == "automatic" else "shuffle"
    return {
        Occasion.DAMAGED_CARD: (Task("replace-card", law("16.8")),),
        Occasion.NEW_DECKS: (Task("receive-cards", law("7.7")), *ready),
        Occasion.COVER_CARD: (Task("gather", law("7.1")), Task(mixing, law("7.1(c)")), *ready),
        Occasion.RESHUFFLE: (Task("gather", law("7.1")), Task(mixing, law("7.1")), *ready),
        Occasion.NEW_DEALER: (),
    }


def shuffling_steps(law: Citing, cutting_cards: int) -> dict[str, PitRule]:
    """The steps of section 7, by name, and what goes for the cards once they are in the shoe."""
    said = (
        (law("4.2"), "only the dealer deals or touches a card"),
        (law("5.7"), "no losing wager is touched, and no winning one before its Box is paid"),
        (law("8.9"), "players count their own hands, whatever the dealer announces"),
        (law("8.10"), "no one writes at the table without permission"),
    )
    second = ((law("3.3(b)"), "a second cutting card lies at the back of the stack"),) if cutting_cards == 2 else ()
    return {
        "gather": GATHER,
        "shuffle": Duty(
            name="Shuffle the cards",
            mixes=True,
            who=Role.DEALER,
            note="the cards are mixed at random into one stack",
            does=shuffle(FREED),
        ),
        "exchange": Duty(
            name="Exchange the cards with those in the shuffler",
            mixes=True,
            who=Role.DEALER,
            note="the set in the shuffler comes into play",
            does=exchange(FREED),
            also=(law("3.4"),),
        ),
        "offer-cut": OfferCut(
            by_dealer=law("7.4"),
            orders={
                ShuffleCause.GAME_BEGINS: law("7.3(a)"),
                ShuffleCause.COVER_AT_BOX: law("7.3(b)"),
                ShuffleCause.COVER_AT_DEALER: law("7.3(c)"),
                ShuffleCause.FLOOR: law("7.3(d)"),
            },
            turns=clockwise,
        ),
        "cut": Cut(
            by_dealer=law("7.4"),
            rotation=law("7.4"),
            limits=law("7.5"),
            apart=len(DECK),
            last="a casino employee",
            card="cutting card",
            also=(law("7.3"), law("7.6")),
        ),
        "cover-card": PlaceCoverCard(
            span=back_half, why="it may go in at most half way from the back", says=second, card="cutting card"
        ),
        "load-shoe": Duty(
            name="Put the cards in the shoe", who=Role.DEALER, note="the stack is in the card shoe", says=said
        ),
        "load-shuffler": Duty(
            name="Put the cards in the shuffler",
            who=Role.DEALER,
            note="the cutting card is put aside, the stack is in the continuous shuffler",
            says=said,
        ),
    }


def back_half(size: int) -> tuple[int, int]:
    """How many cards may lie behind the cutting card.

    >>> back_half(312), back_half(1)
    ((1, 156), (0, 0))
    """
    half = size // 2
    return min(1, half), half


def clockwise(pit: Pit, boxes: int) -> tuple[str, ...]:
    """Who is offered the cut, in order: the person whom the cause names, then clockwise past each refusal.

    Cards that the house has ordered shuffled are cut like cards that it has replaced (N14).

    >>> clockwise(Pit(seated=((5, "Ann"), (2, "Bob"), (7, "Cem")), shuffle_cause=ShuffleCause.GAME_BEGINS), 9)
    ('Ann', 'Cem', 'Bob')
    """
    if not pit.seated:
        return ()
    by_name = {name: seat for seat, name in pit.seated}
    start = min(by_name.values())  # farthest to the dealer's left
    if pit.shuffle_cause is ShuffleCause.GAME_BEGINS:
        start = pit.seated[0][0]
    elif pit.shuffle_cause is ShuffleCause.COVER_AT_DEALER:
        start = max(by_name.values())
    elif pit.shuffle_cause is ShuffleCause.COVER_AT_BOX:
        start = by_name.get(pit.entitled, start)
    return tuple(sorted(by_name, key=lambda name: (by_name[name] - start) % boxes))


def notices(law: Citing, procedures: Procedures, burn: bool) -> dict[str, NoticeRule]:
    """The notices that this table takes."""
    shuffler = procedures.shuffler
    return {
        "sit": Sit(bars=None),
        "leave": Leave(wagers_lie=law("5.5(b)")),
        "new-dealer": Tell(
            name="New dealer",
            occasion=Occasion.NEW_DEALER,
            cite=house("new dealer"),
            note="a new dealer takes over, and burns no card",
            procedures=procedures,
        ),
        "reshuffle": Tell(
            name="Order a shuffle",
            occasion=Occasion.RESHUFFLE,
            cite=law("7.1(d)"),
            note="the casino supervisor wants the cards shuffled",
            procedures=procedures,
            obstacle=cards_not_in_play,
        ),
        "shuffle-doubted": Tell(
            name="Doubt the shuffle",
            occasion=Occasion.RESHUFFLE,
            cite=law("7.1(e)"),
            note="a supervisor doubts the shuffle: the cards are shuffled again",
            procedures=procedures,
            obstacle=cards_not_in_play,
        ),
        "new-cards": Tell(
            name="Bring new cards",
            occasion=Occasion.NEW_DECKS,
            cite=law("7.7"),
            note="the cards are replaced",
            procedures=procedures,
        ),
        "card-seen-in-shuffle": SeenInShuffle(cite=law("7.1(f)"), ready=procedures.after_shuffle[shuffler]),
        "look-at-pre-shuffled": AskOfPreShuffled(
            name="Player looks at the pre-shuffled cards",
            request="Look at the cards",
            cite=law("7.1A(a)"),
            note="looks at the pre-shuffled cards",
        ),
        "mix-pre-shuffled": AskOfPreShuffled(
            name="Player wants the pre-shuffled cards opened",
            request="Have the cards opened and mixed",
            cite=law("7.1A(b)"),
            note="has the pre-shuffled cards opened like new ones",
            instead=new_cards(law, shuffler),
        ),
        VIEW_BURN: ViewBurn(cite=law("8.1"), burned=burn),
        "display-repaired": DisplayRepaired(cite=law("16.12")),
    }


@dataclass(frozen=True, kw_only=True)
class SeenInShuffle:
    """A card was seen on its way into the shoe: shuffle and cut begin again."""

    cite: Cite
    ready: Tasks
    name: str = "Card seen in the shuffle"

    def take(self, rules: Rules, table: Table, question: Question, notice: Notice) -> Done:
        todo = table.pit.todo
        if not todo or todo[0].step not in CUT_AND_LOAD:
            raise Refused(notice.what, cite=self.cite, why="no shuffled stack is waiting for the shoe")
        again = tuple(task for task in self.ready if task.step in CUT_AND_LOAD)
        after = tuple(task for task in todo if task.step not in CUT_AND_LOAD)
        pit = table.pit._replace(todo=(Task("shuffle", self.cite), *again, *after))
        said = Fact(What.RULED, self.cite, note="a card was seen before the shoe: the cards are shuffled again")
        return Done(table.with_pit(pit), (said,))


@dataclass(frozen=True, kw_only=True)
class ViewBurn:
    """A player asks to see the burned card, and it is shown: it lies face up in the discard rack from then on.

    Rounds recorded before do not say which card it was.
    """

    cite: Cite
    burned: bool
    name: str = "Player asks to see the burned card"
    request: str = "See the burned card"  # in the player's own words

    def take(self, rules: Rules, table: Table, question: Question, notice: Notice) -> Done:
        if not self.burned or table.pit.todo or HIDDEN not in table.rack:
            raise Refused(notice.what, cite=self.cite, why="there is no burned card in the discard rack")
        if notice.name not in dict(table.pit.seated).values():
            raise Refused(notice.what, cite=self.cite, why=f"{notice.name or 'this person'} is not seated at the table")
        note, card = f"{notice.name} is shown the burned card", notice.card
        if card is None:
            return Done(table, (Fact(What.EXPOSED, self.cite, bettor=notice.name, note=note),))
        at = table.rack.index(HIDDEN)
        rack = (*table.rack[:at], card, *table.rack[at + 1 :])
        said = Fact(What.EXPOSED, self.cite, bettor=notice.name, note=f"{note}, {card.text}", cards=(card,))
        return Done(table.with_stock(table.stock.turn(card)).with_rack(rack), (said,))


@dataclass(frozen=True, kw_only=True)
class DisplayRepaired:
    """The prize equipment works again, so its wager is offered again."""

    cite: Cite
    name: str = "Prize display repaired"

    def take(self, rules: Rules, table: Table, question: Question, notice: Notice) -> Done:
        if not table.pit.suspended:
            raise Refused(notice.what, cite=self.cite, why="the equipment is not out of order")
        if table.closed:
            raise Refused(notice.what, cite=self.cite, why="a Round is in progress without it")
        said = Fact(What.ANNOUNCED, self.cite, note=f"offered again: {', '.join(sorted(table.pit.suspended))}")
        return Done(table.with_pit(table.pit._replace(suspended=frozenset())), (said,))
