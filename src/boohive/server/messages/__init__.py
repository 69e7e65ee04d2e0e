"""Every message between a client and the server. docs/protocol.md and web/src/lib/messages.ts are generated from here.

One WebSocket at ``/ws`` serves any number of tables. Every message has a ``type`` and, where it is about a table, a
``table_id``. A client holds one number per table, ``seq``: it applies an ``update`` only when its ``seq`` is one more than
the number it holds, and otherwise sends ``resume``. An update carries only the parts of the table that changed. Times
called ``server_ms`` and ``reveal_at`` are milliseconds since 1970 by the server's clock; times called ``game_ms`` are
milliseconds since the game began.

Every sentence meant for people is a ``SentenceData``: a stable ``code`` with arguments for programs, and the English text.
Clients must accept fields, kinds and codes they do not know.
"""
