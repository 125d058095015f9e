"""The wheel is whole: installed alone into an empty environment, it runs and has its registers with it."""

import importlib.util
import json
import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path
from typing import Any

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


def metadata(wheel: Path) -> str:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        return archive.read(name).decode()


def test_every_file_of_the_package_is_in_the_wheel(wheel: Path) -> None:
    package = ROOT / "src" / "holecard"
    files = {path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    decisions = {f"holecard/decisions/{path.name}" for path in (ROOT / "docs" / "decisions").iterdir()}
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if name.startswith("holecard/")}
    assert packed == {path.relative_to(package.parent).as_posix() for path in files} | decisions


def test_without_a_known_address_it_names_none(wheel: Path) -> None:
    described = metadata(wheel)
    assert "Project-URL" not in described
    assert "](docs/images/table.svg)" in described


def test_with_an_address_all_links_are_absolute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOLECARD_REPOSITORY", "https://example.org/holecard/")
    found: dict[str, Any] = {}
    _hook().CustomMetadataHook(str(ROOT), {}).update(found)
    assert found["urls"]["Changelog"] == "https://example.org/holecard/blob/main/CHANGELOG.md"
    links = re.findall(r"\]\(([^)]+)\)|src=\"([^\"]+)\"", found["readme"]["text"])
    assert len(links) > 20
    assert [link for link in map("".join, links) if not link.startswith(("https://", "#"))] == []
    assert "https://example.org/holecard/raw/main/docs/images/table.svg" in found["readme"]["text"]
    monkeypatch.setenv("HOLECARD_REPOSITORY", "example.org")
    with pytest.raises(ValueError, match="must be an address"):
        _hook().CustomMetadataHook(str(ROOT), {}).update({})


def _hook() -> Any:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def alone(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of a wheel without extras, in an empty environment."""
    assert WHEELHOUSE.is_dir(), "no wheelhouse in this environment: run `make setup` and use .venv/bin/pytest"
    empty = tmp_path_factory.mktemp("alone") / "empty"
    venv.create(empty, with_pip=False, symlinks=True)
    pip("--python", empty / "bin" / "python", "install", "--no-index", "--find-links", WHEELHOUSE, wheel, cwd=ROOT)
    return empty / "bin"


def test_an_installed_wheel_lists_its_games(alone: Path, tmp_path: Path) -> None:
    games = json.loads(run(alone / "holecard", "games", "--json", cwd=tmp_path))
    assert "pa-down-under" in {listed["game"] for listed in games}


def test_without_extras_it_plays_narrates_checks_and_replays(alone: Path, tmp_path: Path) -> None:
    code = (
        "import holecard as hc, pathlib\n"
        "played = hc.play_round(hc.game('pa-down-under'), lambda seen: seen.choices[-1], seed=1)\n"
        "pathlib.Path('played.round').write_text(played.notation)\n"
        "assert hc.replay(played.notation)\n"
        "print(played)\n"
    )
    assert "[7(e)]" in run(alone / "python", "-c", code, cwd=tmp_path)
    assert "7(e)" in run(alone / "holecard", "replay", "played.round", cwd=tmp_path)
    assert run(alone / "holecard", "house", "check", ROOT / "docs" / "examples" / "house.toml", cwd=tmp_path)
    lacking = subprocess.run([alone / "holecard", "analyze", "reference"], env=CLEAN, capture_output=True, text=True)
    assert (lacking.returncode, lacking.stderr.count("\n")) == (1, 1)
    assert "pip install 'holecard[lab]'" in lacking.stderr
