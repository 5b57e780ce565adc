"""The database: SQLite or PostgreSQL."""

from typing import Any

from scoutsite.settings.environment import VAR_DIR, env

DATABASE_WAITS = env.str("DATABASE_WAITS", default="task")
"""How long a process waits for the database: as a *page*, a *task* or a *command*.

The servers of pages and `manage.py` set it themselves.
"""
_WAITS: dict[str, dict[str, str]] = {
    # Somebody waits for the answer, and with them a thread.
    "page": {
        "lock_timeout": "2s",
        "statement_timeout": "10s",
        "idle_in_transaction_session_timeout": "10s",
    },
    # Will be done again.
    "task": {
        "lock_timeout": "10s",
        "statement_timeout": "10min",
        "idle_in_transaction_session_timeout": "5min",
    },
    # Migrations and checks take as long as they take.
    "command": {},
}
_ASKS = {
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "3s",
    # Otherwise it would see a broken connection at the end of a statement, or of a wait for a lock.
    "client_connection_check_interval": "2s",
}
"""PostgreSQL asks whether we still live, too.

What a process had locked whose connection broke without a word is free again within ten seconds.
"""

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
    _database["ENGINE"] = "scoutsite.postgresql"
    _database["CONN_HEALTH_CHECKS"] = True
    _given = _database.get("OPTIONS", {})
    # A pooler lends a connection for a transaction, so that no setting of a session lasts. It has a
    # database for each way of waiting, with the limits that belong to it: `scout_page` for `scout`.
    _pooled = env.parse_value(_given.pop("pooler", "off"), bool)
    if _pooled:
        _database["NAME"] += f"_{DATABASE_WAITS}"
        # A command has its connection until it ends.
        _database["DISABLE_SERVER_SIDE_CURSORS"] = DATABASE_WAITS != "command"
    _limits = [f"-c {name}={limit}" for name, limit in (_ASKS | _WAITS[DATABASE_WAITS]).items()]
    _options = " ".join([*([] if _pooled else _limits), _given.pop("options", "")]).strip()
    _database["OPTIONS"] = {
        # Of a machine that has vanished nobody hears; both are the least that libpq takes well.
        "connect_timeout": 2,
        "tcp_user_timeout": 3000,
        # The answer to a commit would be waited for until then: ask whether it still lives.
        "keepalives_idle": 5,
        "keepalives_interval": 1,
        "keepalives_count": 3,
        **_given,
        # PgBouncer refuses even empty ones.
        **({"options": _options} if _options else {}),
        # PostgreSQL would plan each statement anew, which takes far longer than to run it. A pooler
        # lends another connection each time; Debian's PgBouncer can't carry plans from one to next.
        **({} if _pooled else {"server_side_binding": True, "prepare_threshold": 2}),
        # The pool's pauses between attempts grow: it begins anew before they are long.
        "pool": {"min_size": 1, "max_size": 16, "timeout": 1.5, "reconnect_timeout": 2},
    }
