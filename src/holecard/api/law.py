"""The law: look up clauses in our own words, and what changed between two editions."""

from __future__ import annotations

from dataclasses import dataclass

from holecard.law.clauses import Cite, Difference, Register, Status, UnknownClause, in_force, register, registers
from holecard.law.errors import Malformed
from holecard.law.matrix import Row, rows

NORMATIVE = "normative"  # the kind of a difference that changes a rule


@dataclass(frozen=True, kw_only=True)
class ClauseFound:
    """A clause of an instrument in an edition: its status and what it says, in our own words.

    >>> import holecard as hc
    >>> print(hc.clause("pa-685a", "7(h)").cite)
    58 Pa. Code § 685a.7(h)
    """

    cite: Cite
    standing: str
    status: Status
    summary: str
    inscription: str | None

    def __str__(self) -> str:
        return f"{self.cite}: {self.summary}"

    def to_dict(self) -> dict[str, object]:
        """As `holecard law show --json` prints it."""
        return {
            "instrument": self.cite.instrument,
            "edition": self.cite.edition,
            "standing": self.standing,
            "clause": self.cite.clause,
            "cite": str(self.cite),
            "status": self.status,
            "summary": self.summary,
            "inscription": self.inscription,
        }


def instruments() -> tuple[Register, ...]:
    """Every instrument in every edition that we have.

    >>> import holecard as hc
    >>> [f"{held.key}@{held.edition}" for held in hc.instruments()][-2:]
    ['pa-685a@2018', 'pa-685a@2020']
    """
    return registers()


def clauses(instrument: str, below: str | None = None) -> tuple[ClauseFound, ...]:
    """The clauses of an instrument, `pa-685a` or `pa-685a@2018`, or those at and below one.

    >>> import holecard as hc
    >>> [found.cite.clause for found in hc.clauses("pa-685a", "7(n)")]
    ['7(n)', '7(n)(1)', '7(n)(2)']
    """
    held = edition_of(instrument)
    wanted = None if below is None else _cite(held, below).clause
    return tuple(
        ClauseFound(
            cite=held.cite(one.id),
            standing=held.standing,
            status=one.status,
            summary=one.summary,
            inscription=one.inscription,
        )
        for key, one in held.clauses.items()
        if wanted is None or key == wanted or key.startswith((f"{wanted}(", f"{wanted} "))
    )


def clause(instrument: str, clause: str) -> ClauseFound:
    """One clause.

    >>> import holecard as hc
    >>> hc.clause("pa-685a", "7(n)(1)").status.value
    'play'
    """
    return clauses(instrument, clause)[0]


def differences(before: str, after: str, *, normative: bool = False) -> tuple[Difference, ...]:
    """What changed between two editions of an instrument; with `normative`, only what changes a rule.

    >>> import holecard as hc
    >>> len(hc.differences("pa-685a@2018", "pa-685a@2020")) > len(
    ...     hc.differences("pa-685a@2018", "pa-685a@2020", normative=True))
    True
    """
    old, new = edition_of(before), edition_of(after)
    if old.key != new.key:
        raise Malformed(f"{old.key} and {new.key} are different instruments. Name two editions of the same one")
    found = _listed(old, new)
    return tuple(one for one in found if one.kind == NORMATIVE) if normative else found


def matrix(instrument: str | None = None, below: str | None = None) -> tuple[Row, ...]:
    """Each clause with the code that applies it and the tests that exercise it; of one instrument, or all.

    >>> import holecard as hc
    >>> [row.clause for row in hc.matrix("pa-685a", "7(n)")]
    ['7(n)', '7(n)(1)', '7(n)(2)']
    """
    found = tuple(rows())
    if instrument is None:
        return found
    wanted = {one.cite for one in clauses(instrument, below)}
    return tuple(row for row in found if Cite(row.instrument, row.edition, row.clause) in wanted)


def _listed(old: Register, new: Register) -> tuple[Difference, ...]:
    """The differences that a register lists, in the direction asked for."""
    if old.edition == new.edition:
        return ()
    if old.like == new.edition:
        return old.differences
    if new.like == old.edition:
        return tuple(
            Difference(clause=one.clause, kind=one.kind, before=one.after, after=one.before) for one in new.differences
        )
    raise Malformed(f"there is no comparison of {old.key} {old.edition} with {new.edition}")


def edition_of(named: str) -> Register:
    """The register that `pa-685a@2018` names; without an edition, the newest one in force."""
    key, at, edition = named.partition("@")
    if at and not edition:
        raise Malformed(f"{named!r} has no edition after the @. Write it like pa-685a@2020")
    return register(key, edition or in_force(key))


def _cite(held: Register, named: str) -> Cite:
    try:
        return held.cite(named)
    except UnknownClause as unknown:
        raise Malformed(f"{unknown}. List the clauses with `holecard law show {held.key}@{held.edition}`") from unknown
