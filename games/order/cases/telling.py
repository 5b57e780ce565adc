"""Moderators are told by email of cases that wait, each once for each time that it waits."""

import logging
from collections.abc import Collection
from datetime import datetime, timedelta
from smtplib import SMTPServerDisconnected
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.mail import EmailMultiAlternatives
from django.db import Error as DatabaseError
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Case, CaseKind, CaseLook, CaseMail, CaseState, Report, ReportReason
from games.order.cases.alerts import WAITS, chosen_by, patience_of
from games.order.mails import send_each
from games.order.moderators import moderators
from games.order.own_cases import own_among
from games.people.recipients import Recipient, recipients, written_for
from games.telling.closing import ATTEMPTS, FIRST_WAIT
from games.telling.sending import MAIL_ERRORS
from games.words.links import site_link
from games.words.names import listed_plainly

logger = logging.getLogger(__name__)

HELD, HELD_URGENT = timedelta(hours=12), timedelta(hours=1)
"""A moderator who is on a case, and has not looked for so long, is no longer on it."""
AT_ONCE = 50
LISTED = 20
"""Cases named in one email."""


class CaseLine(NamedTuple):
    """A case in an email: nothing of what was said, and no name."""

    title: str
    about: str
    url: str


def tell_moderators() -> int:
    """Tell the moderators of waiting cases; return the number of emails.

    What concerns them they never hear of. Urgent cases are told at once, in quiet hours too.
    """
    now = timezone.now()
    _let_go_of_forgotten(now)
    _plan(now)
    due = CaseMail.objects.filter(due=True, try_at__lte=now)
    users = list(due.order_by("user").values_list("user", flat=True).distinct()[:AT_ONCE])
    return send_each(users, _send) if users else 0


def _let_go_of_forgotten(now: datetime) -> None:
    for urgent, held in ((False, HELD), (True, HELD_URGENT)):
        seen = CaseLook.objects.filter(
            case=OuterRef("pk"), user=OuterRef("taken_by"), at__gt=now - held
        )
        held_on = Case.objects.filter(
            ~Exists(seen), state=CaseState.OPEN, urgent=urgent, taken_at__lt=now - held
        )
        held_on.update(taken_by=None, taken_at=None)


def _plan(now: datetime) -> None:
    """Write a row for each moderator and case that is due."""
    waiting = _waiting().order_by("-urgent", "waiting_since")
    cases = list(waiting[: AT_ONCE * 4])
    if not cases:
        return
    people: list[AbstractUser] = list(moderators())
    patience = patience_of([each.pk for each in people])
    known = set(CaseMail.objects.filter(case__in=cases).values_list("case", "user", "waits"))
    rows = []
    for user in people:
        due = [
            case
            for case in cases
            if (case.pk, user.pk, case.waits) not in known and _is_due(case, patience[user.pk], now)
        ]
        own = own_among(user, due) if due else set()
        rows += [
            CaseMail(case=case, user_id=user.pk, waits=case.waits, try_at=now)
            for case in due
            if case.pk not in own
        ]
    CaseMail.objects.bulk_create(rows, ignore_conflicts=True)


def _waiting() -> Any:
    return Case.objects.filter(state=CaseState.OPEN, taken_by__isnull=True)


def _is_due(case: Case, patience: timedelta | None, now: datetime) -> bool:
    return case.urgent or (patience is not None and case.waiting_since <= now - patience)


