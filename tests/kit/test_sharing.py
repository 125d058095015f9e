"""What is said of files by name is said of files that are there."""

from __future__ import annotations

from pathlib import Path

from tests.kit.quick import LEFT_TO_TEST
from tests.kit.sharing import APART, LONGEST, TOGETHER

ROOT = Path(__file__).parents[2]


def test_every_name_is_of_something() -> None:
    assert [name for name in (*APART, *TOGETHER, *LONGEST, *LEFT_TO_TEST) if not (ROOT / name).exists()] == []
