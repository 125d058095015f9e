"""The record of tests by clause: what a run may say of it, and what it may not."""

from __future__ import annotations

import pytest

from tests.kit.evidence import Entry, Gathered

EDITION = "pa-685a@2020"
RECORD = {EDITION: {"7(h)": {"test_deal": "asked", "test_light": "asked"}, "7(n)": {"test_push": "asked"}}}


def gathered(*seen: tuple[str, str]) -> Gathered:
    """As two processes saw it, the first test in one and the others in the other."""
    both = Gathered()
    for some in (seen[:1], seen[1:]):
        one = Gathered()
        for clause, test in some:
            one.saw(EDITION, clause, test, ["asked"])
        both.take(one.plain())
    return both


ALL = (("7(h)", "test_light"), ("7(n)", "test_push"), ("7(h)", "test_deal"))


@pytest.mark.parametrize("is_whole", [True, False])
def test_a_record_that_is_right(is_whole: bool) -> None:
    assert gathered(*ALL).stale(RECORD, is_whole) == []
    assert gathered(*ALL).record() == RECORD


def test_a_test_that_is_gone_shows_in_a_whole_run_alone() -> None:
    assert gathered(*ALL[:2]).stale(RECORD, is_whole=True) == [Entry(EDITION, "7(h)", "test_deal", "asked")]
    assert gathered(*ALL[:2]).stale(RECORD, is_whole=False) == []


@pytest.mark.parametrize("is_whole", [True, False])
def test_what_a_test_saw_is_compared_in_any_run(is_whole: bool) -> None:
    other = (("7(h)", "test_light"), ("7(n)", "test_push"), ("7(n)", "test_deal"))
    wrong = [Entry(EDITION, "7(h)", "test_deal", "asked"), Entry(EDITION, "7(n)", "test_deal", "asked")]
    assert gathered(*other).stale(RECORD, is_whole) == wrong


def test_a_process_that_left_a_test_out_is_remembered() -> None:
    left_out, both = Gathered(), Gathered()
    left_out.left_out = True
    both.take(left_out.plain())
    both.take(Gathered().plain())
    assert both.left_out


def test_a_clause_that_is_carried_otherwise_is_stale() -> None:
    both = gathered(*ALL)
    both.found = {one._replace(how="said") if one.test == "test_push" else one for one in both.found}
    assert [one.how for one in both.stale(RECORD, is_whole=False)] == ["asked", "said"]
