"""A database that the migrations make is the one that `schema` describes, on both kinds."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from alembic import command
from sqlalchemy import Engine, inspect, text

from holecard.law.errors import HolecardError
from holecard.live.store import schema
from holecard.live.store.migrate import check_schema, configuration, migrate
from holecard.live.store.store import open_engine
from tests.live.laying import lay


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    opened = open_engine(database_url)
    yield opened
    opened.dispose()


@pytest.mark.parametrize("make", [migrate, lay])
def test_migrations_make_the_schema(engine: Engine, make: Callable[[Engine], None]) -> None:
    """And so does what the tests do in their place."""
    make(engine)
    if make is lay:
        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            for name in inspect(connection).get_table_names():
                cascade = "" if connection.dialect.name == "sqlite" else "CASCADE"
                connection.execute(text(f"DROP TABLE {name} {cascade}"))
        lay(engine)  # this time surely as the first
    with engine.connect() as connection:
        command.check(configuration(connection))
        check_schema(connection)
        found = inspect(connection)
        assert set(found.get_table_names()) == {*schema.metadata.tables, "alembic_version"}
        for name, table in schema.metadata.tables.items():
            columns = {column["name"]: column["nullable"] for column in found.get_columns(name)}
            assert columns == {column.name: bool(column.nullable) for column in table.c}
            constraints = {one["name"] for one in found.get_check_constraints(name)}
            wanted = {str(one.name) for one in table.constraints if str(one.name).startswith("ck_")}
            assert constraints == wanted, name


def test_a_difference_is_found(engine: Engine) -> None:
    """The check above can fail."""
    migrate(engine)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(text("ALTER TABLE rounds ADD COLUMN weather TEXT"))
    with engine.connect() as connection, pytest.raises(Exception, match="weather"):
        command.check(configuration(connection))


def test_what_is_there_stays_there(engine: Engine) -> None:
    migrate(engine)
    row = {"name": "Ann", "role": "player", "balance": 5, "created": 0.0}
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(schema.accounts.insert().values(row))
    migrate(engine)
    with engine.connect() as connection:
        assert connection.execute(schema.accounts.select()).one().balance == 5


def test_a_database_of_another_version_is_said_so(engine: Engine) -> None:
    with engine.connect() as connection, pytest.raises(HolecardError, match="has no house yet"):
        check_schema(connection)
    migrate(engine)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with engine.connect() as connection, pytest.raises(HolecardError, match="9999"):
        check_schema(connection)
    with pytest.raises(HolecardError, match="9999"):
        migrate(engine)
