"""A compiled game is the same in every process, to the number of each node: Python hashes strings otherwise in each."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

PRINT_COMPILED = """
from dataclasses import replace
from sys import argv
from holecard.games import find
from holecard.lab.compiler.compile import compile_game
rules = find(argv[1]).configure(dict(word.split("=") for word in argv[2:]))
print(replace(compile_game(rules), seconds=0.0))
"""


@pytest.mark.parametrize(
    "configured",
    [("pa-down-under",), ("nz-blackjack-plus",), ("nz-free-bet", "dealer_blackjack_takes=busted-plus-one")],
    ids=" ".join,
)
def test_a_game_is_compiled_alike_in_every_process(configured: tuple[str, ...]) -> None:
    one, other = (
        subprocess.run(
            [sys.executable, "-c", PRINT_COMPILED, *configured],
            env=os.environ | {"PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    )
    assert "nodes=" in one
    assert one == other
