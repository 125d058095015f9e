"""The reference game, laid once for all tests that simulate it."""

from __future__ import annotations

import pytest

from holecard.games import find
from holecard.lab.laid import Laid
from holecard.lab.simulate import laid_for
from holecard.rules import Rules


@pytest.fixture(scope="session")
def rules() -> Rules:
    return find("reference").configure()


@pytest.fixture(scope="session")
def laid(rules: Rules) -> Laid:
    return laid_for(rules)
