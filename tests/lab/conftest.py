"""The reference game, laid once for all tests that simulate it."""

from __future__ import annotations

import pytest

from holecard.engine.rules import Rules
from holecard.games import find
from holecard.lab.simulator.simulate import laid_for
from holecard.lab.simulator.strategy_tables import StrategyTables


@pytest.fixture(scope="session")
def rules() -> Rules:
    return find("reference").configure()


@pytest.fixture(scope="session")
def laid(rules: Rules) -> StrategyTables:
    return laid_for(rules)
