"""Files that a command writes: whole, or as they were before."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from holecard.law.errors import HolecardError
from holecard.record.files import check_writable, write_whole


def test_a_file_is_written_and_written_again(tmp_path: Path) -> None:
    file = tmp_path / "card.csv"
    write_whole(file, b"first")
    file.chmod(0o600)
    write_whole(file, b"second")
    assert file.read_bytes() == b"second"
    assert file.stat().st_mode & 0o777 == 0o600, "who may read it is not ours to change"
    assert list(tmp_path.iterdir()) == [file]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_whole(tmp_path / "link", b"said")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"said"


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    file = tmp_path / "card.csv"
    file.write_bytes(b"older")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(HolecardError, match=r"card\.csv cannot be written: No space left on device"):
        write_whole(file, b"newer")
    assert file.read_bytes() == b"older"
    assert list(tmp_path.iterdir()) == [file]


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    check_writable(None)
    check_writable(tmp_path / "new")
    with pytest.raises(HolecardError, match="not a regular file"):
        check_writable(tmp_path)
    with pytest.raises(HolecardError, match="not a regular file"):
        write_whole(Path(os.devnull), b"said")
    with pytest.raises(HolecardError, match="no folder"):
        check_writable(tmp_path / "nowhere" / "new")
