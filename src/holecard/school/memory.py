"""What you know: how often you met each skill, what your mistakes cost, and when it is due again (FSRS).

A drill is chosen by what a mistake costs and how often you make it: see `weight`.

>>> from datetime import datetime, timedelta, UTC
>>> now = datetime(2030, 1, 1, tzinfo=UTC)
>>> missed = reviewed(None, "hard 16", right=False, cost=0.05, lost=0.05, seed="1", now=now)
>>> known = reviewed(missed, "hard 16", right=True, cost=0.05, seed="2", now=now)
>>> missed.due - now, known.due - now
(datetime.timedelta(seconds=60), datetime.timedelta(seconds=600))
>>> later = now + timedelta(days=1)
>>> weight(missed, 0.05, later) > weight(known, 0.05, later)
True
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from math import exp
from typing import Any

from fsrs import Card, Rating, Scheduler

from holecard.law.errors import Malformed

SCHEDULER = Scheduler(enable_fuzzing=False)
VERSION = 1
TYPICAL = 0.1  # bets: of the mistakes that a player makes who knows something of the game


@dataclass(frozen=True, kw_only=True)
class Item:
    """A skill: `card` is what the scheduler stores of it, `lost` what its mistakes cost in units of the bet."""

    skill: str
    card: Mapping[str, Any]
    seen: int = 0
    wrong: int = 0
    lost: float = 0.0
    cost: float = 0.0  # of the likeliest mistake
    seed: str = ""  # of a drill that asks for it

    def is_due(self, now: datetime) -> bool:
        return self._scheduled.due <= now

    @property
    def due(self) -> datetime:
        return self._scheduled.due

    @property
    def _scheduled(self) -> Card:
        return Card.from_dict(dict(self.card))  # type: ignore[arg-type]

    def retrievability(self, now: datetime) -> float:
        """How likely you still know it, as the scheduler estimates."""
        return SCHEDULER.get_card_retrievability(self._scheduled, now)

    @property
    def mistakes(self) -> float:
        """How often you are wrong, with one right and one wrong answer before the first."""
        return (self.wrong + 1) / (self.seen + 2)


def reviewed(
    item: Item | None, skill: str, *, right: bool, cost: float, now: datetime, seed: str, lost: float = 0.0
) -> Item:
    """The skill after an answer."""
    before = item or Item(skill=skill, card=dict(Card(card_id=1, due=now).to_dict()))
    card, _ = SCHEDULER.review_card(before._scheduled, Rating.Good if right else Rating.Again, now)
    return replace(
        before,
        card=dict(card.to_dict()),
        seen=before.seen + 1,
        wrong=before.wrong + (not right),
        lost=before.lost + lost,
        cost=cost,
        seed=seed,
    )


def weight(item: Item | None, cost: float, now: datetime) -> float:
    """How much a drill is worth asking: what a mistake costs times how often you make it, and less before it is due."""
    if item is None:  # a mistake that costs much is one that few make
        return cost * exp(-cost / TYPICAL) / 2
    return cost * item.mistakes * (1.0 if item.is_due(now) else 1.0 - item.retrievability(now))


def due_first(items: Iterable[Item], now: datetime, most: int) -> list[Item]:
    """The skills that are due, those whose mistakes cost you most first."""
    due = [item for item in items if item.is_due(now)]
    return sorted(due, key=lambda item: -weight(item, item.cost, now))[:most]


Memory = Mapping[str, Item]  # by skill


def to_text(memory: Memory) -> str:
    """As it is stored."""
    return json.dumps({"version": VERSION, "items": [asdict(item) for item in memory.values()]}, indent=1)


def from_text(text: str) -> dict[str, Item]:
    """What `to_text` wrote; anything else is an error that says so."""
    try:
        found = json.loads(text)
        items = [Item(**item) for item in found["items"]]
        for item in items:
            item.due.isoformat()
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise Malformed("the training file cannot be read. Move it away to begin anew") from error
    return {item.skill: item for item in items}
