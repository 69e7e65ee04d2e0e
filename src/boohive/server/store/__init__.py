"""The store: logs of tables and the little around them. ``protocol`` says what it does; ``sql`` and ``memory`` do it."""

from boohive.server.store.protocol import RowUpdate, Store, StoreUnavailable, TableRow

__all__ = ["RowUpdate", "Store", "StoreUnavailable", "TableRow"]
