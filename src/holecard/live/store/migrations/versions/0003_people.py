"""People: looser limits from the next day, disabled accounts, where sessions are from, a security log, the book."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

GENESIS = "0" * 64  # before the first entry of a journal


def upgrade() -> None:
    key = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    with op.batch_alter_table("accounts", schema=None) as batch_op:
        for name, kind in (
            ("loss_next", sa.BigInteger()),
            ("loss_due", sa.Float()),
            ("minutes_next", sa.Integer()),
            ("minutes_due", sa.Float()),
            ("disabled", sa.Float()),
            ("name_key", sa.String(length=40)),
        ):
            batch_op.add_column(sa.Column(name, kind, nullable=True))
        batch_op.create_unique_constraint(op.f("uq_accounts_name_key"), ["name_key"])
    op.execute("UPDATE accounts SET name_key = lower(name)")
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.add_column(sa.Column("address", sa.String(length=64), nullable=False, server_default=""))
        batch_op.add_column(sa.Column("agent", sa.String(length=120), nullable=False, server_default=""))
        batch_op.create_index("ix_sessions_account", ["account"], unique=False)
    op.create_table(
        "security",
        sa.Column("id", key, nullable=False),
        sa.Column("time", sa.Float(), nullable=False),
        sa.Column("what", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("address", sa.String(length=64), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_security")),
    )
    with op.batch_alter_table("security", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_security_time"), ["time"], unique=False)
    op.create_table(
        "book",
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("time", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("previous", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("n", name=op.f("pk_book")),
    )
    head = op.create_table(
        "book_head",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("entries", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_book_head")),
    )
    op.bulk_insert(head, [{"id": 1, "entries": 0, "hash": GENESIS}])


def downgrade() -> None:
    op.drop_table("book_head")
    op.drop_table("book")
    op.drop_table("security")
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.drop_index("ix_sessions_account")
        batch_op.drop_column("agent")
        batch_op.drop_column("address")
    with op.batch_alter_table("accounts", schema=None) as batch_op:
        batch_op.drop_constraint(op.f("uq_accounts_name_key"))
        for name in ("name_key", "disabled", "minutes_due", "minutes_next", "loss_due", "loss_next"):
            batch_op.drop_column(name)
