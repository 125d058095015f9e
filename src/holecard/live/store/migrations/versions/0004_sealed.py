"""Room for a sealed salt."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("shoes", schema=None) as batch_op:
        batch_op.alter_column("salt", existing_type=sa.String(length=64), type_=sa.Text(), existing_nullable=False)


def downgrade() -> None:
    with op.batch_alter_table("shoes", schema=None) as batch_op:
        batch_op.alter_column("salt", existing_type=sa.Text(), type_=sa.String(length=64), existing_nullable=False)
