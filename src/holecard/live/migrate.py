"""Bring a database to the schema of this version."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError

from holecard.errors import HolecardError


def configuration(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def migrate(engine: Engine) -> None:
    """Create what is missing; a database that cannot be reached is said so."""
    try:
        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            command.upgrade(configuration(connection), "head")
    except OperationalError as error:
        raise HolecardError(f"the database cannot be opened: {str(error.orig).splitlines()[0]}") from error
