"""What a test may need beyond Python, and what to say if it is missing."""

import shutil
import subprocess
from enum import Enum
from functools import cache

from django.conf import settings
from django.db import connection

from games.management.camera import find_browser

DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "django_db_reset_sequences"}


class Need(Enum):
    """Markers of tests skipped without their need."""

    BROWSER = "browser"
    POSTGRES = "postgres"
    REDIS = "redis"
    REDIS_SERVER = "redis_server"
    SYSTEMD = "systemd"
    PROMTOOL = "promtool"
    PGBACKREST = "pgbackrest"
    PGBOUNCER = "pgbouncer"
    NGINX = "nginx"


def missing(need: Need) -> str:
    """Return what to install or start; empty if nothing is missing."""
    if need is Need.BROWSER and not find_browser():
        return "needs a browser: apt-get install chromium"
    if need is Need.BROWSER and not _driver_starts():
        return "needs what starts the browser: apt-get install libatomic1"
    if need is Need.POSTGRES and connection.vendor != "postgresql":
        return "needs PostgreSQL: start one and set DATABASE_URL=postgres://user@localhost/name"
    if need is Need.REDIS and not settings.REDIS_URL:
        return "needs Redis: start one and set REDIS_URL=redis://localhost"
    if need is Need.REDIS_SERVER and not shutil.which("redis-server"):
        return "needs a Redis server of its own: apt-get install redis-server"
    if need is Need.SYSTEMD and not shutil.which("systemd-analyze"):
        return "needs systemd-analyze: apt-get install systemd"
    if need is Need.PROMTOOL and not shutil.which("promtool"):
        return "needs promtool: apt-get install prometheus"
    if need is Need.PGBACKREST and not shutil.which("pgbackrest"):
        return "needs pgBackRest: apt-get install pgbackrest"
    if need is Need.PGBOUNCER and not shutil.which("pgbouncer"):
        return "needs PgBouncer: apt-get install pgbouncer"
    if need is Need.NGINX and not shutil.which("nginx"):
        return "needs nginx: apt-get install nginx"
    return ""


@cache
def _driver_starts() -> bool:
    """Playwright brings its own Node, which needs a library that a bare Debian lacks."""
    # Playwright has no public place for this.
    from playwright._impl._driver import compute_driver_executable

    node, _script = compute_driver_executable()
    return subprocess.run([node, "--version"], capture_output=True, check=False).returncode == 0
