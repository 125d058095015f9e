"""What a configured game is worth, exactly; and every choice of one hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from holecard.api.about import About, ShoeUsed, named
from holecard.engine.rules import Rules
from holecard.law.errors import Malformed
from holecard.values.cards import parse_values

if TYPE_CHECKING:
    from holecard.lab.solver.distribution import Distribution

COMPOSITION, TOTAL = "composition", "total"
HOW = {
    COMPOSITION: "every card of the hand counts; best for hands that are not split",
    TOTAL: "by totals, as on a printed card",
}
_CLAIM = re.compile(r"(-?[0-9]{1,3}(?:\.[0-9]{1,8})?)%?(?::(-?[0-9]{1,3}(?:\.[0-9]{1,8})?)%?)?")
Figures = tuple[tuple[str, str], ...]  # each with its name


@dataclass(frozen=True, kw_only=True)
class ClaimChecked:
    """A house edge that a filing claims, and whether the exact one is within it, at as many places as the claim has."""

    low: float
    high: float
    what: str
    where: str
    within: bool

    def __str__(self) -> str:
        span = f"{self.low:.2%}" if self.low == self.high else f"{self.low:.2%} to {self.high:.2%}"
        return f"{span}: the exact figure is {'within' if self.within else 'outside'}"

    def to_dict(self) -> dict[str, object]:
        return {"low": self.low, "high": self.high, "what": self.what, "where": self.where, "within": self.within}


@dataclass(frozen=True, kw_only=True)
class Analysis:
    """The exact figures of a game for one shoe; made by `analyze`.

    `ev` is the player's expectation for one unit of the initial main wager, and `house_edge` the same with the other
    sign. `average_wager` is what a round stakes, doubles and splits included, and `element_of_risk` the loss for one
    unit of that. `dealer` is how often the dealer's hand ends how. `distribution` is how probable each result of a
    round is, with its `mean`, `variance` and `standard_deviation`.

    >>> import holecard as hc
    >>> found = hc.analyze(hc.game("reference", decks=1, max_hands=1))
    >>> found.to_dict()["ev"] == found.ev, found.to_dict()["shoe"]
    (True, {'decks': 1, 'without': []})
    >>> round(found.distribution.results[-1], 4), round(found.standard_deviation, 4)
    (0.4409, 1.1289)
    """

    about: About
    ev: float
    average_wager: float
    distribution: Distribution
    dealer: dict[str, float]
    insurance_ev: float | None
    claim: ClaimChecked | None
    seconds: float
    distribution_seconds: float
    compile_seconds: float

    @property
    def rules(self) -> Rules:
        return self.about.rules

    @property
    def house_edge(self) -> float:
        return -self.ev

    @property
    def rtp(self) -> float:
        return 1 + self.ev

    @property
    def element_of_risk(self) -> float:
        return self.house_edge / self.average_wager

    @property
    def standard_deviation(self) -> float:
        return self.distribution.standard_deviation

    @property
    def variance(self) -> float:
        return self.distribution.variance

    def figures(self) -> Figures:
        """Each figure with its name, the house edge first."""
        claim = [("claimed house edge", str(self.claim))] if self.claim is not None else []
        insurance = []
        if self.insurance_ev is not None:
            insurance = [("Insurance (only the ace known)", f"{self.insurance_ev:+.4%}")]
        return (
            (f"{'player' if self.ev > 0 else 'house'} edge", f"{abs(self.ev):.4%}"),
            *claim,
            ("return (RTP)", f"{self.rtp:.4%}"),
            ("average wager", f"{self.average_wager:.4f}"),
            ("element of risk", f"{self.element_of_risk:.4%}"),
            ("standard deviation", f"{self.standard_deviation:.4f}"),
            ("variance", f"{self.variance:.4f}"),
            *insurance,
        )

    def __str__(self) -> str:
        return "\n".join((*self.about.heading(), *(f"{name}: {figure}" for name, figure in self.figures())))

    def to_dict(self) -> dict[str, object]:
        """As `holecard analyze --json` prints it."""
        return {
            **self.about.to_dict(),
            "ev": self.ev,
            "house_edge": self.house_edge,
            "rtp": self.rtp,
            "element_of_risk": self.element_of_risk,
            "average_wager": self.average_wager,
            "standard_deviation": self.standard_deviation,
            "variance": self.variance,
            "distribution": [{"net": net, "probability": chance} for net, chance in self.distribution.results.items()],
            "dealer": self.dealer,
            "insurance_ev": self.insurance_ev,
            "claim": None if self.claim is None else self.claim.to_dict(),
            "seconds": self.seconds,
            "distribution_seconds": self.distribution_seconds,
            "compile_seconds": self.compile_seconds,
        }


def analyze(
    rules: Rules,
    *,
    strategy: str = COMPOSITION,
    shoe: str = "fresh",
    without: str = "",
    claim: str = "",
    repeat: int = 1,
) -> Analysis:
    """Solve a configured game exactly.

    `strategy` is `composition` (every card of the hand counts) or `total` (as on a printed card). `shoe` is `fresh` or
    `infinite`, and `without` are cards that have gone. `claim` is a filing's own house edge in percent, such as
    `"0.43:0.49"`; without one, what the game's instrument claims is used. `repeat` solves so often, for a timing.

    >>> import holecard as hc
    >>> found = hc.analyze(hc.game("reference", decks=1, max_hands=1))
    >>> print(found)
    Blackjack  reference  house rules  1 deck
    Options: decks=1 max_hands=1
    house edge: 0.3335%
    return (RTP): 99.6665%
    average wager: 1.1071
    element of risk: 0.3012%
    standard deviation: 1.1289
    variance: 1.2743
    Insurance (only the ace known): -5.8824%
    """
    used, kind = ShoeUsed.asked(rules, shoe, without), strategy_named(strategy)
    if repeat < 1:
        raise Malformed(f"--repeat must be 1 or more, not {repeat}")
    asked = parse_claim(claim) if claim else None
    from holecard.lab.compiler.store import tables_for
    from holecard.lab.solver.analysis import timed
    from holecard.lab.solver.shoes import Strategy

    solved, seconds = timed(rules, used.cards(), Strategy(kind), repeat)
    began = perf_counter()
    distribution = solved.distribution
    distribution_seconds = perf_counter() - began
    return Analysis(
        about=About(rules=rules, shoe=used, strategy=kind),
        ev=solved.ev,
        average_wager=solved.average_wager,
        distribution=distribution,
        dealer=solved.dealer,
        insurance_ev=solved.insurance_ev,
        claim=_claim(rules, solved.house_edge, asked),
        seconds=seconds,
        distribution_seconds=distribution_seconds,
        compile_seconds=tables_for(rules).seconds_taken,
    )


def strategy_named(text: str) -> str:
    """A strategy's name, checked."""
    if text not in HOW:
        raise Malformed(f"--strategy must be one of {', '.join(HOW)}, not {text}")
    return text


