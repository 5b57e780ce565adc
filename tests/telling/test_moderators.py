"""Moderators' emails: once, in the recipient's time zone, and never delayed by another."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.models import PlayerNotice, ReportKind, ReportReason, SentNotice
from games.order import players, reports
from games.order.cases.closing import close
from games.order.mails import send_notices
from games.order.notices import mark_read
from games.telling.closing import ATTEMPTS
from tests.accounts.people import account
from tests.order.people import moderator
from tests.site.environment import free_port
from tests.telling.people import MINUTE, NOON, choose, send_at
from tests.telling.server import Mailbox, text_of, use

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


@pytest.fixture
def ada() -> User:
    return moderator()


def warn(*users: User, by: User) -> None:
    for user in users:
        players.warn(player=user, by=by, reason=f"Mind your words, {user.username}.")


def look_at(at: datetime) -> int:
    with time_machine.travel(at, tick=False):
        return send_notices()


def test_a_time_is_that_of_the_reader_s_clock_and_says_which(
    mailbox: Mailbox, maya: User, bruno: User, ada: User
) -> None:
    User.objects.filter(pk=maya.pk).update(time_zone="America/New_York")
    User.objects.filter(pk=bruno.pk).update(time_zone="Asia/Kolkata")
    with timezone.override("Europe/Berlin"):
        for user in (maya, bruno):
            players.mute(player=user, days=7, by=ada, reason="Insults.")
        assert send_notices() == 2
    hers, his = (text_of(mail) for mail in mailbox.mails)
    assert "until 25 November 2026, 07:00 EST" in hers
    assert "until 25 November 2026, 17:30 IST" in his
    assert [mail["To"] for mail in mailbox.mails] == ["maya@example.org", "bruno@example.org"]


def test_one_mailbox_that_refuses_for_good_holds_up_no_other(
    mailbox: Mailbox, maya: User, bruno: User, ada: User
) -> None:
    warn(maya, bruno, by=ada)
    mailbox.answers = ["554 not this one"]
    assert send_notices() == 1
    assert "Bruno" in text_of(mailbox.only())
    assert look_at(NOON + MINUTE) == 1
    assert look_at(NOON + 2 * MINUTE) == 0


def test_a_mail_that_is_never_taken_is_tried_ever_later_and_given_up(
    mailbox: Mailbox, maya: User, ada: User
) -> None:
    warn(maya, by=ada)
    mailbox.answers = ["451 come back later"] * 100
    tries = []
    for minutes in range(9 * 60):
        left = len(mailbox.answers)
        look_at(NOON + minutes * MINUTE)
        if len(mailbox.answers) < left:
            tries.append(minutes)
    assert tries == [2**number - 1 for number in range(ATTEMPTS)]
    notice = PlayerNotice.objects.get()
    assert (notice.mail_due, notice.mail_attempts, notice.read_at) == (False, ATTEMPTS, None)


def test_a_mailbox_that_is_not_there_stops_the_mails(
    mailbox: Mailbox, maya: User, ada: User
) -> None:
    warn(maya, by=ada)
    mailbox.recipient_answer = "550 5.1.1 no such user"
    assert send_notices() == 0
    maya.refresh_from_db()
    assert maya.mail_paused_reason == "bounce"
    mailbox.recipient_answer = ""
    assert look_at(NOON + timedelta(days=1)) == 0
    assert not PlayerNotice.objects.filter(mail_due=True).exists()


def test_a_mail_that_cannot_be_made_holds_up_no_other(
    mailbox: Mailbox, maya: User, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = account("Broken", "broken\n@example.org")
    warn(broken, maya, by=ada)
    assert send_notices() == 1
    assert "Maya" in text_of(mailbox.only())
    assert PlayerNotice.objects.get(user=broken).mail_attempts == 1


def test_while_the_server_is_away_notices_wait_and_none_is_lost(
    mailbox: Mailbox, maya: User, ada: User, settings: Settings
) -> None:
    warn(maya, by=ada)
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, free_port()
    for minutes in range(20):
        assert look_at(NOON + minutes * MINUTE) == 0
    assert PlayerNotice.objects.get().mail_attempts == 0
    use(settings, port)
    assert look_at(NOON + 20 * MINUTE) == 1


def test_a_mail_has_a_name_that_bounces_are_known_by(
    mailbox: Mailbox, maya: User, ada: User
) -> None:
    warn(maya, by=ada)
    send_notices()
    kept = SentNotice.objects.get(user=maya)
    assert (kept.kind, kept.message_id) == ("notice", mailbox.only()["Message-ID"])
    assert kept.sent_at == datetime(2026, 11, 18, 12, tzinfo=UTC)


class TestAnswersToReports:
    @pytest.fixture(autouse=True)
    def answered(self, noon: None, maya: User, bruno: User, ada: User) -> None:
        """What Maya reported about Bruno."""
        about = reports.report(
            user=maya, kind=ReportKind.PLAYER, reason=ReportReason.INSULT, player=bruno
        )
        close(case=about.case, acted=True, answer="We spoke to him.", by=ada)

    def test_an_answer_is_emailed_once(self, mailbox: Mailbox) -> None:
        for at in (NOON, NOON + MINUTE):
            send_at(at)
            look_at(at)
        mail = mailbox.only()
        assert mail["To"] == "maya@example.org"
        assert mail["Subject"] == "A notice from the moderators"
        assert "We spoke to him." in text_of(mail)
        assert "/notices/" in text_of(mail)

    @pytest.mark.parametrize("change", [{"not_by_mail": "turn,answer"}, {"tell_turns": "none"}])
    def test_who_does_not_want_it_gets_no_email_and_a_warning_all_the_same(
        self, mailbox: Mailbox, maya: User, ada: User, change: dict[str, str]
    ) -> None:
        choose(maya, **change)
        warn(maya, by=ada)
        assert (send_at(NOON), look_at(NOON)) == (0, 1)
        assert "Mind your words, Maya." in text_of(mailbox.only())

    def test_what_was_read_on_the_site_is_not_emailed_afterwards(
        self, mailbox: Mailbox, maya: User
    ) -> None:
        mark_read(user=maya, notices=[PlayerNotice.objects.get(user=maya).pk])
        assert (send_at(NOON), look_at(NOON)) == (0, 0)
        assert mailbox.mails == []
