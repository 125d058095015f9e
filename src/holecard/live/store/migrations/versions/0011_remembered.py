"""What a table's remembered requests add up to, so that a deleted one is missed even if it wrote no entry."""

import hashlib
from collections import Counter

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("remembered", sa.BigInteger(), nullable=False, server_default="0"))
    connection, sums = op.get_bind(), Counter[int]()
    asked = sa.text("SELECT account, key, table_id, time, answer FROM requests WHERE table_id IS NOT NULL")
    for row in connection.execute(asked):
        said = f"{row.account}\n{row.key}\n{row.table_id}\n{row.time!r}\n{row.answer}"
        sums[row.table_id] += int.from_bytes(hashlib.sha256(said.encode()).digest()[:4])
    for table_id, remembered in sums.items():
        its = {"id": table_id, "remembered": remembered}
        connection.execute(sa.text("UPDATE tables SET remembered = :remembered WHERE id = :id"), its)


def downgrade() -> None:
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_column("remembered")
