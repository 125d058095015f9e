"""The wheel is whole: installed alone into an empty environment, it runs and has its registers with it."""

import json
import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WHEELHOUSE = Path(sys.prefix, "wheelhouse")  # the base dependencies, put there by `make setup`
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PIP_"))}


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, env=CLEAN, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}"
    return done.stdout


def pip(*arguments: str | Path, cwd: Path) -> None:
    run(sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments, cwd=cwd)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", "--no-index", "--no-build-isolation", "--no-deps", "--wheel-dir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("holecard-*.whl")
    return built


def test_every_file_of_the_package_is_in_the_wheel(wheel: Path) -> None:
    package = ROOT / "src" / "holecard"
    files = {path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    decisions = {f"holecard/decisions/{path.name}" for path in (ROOT / "docs" / "decisions").iterdir()}
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if name.startswith("holecard/")}
    assert packed == {path.relative_to(package.parent).as_posix() for path in files} | decisions


def test_its_description_has_only_absolute_links(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        described = archive.read(name).decode()
    links = re.findall(r"\]\(([^)]+)\)|src=\"([^\"]+)\"", described)
    assert len(links) > 20
    assert [link for link in map("".join, links) if not link.startswith(("https://", "#"))] == []
    assert "/raw/main/docs/images/table.svg" in described


def test_an_installed_wheel_lists_its_games(wheel: Path, tmp_path: Path) -> None:
    assert WHEELHOUSE.is_dir(), "no wheelhouse in this environment: run `make setup` and use .venv/bin/pytest"
    empty = tmp_path / "empty"
    venv.create(empty, with_pip=False, symlinks=True)
    python = empty / "bin" / "python"
    pip("--python", python, "install", "--no-index", "--find-links", WHEELHOUSE, wheel, cwd=tmp_path)

    games = json.loads(run(empty / "bin" / "holecard", "games", "--json", cwd=tmp_path))

    assert "pa-down-under" in {listed["game"] for listed in games}
