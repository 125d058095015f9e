"""A configured game as tables for rounds that somebody else decides: every choice is left open.

The simulator's tables have a strategy laid over them. These keep the choices: an opening or a node of a hand's play and
an action give what follows. They come from the same compiled game, so they know what the engine knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from holecard.engine.rules import Rules
from holecard.engine.table import Part
from holecard.lab.compiler.abstract import VALUES
from holecard.lab.compiler.automaton import NONE, Graph, dealer_automaton
from holecard.lab.compiler.compile import Compiled, Kind, Node, Opening, OpeningChance, OpeningLeaf, OpeningOffer, pairs
from holecard.lab.compiler.dealing import draws_anyway
from holecard.lab.compiler.splitting import Money
from holecard.lab.compiler.stage import Known, Settled, Stage, values_in
from holecard.lab.compiler.store import kept, named, tables_for
from holecard.lab.simulator.meeting_states import meeting_states
from holecard.values.cards import DECK
from holecard.values.money import Cents

Numbers = NDArray[np.int32]
Parts = tuple[tuple[Part, bool], ...]

SETTLED, LEAF, CHANCE, OFFER = range(4)  # what an opening is
AGAIN = NONE - 1  # the pair is split again
DEAL = "deal"  # the only action where a round has nothing to decide
MOST_HANDS = 8

# The columns of openings and nodes.
KIND = 0
LEADS_TO = 1  # what is settled: its money; an opening: a node; a finished hand: its line of payoffs; a split: its pair
TELLS = 2  # of an opening: what is known of the dealer; of an offer: whether another was accepted before
BESIDE = 3  # of an opening: the line of wagers beside the hand, or `NONE`
WHAT = 4  # of an opening: what is offered, a place in `RoundTables.subjects`
BY_CARD = 5  # by the value of the next card of the hand, or of the dealer's second card: what follows
ACTS = 15  # by action: what follows, or `NONE`

# The columns of hands formed by a split.
STARTS = 0  # the node of the hand with one card
PAIR_OF = 1
LIKE = 2  # 0 where its money is settled like that of a hand that was not split
AGAIN_FIRST = 3  # by number of hands: the two that a further split forms, or `NONE`
AGAIN_SECOND = AGAIN_FIRST + MOST_HANDS


class Walked(NamedTuple):
    """The arrays that the kernel walks. Money is in cents."""

    root: Numbers  # the opening, by the values of the first two cards and the up card
    opening: Numbers
    node: Numbers
    formed: Numbers  # by pair: the two hands that a first split forms
    context: Numbers  # hands formed by a split, by their pair and the money on them
    paired: Numbers  # by hand, number of hands and action: what follows where the pair may be split again
    dealer: Numbers  # where the dealer's hand begins, by up card and second card
    following: Numbers  # by the dealer's state and card
    draws: int  # the first state that does not draw
    completes: bool  # whether the dealer draws even if nothing depends on it
    takes_second: bool  # and whether they take a second card, where there is no hole card
    has_hole_card: bool
    by_row: Numbers  # by line of the payoffs and the dealer's final hand
    waits: Numbers  # by line: whether the dealer's further cards can change it
    met: Numbers  # what hands win together: by state, hand and line, the state that follows
    extra: Numbers  # by that state and final
    met_waits: Numbers
    light: Numbers  # by what is known: a place among the lights, from 1; 0 for none
    open_hole: Numbers  # by what is known: the value of a hole card that lies open; 0 for none
    value_of: Numbers  # by card of the deck, from 0


class RoundTables(NamedTuple):
    """A game's rounds, and the names of what they contain."""

    walked: Walked
    actions: tuple[str, ...]
    subjects: tuple[str, ...]  # of offers before the hands act; the first is a hand's own decision
    lights: tuple[str, ...]
    added: dict[tuple[int, Parts], int]  # the class of a split hand's money, by its pair and the parts of its wagers
    stake: Cents


def parts_of(money: Money) -> Parts:
    """The wagers on a hand when it is formed, without their amounts."""
    return tuple((wager.part, wager.free) for wager in money if wager.part in (Part.ORIGINAL, Part.SPLIT))


def round_tables(rules: Rules) -> RoundTables:
    """The tables of a configured game, kept on disk."""
    return kept(named(rules, "rounds to decide"), RoundTables, lambda: _Builder(rules).made())


