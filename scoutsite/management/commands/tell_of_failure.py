"""`manage.py tell_of_failure UNIT`: email the operator that a unit of systemd has failed."""

import os
import re
import subprocess
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoutsite.masking import masked
from scoutsite.told_failures import ToldFailures

LINES = 30
"""Of the journal, in one email."""
_UNIT = re.compile(r"[A-Za-z0-9_.@-]+")


class Command(BaseCommand):
    help = (
        "Email the operator that a unit of systemd has failed, with the last lines of its journal. "
        "scout-alert@.service calls it. Of one unit it tells once an hour at most."
    )
    # It needs no database: that may be what failed.
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("unit", help="such as scout-worker")
        parser.add_argument(
            "--noted-in",
            type=Path,
            default=Path(os.environ.get("STATE_DIRECTORY", settings.BASE_DIR / "var" / "alerts")),
            help="the folder that keeps when it last told; default: %(default)s",
        )

    def handle(self, *args: Any, unit: str, noted_in: Path, **options: Any) -> None:
        """Raise CommandError if there is nobody to tell, or the email can't be sent."""
        if not _UNIT.fullmatch(unit):
            raise CommandError(f"{unit!r} is not the name of a unit.", returncode=2)
        if not settings.ALERT_EMAIL:
            raise CommandError("Nobody can be told: set ALERT_EMAIL or OPERATOR_EMAIL.")
        told = ToldFailures(noted_in, unit)
        if not told.is_due():
            told.leave_out()
            return
        try:
            _email(unit, told.left_out()).send()
        # Whatever the mail server's client raises: it belongs in the journal, as one line.
        except Exception as error:
            raise CommandError(f"The operator could not be told of {unit}: {error}") from error
        told.note()


def _email(unit: str, left_out: int) -> EmailMessage:
    lines = [f"{unit} has failed on the machine of {settings.SITE_URL}."]
    if left_out:
        lines.append(f"It had failed {left_out} more times since the last email about it.")
    lines += [
        f"Look at it: systemctl status {unit}; journalctl --unit {unit}",
        "What to do is in docs/operations.md, under “Alarms”.",
        "",
        "The last lines of its journal:",
        "",
        _journal(unit),
    ]
    return EmailMessage(
        subject=f"{unit} has failed",
        body="\n".join(lines),
        to=[settings.ALERT_EMAIL],
        headers={"Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All"},
    )


def _journal(unit: str) -> str:
    asked = ["journalctl", "--unit", unit, "--lines", str(LINES), "--no-pager", "--quiet"]
    try:
        read = subprocess.run(asked, capture_output=True, check=True, text=True, timeout=30)
    except (OSError, subprocess.SubprocessError) as error:
        return f"(The journal can't be read: {error})"
    return masked(read.stdout).strip() or "(The journal has no lines.)"
