"""Packs of finished rounds, and indexes that keep a house with many rounds as fast as a new one."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

ENDED = """
    UPDATE round_bettors SET ended = (
        SELECT rounds.ended FROM rounds
        WHERE rounds.table_id = round_bettors.table_id AND rounds.number = round_bettors.number
    )
"""


def upgrade() -> None:
    key = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "packs",
        sa.Column("table_id", key, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("last_round", sa.Integer(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("previous", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("ended", sa.Float(), nullable=False),
        sa.Column("postings", sa.Integer(), nullable=False),
        sa.Column("moved", sa.Text(), nullable=False),
        sa.Column("noted", sa.Text(), nullable=False),
        sa.Column("irregular", sa.Text(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_packs_table_id")),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_packs")),
    )
    op.create_index("ix_packs_first", "packs", ["table_id", "first"])
    some = sa.text("irregular != ''")
    columns = ["table_id", "number"]
    op.create_index("ix_packs_irregular", "packs", columns, sqlite_where=some, postgresql_where=some)
    op.add_column("round_bettors", sa.Column("ended", sa.Float(), nullable=False, server_default="0"))
    op.execute(ENDED)
    op.drop_index("ix_round_bettors_bettor", "round_bettors")
    op.create_index("ix_round_bettors_bettor", "round_bettors", ["bettor", "ended"])
    op.create_index("ix_shoes_entry", "shoes", ["table_id", "entry"])
    open_ones = sa.text("revealed IS NULL")
    op.create_index("ix_shoes_unrevealed", "shoes", ["table_id"], sqlite_where=open_ones, postgresql_where=open_ones)


def downgrade() -> None:
    op.drop_index("ix_shoes_unrevealed", "shoes")
    op.drop_index("ix_shoes_entry", "shoes")
    op.drop_index("ix_round_bettors_bettor", "round_bettors")
    op.create_index("ix_round_bettors_bettor", "round_bettors", ["bettor"])
    op.drop_column("round_bettors", "ended")
    op.drop_table("packs")  # a house with packed rounds needs this version