def light_of(stage: Stage, known: Known) -> str:
    """The light that the reader showed, if this is known because it did."""
    reader = stage.rules.play.reader
    if reader is None:
        return ""
    lights = {stage.light(known.up, value) for value in values_in(known.second)}
    return lights.pop() if len(lights) == 1 else ""


def hole_of(compiled: Compiled, known: Known) -> int:
    """The value of the hole card, if it lies open while hands act: 0 otherwise."""
    values = list(values_in(known.second))
    return values[0] if len(values) == 1 and compiled.has_hole_card else 0


class _Builder:
    """Numbers everything that a round may come to."""

    def __init__(self, rules: Rules) -> None:
        self.stage = Stage(rules)
        self.tables = tables_for(rules)
        self.compiled = self.tables.compiled
        nodes = self.compiled.nodes
        names = dict.fromkeys(do for node in nodes for do in node.choices)
        for opening in self.compiled.openings.values():
            names |= dict.fromkeys(_named_in(opening))
        for play in self.compiled.splits.values():
            names |= dict.fromkeys(formed.action for formed in (play.formed, *play.again.values()))
        self.actions = (DEAL, *names)
        self.number_of = {do: at for at, do in enumerate(self.actions)}
        self.subjects: dict[str, int] = {"": 0}
        self.opened: dict[Opening, int] = {}
        self.taken: dict[Opening, bool] = {}
        self.contexts: dict[tuple[int, Money], int] = {}

    def made(self) -> RoundTables:
        root = self._root()
        formed, context, paired = self._contexts()
        dealer = dealer_automaton(self.stage, (Graph(self.compiled, 0),))
        finals = [final[0] for final in dealer.finals]
        rows = list(self.compiled.money)
        by_row = _numbers([[row[final] for final in finals] for row in rows])
        met = meeting_states(self.compiled, [money for _, money in self.contexts], list(range(len(rows))))
        extra = _numbers([[line[final] for final in finals] for line in met.extra])
        stage = self.stage
        lights = tuple(reader.shows) if (reader := stage.rules.play.reader) is not None else ()
        seen = [light_of(stage, known) for known in self.tables.known]
        walked = Walked(
            root=root,
            opening=_numbers([self._opening(opening) for opening in self.opened]),
            node=_numbers([self._node(node) for node in self.compiled.nodes]),
            formed=formed,
            context=context,
            paired=paired,
            dealer=_numbers(dealer.begin),
            following=_numbers(dealer.following),
            draws=dealer.draws,
            completes=draws_anyway(stage, 10, 2),
            takes_second=draws_anyway(stage, 10),
            has_hole_card=self.compiled.has_hole_card,
            by_row=by_row,
            waits=_varying(by_row, dealer.drawn),
            met=_numbers(met.following if len(self.contexts) else np.zeros((1, 1, len(rows)))),
            extra=extra,
            met_waits=_varying(extra, dealer.drawn),
            light=_numbers([lights.index(light) + 1 if light else 0 for light in seen]),
            open_hole=_numbers([hole_of(self.compiled, known) for known in self.tables.known]),
            value_of=_numbers([card.value - 1 for card in DECK]),
        )
        added = {(pair, parts_of(money)): self._added(pair, money) for pair, money in self.contexts}
        return RoundTables(walked, self.actions, tuple(self.subjects), lights, added, self.compiled.stake)

    def _acts(self, following: Sequence[tuple[str, int]]) -> list[int]:
        line = [NONE] * len(self.actions)
        for do, after in following:
            line[self.number_of[do]] = after
        return line

    def _root(self) -> Numbers:
        root = np.full((10, 10, 10), NONE)
        for one, other in pairs():
            for up in VALUES:
                at = self._open(self.compiled.openings[(one, other), up])
                root[one - 1, other - 1, up - 1] = root[other - 1, one - 1, up - 1] = at
        return _numbers(root)

    def _open(self, opening: Opening, taken: bool = False) -> int:
        """Its number; what follows an opening has one too. `taken`: an offer was accepted on the way."""
        match opening:
            case OpeningChance(outcomes=outcomes):
                for _, after in outcomes:
                    self._open(after, taken)
            case OpeningOffer(subject=subject, choices=choices):
                self.subjects.setdefault(subject, len(self.subjects))
                for do, after in choices:
                    self._open(after, taken or do == subject)
                self.taken.setdefault(opening, taken)
        return self.opened.setdefault(opening, len(self.opened))

    def _opening(self, opening: Opening) -> list[int]:
        match opening:
            case Settled(money=money):
                return self._line(SETTLED, money)
            case OpeningLeaf(node=node, known=known, beside=beside):
                return self._line(LEAF, node, self.tables.number_of[known], NONE if beside < 0 else beside)
            case OpeningChance(outcomes=outcomes):
                by_card = [NONE] * 10
                for values, after in outcomes:
                    for value in values_in(values):
                        by_card[value - 1] = self.opened[after]
                return self._line(CHANCE, by_card=by_card)
            case OpeningOffer(subject=subject, choices=choices):
                acts = self._acts([(do, self.opened[after]) for do, after in choices])
                return self._line(OFFER, tells=self.taken[opening], what=self.subjects[subject], acts=acts)

    def _node(self, node: Node) -> list[int]:
        match node.kind:
            case Kind.DRAW:
                return self._line(node.kind, by_card=node.after)
            case Kind.CHOOSE:
                return self._line(node.kind, acts=self._acts(list(zip(node.choices, node.after, strict=True))))
            case Kind.SPLIT:
                return self._line(node.kind, node.pair - 1)
            case Kind.ROW:
                return self._line(node.kind, node.row)

    def _line(
        self,
        kind: int,
        leads_to: int = NONE,
        tells: int = NONE,
        beside: int = NONE,
        what: int = 0,
        by_card: Sequence[int] = (),
        acts: Sequence[int] = (),
    ) -> list[int]:
        """The columns, in their order."""
        none = [NONE] * len(self.actions)
        return [kind, leads_to, tells, beside, what, *(by_card or none[:1] * 10), *(acts or none)]

    def _contexts(self) -> tuple[Numbers, Numbers, Numbers]:
        """What a first split of each pair forms, the hands formed, and those whose second card pairs."""
        splits = self.compiled.splits
        for pair, play in sorted(splits.items()):
            for money in play.start:
                self.contexts.setdefault((pair, money), len(self.contexts))
        formed = np.full((10, 2), NONE)
        for pair, play in splits.items():
            formed[pair - 1] = [self.contexts[pair, money] for money in (play.formed.first, play.formed.second)]
        many = max(1, len(self.contexts))
        context = np.full((many, AGAIN_SECOND + MOST_HANDS), NONE)
        paired = np.full((many, MOST_HANDS, len(self.actions)), NONE)
        for (pair, money), at in self.contexts.items():
            play = splits[pair]
            context[at, :AGAIN_FIRST] = play.start[money], pair - 1, self._added(pair, money)
            for (its, hands), further in play.again.items():
                if its == money:
                    context[at, AGAIN_FIRST + hands] = self.contexts[pair, further.first]
                    context[at, AGAIN_SECOND + hands] = self.contexts[pair, further.second]
                    paired[at, hands] = self._acts(self._with_resplit(pair, money, hands))
        return _numbers(formed), _numbers(context), _numbers(paired)

    def _added(self, pair: int, money: Money) -> int:
        """Which class of added money a hand of a split has: 0 where it plays like one that was not split."""
        play = self.compiled.splits[pair]
        classes = dict.fromkeys((play.start[play.formed.first], *play.start.values()))
        return list(classes).index(play.start[money])

    def _with_resplit(self, pair: int, money: Money, hands: int) -> list[tuple[str, int]]:
        """What follows each choice of a pair that may be split again."""
        play = self.compiled.splits[pair]
        kept = self.compiled.nodes[play.start[money]].after[pair - 1]
        node = self.compiled.nodes[kept]
        following = []
        formed = play.again[money, hands]
        for do in formed.offered:
            if do == formed.action:
                following.append((do, AGAIN))
            elif node.kind is Kind.CHOOSE:
                following.append((do, node.after[node.choices.index(do)]))
            else:
                following.append((do, kept))
        return following


def _named_in(opening: Opening) -> list[str]:
    match opening:
        case OpeningChance(outcomes=outcomes):
            return [do for _, after in outcomes for do in _named_in(after)]
        case OpeningOffer(choices=choices):
            return [name for do, after in choices for name in (do, *_named_in(after))]
    return []


def _numbers(numbers: object) -> Numbers:
    return np.ascontiguousarray(numbers, np.int32)


def _varying(money: Numbers, drawn: int) -> Numbers:
    """Which lines differ among the finals that the dealer draws to."""
    return _numbers([len(set(line[:drawn])) > 1 for line in money.tolist()])
