"""Sessions, tokens and apps: an account’s access besides this browser."""

from typing import NamedTuple

from allauth.core import context
from allauth.usersessions.models import UserSession
from django.contrib.auth import HASH_SESSION_KEY
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.apps_let_in.access import apps_let_in, shut_out
from accounts.models import AccessToken, Session, User
from accounts.sessions import SessionStore
from accounts.tokens.making import working_tokens
from games.telling.destinations import switch_hooks_off


class Others(NamedTuple):
    """How many sessions, tokens and apps an account has besides this browser."""

    sessions: int
    tokens: int
    apps: int


def others_of(user: User) -> Others:
    """Count what works until ``end_access`` ends it."""
    sessions = _other_sessions(user).filter(expire_date__gt=timezone.now())
    return Others(sessions.count(), working_tokens(user).count(), apps_let_in(user).count())


def end_access(user: User) -> None:
    """End all sessions but this browser's, with their devices, and all tokens, of apps too.

    Webhooks are switched off, until their owner switches them on again.
    """
    with transaction.atomic():
        switch_hooks_off(user, timezone.now())
        AccessToken.objects.filter(user=user).delete()
        shut_out(user=user)
        _other_sessions(user).delete()
        # This browser's session is listed anew with the key that it gets with a new password.
        UserSession.objects.filter(user=user).delete()


def keep_signed_in(user: User, before: str) -> None:
    """Let sessions outlive a new password; ``before`` was their hash under the old one."""
    for row in _other_sessions(user):
        session = SessionStore(row.session_key)
        if constant_time_compare(session.get(HASH_SESSION_KEY, ""), before):
            session[HASH_SESSION_KEY] = user.get_session_auth_hash()
            session.save()
    UserSession.objects.filter(user=user, session_key=_here()).delete()


def sessions_of(user: User) -> QuerySet[Session]:
    """Return all sessions of an account; deleting them ends their devices."""
    # Sessions from before they knew their account are listed by key.
    listed = UserSession.objects.filter(user=user).values("session_key")
    return Session.objects.filter(Q(user=user) | Q(session_key__in=listed))


def _other_sessions(user: User) -> QuerySet[Session]:
    return sessions_of(user).exclude(session_key=_here() or "")


def _here() -> str | None:
    request = context.request
    return request.session.session_key if request is not None else None
