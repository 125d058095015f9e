"""The complete pit of one table: a jurisdiction's package builds it and a game uses it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from holecard.engine.questions import Done, Draw
from holecard.engine.rules import NoticeRule, Opening, PitRule, Rules, Sign, no_signs
from holecard.engine.table import Table
from holecard.pit.between_rounds import Collect
from holecard.pit.procedures import Procedures


@dataclass(frozen=True, kw_only=True)
class PitOfTheHouse:
    """What a game's file hands to its `Play`; `procedures` also serve its irregularities."""

    steps: Mapping[str, PitRule]
    notices: Mapping[str, NoticeRule]
    collect: Collect
    cover: Callable[[Rules, Table, Draw], Done]
    opening: Opening
    procedures: Procedures
    signs: Callable[[Rules], Iterable[Sign]] = no_signs
