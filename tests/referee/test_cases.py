"""Every hand-worked case, judged by the referee's model and played by the engine."""

from __future__ import annotations

import pytest

from tests.referee.compare import against_engine, against_model
from tests.referee.hand_worked import Case, all_cases
from tests.referee.open_differences import DIFFERS
from tests.referee.other_readings import READ_OTHERWISE

CASES = all_cases()
IDS = [case["id"] for case in CASES]
LISTED = {*DIFFERS, *READ_OTHERWISE}


def test_every_case_has_a_name_of_its_own_and_the_lists_name_only_cases() -> None:
    assert len(set(IDS)) == len(IDS)
    assert set(IDS) >= LISTED
    assert not set(DIFFERS) & set(READ_OTHERWISE)


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_the_model_agrees_with_the_case(case: Case) -> None:
    assert not against_model(case)


@pytest.mark.parametrize("case", [case for case in CASES if case["id"] not in LISTED], ids=lambda case: str(case["id"]))
def test_the_engine_agrees_with_the_case(case: Case) -> None:
    assert not against_engine(case)


@pytest.mark.parametrize("case", [case for case in CASES if case["id"] in LISTED], ids=lambda case: str(case["id"]))
def test_a_listed_case_still_differs(case: Case) -> None:
    assert against_engine(case), "the engine agrees now: take the case off its list"
