"""A configured game as numbers: opening, play of the hands, dealer and settlement. It contains no strategy.

Everything here comes from driving `ask` and `answer` (see `stage`, `acting`, `dealing`, `settling`). Nodes of a hand's
play are interned from the end backwards, so two positions with the same future are one.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import IntEnum

from holecard.engine.rules import Rules
from holecard.engine.table import Hand, Part
from holecard.lab.compiler._acting import Acting, Choosing, Drawing, Ended, Memory, Position, Splitting, as_seen
from holecard.lab.compiler._settling import Final, Item, Payoffs, payoffs
from holecard.lab.compiler.abstract import VALUES, CardIsRead, ForgottenIsRead, NumberIsRead
from holecard.lab.compiler.dealing import Endings, endings
from holecard.lab.compiler.meeting import Meeting, Meetings
from holecard.lab.compiler.splitting import Formed, Money, outcomes
from holecard.lab.compiler.stage import (
    Chance,
    Known,
    Leaf,
    Offered,
    Pair,
    Riding,
    Settled,
    Stage,
    Tree,
    staked_on,
    values_in,
)
from holecard.values.money import Cents

MOST_COUNTED = 8  # cards of a hand; a game that counts further cannot be compiled
MOST_KEPT = 3  # cards of a hand that a rule may look at one by one


class Kind(IntEnum):
    """What a node is."""

    ROW = 0  # over: a line of the payoffs
    DRAW = 1
    CHOOSE = 2
    SPLIT = 3


@dataclass(frozen=True)
class Node:
    """A position of a hand's play. `after` holds nodes by card value (DRAW) or by choice (CHOOSE)."""

    kind: Kind
    row: int = -1
    after: tuple[int, ...] = ()
    choices: tuple[str, ...] = ()
    pair: int = 0  # of a SPLIT: the value that is split
    total: int = 0  # of a CHOOSE: what a strategy card calls it
    soft: bool = False
    cards: int = 0  # of a CHOOSE: 2, or more
    staked: Cents = 0  # of a ROW: the money that was at risk
    ride_over: bool = False  # of a ROW: money that rode with the hand is settled already


@dataclass(frozen=True)
class SplitPlay:
    """How hands formed from a pair of this value go on.

    `start` is the node of a hand with one card, by its money, in a box that can form no more hands; `again` says what a
    further pair forms, by the money of its hand and the number of hands there are.
    """

    pair: int
    formed: Formed
    start: dict[Money, int]
    again: dict[tuple[Money, int], Formed]


@dataclass(frozen=True)
class OpeningLeaf:
    """Where an opening leaves the hand: a node that acts or waits, and a row for the wagers beside it (-1: none)."""

    node: int
    known: Known
    beside: int = -1
    staked_beside: Cents = 0


@dataclass(frozen=True)
class OpeningChance:
    outcomes: tuple[tuple[int, Opening], ...]


@dataclass(frozen=True)
class OpeningOffer:
    subject: str
    choices: tuple[tuple[str, Opening], ...]


Opening = Settled | OpeningLeaf | OpeningChance | OpeningOffer


@dataclass(frozen=True)
class Compiled:
    """A configured game, ready for the kernels. Money is in cents, `stake` of which are one unit."""

    key: str
    rules_hash: str
    decks: int
    stake: Cents
    nodes: tuple[Node, ...]
    money: tuple[tuple[Cents, ...], ...]
    endings: Endings  # of a dealer's hand that players have acted against
    all_endings: Endings
    final_of: dict[Final, int]
    openings: dict[tuple[Pair, int], Opening]
    starts: dict[Pair, int]  # the node of each first two cards that acts
    splits: dict[int, SplitPlay]
    meetings: Meetings  # empty where the hands of a split are worth the sum of what each is worth
    known: tuple[Known, ...]
    has_hole_card: bool
    seconds: float = field(compare=False)

    @property
    def suits_decide(self) -> bool:
        """Whether the suits of some first two cards decide what they are paid."""
        return any(leaf.by_suits for opening in self.openings.values() for leaf in _settled(opening))


def _settled(opening: Opening) -> Iterator[Settled]:
    match opening:
        case Settled():
            yield opening
        case OpeningChance(outcomes=outcomes):
            for _, after in outcomes:
                yield from _settled(after)
        case OpeningOffer(choices=choices):
            for _, after in choices:
                yield from _settled(after)


def compile_game(rules: Rules, riding: Riding | None = None) -> Compiled:
    """Drive a configured game until all of it is known; with money of a side wager riding, if that is given."""
    try:
        return _compile_with_enough_memory(rules, riding)
    except ForgottenIsRead as read:
        read.name_rule(rules.key)
        raise