def parse_claim(text: str) -> tuple[str, str]:
    """A range of house edges in percent, as fractions with as many places as it has: one figure is a range too.

    >>> parse_claim("0.43:0.49"), parse_claim("0.5%")
    (('0.0043', '0.0049'), ('0.005', '0.005'))
    """
    match = _CLAIM.fullmatch(text.strip())
    if match is None:
        raise Malformed(f"--claim {text!r} is not a house edge. Write percent, for example 0.43:0.49 or 0.46")
    low, high = (str(Decimal(part).scaleb(-2)) for part in (match[1], match[2] or match[1]))
    if Decimal(low) > Decimal(high):
        raise Malformed(f"--claim {text}: the first figure is above the second. Write the lower one first")
    return low, high


def _claim(rules: Rules, edge: float, asked: tuple[str, str] | None) -> ClaimChecked | None:
    """A claim that was given, or the one that the instrument makes for the main wager."""
    from holecard.lab.solver.analysis import claim_of, verdict
    from holecard.law.clauses import Claim

    if asked is not None:
        claim = Claim(id="", what="house edge of the main wager", low=asked[0], high=asked[1], where="")
        where = "given with --claim"
    else:
        found = claim_of(rules)
        if found is None:
            return None
        held, claim = found
        where = f"{held.key}@{held.edition}: {claim.where}"
    within = verdict(claim, edge) == "within"
    return ClaimChecked(low=float(claim.low), high=float(claim.high), what=claim.what, where=where, within=within)


# One hand


class Choice(NamedTuple):
    """A choice of a hand and what it is worth for one unit of the main wager."""

    action: str
    ev: float


@dataclass(frozen=True, kw_only=True)
class HandAnalysis:
    """Every choice of one hand, best first; made by `hand`.

    >>> import holecard as hc
    >>> found = hc.hand(hc.game("reference", decks=1, max_hands=2), "6 5", up="A")
    >>> found.best, [choice.action for choice in found], found.cards, found.up
    ('double', ['double', 'hit', 'stand'], '6 5', 'A')
    """

    about: About
    cards: str
    up: str
    light: str | None
    hole: str | None
    choices: tuple[Choice, ...]

    @property
    def best(self) -> str:
        return self.choices[0].action

    def __iter__(self) -> Iterator[Choice]:
        return iter(self.choices)

    def __len__(self) -> int:
        return len(self.choices)

    @property
    def title(self) -> str:
        """The hand and what is known of the dealer."""
        light = f", light {self.light}" if self.light else ""
        hole = f", hole card {self.hole}" if self.hole else ""
        return f"{self.cards} against {self.up}{light}{hole}"

    def __str__(self) -> str:
        each = (f"{choice.action}: {choice.ev:+.6f}" for choice in self.choices)
        return "\n".join((*self.about.heading(), self.title, *each))

    def to_dict(self) -> list[dict[str, object]]:
        """As `holecard hand --json` prints it: one object for each choice."""
        asked = {"hand": self.cards, "up": self.up, "light": self.light, "hole": self.hole}
        return [{"action": one.action, "ev": one.ev, **self.about.to_dict(), **asked} for one in self.choices]


def hand(
    rules: Rules,
    cards: str,
    *,
    up: str,
    light: str | None = None,
    hole: str | None = None,
    shoe: str = "fresh",
    without: str = "",
) -> HandAnalysis:
    """Find the exact value of every choice for one hand against a dealer's card.

    `light` is what the reader showed, in a game that has one, and `hole` the hole card if it is exposed.

    >>> import holecard as hc
    >>> hc.hand(hc.game("pa-down-under"), "T6", up="9", light="small").best
    'stand'
    """
    used = ShoeUsed.asked(rules, shoe, without)
    from holecard.lab.advice.hand import hand_values

    values = hand_values(rules, cards, up, light or "", hole or "", used.cards())
    (seen,) = named(parse_values(up))
    return HandAnalysis(
        about=About(rules=rules, shoe=used, strategy=COMPOSITION),
        cards=" ".join(named(parse_values(cards))),
        up=seen,
        light=light or None,
        hole=named(parse_values(hole))[0] if hole else None,
        choices=tuple(Choice(*one) for one in values),
    )
