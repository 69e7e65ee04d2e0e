"""What Alembic runs: the store hands over its own connection."""

from alembic import context

from boohive.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
