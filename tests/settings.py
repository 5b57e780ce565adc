"""The site's settings as tests need them, whatever the developer's environment.

Only DATABASE_URL and REDIS_URL are taken from it, to test on PostgreSQL and Redis.
"""

import os
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

for _name in ("SITE_URL", "PORT", "EMAIL_URL", "DEFAULT_FROM_EMAIL", "DEBUG"):
    os.environ.pop(_name, None)
for _name in ("GAME_FROM_EMAIL", "ANYMAIL_PROVIDER"):
    os.environ.pop(_name, None)
for _name in ("OPERATOR_NAME", "OPERATOR_EMAIL", "OPERATOR_ADDRESS"):
    os.environ.pop(_name, None)
for _name in [name for name in os.environ if name.startswith("ANYMAIL_")]:
    os.environ.pop(_name)
os.environ["SECRET_KEY"] = "the tests' key, which is no secret"
os.environ["VAPID_PRIVATE_KEY"] = "dGhlIHRlc3RzJyBrZXksIHdoaWNoIGlzIG5vIHNlY3I"
# A bot that waits only makes tests slow.
os.environ["BOT_PAUSE_SECONDS"] = "0"
# Compiling takes a minute in each process that asks experts; tests of the look-ahead turn it on.
os.environ["EXPERT_LOOKS_AHEAD"] = "off"
# On a slow machine tests wait as long as it takes; those of the limits set their own.
os.environ["DATABASE_WAITS"] = "command"
# Two test processes must not share a queue.
_process = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
if _redis := os.environ.get("REDIS_URL"):
    os.environ["REDIS_URL"] = urlsplit(_redis)._replace(path=f"/{8 + int(_process) % 8}").geturl()

from scoutsite.settings import *  # noqa: E402, F403
from scoutsite.settings import DATABASES, REST_FRAMEWORK, STORAGES  # noqa: E402

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, for server and worker threads can't share a database in memory; nothing outlives
    # the tests, so nothing waits for the disk.
    _folder = Path(tempfile.gettempdir()) / f"scoutsite-tests-{os.getuid()}"
    _folder.mkdir(mode=0o700, exist_ok=True)
    DATABASES["default"]["TEST"] = {"NAME": str(_folder / f"{os.getpid()}.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = (
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;"
    )

    DATABASES["default"]["OPTIONS"]["timeout"] = 120
else:
    # Fifty at once wait for their turn, however slow the machine.
    DATABASES["default"]["OPTIONS"]["pool"]["timeout"] = 120
    # Nothing outlives the tests, so nothing waits for the disk.
    _given = DATABASES["default"]["OPTIONS"].get("options", "")
    DATABASES["default"]["OPTIONS"]["options"] = f"{_given} -c synchronous_commit=off".strip()

# It makes no difference whether collectstatic ran here.
STATIC_ROOT = None
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}

# Tests ask faster than any person; the tests of the limits set their own.
REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] = dict.fromkeys(
    REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "10000/s"
)
RATELIMIT_ENABLE = False
