"""The errors that users see: input that cannot be read, and steps that a rule refuses.

Both say what is wrong and what would be accepted; a refusal also names the clause.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from holecard.law import witness

if TYPE_CHECKING:
    from holecard.law.clauses import Cite


_PREDICATES = ("is", "are", "has", "may", "would")  # words with which `why` goes on about `what`


def joined(what: str, why: str) -> str:
    """What was refused and why, as one sentence.

    >>> joined("box 9", "is not at this table"), joined("ready", "you have no seat")
    ('box 9 is not at this table', 'ready: you have no seat')
    """
    joint = " " if why.partition(" ")[0] in _PREDICATES else ": "
    return f"{what}{joint}{why}"


class HolecardError(Exception):
    """The parent of both, so that a surface can catch every error meant for users.

    >>> import holecard as hc
    >>> try:
    ...     hc.game("poker")
    ... except hc.HolecardError as error:
    ...     print(type(error).__name__)
    Malformed
    """


class Malformed(HolecardError):
    """The input cannot be read: an unknown name, a card that does not exist, half a cent.

    >>> import holecard as hc
    >>> try:
    ...     hc.game("reference", decks=99)
    ... except hc.Malformed as error:
    ...     print(error)
    ... except hc.Refused as error:
    ...     print(error.clause, error.legal[-1])
    decks 8
    """


class Refused(HolecardError):
    """A rule forbids it: what was refused, why, under which clause, and what is accepted instead.

    `why` is a sentence of its own ("the table has 7"), or says something about `what` ("is offered only with 6 decks").
    `cite` may be a house rule, which belongs to no instrument (`law.house`).

    >>> import holecard as hc
    >>> try:
    ...     hc.game("pa-down-under", decks=5, match_the_dealer=True)
    ... except hc.Refused as refused:
    ...     print(refused.clause, refused.legal)
    6(e) ('decks=6', 'decks=8', 'match_the_dealer=no')
    """

    def __init__(self, what: str, *, cite: Cite, why: str, legal: tuple[str, ...] = ()) -> None:
        super().__init__(what, cite, why, legal)
        self.what = what
        self.cite = cite
        self.why = why
        self.legal = legal
        witness.emitted(cite, witness.Manner.REFUSED)

    def __str__(self) -> str:
        accepted = f" Accepted: {', '.join(self.legal)}." if self.legal else ""
        return f"{self.sentence} ({self.cite}).{accepted}"

    @property
    def clause(self) -> str:
        """The clause as its instrument numbers it, `6(e)`; `cite` prints it in full."""
        return self.cite.clause

    @property
    def sentence(self) -> str:
        """What was refused and why, without the clause."""
        return joined(self.what, self.why)
