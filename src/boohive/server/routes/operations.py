"""For the people who run the server: health and metrics."""

import os
from functools import lru_cache
from pathlib import Path

from msgspec import structs

from boohive.server.messages.http import Health
from boohive.server.routes.common import Reply
from boohive.server.services import Services

__all__ = ["health", "metrics", "ready"]


async def health(services: Services) -> Reply[Health]:
    """Whether the server can store and read, and keeps time."""
    ok = await services.store.check() and services.tables.background.is_running()
    body = Health(
        ok=ok,
        version=services.version,
        store=services.store.name,
        tables=len(services.tables.registry.sessions),
        unreadable=len(services.tables.registry.unreadable),
        sockets=len(services.sockets.connected),
    )
    return Reply(body, 200 if ok else 503, {} if ok else {"retry-after": "2"})


async def ready(services: Services) -> Reply[Health]:
    """Whether new visitors may be sent here: it is well, not about to stop, and its clock is that of the other servers."""
    found = await health(services)
    if found.status == 200 and (services.is_draining or not services.clock.agrees()):
        return Reply(structs.replace(found.body, ok=False), 503, {"retry-after": "2"})
    return found


@lru_cache(maxsize=1)
def process_figures(second: int) -> tuple[int, int]:
    """Bytes of memory and open descriptors of this process; 0 where the system does not say. Read once a second at most: with
    many connections it takes milliseconds."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE"), len(os.listdir("/proc/self/fd"))
    except (OSError, ValueError):
        return 0, 0


def metrics(services: Services) -> str:
    """Figures for Prometheus."""
    tables, sockets, workers = services.tables, services.sockets, services.workers
    memory, descriptors = process_figures(int(services.clock.monotonic()))
    commits, writes = services.store.write_counts()
    rows = [
        ("boohive_actions_total", "counter", "Actions stored.", tables.commits.count),
        ("boohive_refusals_total", "counter", "Messages refused.", tables.rejected),
        ("boohive_limits_hit_total", "counter", "Requests and messages that came too often.",
         sum(services.limits.refused.values())),
        ("boohive_messages_total", "counter", "Messages received by sockets.", sockets.received),
        ("boohive_commits_total", "counter", "Commits of the store.", commits),
        ("boohive_writes_total", "counter", "Writes of the store.", writes),
        ("boohive_tables", "gauge", "Tables in memory.", len(tables.registry.sessions)),
        ("boohive_tables_unreadable", "gauge", "Tables whose log cannot be read.", len(tables.registry.unreadable)),
        ("boohive_remote_messages_total", "counter", "Messages of other servers.", tables.remote_messages),
        ("boohive_sockets", "gauge", "Open sockets.", len(sockets.connected)),
        ("boohive_worker_crashes_total", "counter", "Workers that crashed or hung.", workers.crashes),
        ("boohive_worker_queue", "gauge", "Requests that wait for a worker.", workers.waiting_count()),
        ("boohive_loop_lag_seconds", "gauge", "How late the event loop was at most since this was last asked.",
         round(services.lag.take_most(), 4)),
        ("boohive_store_failures_total", "counter", "How often the database did not answer.", services.store.failures),
        ("boohive_heartbeat_age_seconds", "gauge", "Since a heartbeat was last stored.",
         round((services.clock.now_ms() - tables.outages.alive_at) / 1000, 3)),
        ("boohive_clock_agrees", "gauge", "1 while this server's clock is within 100 ms of the database's.",
         int(services.clock.agrees())),
        ("boohive_memory_bytes", "gauge", "Memory of the server without its workers.", memory),
        ("boohive_open_descriptors", "gauge", "Open files and connections.", descriptors),
        ("boohive_loop_failures_total", "counter", "Failed rounds of background loops.",
         sum(tables.background.failures.values())),
    ]  # fmt: skip
    name = "boohive_action_seconds"
    durations = [f"# HELP {name} From an action's arrival until it is stored and sent.", f"# TYPE {name} histogram"]
    lines = [f"# HELP {name} {text}\n# TYPE {name} {kind}\n{name} {value}" for name, kind, text, value in rows]
    return "\n".join([*lines, *durations, *tables.commits.durations.lines(name), ""])
