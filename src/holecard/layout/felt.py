"""What is on the felt of a configured table: areas, lines, inscriptions and equipment, each with its clause.

The table in the browser and the drawing to scale are both made from this.

>>> from holecard.games import find
>>> felt = felt_of(find("pa-down-under").configure(match_the_dealer=True))
>>> [(area.text, area.shape) for area in felt.ranges]
[('Small, 2-3-4-5', 'disc'), ('Medium, 6-7-8-9', 'triangle'), ('Large, 10-J-Q-K-A', 'square')]
>>> [(area.name, str(area.cite)) for area in (felt.main, *felt.beside)]
[('Bet', '58 Pa. Code § 685a.2(b)(2)'), ('Match-the-Dealer', '58 Pa. Code § 685a.2(b)(5)')]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from holecard.engine.rules import Bound, Inscription, Rules
from holecard.engine.table import ANTE, MAIN
from holecard.engine.words import Chips, Word
from holecard.law.clauses import Cite, SignSays, house
from holecard.layout._odds import OTHER_ODDS, odds_of_side_wagers
from holecard.layout.particulars import UNFILED, Particulars, Piece

SHAPES: Final = ("disc", "triangle", "square")  # so that nobody needs to see the colour
ON_THE_LAYOUT: Final = house("layout")
NAME: Final = "name"  # of the house


class WagerArea(NamedTuple):
    """An area for a wager at every box. Players bet on some of them; on others chips are placed later."""

    wager: str
    name: str
    bet: bool
    cite: Cite


class RangeArea(NamedTuple):
    """A rectangle in front of the dealer for one range of the hole card."""

    light: str
    name: str
    cards: str
    colour: str
    shape: str
    lit: Cite  # the clause of its light
    cite: Cite  # the clause that wants it on the layout

    @property
    def text(self) -> str:
        return f"{self.name}, {self.cards}"


class InsuranceLine(NamedTuple):
    """The line that runs past every box, with what is written on it, and the clause that orders the words."""

    wager: str
    text: str
    written: Cite | None
    cite: Cite


class Equipment(NamedTuple):
    """Something that is attached to the table or stands on it, in a place of its own, with what is filed of it."""

    key: str
    name: str
    cite: Cite
    filed: Piece = Piece()

    @property
    def label(self) -> str:
        """What is drawn in its frame: the house's own name or logo as it is filed, or what the piece is."""
        return self.filed.texts[0] if self.key == NAME and self.filed.texts else self.name


@dataclass(frozen=True, kw_only=True)
class Felt:
    """Everything on the felt of one table. The inscriptions are in the order of the text, the line's own among them."""

    boxes: Bound
    main: WagerArea
    beside: tuple[WagerArea, ...]
    ranges: tuple[RangeArea, ...]
    line: InsuranceLine | None
    inscriptions: tuple[Inscription, ...]
    equipment: tuple[Equipment, ...]
    bettors_per_box: int
    behind: tuple[Cite, ...]  # where the wagers of a box's other bettors are placed

    @property
    def sentences(self) -> tuple[Inscription, ...]:
        """The inscriptions that have no line of their own."""
        return tuple(one for one in self.inscriptions if self.line is None or one[0] != self.line.text)


def felt_of(rules: Rules, filed: Particulars = UNFILED) -> Felt:
    """The felt of a configured table, with what its house has filed about it."""
    play = rules.play
    written = inscriptions(rules, filed)
    return Felt(
        boxes=Bound(most=rules.boxes.most, cite=_drawn(rules, "boxes", rules.boxes.cite)),
        main=WagerArea(MAIN, "Bet", True, _drawn(rules, MAIN)),
        beside=tuple(_beside(rules)),
        ranges=tuple(_ranges(rules)),
        line=_line(rules, written),
        inscriptions=tuple(written),
        equipment=tuple(_equipment(rules, filed)),
        bettors_per_box=play.sharing.bettors_per_box,
        behind=play.sharing.behind,
    )


