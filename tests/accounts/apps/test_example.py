"""The example app runs, against a running site."""

import os
import subprocess
import sys
import urllib.request
from typing import Any

import pytest
from django.conf import settings
from oauth2_provider.models import AccessToken, RefreshToken

from tests.accounts.apps.client import player, register
from tests.accounts.people import account

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

EXAMPLE = settings.BASE_DIR / "docs" / "examples" / "app.py"


def test_the_example_is_let_in_asks_renews_and_gives_everything_back(live_server: Any) -> None:
    maker = account("Maya", "maya@example.org")
    app = register(maker, "The example", "http://127.0.0.1/callback")
    bruno = player()
    with subprocess.Popen(
        [sys.executable, str(EXAMPLE), live_server.url, app.client_id, "play"],
        # Nothing opens: the test is the browser.
        env={**os.environ, "BROWSER": "true"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            page = process.stdout.readline().removeprefix("Let me in here: ").strip()
            address = page.removeprefix(live_server.url)
            assert "a program on this device (http://127.0.0.1:" in bruno.get(address).text
            # The site's name is its host's in the answer too.
            host = live_server.url.removeprefix("http://")
            answer = bruno.post(address, {"allow": "yes"}, headers={"host": host})
            there = answer["Location"]
            assert there.startswith("http://127.0.0.1:")
            with urllib.request.urlopen(there, timeout=30) as back:  # noqa: S310 (the example)
                assert back.status == 200
            said, errors = process.communicate(timeout=60)
        finally:
            process.kill()
    assert errors == ""
    assert said == "Let in by Bruno, who says that I may play.\nI see 0 games.\n"
    assert process.returncode == 0
    assert not AccessToken.objects.exists()
    assert not RefreshToken.objects.filter(revoked__isnull=True).exists()


def test_the_example_is_short_and_needs_no_library() -> None:
    lines = EXAMPLE.read_text().splitlines()
    assert len(lines) < 100
    imported = {line.split()[1].split(".")[0] for line in lines if line.startswith("import ")}
    assert imported <= sys.stdlib_module_names
