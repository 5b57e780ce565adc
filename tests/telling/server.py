"""A real mail server for tests, and its emails."""

import email
import email.policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope, Session
from pytest_django import Settings

PATIENCE = 60
"""Seconds within which a server starts on a busy machine."""


class Mailbox:
    """The server's emails, and its answers to the next."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.raw: list[bytes] = []
        self.answers: list[str] = []
        """The answer to the next emails instead of taking them."""
        self.recipient_answer = ""
        """The answers to recipients instead of taking them."""

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: Any
    ) -> str:
        if self.recipient_answer:
            return self.recipient_answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        if self.answers:
            return self.answers.pop(0)
        assert isinstance(envelope.content, bytes)
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        assert isinstance(mail, EmailMessage)
        self.mails.append(mail)
        self.raw.append(envelope.content)
        return "250 OK"

    # The server looks at all properties as it starts: no assertion may stand in one.
    def only(self) -> EmailMessage:
        assert len(self.mails) == 1, [mail["Subject"] for mail in self.mails]
        return self.mails[0]

    def subjects(self) -> list[str]:
        return [str(mail["Subject"]) for mail in self.mails]


def text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def html_of(mail: EmailMessage) -> str:
    part = mail.get_body(("html",))
    assert part is not None
    return str(part.get_content())


def use(settings: Settings, port: int) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
