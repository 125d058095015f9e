"""Installs the release in dist/ into an empty environment of every Python here that it is for, and uses it.

Without network: the wheels that it needs are those that `make setup` fetched. Says which Pythons were tried.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
WHEELHOUSE = ROOT / ".venv" / "wheelhouse"
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
ROUND = str(ROOT / "docs" / "examples" / "dealer-22.round")
COMMANDS = (["--version"], ["games", "--json"], ["law", "show", "pa-685a", "7(n)"], ["replay", ROUND])


def main() -> None:
    found = {version: place for version in VERSIONS if (place := python(version)) is not None}
    built = sorted((ROOT / "dist").iterdir())
    for version, place in found.items():
        for file in built:
            try_one(place, file)
            print(f"Python {version}: {file.name} installs, plays and replays")
    for version in VERSIONS:
        if version not in found:
            print(f"Python {version}: not tried, there is none on this machine")
    if not found:
        sys.exit("no Python was tried")


def python(version: str) -> str | None:
    """A Python of this version that can make an environment."""
    own = f"{sys.version_info[0]}.{sys.version_info[1]}"
    managed = Path.home().glob(f".pyenv/versions/{version}.*/bin/python")
    candidates = [sys.executable] if version == own else [shutil.which(f"python{version}"), *map(str, managed)]
    for place in candidates:
        if place and subprocess.run([place, "-c", "import venv"], capture_output=True, check=False).returncode == 0:
            return place
    return None


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
        for command in COMMANDS:
            run = [inside, "-c", "from holecard.cli import main; main()", *command]
            subprocess.run(run, check=True, stdout=subprocess.DEVNULL, cwd=folder)


def site_packages(inside: str) -> str:
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    return subprocess.run([inside, "-c", code], check=True, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    main()
