"""The first shape of the store."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make everything."""
    create_games()
    create_people()
    create_servers()


def create_games() -> None:
    """Tables, their logs and the codes that lead to them."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("quick", sa.String(200)),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("active", sa.String(20), nullable=False, server_default=""),
        sa.Column("summary", sa.Text, nullable=False, server_default="{}"),
    )
    op.create_index("tables_by_due", "tables", ["due", "id"])
    op.create_index("tables_by_touched", "tables", ["touched"])
    op.create_index("tables_by_status", "tables", ["status", "listed", "created"])
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String(40), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("action_id", sa.String(60), nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq"),
        sa.UniqueConstraint("table_id", "seat", "action_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "codes",
        sa.Column("code", sa.String(12), primary_key=True),
        sa.Column("table_id", sa.String(40), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_index("codes_by_table", "codes", ["table_id"])


def create_people() -> None:
    """People and where they sit."""
    op.create_table(
        "people",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("link", sa.String(64), unique=True),
    )
    op.create_table(
        "seatings",
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("table_id", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("person", "table_id"),
    )
    op.create_index("seatings_by_table", "seatings", ["table_id"])


def create_servers() -> None:
    """The servers that were started, and what they share."""
    op.create_table(
        "runs",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("started", sa.BigInteger, nullable=False),
        sa.Column("alive_until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "settings",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Remove everything."""
    for name in ("settings", "runs", "codes", "seatings", "people", "entries", "tables"):
        op.drop_table(name)
