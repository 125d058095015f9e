"""The examples on the API's page run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "api.md"


def test_every_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """One after the other, as someone who reads the page would type them."""
    names: dict[str, Any] = {"__name__": "examples"}
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), names)
    said = capsys.readouterr().out
    assert "58 Pa. Code § 685a.6(e)" in said
    assert "house edge per box" in said
