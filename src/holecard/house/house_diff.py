"""What differs between two house files: tables that came or went, and every option that changed, with its clause.

>>> from holecard.house.house_file import read_house
>>> text = '''
... [house]
... name = "Corner House"
... [[table]]
... name = "Pit 1"
... game = "pa-down-under"
... options = {decks = 6}
... '''
>>> for change in diff_houses(read_house(text), read_house(text.replace("decks = 6", "decks = 8"))):
...     print(change)
Pit 1: decks 6 to 8 (58 Pa. Code § 685a.3(a))
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from holecard.engine.options import text_of
from holecard.house.house_file import CERTIFIED, Checked, House, check_house
from holecard.law.clauses import Cite, register
from holecard.law.filing import filing_of

NAME = "name of the house"


@dataclass(frozen=True, kw_only=True)
class HouseChange:
    """One difference. A table that came or went has no `before` or no `after`; what is no option has no clause."""

    table: str | None
    what: str
    before: str | None
    after: str | None
    cite: Cite | None = None

    def __str__(self) -> str:
        clause = f" ({self.cite})" if self.cite is not None else ""
        where = f"{self.table}: " if self.table is not None else ""
        if self.before is None:
            return f"{where}new {self.what}, {self.after}{clause}"
        if self.after is None:
            return f"{where}no {self.what} any more, it was {self.before}{clause}"
        return f"{where}{self.what} {self.before} to {self.after}{clause}"

    def to_dict(self) -> dict[str, object]:
        """As `holecard house diff --json` prints it."""
        law = self.cite if self.cite is not None and self.cite.is_law else None
        return {
            "table": self.table,
            "what": self.what,
            "from": self.before,
            "to": self.after,
            "clause": law.clause if law else None,
            "instrument": law.instrument if law else None,
        }


def diff_houses(old: House, new: House) -> tuple[HouseChange, ...]:
    """The differences between two houses, table by table; options that a file leaves out count at their defaults."""
    before, after = ({one.table.name: one for one in check_house(house)} for house in (old, new))
    named = () if old.name == new.name else (HouseChange(table=None, what=NAME, before=old.name, after=new.name),)
    found = [change for name in {**before, **after} for change in _between(name, before.get(name), after.get(name))]
    return (*named, *found)


def _between(name: str, old: Checked | None, new: Checked | None) -> Iterator[HouseChange]:
    if old is None or new is None:
        games = (None if one is None else one.table.game.key for one in (old, new))
        yield HouseChange(table=name, what="table", before=next(games), after=next(games))
        return
    facts = (("game", old.table.game.key, new.table.game.key), ("boxes", str(old.table.boxes), str(new.table.boxes)),
             ("staff", str(old.table.staff), str(new.table.staff)),
             (CERTIFIED, text_of(old.table.certified), text_of(new.table.certified)))  # fmt: skip
    for what, was, now in facts:
        if was != now:
            yield HouseChange(table=name, what=what, before=was, after=now)
    cites = {option.name: option.cite for one in (old, new) for option in one.table.game.declared(_edition(one))}
    for option in {**old.options, **new.options}:
        before, after = old.options.get(option), new.options.get(option)
        if before != after:
            yield HouseChange(table=name, what=option, before=before, after=after, cite=cites[option])
    for key in {**old.table.filing, **new.table.filing}:
        stated = (str(one.table.filing[key]) if key in one.table.filing else None for one in (old, new))
        if old.table.filing.get(key) != new.table.filing.get(key):
            yield HouseChange(table=name, what=key, before=next(stated), after=next(stated), cite=_asked_by(new, key))


def _asked_by(one: Checked, key: str) -> Cite | None:
    """The first clause that asks for a field of the filing."""
    instrument, field = one.table.game.instrument, filing_of(one.table.game.instrument).fields.get(key)
    if instrument is None or one.edition is None or field is None:
        return None
    return register(instrument, one.edition).cite(field.clauses[0])


def _edition(one: Checked) -> dict[str, str]:
    """The edition that a table chooses, which numbers the clauses."""
    return {"edition": one.edition} if one.edition is not None and "edition" in one.options else {}
