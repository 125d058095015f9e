"""The examples of docs/lab.md run as they stand, and give what is written beside them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

TEXT = (Path(__file__).parents[2] / "docs/lab.md").read_text("utf-8")


def test_the_examples_of_the_lab_run_as_they_stand() -> None:
    names: dict[str, Any] = {}
    figures = 0
    for block in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL):
        exec(block, names)
        for expression, figure in re.findall(r"^(\S.*?)  # ([0-9.]+)…$", block, re.MULTILINE):
            assert str(eval(expression, names)).startswith(figure)
            figures += 1
    assert figures
