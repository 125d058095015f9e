"""The table as it lies: hands, stakes, the dealer's cards, and what waits for an answer."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.referee.model.cards import is_blackjack, total
from tests.referee.model.rules import Rules
from tests.referee.model.script import Line
from tests.referee.model.verdict import Ask

ON_HAND = ("main", "double", "split", "second", "ride")


@dataclass
class Stake:
    """Money of one person for one purpose. `hand` is the hand it lies on, or 0 for a box area."""

    who: str
    box: int
    kind: str
    cents: int
    hand: int = 0
    worth: int = -1
    state: str = "open"
    net: int = 0
    ante: bool = True

    def end(self, state: str, net: int = 0) -> None:
        """Settle the stake: won, lost, returned or void."""
        self.state, self.net = state, net

    @property
    def value(self) -> int:
        """What a win is reckoned on; a lammer costs nothing and has a worth (NZ 20.8)."""
        return self.cents if self.worth < 0 else self.worth


@dataclass
class Hand:
    """One hand of a box. `serial` never changes; `name` follows its position."""

    box: int
    serial: int
    cards: list[str] = field(default_factory=list)
    split: bool = False
    split_ace: bool = False
    doubled: bool = False
    want: str = ""
    finished: bool = False
    gone: str = ""
    bound: bool = False
    chance: str = ""
    owed: str = ""
    acted: bool = False
    surrendered: str = ""
    direct: str = ""
    stands_on: int = 0
    takes: bool = False

    @property
    def natural(self) -> bool:
        """A Blackjack: ace and ten as the initial two cards (section 1 of each text)."""
        return not self.split and is_blackjack(self.cards)

    @property
    def points(self) -> int:
        """The player's total; after a second chance card the reduced one (673a.7(l))."""
        return self.stands_on or total(self.cards)


@dataclass(frozen=True)
class Due:
    """What must come next."""

    kind: str
    at: str = ""
    who: str = ""
    choices: tuple[str, ...] = ()
    clause: str = ""
    why: str = ""


@dataclass
class Table:
    """Everything about the round in progress."""

    rules: Rules
    seats: dict[int, str]
    given: dict[str, tuple[str, ...]]
    phase: str = "bets"
    stakes: list[Stake] = field(default_factory=list)
    boxes: dict[int, list[Hand]] = field(default_factory=dict)
    dealer: list[str] = field(default_factory=list)
    hole: str = ""
    hole_open: bool = False
    light: str = ""
    order: list[str] = field(default_factory=list)
    pos: int = 0
    pending: list[Due] = field(default_factory=list)
    window: list[Due] = field(default_factory=list)
    window_shut: set[str] = field(default_factory=set)
    exposed: str = ""
    held: bool = False
    bound: set[str] = field(default_factory=set)
    absent: set[str] = field(default_factory=set)
    missed: set[int] = field(default_factory=set)
    offer_missed: bool = False
    dealer_missed: int = 0
    acted: bool = False
    rulings_done: set[str] = field(default_factory=set)
    removed: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    clauses: list[str] = field(default_factory=list)
    asked: list[Ask] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
    voided: list[str] = field(default_factory=list)
    log: list[Line] = field(default_factory=list)
    serials: int = 0
    prize_due: list[int] = field(default_factory=list)
    late_blackjack: bool = False
    expose_now: bool = False
    burn_due: bool = False

    def cite(self, clause: str) -> None:
        """Note a clause in the order of application (immediate repeats once)."""
        if not self.clauses or self.clauses[-1] != clause:
            self.clauses.append(clause)

    def flag(self, word: str) -> None:
        """Note a consequence for the table."""
        if word not in self.flags:
            self.flags.append(word)

    def new_hand(self, box: int) -> Hand:
        """An empty hand."""
        self.serials += 1
        return Hand(box, self.serials)

    def name(self, hand: Hand) -> str:
        """`2`, or `2.1` once the box has several hands."""
        hands = self.boxes[hand.box]
        if len(hands) == 1:
            return str(hand.box)
        return f"{hand.box}.{hands.index(hand) + 1}"

    def find(self, place: str) -> Hand | None:
        """The hand of that name."""
        box, _, number = place.partition(".")
        hands = self.boxes.get(int(box), []) if box.isdigit() else []
        index = int(number) - 1 if number else 0
        return hands[index] if 0 <= index < len(hands) else None

    def all_hands(self) -> list[Hand]:
        """Every hand, from the dealer's left."""
        return [hand for box in sorted(self.boxes) for hand in self.boxes[box]]

    def live(self) -> list[Hand]:
        """Hands that are neither void, dead nor settled and removed."""
        return [hand for hand in self.all_hands() if not hand.gone]

    def on(self, hand: Hand) -> list[Stake]:
        """Every stake that lies on a hand."""
        return [stake for stake in self.stakes if stake.hand == hand.serial]

    def stake(self, box: int, who: str, kind: str) -> Stake | None:
        """One person's stake of a kind on a box."""
        for stake in self.stakes:
            if (stake.box, stake.who, stake.kind) == (box, who, kind):
                return stake
        return None

    def mains(self, box: int) -> list[Stake]:
        """The initial wagers on a box, in the order of placing."""
        return [stake for stake in self.stakes if stake.box == box and stake.kind == "main"]

    def drop_offers(self, box: int, who: str = "") -> None:
        """Nobody is asked any more about a hand or a wager that is gone."""

        def kept(item: Due) -> bool:
            return item.kind != "ask" or item.at.split(".")[0] != str(box) or bool(who and item.who != who)

        self.window = [item for item in self.window if kept(item)]
        self.pending = [item for item in self.pending if kept(item)]

    def controller(self, box: int) -> str:
        """Who decides (NZ 14.3(a), S-5): the seated bettor, else the first wager; in PA the one bettor."""
        mains = self.mains(box)
        seat = self.seats.get(box)
        if seat and any(stake.who == seat for stake in mains):
            return seat
        return mains[0].who if mains else ""

    @property
    def up(self) -> str:
        """The dealer's first card."""
        return self.dealer[0] if self.dealer else ""

    def dealer_total(self) -> int:
        """The dealer's total over the open cards."""
        return total(self.dealer, self.rules.dealer_limit)


def everything_dead(table: Table) -> bool:
    """Is every hand dead or void?"""
    return all(hand.gone in ("dead", "void") for hand in table.all_hands())