def inscriptions(rules: Rules, filed: Particulars = UNFILED) -> list[Inscription]:
    """The inscriptions: the sentences that the instrument prescribes, or else its main rules in our own words.

    Words that were approved in place of a clause's own replace them; a sentence that hangs on a sign is left out. The
    odds of every wager follow where the house has them on its layout.
    """
    register = rules.register
    ordered = register.clauses.values() if register is not None else ()
    found = [
        (clause.inscription, register.cite(clause.id))
        for clause in ordered
        if register is not None and clause.inscription and not clause.draws  # what is drawn has it inside
    ]
    kept = [one for one in found or rules.play.inscriptions if not (one[1].is_law and one[1].clause in filed.on_a_sign)]
    if register is None:
        return kept
    said = []
    for text, cite in kept:
        words, clause = filed.words.get(cite.clause if cite.is_law else "", (text, None))
        said.append((words, register.cite(clause) if clause is not None else cite))
    return said + [
        (line, register.cite(one)) for one in sorted(filed.on_the_layout) for line in _odds(rules, one, said)
    ]


def _odds(rules: Rules, clause: str, said: list[Inscription]) -> Iterator[str]:
    """What a clause that wants the odds on the layout adds to its sentences."""
    assert rules.register is not None, "a clause has a register"
    if rules.register.clauses[clause].sign is SignSays.ODDS:
        yield from (line for line in odds_of_side_wagers(rules) if line not in {text for text, _ in said})
        yield OTHER_ODDS


def _drawn(rules: Rules, what: str, otherwise: Cite = ON_THE_LAYOUT) -> Cite:
    """The clause that wants this on the table, or else the clause of what it is for."""
    found = rules.register.drawn(what) if rules.register is not None else None
    return found or otherwise


def _beside(rules: Rules) -> Iterator[WagerArea]:
    """The areas beside the bet."""
    play = rules.play
    for wager in play.side_wagers.values():
        yield WagerArea(wager.key, wager.title, True, _drawn(rules, wager.key, wager.cite))
    for word in _with_chips(rules, Chips.BESIDE_THE_BET):
        yield WagerArea(word.do, word.name, False, _drawn(rules, word.do))
    if play.ante is not None:
        yield WagerArea(ANTE, play.ante.name, False, _drawn(rules, ANTE, play.ante.place))


def _with_chips(rules: Rules, where: Chips) -> Iterator[Word]:
    """The choices of the game's offers whose chips have their area there."""
    return (word for offer in rules.play.offers.values() for word in offer.words if word.chips is where)


def _ranges(rules: Rules) -> Iterator[RangeArea]:
    reader = rules.play.reader
    areas = reader.areas if reader is not None else ()
    for area, shape in zip(areas, SHAPES, strict=False):
        at = _drawn(rules, area.light, area.cite)
        yield RangeArea(area.light, area.name, area.cards, area.colour, shape, area.cite, at)


def _line(rules: Rules, written: list[Inscription]) -> InsuranceLine | None:
    """The line for Insurance, where the game has that offer."""
    word = next(_with_chips(rules, Chips.ON_A_LINE), None)
    if word is None:
        return None
    text, cite = next((one for one in written if one[0].startswith(word.name)), (word.name, None))
    return InsuranceLine(word.do, text, cite, _drawn(rules, word.do, cite or ON_THE_LAYOUT))


STANDS: Final = (  # on the dealer's side, where a clause wants it
    ("rack", "Discard rack"),
    ("tip-box", "Tip box"),
    ("drop-box", "Drop box"),
    ("shoe", "Dealing shoe"),
    (NAME, "Name or logo"),
)


def _equipment(rules: Rules, filed: Particulars) -> Iterator[Equipment]:
    """What the clauses put on the table; shoe and rack are at every table."""
    register, reader = rules.register, rules.play.reader

    def piece(key: str, name: str, cite: Cite) -> Equipment:
        return Equipment(key, name, cite, filed.pieces.get(key, Piece()))

    for key, name in STANDS:
        cite = register.drawn(key) if register is not None else None
        if cite is not None or key in ("shoe", "rack"):
            yield piece(key, name, cite or ON_THE_LAYOUT)
    if reader is not None:
        yield piece("reader", f"Card {reader.device}", _drawn(rules, "reader"))
    if rules.play.prizes is not None:
        yield piece("prize-button", "Prize button", _drawn(rules, "prize-button"))
