"""Staff: who invited whom and why, and adjustments of money, which need two people."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("DELETE FROM invitations")  # the book knows nothing of them: whoever has one asks for another
    with op.batch_alter_table("invitations", schema=None) as batch_op:
        batch_op.add_column(sa.Column("invited_by", sa.String(length=40), nullable=False, server_default=""))
        batch_op.add_column(sa.Column("why", sa.Text(), nullable=False, server_default=""))
    op.create_table(
        "adjustments",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("bettor", sa.String(length=40), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("time", sa.Float(), nullable=False),
        sa.Column("proposed_by", sa.String(length=40), nullable=False),
        sa.Column("decided", sa.Float(), nullable=True),
        sa.Column("decided_by", sa.String(length=40), nullable=False, server_default=""),
        sa.Column("decision", sa.String(length=20), nullable=False, server_default=""),
        sa.Column("answer", sa.Text(), nullable=False, server_default=""),
        sa.CheckConstraint("cents <> 0", name=op.f("ck_adjustments_cents")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_adjustments")),
    )


def downgrade() -> None:
    op.drop_table("adjustments")
    with op.batch_alter_table("invitations", schema=None) as batch_op:
        batch_op.drop_column("why")
        batch_op.drop_column("invited_by")