def _send(user_id: int, connection: Any) -> bool:
    now = timezone.now()
    hung_up: SMTPServerDisconnected | None = None
    with transaction.atomic():
        rows = CaseMail.objects.select_for_update(skip_locked=True, of=("self",))
        due = list(rows.filter(user=user_id, due=True, try_at__lte=now).order_by("pk"))
        if not due:
            return False
        recipient = recipients([user_id]).get(user_id)
        quiet_until = recipient and recipient.rest.quiet_until(now)
        found = _still_waiting(user_id, due)
        if quiet_until and not any(case.urgent for case in found):
            CaseMail.objects.filter(pk__in=[row.pk for row in due]).update(try_at=quiet_until)
            return False
        mine = CaseMail.objects.filter(pk__in=[row.pk for row in due])
        mine.update(due=False)
        if recipient is None or not recipient.mailable or not found:
            return False
        try:
            connection.send_messages([_mail(found, recipient, due[0].pk, now)])
        except DatabaseError:
            raise
        # One email that can't be made or sent must not hold up all others.
        except Exception as error:
            tries = due[0].attempts + 1
            mine.update(
                due=tries < ATTEMPTS,
                attempts=tries,
                try_at=now + FIRST_WAIT * 2 ** (tries - 1),
            )
            logger.warning(
                "User %s was not told of waiting cases (try %s of %s): %s",
                *(user_id, tries, ATTEMPTS, type(error).__name__),
                exc_info=None if isinstance(error, MAIL_ERRORS) else error,
            )
            hung_up = error if isinstance(error, SMTPServerDisconnected) else None
        else:
            return True
    if hung_up:
        raise hung_up
    return False


def _still_waiting(user_id: int, due: list[CaseMail]) -> list[Case]:
    """Return the cases that still wait, and are still nothing of the moderator's own."""
    user = moderators().filter(pk=user_id).first()
    if user is None:
        return []
    times = Q(pk__in=[])
    for row in due:
        times |= Q(pk=row.case_id, waits=row.waits)
    rows = _waiting().filter(times)
    cases = list(rows.order_by("-urgent", "waiting_since"))
    own = own_among(user, cases)
    return [case for case in cases if case.pk not in own]


def _mail(
    cases: list[Case], recipient: Recipient, number: int, now: datetime
) -> EmailMultiAlternatives:
    host = urlsplit(settings.SITE_URL).hostname
    with written_for(recipient):
        user = moderators().get(pk=recipient.user_id)
        text = render_to_string(
            "games/telling/cases.txt",
            {
                "name": recipient.name,
                "lines": _lines(cases[:LISTED], now),
                "more": max(len(cases) - LISTED, 0),
                "chosen": WAITS[chosen_by(user)],
                "change": site_link(reverse("admin:games_case_telling")),
            },
        )
        subject = ngettext(
            "{count} case waits for a moderator", "{count} cases wait for a moderator", len(cases)
        ).format(count=len(cases))
        if any(case.urgent for case in cases):
            subject = _("Urgent: {subject}").format(subject=subject)
        return EmailMultiAlternatives(
            subject=subject,
            body=text,
            to=[recipient.email],
            headers={
                # The same for every try, so that mail programs recognise duplicates.
                "Message-ID": f"<case.{number}.{recipient.user_id}@{host}>",
                "Auto-Submitted": "auto-generated",
                "X-Auto-Response-Suppress": "All",
            },
        )


def _lines(cases: list[Case], now: datetime) -> list[CaseLine]:
    reports = Report.objects.filter(case__in=cases).values_list("case", "reason", "reporter", "pk")
    reasons: dict[int, set[str]] = {}
    people: dict[int, set[int]] = {}
    for case_id, reason, reporter_id, key in reports:
        reasons.setdefault(case_id, set()).add(reason)
        people.setdefault(case_id, set()).add(reporter_id or -key)
    return [
        CaseLine(
            _title(case, timesince(case.waiting_since, now)),
            _about(case, reasons.get(case.pk, set()), len(people.get(case.pk, ()))),
            site_link(reverse("admin:games_case_change", args=[case.pk])),
        )
        for case in cases
    ]


def _about(case: Case, reasons: Collection[str], people: int) -> str:
    if case.kind == CaseKind.APPEAL:
        return _("An appeal against what a moderator did")
    return ngettext(
        "{reasons}; reported by {count} person", "{reasons}; reported by {count} people", people
    ).format(
        reasons=listed_plainly(str(each.label) for each in ReportReason if each in reasons),
        count=people,
    )


def _title(case: Case, waited: str) -> str:
    if case.urgent:
        return _("Case {number}, urgent, waiting for {time}").format(number=case.pk, time=waited)
    return _("Case {number}, waiting for {time}").format(number=case.pk, time=waited)
