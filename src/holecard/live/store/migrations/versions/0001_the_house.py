"""The house: accounts, tables, journals, money."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("loss_limit", sa.BigInteger(), nullable=True),
        sa.Column("minutes_limit", sa.Integer(), nullable=True),
        sa.CheckConstraint("balance >= 0", name=op.f("ck_accounts_balance")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_accounts")),
        sa.UniqueConstraint("name", name=op.f("uq_accounts_name")),
    )
    op.create_table(
        "invitations",
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("ends", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_invitations")),
    )
    op.create_table(
        "postings",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("time", sa.Float(), nullable=False),
        sa.Column("table_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("entry", sa.Integer(), nullable=True),
        sa.Column("round", sa.Integer(), nullable=True),
        sa.Column("source", sa.String(length=80), nullable=False),
        sa.Column("target", sa.String(length=80), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("clause", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("bettor", sa.String(length=40), nullable=False),
        sa.Column("wager", sa.String(length=40), nullable=False),
        sa.CheckConstraint("cents > 0", name=op.f("ck_postings_cents")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_postings")),
    )
    with op.batch_alter_table("postings", schema=None) as batch_op:
        batch_op.create_index("ix_postings_bettor", ["bettor", "time"], unique=False)
        batch_op.create_index("ix_postings_table_id", ["table_id", "round"], unique=False)

    op.create_table(
        "requests",
        sa.Column("account", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("table_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("time", sa.Float(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("account", "key", name=op.f("pk_requests")),
    )
    with op.batch_alter_table("requests", schema=None) as batch_op:
        batch_op.create_index("ix_requests_table_id", ["table_id", "time"], unique=False)

    op.create_table(
        "round_bettors",
        sa.Column("table_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("bettor", sa.String(length=40), nullable=False),
        sa.Column("net", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", "bettor", name=op.f("pk_round_bettors")),
    )
    with op.batch_alter_table("round_bettors", schema=None) as batch_op:
        batch_op.create_index("ix_round_bettors_bettor", ["bettor"], unique=False)

    op.create_table(
        "tables",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("rules_hash", sa.String(length=64), nullable=False),
        sa.Column("boxes", sa.Integer(), nullable=False),
        sa.Column("is_retired", sa.Boolean(), nullable=False),
        sa.Column("is_open", sa.Boolean(), nullable=False),
        sa.Column("is_stopped", sa.Boolean(), nullable=False),
        sa.Column("owner", sa.String(length=40), nullable=False),
        sa.Column("url", sa.String(length=200), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("lease", sa.Float(), nullable=False),
        sa.Column("entries", sa.Integer(), nullable=False),
        sa.Column("head", sa.String(length=64), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("shoe", sa.Integer(), nullable=False),
        sa.Column("holding", sa.Text(), nullable=False),
        sa.Column("seats", sa.Text(), nullable=False),
        sa.Column("attendance", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
        sa.UniqueConstraint("name", name=op.f("uq_tables_name")),
    )
    op.create_table(
        "entries",
        sa.Column("table_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("time", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("previous", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_entries_table_id")),
        sa.PrimaryKeyConstraint("table_id", "n", name=op.f("pk_entries")),
    )
    with op.batch_alter_table("entries", schema=None) as batch_op:
        batch_op.create_index("ix_entries_round", ["table_id", "round"], unique=False)

    op.create_table(
        "rounds",
        sa.Column("table_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("opening", sa.Text(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=True),
        sa.Column("began", sa.Float(), nullable=False),
        sa.Column("ended", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_rounds_table_id")),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_rounds")),
    )
    with op.batch_alter_table("rounds", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_rounds_ended"), ["ended"], unique=False)

    op.create_table(
        "sessions",
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("account", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("began", sa.Float(), nullable=False),
        sa.Column("ends", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_sessions_account")),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_sessions")),
    )
    op.create_table(
        "shoes",
        sa.Column("table_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("salt", sa.String(length=64), nullable=False),
        sa.Column("cards", sa.Text(), nullable=False),
        sa.Column("prizes", sa.Text(), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("revealed", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_shoes_table_id")),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_shoes")),
    )


def downgrade() -> None:
    op.drop_table("shoes")
    op.drop_table("sessions")
    with op.batch_alter_table("rounds", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_rounds_ended"))

    op.drop_table("rounds")
    with op.batch_alter_table("entries", schema=None) as batch_op:
        batch_op.drop_index("ix_entries_round")

    op.drop_table("entries")
    op.drop_table("tables")
    with op.batch_alter_table("round_bettors", schema=None) as batch_op:
        batch_op.drop_index("ix_round_bettors_bettor")

    op.drop_table("round_bettors")
    with op.batch_alter_table("requests", schema=None) as batch_op:
        batch_op.drop_index("ix_requests_table_id")

    op.drop_table("requests")
    with op.batch_alter_table("postings", schema=None) as batch_op:
        batch_op.drop_index("ix_postings_table_id")
        batch_op.drop_index("ix_postings_bettor")

    op.drop_table("postings")
    op.drop_table("invitations")
    op.drop_table("accounts")