def _compile_with_enough_memory(rules: Rules, riding: Riding | None) -> Compiled:
    """Remember a little more each time that a rule reads what was forgotten, up to a bound."""
    began = time.perf_counter()
    memory = Memory()
    stage = Stage(rules, riding)
    trees = {((one, other), up): stage.opening((one, other), up) for one, other in pairs() for up in VALUES}
    while True:
        try:
            return _compile(stage, trees, memory, began)
        except NumberIsRead as read:
            if max(read.needed, memory.counted + 1) > MOST_COUNTED:
                raise
            memory = replace(memory, counted=max(read.needed, memory.counted + 1))
        except CardIsRead:
            if memory.kept == MOST_KEPT:
                raise
            memory = replace(memory, kept=memory.kept + 1)


def _compile(stage: Stage, trees: dict[tuple[Pair, int], Tree], memory: Memory, began: float) -> Compiled:
    acting = Acting(stage, memory)
    # Each once and in order: the numbers of nodes, and with them every last digit, are the same in every process.
    leaves = dict.fromkeys(leaf for tree in trees.values() for leaf in leaves_of(tree))
    acting.explore(Position(as_seen(leaf.hand, memory)) for leaf in leaves if not leaf.hand.over)
    splits = _splits(acting, [leaf.hand for leaf in leaves if not leaf.hand.over])
    known = tuple(sorted({leaf.known for leaf in leaves}, key=lambda known: (known.up, known.second)))
    met = {(one.up, second) for one in known for second in values_in(one.second)}
    every = endings(stage)
    dealt = tuple(ending for ending in every if (ending.up, ending.second) in met)  # the others end the round before
    items = [Item(step.hand) for step in acting.steps.values() if isinstance(step, Ended)]
    items += [Item(as_seen(leaf.hand, memory)) for leaf in leaves if leaf.hand.over]
    items += [_beside(leaf) for leaf in leaves if leaf.beside]
    paid = payoffs(stage, items, (ending.final for ending in dealt))
    weaver = _Weaver(acting, paid)
    openings = {key: weaver.opening(tree) for key, tree in trees.items()}
    starts = {
        _pair_of(leaf.hand): weaver.node(Position(as_seen(leaf.hand, memory))) for leaf in leaves if not leaf.hand.over
    }
    played = {
        pair: SplitPlay(
            pair,
            split.formed,
            {money: weaver.node(position) for money, position in split.start.items()},
            split.again,
        )
        for pair, split in splits.items()
    }
    return Compiled(
        key=stage.given.key,
        rules_hash=stage.given.hash,
        decks=stage.given.decks,
        stake=stage.stake,
        nodes=tuple(weaver.nodes),
        money=paid.money,
        endings=Endings(dealt),
        all_endings=Endings(every),
        final_of=paid.final_of,
        openings=openings,
        starts=starts,
        splits=played,
        meetings=_meetings(stage, acting, splits, paid),
        known=known,
        has_hole_card=stage.has_hole_card,
        seconds=time.perf_counter() - began,
    )


def pairs() -> Iterator[Pair]:
    """Every two values, the lower first."""
    return ((one, other) for one in VALUES for other in range(one, 11))


def leaves_of(tree: Tree) -> Iterator[Leaf]:
    match tree:
        case Leaf():
            yield tree
        case Chance(outcomes=outcomes):
            for _, after in outcomes:
                yield from leaves_of(after)
        case Offered(choices=choices):
            for _, after in choices:
                yield from leaves_of(after)
        case Settled():
            return


def _pair_of(hand: Hand) -> Pair:
    one, other = sorted(card.value for card in hand.cards)
    return one, other


def _beside(leaf: Leaf) -> Item:
    """The wagers beside a hand, on a box whose hand is settled."""
    wagers = tuple(wager._replace(net=0) for wager in leaf.hand.wagers)
    return Item(leaf.hand._replace(wagers=wagers, over=True, removed=True), leaf.beside)


@dataclass(frozen=True)
class _Chain:
    formed: Formed
    start: dict[Money, Position]
    again: dict[tuple[Money, int], Formed]


def _splits(acting: Acting, hands: Iterable[Hand]) -> dict[int, _Chain]:
    """Follow the splits of each pair until no further hand may be formed."""
    chains: dict[int, _Chain] = {}
    for hand in hands:
        one, other = _pair_of(hand)
        position = Position(as_seen(hand, acting.memory))
        split = _split_offered(acting, position)
        if one == other and split is not None and one not in chains:
            chains[one] = _chain(acting, one, *split)
    return chains


