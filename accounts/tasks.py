"""What workers do for accounts."""

import logging

from allauth.usersessions.models import UserSession
from celery import shared_task
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.utils import timezone

from accounts import guests

logger = logging.getLogger(__name__)


@shared_task(name="accounts.remove_idle_guests")
def remove_idle_guests() -> None:
    """Forget idle guests and sessions that are over; runs once an hour."""
    removed = guests.remove_idle_guests(now=timezone.now())
    if removed:
        logger.info("%s idle guests were removed", removed)
    call_command("clearsessions")
    there = Session.objects.values("session_key")
    UserSession.objects.exclude(session_key__in=there).delete()
