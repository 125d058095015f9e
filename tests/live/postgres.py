"""A PostgreSQL of our own: Debian's programs, a cluster in a temporary folder, reached over a socket in that folder.

It never runs as root, and it ends when this process does, whatever ends it.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Self

import psycopg
from psycopg import sql

from tests.kit.folders import temporary_root
from tests.kit.patience import PATIENCE

OWNER = "holecard"
UNPRIVILEGED = ("postgres", "nobody")  # who runs it where we are root


def programs() -> Path | None:
    """Where Debian keeps the newest PostgreSQL, which is not on PATH; None where it is not installed."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    return max(found, key=lambda path: int(path.parent.name), default=None)


class Postgres:
    """A cluster; `durable` waits for the disk as a real one does."""

    def __init__(self, durable: bool = False) -> None:
        found = programs()
        assert found is not None, "PostgreSQL is not installed"
        self._programs, self._durable, self._numbers = found, durable, count(1)
        place = "/tmp" if durable else temporary_root()  # a socket's path must be short
        self.folder = Path(tempfile.mkdtemp(prefix="holecard-pg-", dir=place))
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            self._start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _start(self) -> None:
        run_as, data = self._unprivileged(), str(self.folder / "data")
        initdb = str(self._programs / "initdb")
        making = [initdb, "-D", data, "-U", OWNER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        subprocess.run([*run_as, *making], check=True, capture_output=True, cwd="/")
        settings = {"listen_addresses": "", "unix_socket_directories": str(self.folder), "fsync": self._durable}
        serving = [str(self._programs / "postgres"), "-D", data, *(f"-c{key}={one}" for key, one in settings.items())]
        with open(self.folder / "log", "wb") as log:
            self._process = subprocess.Popen([*run_as, *serving], stdout=log, stderr=log, cwd="/")
        self._wait()

    def _unprivileged(self) -> list[str]:
        """The command before the command: as somebody else where we are root, and ended when we are."""
        command = ["setpriv", "--pdeathsig", "INT"]
        if os.geteuid() == 0:
            names = {user.pw_name for user in pwd.getpwall()}
            user = next(name for name in UNPRIVILEGED if name in names)
            shutil.chown(self.folder, user)
            command += ["--reuid", user, "--regid", str(pwd.getpwnam(user).pw_gid), "--clear-groups"]
        return command

    def _wait(self) -> None:
        assert self._process is not None
        limit = time.monotonic() + PATIENCE
        while True:
            try:
                self._connect().close()
                return
            except psycopg.OperationalError as error:
                if self._process.poll() is not None or time.monotonic() > limit:
                    raise RuntimeError((self.folder / "log").read_text()) from error
                time.sleep(0.05)

    def _connect(self) -> psycopg.Connection:
        return psycopg.connect(host=str(self.folder), user=OWNER, dbname="postgres", autocommit=True)

    def create(self) -> str:
        """A fresh database; its address."""
        name = f"house{next(self._numbers)}"
        with self._connect() as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return f"postgresql://{OWNER}@/{name}?host={self.folder}"

    def copy(self, url: str) -> str:
        """Another database with the same content; nobody may be connected to the first."""
        name = f"house{next(self._numbers)}"
        with self._connect() as connection:
            command = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
            connection.execute(command.format(sql.Identifier(name), sql.Identifier(_name(url))))
        return f"postgresql://{OWNER}@/{name}?host={self.folder}"

    @contextmanager
    def cut_off(self, url: str) -> Iterator[None]:
        """Nobody is connected to this database, and nobody can be, until the end of the block."""
        admits = sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS {}")
        with self._connect() as connection:
            connection.execute(admits.format(sql.Identifier(_name(url)), sql.Literal(False)))
            connection.execute(
                "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = %s", (_name(url),)
            )
            try:
                yield
            finally:
                connection.execute(admits.format(sql.Identifier(_name(url)), sql.Literal(True)))

    def drop(self, url: str) -> None:
        with self._connect() as connection:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(_name(url))))

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)  # whoever is connected is put out
            try:
                self._process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self._process.send_signal(signal.SIGQUIT)
                self._process.wait(PATIENCE)
        shutil.rmtree(self.folder, ignore_errors=True)


def _name(url: str) -> str:
    return url.partition("@/")[2].partition("?")[0]
