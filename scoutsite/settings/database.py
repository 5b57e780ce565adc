"""The database: SQLite or PostgreSQL."""

from typing import Any

from scoutsite.settings.environment import VAR_DIR, env

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

DATABASES: dict[str, dict[str, Any]] = {
    "default": env.db_url("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'db.sqlite3'}")
}
_database = DATABASES["default"]
# Reads then take no write lock; writers open their own transactions.
_database["ATOMIC_REQUESTS"] = False
if _database["ENGINE"] == "django.db.backends.sqlite3":
    VAR_DIR.mkdir(mode=0o700, exist_ok=True)
    _database["OPTIONS"] = {
        # SQLite has no row locks, so transactions queue from the start.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # With FULL, an acknowledged move survives a power cut; it costs little.
        "init_command": "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;",
    }
elif _database["ENGINE"] == "django.db.backends.postgresql":
    _database["CONN_HEALTH_CHECKS"] = True
    _database["OPTIONS"] = {
        **_database.get("OPTIONS", {}),
        "pool": {"min_size": 1, "max_size": 16, "timeout": 10},
    }
