"""The server: tables over HTTP and WebSocket, kept in SQLite or PostgreSQL."""
