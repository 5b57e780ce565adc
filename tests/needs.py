"""What a test may need beyond Python, and what to say if it is missing."""

import os
import shutil
from enum import Enum

from django.conf import settings
from django.db import connection

DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "django_db_reset_sequences"}
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")


class Need(Enum):
    """Markers of tests skipped without their need."""

    BROWSER = "browser"
    POSTGRES = "postgres"
    REDIS = "redis"


def browser_path() -> str | None:
    """CHROMIUM in the environment may give it."""
    found = (shutil.which(name) for name in (os.environ.get("CHROMIUM", ""), *_BROWSERS) if name)
    return next((path for path in found if path), None)


def missing(need: Need) -> str:
    """Return what to install or start; empty if nothing is missing."""
    if need is Need.BROWSER and not browser_path():
        return "needs a browser: apt-get install chromium"
    if need is Need.POSTGRES and connection.vendor != "postgresql":
        return "needs PostgreSQL: start one and set DATABASE_URL=postgres://user@localhost/name"
    if need is Need.REDIS and not settings.REDIS_URL:
        return "needs Redis: start one and set REDIS_URL=redis://localhost"
    return ""
