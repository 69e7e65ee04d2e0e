"""Positions of running games between people, and personal links that end."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Links from before had no end; none of them can be used any more."""
    op.create_table(
        "positions",
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("key", "table_id"),
    )
    op.create_index("positions_by_table", "positions", ["table_id"])
    op.add_column("people", sa.Column("link_expires", sa.BigInteger))
    op.execute("UPDATE people SET link = NULL")
