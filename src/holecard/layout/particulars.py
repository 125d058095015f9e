"""What a house has filed about the felt of one table: approved words, its name or logo, and where the equipment is.

>>> from holecard.law.clauses import register
>>> stated = {"tip_box": "dealer's left", "inscription_dealer_draws": {"text": "Dealer draws to 16", "approved": "…"}}
>>> found = particulars(stated, register("pa-685a", "2020"))
>>> found.words
{'2(b)(4)(iii)': ('Dealer draws to 16', '2(b)(4)(iii)')}
>>> found.pieces["tip-box"].side.value
"dealer's left"
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from holecard.law.clauses import Register
from holecard.law.filing import AT, TEXT, Field, Kind, Value, filing_of

APPROVAL: Final = "approval"  # what a field draws that is named in the title block
DRAFT: Final = "Draft: a choice is not stated"
SIGN, LAYOUT = "sign", "layout"  # where the house says what a clause lets it say on either


class Side(StrEnum):
    """Of the dealer, as the dealer sees it."""

    LEFT = "dealer's left"
    RIGHT = "dealer's right"

    @property
    def other(self) -> Side:
        return Side.LEFT if self is Side.RIGHT else Side.RIGHT


class Piece(NamedTuple):
    """What is filed of a piece of equipment. A place in words that name no side of the dealer cannot be drawn."""

    texts: tuple[str, ...] = ()
    side: Side | None = None
    at: tuple[int, int] | None = None
    placed_in_words: bool = False

    @property
    def is_drawn(self) -> bool:
        return not self.placed_in_words or self.side is not None or self.at is not None


@dataclass(frozen=True, kw_only=True)
class Particulars:
    """Nothing of it is needed: without it the felt has the words of its clauses, and house figures for places."""

    house: str = ""
    table: str = ""
    approval: str = ""
    is_draft: bool = False  # a choice that has to be stated is not, so the drawing shows a default
    words: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # by the sentence's clause: words, their clause
    on_a_sign: frozenset[str] = frozenset()  # clauses whose words are on a sign and not on the layout
    on_the_layout: frozenset[str] = frozenset()  # clauses whose words or odds are on the layout, so no sign needs them
    pieces: Mapping[str, Piece] = field(default_factory=dict)  # by the name that the registers have in `draws`


UNFILED: Final = Particulars()


def particulars(filed: Mapping[str, Value], held: Register | None, *, house: str = "", table: str = "") -> Particulars:
    """What the fields of a house file say of the felt."""
    words: dict[str, tuple[str, str]] = {}
    said: dict[str, set[str]] = {SIGN: set(), LAYOUT: set()}
    pieces: dict[str, Piece] = {}
    for asked in filing_of(held.key).fields.values() if held is not None else ():
        value = filed.get(asked.key)
        if value is None or held is None:
            continue
        clause = held.cite(asked.clauses[0]).clause
        if asked.draws:
            pieces[asked.draws] = _piece(pieces.get(asked.draws, Piece()), asked, value)
        elif asked.kind in (Kind.INSCRIPTION, Kind.WORDS):
            if text := _words(asked, value):
                words |= {held.cite(one).clause: (text, clause) for one in asked.inscribes}
        elif value in (SIGN, LAYOUT):
            said[str(value)].add(clause)
    return Particulars(
        house=house,
        table=table,
        approval=" ".join(pieces.pop(APPROVAL, Piece()).texts),
        words=words,
        on_a_sign=frozenset(said[SIGN]),
        on_the_layout=frozenset(said[LAYOUT]),
        pieces=pieces,
    )


def _words(asked: Field, value: Value) -> str:
    """The words on the cloth; empty if they are those of the clause."""
    if isinstance(value, Mapping):
        return value[TEXT]
    return str(value) if asked.kind is Kind.WORDS else ""


def _piece(known: Piece, asked: Field, value: Value) -> Piece:
    """A further field of the same piece adds to what is known."""
    text = value[TEXT] if isinstance(value, Mapping) else asked.names.get(str(value), str(value))
    side = next((one for one in Side if one.value in text.replace("\u2019", "'").lower()), None)
    at = None
    if isinstance(value, Mapping) and AT in value:
        x, y = value[AT].split(", ")
        at = int(x), int(y)
    return Piece(
        texts=(*known.texts, text),
        side=side or known.side,
        at=at or known.at,
        placed_in_words=known.placed_in_words or asked.kind is Kind.POSITION,
    )
