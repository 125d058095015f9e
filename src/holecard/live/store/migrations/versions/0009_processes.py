"""Several processes: each has a lease of its own, and tables name the process that serves them."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "processes",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("place", sa.String(length=120), nullable=False),
        sa.Column("address", sa.String(length=200), nullable=False),
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("is_leaving", sa.Boolean(), nullable=False),
        sa.Column("joined", sa.Float(), nullable=False),
        sa.Column("lease", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_processes")),
    )
    op.execute("ALTER TABLE tables DROP COLUMN url")  # in place, unlike a batch: rows elsewhere refer to this table
    op.execute("ALTER TABLE tables DROP COLUMN lease")


def downgrade() -> None:
    op.execute("ALTER TABLE tables ADD COLUMN lease FLOAT NOT NULL DEFAULT 0.0")
    op.execute("ALTER TABLE tables ADD COLUMN url VARCHAR(200) NOT NULL DEFAULT ''")
    op.drop_table("processes")
