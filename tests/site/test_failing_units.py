"""The operator hears of units that failed: by email, not too often, and without secrets."""

import os
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path
from smtplib import SMTPServerDisconnected

import pytest
import time_machine
from django.core import mail
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django import Settings

from scoutsite.told_failures import PAUSE

Tell = Callable[[str], None]

JOURNALCTL = """#!/bin/sh
echo "asked: $*"
echo "Traceback: GET /invitation/abcdefghjkmnpqrstuvwxyz2/ failed"
"""


@pytest.fixture
def tell(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Tell:
    """Say that a unit has failed, on a machine with a journal."""
    settings.ALERT_EMAIL = "maya@example.org"
    journalctl = tmp_path / "bin" / "journalctl"
    journalctl.parent.mkdir()
    journalctl.write_text(JOURNALCTL)
    journalctl.chmod(0o755)
    monkeypatch.setenv("PATH", f"{journalctl.parent}:{os.environ['PATH']}")

    def fails(unit: str) -> None:
        call_command("tell_of_failure", unit, noted_in=tmp_path / "told", stdout=StringIO())

    return fails


def test_the_operator_is_told_which_unit_failed_and_what_it_said_last(tell: Tell) -> None:
    tell("scout-worker")
    (told,) = mail.outbox
    assert (told.subject, told.to) == ("scout-worker has failed", ["maya@example.org"])
    assert "asked: --unit scout-worker --lines 30" in told.body
    assert "GET /invitation/…" in told.body
    assert "abcdefghjkmnpqrstuvwxyz2" not in told.body


def test_a_unit_that_fails_again_and_again_is_told_of_once_an_hour(tell: Tell) -> None:
    now = timezone.now()
    with time_machine.travel(now, tick=False) as clock:
        for _ in range(3):
            tell("scout-worker")
        tell("scout-backup")
        assert [told.subject.split()[0] for told in mail.outbox] == ["scout-worker", "scout-backup"]
        clock.move_to(now + timedelta(seconds=PAUSE))
        tell("scout-worker")
        tell("scout-worker")
    *_, last = mail.outbox
    assert len(mail.outbox) == 3
    assert "It had failed 2 more times since" in last.body


def test_an_email_that_was_not_sent_does_not_count(
    tell: Tell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_messages: object) -> int:
        raise SMTPServerDisconnected("gone")

    with monkeypatch.context() as patch:
        patch.setattr("django.core.mail.EmailMessage.send", away)
        with pytest.raises(CommandError, match="could not be told of scout-worker: gone"):
            tell("scout-worker")
    tell("scout-worker")
    assert len(mail.outbox) == 1


def test_what_keeps_it_from_telling_is_said(
    tell: Tell, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(CommandError, match="not the name of a unit"):
        tell("../../etc/passwd")
    (tmp_path / "told").mkdir()
    (tmp_path / "told" / "scout-pages.json").write_text("broken")
    monkeypatch.setenv("PATH", str(tmp_path))
    tell("scout-pages")
    assert "The journal can't be read" in mail.outbox[0].body
    settings.ALERT_EMAIL = ""
    with pytest.raises(CommandError, match="set ALERT_EMAIL or OPERATOR_EMAIL"):
        tell("scout-pages")
