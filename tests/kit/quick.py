"""What `make check` (`pytest --quick`) leaves to `make test`: what needs a server or a browser, and what takes long."""

from __future__ import annotations

from pathlib import Path

LEFT_TO_TEST = (
    "tests/browser",
    "tests/live",  # a database server, or ours
    "tests/lab",  # games are compiled, solved and simulated
    "tests/cli/test_count.py",  # solved and simulated too
    "tests/cli/test_every_game.py",
    "tests/cli/test_house.py",  # serves
    "tests/cli/test_lab.py",
    "tests/cli/test_strategy.py",
    "tests/cli/test_terminal.py",  # tmux
    "tests/docs/test_site.py",  # built with Sphinx
    "tests/games/test_made_up_words.py",  # solved, and its report printed
    "tests/package/test_wheel.py",
    "tests/rl/test_evaluation.py",  # every game is compiled and solved
    "tests/rl/test_example.py",
    "tests/rl/test_side_by_side.py",
)


def is_left_out(path: Path, root: Path) -> bool:
    """
    >>> is_left_out(Path("/r/tests/live/web"), Path("/r")), is_left_out(Path("/r/tests/cli"), Path("/r"))
    (True, False)
    """
    return any(path.is_relative_to(root / name) for name in LEFT_TO_TEST)
