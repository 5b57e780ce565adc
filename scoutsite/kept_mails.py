"""A local site's emails, kept as files."""

import email
import email.policy
import secrets
import time
from collections.abc import Sequence
from email.message import EmailMessage as ReadMail
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

KEPT = 200
"""Most emails kept."""


class KeptMail(NamedTuple):
    """A kept email."""

    name: str
    subject: str
    sender: str
    to: str
    date: str
    text: str
    html: str
    headers: list[tuple[str, str]]


class EmailBackend(BaseEmailBackend):
    """Writes emails to files."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        folder = _folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for message in email_messages:
            # Names sort by time.
            name = f"{time.time_ns():020}-{secrets.token_hex(4)}.eml"
            unfinished = folder / f".{name}"
            unfinished.write_bytes(message.message().as_bytes())
            unfinished.rename(folder / name)
        for old in sorted(folder.glob("[0-9]*.eml"))[:-KEPT]:
            old.unlink(missing_ok=True)
        return len(email_messages)


def kept_mails() -> list[KeptMail]:
    """Return the kept emails, latest first."""
    return [_read(path) for path in sorted(_folder().glob("[0-9]*.eml"), reverse=True)]


def kept_mail(name: str) -> KeptMail | None:
    """Return an email by its name in URLs."""
    path = _folder() / f"{name}.eml"
    return _read(path) if path.is_file() else None


def _folder() -> Path:
    return Path(settings.KEPT_MAILS_DIR)


def _read(path: Path) -> KeptMail:
    mail = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    assert isinstance(mail, ReadMail)
    return KeptMail(
        name=path.stem,
        subject=str(mail["Subject"]),
        sender=str(mail["From"]),
        to=str(mail["To"]),
        date=str(mail["Date"]),
        text=_part(mail, "plain"),
        html=_part(mail, "html"),
        headers=[(name, str(value)) for name, value in mail.items()],
    )


def _part(mail: ReadMail, kind: str) -> str:
    part = mail.get_body((kind,))
    return str(part.get_content()) if part is not None else ""
