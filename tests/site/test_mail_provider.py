"""A mail provider's own interface, and its reports of bounced emails."""

import subprocess
import sys
from base64 import b64encode

import pytest

from tests.site.environment import ROOT, environment
from tests.site.test_settings import values

TELL = """
import django, sys
from django.test import Client
django.setup()
client = Client(SERVER_NAME="localhost", headers={"Authorization": sys.argv[1]})
answer = client.post("/anymail/postmark/tracking/", "{}", content_type="application/json")
print(answer.status_code)
"""


def told(authorization: str, **variables: str) -> str:
    """The answer to a provider with this `authorization`."""
    process = subprocess.run(
        [sys.executable, "-c", TELL, authorization],
        capture_output=True,
        check=True,
        cwd=ROOT,
        env=environment(DJANGO_SETTINGS_MODULE="scoutsite.settings", **variables),
        text=True,
    )
    return process.stdout.strip()


def test_a_provider_takes_the_place_of_smtp() -> None:
    found = values(
        "EMAIL_BACKEND",
        "ANYMAIL",
        ANYMAIL_PROVIDER="postmark",
        ANYMAIL_POSTMARK_SERVER_TOKEN="token",
        ANYMAIL_WEBHOOK_SECRET="anna:hush",
    )
    assert found == {
        "EMAIL_BACKEND": "anymail.backends.postmark.EmailBackend",
        "ANYMAIL": {"POSTMARK_SERVER_TOKEN": "token", "WEBHOOK_SECRET": "anna:hush"},
    }


@pytest.mark.slow
def test_only_who_knows_the_secret_may_tell_of_bounces() -> None:
    secret = "Basic " + b64encode(b"anna:hush").decode()
    assert told(secret, ANYMAIL_WEBHOOK_SECRET="anna:hush") == "200"
    assert told("Basic wrong", ANYMAIL_WEBHOOK_SECRET="anna:hush") == "400"


@pytest.mark.slow
def test_without_a_secret_nobody_may() -> None:
    assert told("", ANYMAIL_PROVIDER="postmark") == "404"
