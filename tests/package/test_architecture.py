"""The layout shows the architecture: what each package says of itself, and which modules are its own affair.

The layers themselves are declared in pyproject.toml and checked by `lint-imports`.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src"
PACKAGES = sorted(file.parent for file in (SOURCES / "holecard").rglob("__init__.py") if "migrations" not in file.parts)
MODULES = {
    ".".join(file.relative_to(SOURCES).with_suffix("").parts): file
    for file in (SOURCES / "holecard").rglob("*.py")
    if file.name != "__init__.py" and "migrations" not in file.parts
}
# Found by name, by a command or by a program that is started, or used by tests, not imported by another package.
DEFINITIONS = ("holecard.games", "holecard.wagers", "holecard.cli", "holecard.live.web", "holecard.testing")
PROGRAMS = ("holecard.live.solving.hint_process", "holecard.live.solving.lab_process")


def package_of(module: str) -> str:
    return module.rpartition(".")[0]


def imported_by() -> dict[str, set[str]]:
    """By module, the packages that import it."""
    found: dict[str, set[str]] = defaultdict(set)
    for file in (SOURCES / "holecard").rglob("*.py"):
        importer = ".".join(file.relative_to(SOURCES).parent.parts)
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                for name in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names)):
                    if name in MODULES:
                        found[name].add(importer)
    return found


def test_a_module_is_private_exactly_if_only_its_own_package_uses_it() -> None:
    users = imported_by()
    for module in MODULES:
        others = users[module] - {package_of(module)}
        if module.rpartition(".")[2].startswith("_"):
            assert not others, f"{module} is private, but used by {others}"
        elif not module.startswith(DEFINITIONS) and module not in PROGRAMS:
            assert others, f"only {package_of(module)} uses {module}: start its name with an underscore"


def test_each_package_says_what_is_in_it_what_it_may_import_and_what_it_exports() -> None:
    for package in PACKAGES:
        if package.name == "holecard":
            continue
        said = ast.get_docstring(ast.parse((package / "__init__.py").read_text("utf-8"))) or ""
        assert "May import:" in said, package
        assert "Exports:" in said, package


def test_the_root_holds_no_loose_modules() -> None:
    assert {file.name for file in (SOURCES / "holecard").glob("*.py")} == {"__init__.py"}


def test_the_page_on_the_architecture_is_current() -> None:
    done = subprocess.run(
        [sys.executable, "scripts/architecture.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
