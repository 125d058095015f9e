"""What can be wrong: input that cannot be read, and a step that the rules refuse.

Both say what is wrong and what would be accepted; a refusal also names the clause.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from holecard.law import witness

if TYPE_CHECKING:
    from holecard.law.clauses import Cite


class HolecardError(Exception):
    """The common parent, so that a surface can catch everything we say on purpose."""


class Malformed(HolecardError):
    """The input cannot be read: an unknown name, a card that does not exist, half a cent."""


class Refused(HolecardError):
    """The rules forbid it: under which clause, why, and what is legal instead.

    `cite` may be a house rule, which is no clause of any instrument (`law.house`).
    """

    def __init__(self, what: str, *, cite: Cite, why: str, legal: tuple[str, ...] = ()) -> None:
        super().__init__(what, cite, why, legal)
        self.what = what
        self.cite = cite
        self.why = why
        self.legal = legal
        witness.emitted(cite)

    def __str__(self) -> str:
        accepted = f" Accepted: {', '.join(self.legal)}." if self.legal else ""
        return f"{self.what}: {self.why} ({self.cite}).{accepted}"
