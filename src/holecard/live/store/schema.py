"""The database schema, the same for SQLite and PostgreSQL. Changes go through `migrations/`.

Money is whole cents. Times are seconds since 1970, by the clock of the database or of the server.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

KEY = BigInteger().with_variant(Integer, "sqlite")  # SQLite numbers rows only if the key is INTEGER

accounts = Table(
    "accounts",
    metadata,
    Column("id", KEY, primary_key=True),
    Column("name", String(40), nullable=False, unique=True),
    Column("role", String(20), nullable=False),
    Column("password", Text),  # argon2; a guest has none
    Column("balance", BigInteger, nullable=False, default=0),
    Column("created", Float, nullable=False),
    Column("loss_limit", BigInteger),  # a day, set by the player
    Column("minutes_limit", Integer),  # a session
    Column("loss_next", BigInteger),  # a looser limit, from `loss_due` on; null: none
    Column("loss_due", Float),
    Column("minutes_next", Integer),
    Column("minutes_due", Float),
    Column("disabled", Float),  # since when, if it is
    Column("muted", Float),  # since when, if the floor has muted them
    Column("name_key", String(40), unique=True),  # the name in small letters
    CheckConstraint("balance >= 0", name="balance"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", String(64), primary_key=True),  # its hash: only the browser has the token
    Column("account", KEY, ForeignKey("accounts.id"), nullable=False),
    Column("began", Float, nullable=False),
    Column("ends", Float, nullable=False),
    Column("address", String(64), nullable=False, server_default=""),
    Column("agent", String(120), nullable=False, server_default=""),  # what the browser calls itself
    Index("ix_sessions_account", "account"),
)

security = Table(  # kept for a while: what an attacker does must not fill the journal
    "security",
    metadata,
    Column("id", KEY, primary_key=True),
    Column("time", Float, nullable=False, index=True),
    Column("what", String(40), nullable=False),
    Column("name", String(40), nullable=False),
    Column("address", String(64), nullable=False),
    Column("note", Text, nullable=False),
)

book = Table(  # the house's own journal, beside those of the tables
    "book",
    metadata,
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("time", String(32), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("body", Text, nullable=False),  # JSON
    Column("previous", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    Index("ix_book_kind", "kind"),
)

book_head = Table(  # one row
    "book_head",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("entries", Integer, nullable=False),
    Column("hash", String(64), nullable=False),
)

invitations = Table(
    "invitations",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("role", String(20), nullable=False),
    Column("ends", Float, nullable=False),
    Column("invited_by", String(40), nullable=False, server_default=""),
    Column("why", Text, nullable=False, server_default=""),
)

tables = Table(
    "tables",
    metadata,
    Column("id", KEY, primary_key=True),
    Column("name", String(80), nullable=False, unique=True),
    Column("game", String(40), nullable=False),
    Column("options", Text, nullable=False),  # JSON: those that differ from the default
    Column("rules_hash", String(64), nullable=False),
    Column("boxes", Integer, nullable=False),
    Column("is_retired", Boolean, nullable=False, default=False),  # another took its place under new rules
    Column("is_open", Boolean, nullable=False, default=True),
    Column("is_stopped", Boolean, nullable=False, default=False),  # the floor has stopped play
    Column("staff", String(20), nullable=False, default=""),  # as the journal last said; empty before it says so
    Column("talk", String(20), nullable=False, server_default=""),  # as the house file says; empty: the default
    Column("certified", Boolean, nullable=False, server_default=false()),  # a dealer who has passed the tests opens it
    Column("owner", String(40), nullable=False, default=""),  # the process that writes it
    Column("epoch", Integer, nullable=False, default=0),  # raised whenever the owner changes
    Column("entries", Integer, nullable=False, default=0),  # the head of its journal
    Column("head", String(64), nullable=False),
    Column("round", Integer, nullable=False, default=0),
    Column("shoe", Integer, nullable=False, default=0),
    Column("holding", Text, nullable=False),  # JSON: what the croupier held when the cards came into order, sealed
    Column("dealt", Text, nullable=False, default="", server_default=""),  # what was dealt of it since, sealed
    Column("seats", Text, nullable=False),  # JSON: who sits where
    Column("attendance", Text, nullable=False, default="{}"),  # JSON: who is ready, who leaves after the round
    Column("remembered", BigInteger, nullable=False, default=0, server_default="0"),  # `mark_of_request`, added up
)

processes = Table(  # that serve the house now
    "processes",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("place", String(120), nullable=False),  # the machine and port that it listens on
    Column("address", String(200), nullable=False),  # where other processes reach it
    Column("token", String(64), nullable=False),  # what they show there
    Column("is_leaving", Boolean, nullable=False, default=False),
    Column("joined", Float, nullable=False),
    Column("lease", Float, nullable=False),  # until when it counts as alive
)

rounds = Table(
    "rounds",
    metadata,
    Column("table_id", KEY, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("opening", Text, nullable=False),  # the head of its transcript; empty once it is packed
    Column("first", Integer, nullable=False),  # entry of the journal
    Column("last", Integer),
    Column("began", Float, nullable=False),
    Column("ended", Float, index=True),
)

packs = Table(  # finished rounds: their openings, entries and postings, in one row instead of many
    "packs",
    metadata,
    Column("table_id", KEY, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # of the first round
    Column("last_round", Integer, nullable=False),
    Column("first", Integer, nullable=False),  # entry of the journal
    Column("last", Integer, nullable=False),
    Column("previous", String(64), nullable=False),  # the hash before the first entry
    Column("hash", String(64), nullable=False),  # of the last
    Column("ended", Float, nullable=False),  # the last round
    Column("postings", Integer, nullable=False),  # how many
    Column("moved", Text, nullable=False),  # JSON: what each account of the ledger gained with them
    Column("noted", Text, nullable=False),  # JSON: what a table must know of all its entries so far
    Column("irregular", Text, nullable=False),  # the rounds with an irregularity
    Column("body", LargeBinary, nullable=False),
    Index("ix_packs_first", "table_id", "first"),
)
Index(
    "ix_packs_irregular",
    packs.c.table_id,
    packs.c.number,
    sqlite_where=packs.c.irregular != "",
    postgresql_where=packs.c.irregular != "",
)

round_bettors = Table(
    "round_bettors",
    metadata,
    Column("table_id", KEY, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("bettor", String(40), primary_key=True),
    Column("net", BigInteger, nullable=False),
    Column("ended", Float, nullable=False, server_default="0"),  # the round, so that a player's last rounds are near
    Index("ix_round_bettors_bettor", "bettor", "ended"),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", KEY, ForeignKey("tables.id"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("round", Integer, nullable=False),
    Column("time", String(32), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("body", Text, nullable=False),
    Column("previous", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    Index("ix_entries_round", "table_id", "round"),
)

shoes = Table(
    "shoes",
    metadata,
    Column("table_id", KEY, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("commitment", String(64), nullable=False),
    Column("salt", Text, nullable=False),  # this, cards and prizes are sealed until they are revealed
    Column("cards", Text, nullable=False),
    Column("prizes", Text, nullable=False),
    Column("entry", Integer, nullable=False),  # that committed it
    Column("revealed", Integer),  # the entry that revealed it
    Index("ix_shoes_entry", "table_id", "entry"),
)
Index(  # few at any time
    "ix_shoes_unrevealed",
    shoes.c.table_id,
    sqlite_where=shoes.c.revealed.is_(None),
    postgresql_where=shoes.c.revealed.is_(None),
)

postings = Table(
    "postings",
    metadata,
    Column("id", KEY, primary_key=True),
    Column("time", Float, nullable=False),
    Column("table_id", KEY),  # null at the cashier's
    Column("entry", Integer),
    Column("round", Integer),
    Column("source", String(80), nullable=False),
    Column("target", String(80), nullable=False),
    Column("cents", BigInteger, nullable=False),
    Column("clause", Text, nullable=False),
    Column("seat", Integer, nullable=False, default=0),
    Column("bettor", String(40), nullable=False, default=""),
    Column("wager", String(40), nullable=False, default=""),
    CheckConstraint("cents > 0", name="cents"),
    Index("ix_postings_bettor", "bettor", "time"),
    Index("ix_postings_table_id", "table_id", "round"),
)

disputes = Table(  # a player questions a round, the floor answers; the book has both
    "disputes",
    metadata,
    Column("id", KEY, primary_key=True),
    Column("table_id", KEY, nullable=False),
    Column("round", Integer, nullable=False),
    Column("bettor", String(40), nullable=False),
    Column("time", Float, nullable=False),
    Column("why", Text, nullable=False),
    Column("answered", Float),  # when; null while it is open
    Column("answered_by", String(40), nullable=False, server_default=""),
    Column("answer", Text, nullable=False, server_default=""),
    Column("clause", Text, nullable=False, server_default=""),
    Index("ix_disputes_bettor", "bettor"),
)

adjustments = Table(  # one member of staff proposes, another decides; the book has both
    "adjustments",
    metadata,
    Column("id", KEY, primary_key=True),
    Column("bettor", String(40), nullable=False),
    Column("cents", BigInteger, nullable=False),  # more for the player, or, below zero, less
    Column("why", Text, nullable=False),
    Column("time", Float, nullable=False),
    Column("proposed_by", String(40), nullable=False),
    Column("decided", Float),  # when; null while it is open
    Column("decided_by", String(40), nullable=False, server_default=""),
    Column("decision", String(20), nullable=False, server_default=""),
    Column("answer", Text, nullable=False, server_default=""),
    CheckConstraint("cents <> 0", name="cents"),
)

requests = Table(
    "requests",
    metadata,
    Column("account", KEY, primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("table_id", KEY),
    Column("time", Float, nullable=False),
    Column("answer", Text, nullable=False),
    Index("ix_requests_table_id", "table_id", "time"),
)

training = Table(  # what a person knows of a game
    "training",
    metadata,
    Column("account", KEY, ForeignKey("accounts.id"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("body", Text, nullable=False),  # JSON, as `school.memory` writes it
)

table_tests = Table(  # tests under way; the record of one that is over is in the book
    "table_tests",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("account", KEY, ForeignKey("accounts.id"), nullable=False),
    Column("table_name", String(80), nullable=False),  # empty for a game that no table of the house plays
    Column("game", String(40), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("level", String(20), nullable=False),
    Column("seed", String(64), nullable=False),
    Column("began", Float, nullable=False),
    Column("asked", Float, nullable=False),  # when the open question was
    Column("answers", Text, nullable=False),  # JSON
    Index("ix_table_tests_account", "account"),
)
