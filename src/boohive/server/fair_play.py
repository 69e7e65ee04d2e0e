"""Games between people are played without the computer's help: which positions are theirs alone, and until when.

From the eighth move on a position belongs to the running game: its key is stored with the move, in one transaction, so
that every server knows it as soon as anybody can see the move. Earlier positions are everybody's.
"""

import hashlib
from collections.abc import Collection

from boohive.core.game import Position
from boohive.core.sentences import Sentence
from boohive.server.store.protocol import Store
from boohive.tables.errors import Rejected
from boohive.tables.table import Table

__all__ = ["FIRST_GUARDED_MOVE", "new_guarded_position", "position_key", "require_unguarded"]

FIRST_GUARDED_MOVE = 8


def position_key(position: Position) -> str:
    """The same for all positions of a game that only look different: turned, mirrored, or with the seats swapped."""
    turns = position.as_turns()
    form = f"{turns.game.id} {turns.game.symmetric_form(turns)}"
    return hashlib.sha256(form.encode()).hexdigest()[:32]


def new_guarded_position(before: Table | None, table: Table) -> str | None:
    """The key of the position that an entry has led to, if it is one of a running game between people."""
    is_new = before is None or before.position is not table.position or before.status != table.status
    if not is_new or table.status != "playing" or len(table.history) < FIRST_GUARDED_MOVE:
        return None
    return position_key(table.position) if table.game.analysis and table.is_between_people else None


async def require_unguarded(store: Store, keys: Collection[str], own_table: str = "") -> None:
    """Refuse to say anything about a position of somebody's running game; the game of ``own_table`` does not count."""
    if await store.is_guarded(keys, own_table):
        raise Rejected(
            "not_now",
            Sentence(
                "this position is part of a game that people are playing just now; ask again when it is over",
                "position_in_play",
            ),
        )
