"""Installs the release in dist/ into an empty environment of every Python here that it is for, and uses it.

Name versions or interpreters to try those and no others: `try_release.py 3.11 /opt/python/bin/python3.14`. One that
cannot be tried is then an error. Without network: the wheels that it needs are those that `make setup` fetched.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
WHEELHOUSE = ROOT / ".venv" / "wheelhouse"
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
EXAMPLES = ROOT / "docs" / "examples"
SCRIPT = "round.json"
SCRIPTED = {
    "game": "reference",
    "boxes": [{"box": 1, "bettors": [{"name": "A", "wagers": {"main": "10.00"}}]}],
    "cards": ["Ts", "6h", "9d", "Tc", "5s"],
    "answers": [{"box": 1, "bettor": "A", "do": "stand"}],
}
COMMANDS = (
    ["--version"],
    ["games", "--json"],
    ["law", "show", "pa-685a", "7(n)"],
    ["house", "check", str(EXAMPLES / "house.toml")],
    ["script", SCRIPT],
    ["replay", str(EXAMPLES / "dealer-22.round")],
)


def main(wanted: list[str]) -> None:
    built = sorted((ROOT / "dist").iterdir())
    if not built:
        sys.exit("dist/ is empty: run make dist")
    tried, missing = 0, []
    for name in wanted or VERSIONS:
        place = python(name)
        if place is None:
            missing.append(name)
            continue
        for file in built:
            try_one(place, file)
            print(f"Python {version_of(place)}: {file.name} installs, checks, plays and replays", flush=True)
            tried += 1
    for name in missing:
        print(f"Python {name}: not tried, it is not on this machine or cannot make an environment")
    if not tried or (wanted and missing):
        sys.exit(f"not tried: {', '.join(missing)}")


def python(wanted: str) -> str | None:
    """An interpreter by its version or its path, if it can make an environment."""
    for place in [wanted] if "/" in wanted else candidates(wanted):
        if place and shutil.which(place) and runs(place, "import venv"):
            return place
    return None


def candidates(version: str) -> list[str | None]:
    own = f"{sys.version_info[0]}.{sys.version_info[1]}"
    managed = Path.home().glob(f".pyenv/versions/{version}.*/bin/python")
    return [sys.executable] if version == own else [shutil.which(f"python{version}"), *map(str, managed)]


def runs(place: str, code: str) -> bool:
    return subprocess.run([place, "-c", code], capture_output=True, check=False).returncode == 0


def version_of(place: str) -> str:
    return said(place, "import platform; print(platform.python_version())")


def try_one(place: str, file: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([place, "-m", "venv", "--without-pip", folder], check=True)
        inside = str(Path(folder, "bin", "python"))
        install = [sys.executable, "-m", "pip", "--python", inside, "install", "-q", "--disable-pip-version-check"]
        offline = ["--no-index", "--find-links", str(WHEELHOUSE)]
        if file.suffix == ".gz":  # built with the backend of this environment
            offline.append("--no-build-isolation")
            install = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--target"]
            install.append(site_packages(inside))
        subprocess.run([*install, *offline, str(file)], check=True)
        Path(folder, SCRIPT).write_text(json.dumps(SCRIPTED))
        for command in COMMANDS:
            run = [inside, "-c", "from holecard.cli import main; main()", *command]
            subprocess.run(run, check=True, stdout=subprocess.DEVNULL, cwd=folder)


def site_packages(inside: str) -> str:
    return said(inside, "import sysconfig; print(sysconfig.get_path('purelib'))")


def said(place: str, code: str) -> str:
    return subprocess.run([place, "-c", code], check=True, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    main(sys.argv[1:])
