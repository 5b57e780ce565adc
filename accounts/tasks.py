"""Background tasks for accounts."""

import logging

from allauth.usersessions.models import UserSession
from celery import shared_task
from django.core.management import call_command
from django.utils import timezone

from accounts.apps_let_in import access as app_access
from accounts.guests import addresses, lifetime
from accounts.models import Session
from accounts.odd_sentences import keeping as odd_sentences
from accounts.resting.holidays import forget_old_holidays
from accounts.tokens.making import remove_expired

logger = logging.getLogger(__name__)


@shared_task(name="accounts.remove_idle_guests", soft_time_limit=240, time_limit=300)
def remove_idle_guests() -> None:
    """Delete idle guests, and what is expired, old or done with otherwise."""
    forget_old_holidays()
    addresses.remove_expired(now=timezone.now())
    removed = lifetime.remove_idle_guests(now=timezone.now())
    if removed:
        logger.info("Removed %s idle guests", removed)
    remove_expired(now=timezone.now())
    app_access.remove_expired(now=timezone.now())
    odd_sentences.forget_done(now=timezone.now())
    call_command("clearsessions")
    there = Session.objects.values("session_key")
    UserSession.objects.exclude(session_key__in=there).delete()
