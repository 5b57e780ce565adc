"""The pool of connections to PostgreSQL of a process that answers many requests at once."""

from prometheus_client import Gauge

from scoutsite.heartbeat import Part
from scoutsite.postgresql.base import pools

CONNECTIONS = Gauge(
    "scout_database_pool_connections",
    "Connections in the pools of pages and streams, by whether they are in use.",
    ["part", "state"],
    multiprocess_mode="livesum",
)
WAITING = Gauge(
    "scout_database_pool_waiting",
    "Requests that wait for a connection of the pool.",
    ["part"],
    multiprocess_mode="livesum",
)


def look_at_pool(part: Part) -> None:
    """Note how the pool of this process stands; nothing if it has none."""
    found = [pool.get_stats() for pool in pools()]
    if not found:
        return
    idle = sum(stats.get("pool_available", 0) for stats in found)
    size = sum(stats.get("pool_size", 0) for stats in found)
    CONNECTIONS.labels(part.value, "idle").set(idle)
    CONNECTIONS.labels(part.value, "used").set(size - idle)
    WAITING.labels(part.value).set(sum(stats.get("requests_waiting", 0) for stats in found))
