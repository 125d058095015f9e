"""Disputes and their answers, players whom the floor has muted, and how players may talk at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    key = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    with op.batch_alter_table("accounts", schema=None) as batch_op:
        batch_op.add_column(sa.Column("muted", sa.Float(), nullable=True))
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.add_column(sa.Column("talk", sa.String(length=20), nullable=False, server_default=""))
    op.create_table(
        "disputes",
        sa.Column("id", key, nullable=False),
        sa.Column("table_id", key, nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("bettor", sa.String(length=40), nullable=False),
        sa.Column("time", sa.Float(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("answered", sa.Float(), nullable=True),
        sa.Column("answered_by", sa.String(length=40), nullable=False, server_default=""),
        sa.Column("answer", sa.Text(), nullable=False, server_default=""),
        sa.Column("clause", sa.Text(), nullable=False, server_default=""),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_disputes")),
    )
    with op.batch_alter_table("disputes", schema=None) as batch_op:
        batch_op.create_index("ix_disputes_bettor", ["bettor"], unique=False)


def downgrade() -> None:
    op.drop_table("disputes")
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_column("talk")
    with op.batch_alter_table("accounts", schema=None) as batch_op:
        batch_op.drop_column("muted")
