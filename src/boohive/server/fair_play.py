"""Games between people are played without the computer's help: no analysis of a position of such a game until it is over.

From the eighth move on the positions of a running game are guarded: the key of each is stored with the move, in one
transaction, so that every server has it as soon as anybody can see the move. Earlier positions may always be analysed.
"""

import hashlib
from collections.abc import Collection

from boohive.core.game import Position
from boohive.core.sentences import Sentence
from boohive.server.store.protocol import Store
from boohive.tables.errors import Rejected
from boohive.tables.table import Table

__all__ = ["FIRST_GUARDED_MOVE", "new_guarded_key", "position_key", "require_unguarded"]

FIRST_GUARDED_MOVE = 8


def position_key(position: Position) -> str:
    """A key that all symmetric positions share: rotated, mirrored, or with the seats swapped."""
    turn_position = position.as_turn_based()
    form = f"{turn_position.game.id} {turn_position.game.canonical_form(turn_position)}"
    return hashlib.sha256(form.encode()).hexdigest()[:32]


def new_guarded_key(before: Table | None, table: Table) -> str | None:
    """The key of the position that an entry of the log has led to; ``None`` where it need not be guarded."""
    is_new = before is None or before.position is not table.position or before.status != table.status
    if not is_new or table.status != "playing" or len(table.history) < FIRST_GUARDED_MOVE:
        return None
    return position_key(table.position) if table.game.analysis and table.is_between_people else None


async def require_unguarded(store: Store, keys: Collection[str], own_table: str = "") -> None:
    """Refuse to analyse a position of a running game; that of ``own_table``, where help was agreed on, does not count."""
    if await store.is_guarded(keys, own_table):
        raise Rejected(
            "not_now",
            Sentence(
                "this position is part of a game that people are playing now; ask again when it is over",
                "position_in_play",
            ),
        )
