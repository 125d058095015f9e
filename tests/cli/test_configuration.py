"""`holecard serve --config FILE`: the command line wins over the environment, and that over the file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from holecard.cli import run, serve

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "serve.toml"


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the house would have been started with."""
    found: dict[str, Any] = {}

    def start(database: str, key: Path | None, host: str, port: int, **others: Any) -> None:
        found.update(database=database, key=key, host=host, port=port, **others)

    monkeypatch.setattr(serve, "serve_command", start)
    for name in ("DATABASE", "KEY"):
        monkeypatch.delenv(f"HOLECARD_{name}", raising=False)
    return found


def written(folder: Path, text: str) -> Path:
    file = folder / "serve.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_the_example_is_read(started: dict[str, Any]) -> None:
    assert run(["serve", "--config", str(EXAMPLE)]) == 0
    assert started["database"] == "sqlite:////var/lib/holecard/holecard.db"
    assert started["house_file"] == Path("/etc/holecard/house.toml")
    assert started["openness"].proxies == ("127.0.0.1",)
    assert started["log_format"] == "json"
    assert started["port"] == 8685


def test_command_line_then_environment_then_file(
    started: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path, 'port = 1001\nbetting = 7\nproxy = ["10.0.0.1"]\nhints = false\nhost = "10.0.0.9"\n')
    monkeypatch.setenv("HOLECARD_CONFIG", str(file))
    monkeypatch.setenv("HOLECARD_PORT", "1002")
    monkeypatch.setenv("HOLECARD_PROXY", "10.0.0.2 10.0.0.3")
    monkeypatch.setenv("HOLECARD_HOUSE", "tables.toml")
    assert run(["serve", "--port", "1003"]) == 0
    assert (started["port"], started["clocks"][0], started["warm"], started["host"]) == (1003, 7.0, False, "10.0.0.9")
    assert started["openness"].proxies == ("10.0.0.2", "10.0.0.3")
    assert started["house_file"] == Path("tables.toml")
    assert run(["serve"]) == 0
    assert started["port"] == 1002


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prot = 80", "unknown key 'prot': use port"),
        ("[serve]\nport = 80", "unknown key 'serve': use one of database, key,"),
        ("config = 'other.toml'", "unknown key 'config': use one of"),
        ("port = true", "port must be one text or number"),
        ("port = [80]", "port must be one text or number"),
        ("port = 'eighty'", "Invalid value for '--port'"),
        ("port = 70000", "Invalid value for '--port'"),
        ("proxy = '10.0.0.1'", "proxy must be a list of texts"),
        ("hints = 'no'", "hints must be true or false"),
        ("port = ", "can't read"),
        ("database = 'postgresql://h:secret@db/house'", "which has a password: run chmod 600"),
    ],
)
def test_what_is_wrong_is_one_line(
    started: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    assert run(["serve", "--config", str(written(tmp_path, text))]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line
    assert "secret" not in line
    assert started == {}


def test_a_file_that_is_not_there(started: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--config", "nowhere.toml"]) == 2
    assert "can't read nowhere.toml" in capsys.readouterr().err


def test_a_password_in_a_private_file(started: dict[str, Any], tmp_path: Path) -> None:
    file = written(tmp_path, "database = 'postgresql://h:secret@db/house'")
    file.chmod(0o600)
    assert run(["serve", "--config", str(file)]) == 0
    assert started["database"] == "postgresql://h:secret@db/house"
