"""The site's settings follow its environment."""

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.site.environment import MANAGE, ROOT, environment

PROGRAM = """
import json, sys
from scoutsite import settings
print(json.dumps({name: getattr(settings, name) for name in json.load(sys.stdin)}, default=str))
"""


def values(*names: str, **variables: str) -> dict[str, Any]:
    """The settings `names` with `variables` in the environment."""
    process = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps(names),
        capture_output=True,
        check=True,
        cwd=ROOT,
        env=environment(**variables),
        text=True,
    )
    found: dict[str, Any] = json.loads(process.stdout)
    return found


def test_without_any_variable_the_site_is_embedded() -> None:
    found = values("DATABASES", "CACHES", "CELERY_BROKER_URL", "SITE_URL", "DEBUG", "EMAIL_BACKEND")
    database = found["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.sqlite3"
    assert database["NAME"] == str(ROOT / "var" / "db.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert database["ATOMIC_REQUESTS"] is False
    assert found["CACHES"]["default"]["BACKEND"].endswith("LocMemCache")
    assert found["CELERY_BROKER_URL"].startswith("memory://")
    assert found["SITE_URL"] == "http://localhost:8000"
    assert found["DEBUG"] is False
    assert found["EMAIL_BACKEND"] == "scoutsite.kept_mails.EmailBackend"


def test_postgresql_is_used_with_a_pool() -> None:
    found = values("DATABASES", DATABASE_URL="postgres://anna:secret@db.example/games")
    database = found["DATABASES"]["default"]
    assert database["ENGINE"] == "scoutsite.postgresql"
    assert (database["USER"], database["HOST"]) == ("anna", "db.example")
    assert database["OPTIONS"]["pool"]["max_size"] > 1
    assert database["ATOMIC_REQUESTS"] is False


def test_the_key_for_push_services_is_kept_where_the_secret_key_is() -> None:
    # A file might not outlive the release of a site that has its secrets in its environment.
    assert values("VAPID_PRIVATE_KEY") == {"VAPID_PRIVATE_KEY": ""}
    given = values("VAPID_PRIVATE_KEY", VAPID_PRIVATE_KEY="k" * 43)
    assert given == {"VAPID_PRIVATE_KEY": "k" * 43}
    made = [values("VAPID_PRIVATE_KEY", SECRET_KEY="") for _ in range(2)]
    assert len(made[0]["VAPID_PRIVATE_KEY"]) == 43
    assert made[0] == made[1]


def test_redis_is_cache_and_broker() -> None:
    found = values("CACHES", "CELERY_BROKER_URL", REDIS_URL="redis://cache.example/3")
    assert found["CACHES"]["default"]["LOCATION"] == "redis://cache.example/3"
    assert found["CELERY_BROKER_URL"] == "redis://cache.example/3"


SECURE = (
    "SESSION_COOKIE_SECURE",
    "CSRF_COOKIE_SECURE",
    "SECURE_SSL_REDIRECT",
    "SECURE_HSTS_SECONDS",
    "SECURE_PROXY_SSL_HEADER",
)


def test_an_https_address_turns_on_all_that_https_allows() -> None:
    found = values(
        *SECURE, "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", SITE_URL="https://scout.example/"
    )
    assert all(found[name] for name in SECURE)
    assert found["ALLOWED_HOSTS"] == ["scout.example"]
    assert found["CSRF_TRUSTED_ORIGINS"] == ["https://scout.example"]


def test_an_http_address_believes_no_proxy_and_is_open_to_this_machine() -> None:
    found = values(*SECURE, "ALLOWED_HOSTS", SITE_URL="http://scout.lan:9000")
    assert not any(found[name] for name in SECURE)
    assert set(found["ALLOWED_HOSTS"]) == {"scout.lan", "localhost", "127.0.0.1", "[::1]"}


def test_the_port_is_part_of_the_address() -> None:
    assert values("SITE_URL", PORT="8123")["SITE_URL"] == "http://localhost:8123"


def test_debug_is_on_only_when_asked_for() -> None:
    assert values("DEBUG", DEBUG="true")["DEBUG"] is True


def test_mail_goes_where_email_url_says() -> None:
    found = values(
        "EMAIL_BACKEND",
        "EMAIL_HOST",
        "EMAIL_PORT",
        "EMAIL_HOST_USER",
        "EMAIL_HOST_PASSWORD",
        "EMAIL_USE_TLS",
        "DEFAULT_FROM_EMAIL",
        EMAIL_URL="smtp+tls://anna:secret@mail.example:587",
        DEFAULT_FROM_EMAIL="Scout <scout@scout.example>",
    )
    assert found == {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": "mail.example",
        "EMAIL_PORT": 587,
        "EMAIL_HOST_USER": "anna",
        "EMAIL_HOST_PASSWORD": "secret",
        "EMAIL_USE_TLS": True,
        "DEFAULT_FROM_EMAIL": "Scout <scout@scout.example>",
    }


def test_the_sender_is_of_the_sites_host_unless_told() -> None:
    found = values("DEFAULT_FROM_EMAIL", SITE_URL="https://scout.example")
    assert found["DEFAULT_FROM_EMAIL"] == "Next Act <noreply@scout.example>"


def test_bots_pause_as_long_as_told() -> None:
    assert values("BOT_PAUSE_SECONDS", BOT_PAUSE_SECONDS="0.25")["BOT_PAUSE_SECONDS"] == 0.25


def test_an_expert_thinks_on_one_thread() -> None:
    """However many processors there are: NumPy starts its threads when it is imported."""
    code = (
        "import django; django.setup(); import games.bots.expert; "
        "print(open('/proc/self/status').read())"
    )
    told = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=True,
        cwd=ROOT,
        env=environment(DJANGO_SETTINGS_MODULE="scoutsite.settings"),
        text=True,
    )
    assert "\nThreads:\t1\n" in told.stdout


def test_the_times_for_a_turn_are_those_told() -> None:
    assert values("TURN_SECONDS", TURN_SECONDS="20,60")["TURN_SECONDS"] == [20, 60]
    assert values("TURN_SECONDS")["TURN_SECONDS"] == [3600, 43200, 86400, 259200, 604800]


@pytest.mark.slow
def test_djangos_own_check_of_a_site_on_the_web_finds_nothing() -> None:
    process = subprocess.run(
        [*MANAGE, "check", "--deploy", "--fail-level", "WARNING"],
        capture_output=True,
        check=False,
        env=environment(SITE_URL="https://scout.example", SECRET_KEY="a1b2c3d4e5" * 6),
        text=True,
    )
    assert process.returncode == 0, process.stderr
