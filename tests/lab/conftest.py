"""What tests of the lab share: the reference game laid once, and money that rides weighed once for each table."""

from __future__ import annotations

from collections.abc import Iterator
from unittest import mock

import pytest

from holecard.engine.rules import Rules
from holecard.games import find
from holecard.lab.compiler import store
from holecard.lab.simulator.simulate import Plan, laid_for, simulate
from holecard.lab.simulator.strategy_tables import StrategyTables
from holecard.lab.solver.analysis import analyse
from holecard.lab.solver.shoes import Cards, Strategy
from holecard.lab.wagers import riding
from tests.kit.one_at_a_time import one_at_a_time


@pytest.fixture(scope="session")
def rules() -> Rules:
    return find("reference").configure()


@pytest.fixture(scope="session")
def laid(rules: Rules) -> StrategyTables:
    return laid_for(rules)


@pytest.fixture(scope="session", autouse=True)
def machine_code_is_made_once(rules: Rules) -> None:
    """Of the loops that nearly every file needs, by whichever process comes first: it takes more than ten seconds."""
    with one_at_a_time("machine code"):
        for strategy in Strategy:
            analyse(rules, strategy=strategy)
        simulate(rules, Plan(1, fresh=True))


@pytest.fixture(scope="module", autouse=True)
def tables_stay_on_disk() -> Iterator[None]:
    """In memory no longer than a file needs them."""
    yield
    store.forget()


@pytest.fixture(scope="session", autouse=True)
def riding_is_weighed_once() -> Iterator[None]:
    """It takes ten seconds and is never changed afterwards; the compiler keeps the rest by itself."""
    weigh = riding.WorthOfRiding
    weighed: dict[tuple[str, str, str, Cards], riding.WorthOfRiding] = {}

    def once(rules: Rules, wager: str, cards: Cards) -> riding.WorthOfRiding:
        name = (rules.key, rules.hash, wager, cards)
        if name not in weighed:
            weighed[name] = weigh(rules, wager, cards)
        return weighed[name]

    with mock.patch.object(riding, "WorthOfRiding", once):
        yield
