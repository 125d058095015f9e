"""The evidence of random numbers in a dossier: files of numbers that the house has collected, and the tests on them.

The files themselves are part of the dossier. So the same input gives the same bytes, and verifying tests them again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from holecard.dossier._answers import OpenPoint
from holecard.dossier.files import RNG, sha256
from holecard.law.errors import Malformed
from holecard.rng.collecting import What
from holecard.rng.files import read_own
from holecard.rng.suite import LEVELS, Verdict, run
from holecard.values.cards import DECK

Json = dict[str, object]
CITE: Final = "58 Pa. Code § 810a.5(c)"  # a text that we do not have; the registers list it with the external ones
WRITE: Final = "dossier make --rng FILE"
RAW: Final = f"{RNG}/raw.bin"


def shoes_file(decks: int) -> str:
    return f"{RNG}/shoes-{decks}.bin"


@dataclass(frozen=True, kw_only=True)
class Sample:
    """A collection: its name in the dossier, the very bytes, and what the fifteen tests found."""

    file: str
    content: bytes
    verdict: Verdict

    @property
    def failed(self) -> list[str]:
        """The tests that it fails at the higher level."""
        return [row.test for row in self.verdict.rows if not row.passed(LEVELS[-1])]

    def to_dict(self) -> Json:
        found = self.verdict
        return {
            "what": found.what.value,
            "file": self.file,
            "sha256": sha256(self.content),
            "bytes": len(self.content),
            "count": found.count,
            "words": found.words,
            "rows": [
                {
                    "test": row.test,
                    "statistic": row.statistic,
                    "p_value": row.p_value,
                    "corrected": row.corrected,
                    "passed_95": row.passed(LEVELS[0]),
                    "passed_99": row.passed(LEVELS[1]),
                }
                for row in found.rows
            ],
            "passed_95": found.passed(LEVELS[0]),
            "passed_99": found.passed(LEVELS[1]),
        }


@dataclass(frozen=True)
class Evidence:
    """All collections of a dossier, by their names in it."""

    samples: Mapping[str, Sample]

    @classmethod
    def read(cls, files: Iterable[tuple[str, bytes]]) -> Evidence:
        """Test the numbers of these files: raw words, and shoes by their number of decks, each at most once."""
        found: dict[str, Sample] = {}
        for told, content in files:
            collected = read_own(content, told)
            if collected is None or collected.what is What.SCALED:
                kinds = "--what raw or --what shoes, in its own format"
                raise Malformed(f"{told} is no evidence: a dossier takes what rng collect writes with {kinds}")
            decks, over = divmod(collected.below, len(DECK))
            if collected.what is What.SHOES and over:
                raise Malformed(f"{told} is no evidence: {collected.below} cards are not whole decks")
            name = RAW if collected.what is What.RAW else shoes_file(decks)
            if name in found:
                raise Malformed(f"{told} is one too many: {name} has other numbers of that kind. Leave one out")
            found[name] = Sample(file=name, content=content, verdict=run(collected))
        return cls(found)

    def only_for(self, decks: Iterable[int]) -> None:
        """Refuse shoes that no table deals from: nothing in the dossier would tell of them."""
        wanted = {RAW, *(shoes_file(one) for one in decks)}
        for name in self.samples:
            if name not in wanted:
                raise Malformed(f"{name}: no table of this dossier has shoes of so many decks. Leave the file out")

    def of_table(self, decks: int) -> list[Sample]:
        """What concerns a table with so many decks: the raw words, and its shoes."""
        return [self.samples[name] for name in (RAW, shoes_file(decks)) if name in self.samples]

    def open_points(self, decks: int) -> Iterator[OpenPoint]:
        """Numbers that are missing, and numbers that fail."""
        asked = {
            RAW: ("raw words", "holecard rng collect --what raw FILE"),
            shoes_file(decks): (f"shoes of {decks} decks", f"holecard rng collect --what shoes --decks {decks} FILE"),
        }
        for name, (what, how) in asked.items():
            sample = self.samples.get(name)
            if sample is None:
                yield _point(f"Random numbers: the fifteen tests on {what}", how)
            elif sample.failed:
                told = f"Random numbers: {what} fail ({', '.join(sample.failed)})"
                yield _point(told, "numbers that pass all tests together at 99 %")


NONE: Final = Evidence({})


def _point(what: str, accepts: str) -> OpenPoint:
    return OpenPoint(clause="", cite=CITE, what=what, write=WRITE, accepts=accepts)
