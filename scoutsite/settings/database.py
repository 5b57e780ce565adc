"""The database: SQLite in a file, or PostgreSQL with a pool of connections."""

from typing import Any

from scoutsite.settings.environment import VAR_DIR, env

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

DATABASES: dict[str, dict[str, Any]] = {
    "default": env.db_url("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'db.sqlite3'}")
}
_database = DATABASES["default"]
# A read then takes no write lock; whatever writes opens a transaction of its own.
_database["ATOMIC_REQUESTS"] = False
if _database["ENGINE"] == "django.db.backends.sqlite3":
    VAR_DIR.mkdir(mode=0o700, exist_ok=True)
    _database["OPTIONS"] = {
        # SQLite has no row locks: a transaction that will write takes its turn as it begins.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # A move that was answered survives a power cut: FULL costs little beside the ORM.
        "init_command": "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;",
    }
elif _database["ENGINE"] == "django.db.backends.postgresql":
    _database["CONN_HEALTH_CHECKS"] = True
    _database["OPTIONS"] = {
        **_database.get("OPTIONS", {}),
        "pool": {"min_size": 1, "max_size": 16, "timeout": 10},
    }
