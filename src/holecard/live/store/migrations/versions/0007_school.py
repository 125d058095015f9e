"""The schools: what each person knows of a game, tests under way, and tables that want a certified dealer."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    key = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "training",
        sa.Column("account", key, nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_training_account")),
        sa.PrimaryKeyConstraint("account", "game", name=op.f("pk_training")),
    )
    op.create_table(
        "table_tests",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("account", key, nullable=False),
        sa.Column("table_name", sa.String(length=80), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("level", sa.String(length=20), nullable=False),
        sa.Column("seed", sa.String(length=64), nullable=False),
        sa.Column("began", sa.Float(), nullable=False),
        sa.Column("asked", sa.Float(), nullable=False),
        sa.Column("answers", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_table_tests_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_table_tests")),
    )
    with op.batch_alter_table("table_tests", schema=None) as batch_op:
        batch_op.create_index("ix_table_tests_account", ["account"], unique=False)
    with op.batch_alter_table("book", schema=None) as batch_op:
        batch_op.create_index("ix_book_kind", ["kind"], unique=False)
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.add_column(sa.Column("certified", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_column("certified")
    with op.batch_alter_table("book", schema=None) as batch_op:
        batch_op.drop_index("ix_book_kind")
    op.drop_table("table_tests")
    op.drop_table("training")
