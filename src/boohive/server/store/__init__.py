"""The store: logs of tables and the little around them, in SQLite or PostgreSQL with the same code."""

from boohive.server.store.store import Store, StoreUnavailable, TableRow

__all__ = ["Store", "StoreUnavailable", "TableRow"]