def _split_offered(acting: Acting, position: Position) -> tuple[Formed, Splitting] | None:
    step = acting.step(position)
    if isinstance(step, Choosing):
        for action, after in step.choices:
            if isinstance(after, Splitting):
                offered = tuple(do for do, _ in step.choices)
                return Formed(action, after.first.wagers, after.second.wagers, offered), after
    return None


def _chain(acting: Acting, pair: int, formed: Formed, split: Splitting) -> _Chain:
    again: dict[tuple[Money, int], Formed] = {}
    hands: dict[Money, Hand] = {}
    frontier, number = [split.first, split.second], 2
    while frontier:
        following: list[Hand] = []
        for hand in frontier:
            hands.setdefault(hand.wagers, hand)
        for hand in hands.values():
            drawing = acting.step(Position(as_seen(hand, acting.memory), number))
            assert isinstance(drawing, Drawing), "a hand formed by a split gets its second card"
            found = _split_offered(acting, drawing.after[pair - 1])
            if found is not None:
                again[hand.wagers, number], further = found
                following += [further.first, further.second]
        frontier, number = following, number + bool(following)
    start = {money: Position(as_seen(hand, acting.memory), number) for money, hand in hands.items()}
    acting.explore(start.values())
    return _Chain(formed, start, again)


def _meetings(stage: Stage, acting: Acting, splits: dict[int, _Chain], paid: Payoffs) -> Meetings:
    """Every way in which the hands of a split may end together."""
    meeting = Meeting(stage, paid)
    for chain in splits.values():
        every = frozenset(chain.start)
        formed = (chain.formed, *chain.again.values())
        found = (outcomes(chain.again, one.first, one.second, every) for one in formed)
        orders = dict.fromkeys(outcome.moneys for each in found for outcome in each)
        meeting.settle({money: acting.endings(position) for money, position in chain.start.items()}, orders)
    return meeting.found


class _Weaver:
    """Turns positions into nodes, each made once."""

    def __init__(self, acting: Acting, paid: Payoffs) -> None:
        self._acting, self._paid = acting, paid
        self._numbers: dict[Node, int] = {}
        self._known: dict[Position, int] = {}
        self.nodes: list[Node] = []

    def node(self, position: Position) -> int:
        if position not in self._known:
            self._known[position] = self._intern(self._woven(position))
        return self._known[position]

    def waiting(self, hand: Hand) -> int:
        """The node of a hand that is over."""
        return self._intern(self._row(Item(hand)))

    def _woven(self, position: Position) -> Node:
        match self._acting.steps[position]:
            case Ended(hand=hand):
                return self._row(Item(hand))
            case Drawing(after=positions):
                return Node(Kind.DRAW, after=tuple(self.node(one) for one in positions))
            case Choosing(choices=choices):
                points, cards = position.hand.points, position.hand.cards
                after = tuple(
                    self._intern(Node(Kind.SPLIT, pair=cards[0].value))
                    if isinstance(one, Splitting)
                    else self.node(one)
                    for _, one in choices
                )
                names = tuple(do for do, _ in choices)
                return Node(
                    Kind.CHOOSE, after=after, choices=names, total=points.total, soft=points.soft, cards=len(cards)
                )
        raise AssertionError("unreachable")

    def _row(self, item: Item) -> Node:
        wagers = item.hand.wagers
        ride_over = any(wager.part is Part.RIDING and wager.net is not None for wager in wagers)
        return Node(Kind.ROW, row=self._paid.row_of[item], staked=staked_on(wagers), ride_over=ride_over)

    def _intern(self, node: Node) -> int:
        if node not in self._numbers:
            self._numbers[node] = len(self.nodes)
            self.nodes.append(node)
        return self._numbers[node]

    def opening(self, tree: Tree) -> Opening:
        match tree:
            case Settled():
                return tree
            case Leaf(hand=hand, beside=beside, known=known):
                hand = as_seen(hand, self._acting.memory)
                node = self.waiting(hand) if hand.over else self.node(Position(hand))
                if not beside:
                    return OpeningLeaf(node, known)
                return OpeningLeaf(node, known, self._paid.row_of[_beside(tree)], staked_on(beside))
            case Chance(outcomes=outcomes):
                return OpeningChance(tuple((values, self.opening(after)) for values, after in outcomes))
            case Offered(subject=subject, choices=choices):
                return OpeningOffer(subject, tuple((do, self.opening(after)) for do, after in choices))
