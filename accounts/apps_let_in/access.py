"""Letting apps in, and shutting them out."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from oauth2_provider.models import (
    clear_expired,
    get_access_token_model,
    get_grant_model,
    get_refresh_token_model,
)

from accounts.apps_let_in.models import App, LetIn
from accounts.tokens.scopes import widest
from games.people.kinds import kind_of

if TYPE_CHECKING:
    from accounts.models import User

_RENEWED_FOR = timedelta(seconds=settings.OAUTH2_PROVIDER["REFRESH_TOKEN_EXPIRE_SECONDS"])
_ON_ITS_WAY = timedelta(hours=1)
"""An app that was let in fetches its first tokens at once, or not at all."""


def let_in(*, user: "User", app: App, scopes: Iterable[str]) -> None:
    """Let ``app`` in. Where it was in before it keeps what it may do, if that is more."""
    with transaction.atomic():
        known = LetIn.objects.select_for_update().filter(user=user, app=app).first()
        wanted = [*scopes, *([known.scope] if known else [])]
        LetIn.objects.update_or_create(
            user=user, app=app, defaults={"scope": widest(wanted), "let_in_at": timezone.now()}
        )


def shut_out(*, user: "User", app: App | None = None) -> None:
    """End all access of ``app``, or of every app, at once."""
    mine: dict[str, Any] = {"user": user} if app is None else {"user": user, "app": app}
    with transaction.atomic():
        # Locked first, as where tokens are made: none is made meanwhile.
        held = list(LetIn.objects.select_for_update().filter(**mine).order_by("pk"))
        theirs = {"user": user, "application__in": [each.app_id for each in held]}
        for model in (get_grant_model(), get_refresh_token_model(), get_access_token_model()):
            model.objects.filter(**theirs).delete()
        LetIn.objects.filter(pk__in=[each.pk for each in held]).delete()


def apps_let_in(user: "User") -> QuerySet[LetIn]:
    """Return the apps that can act for ``user`` now, by name; also their makers."""
    return (
        LetIn.objects.filter(_can_act(), user=user)
        .select_related("app__user")
        .annotate(maker_kind=kind_of("app__user"))
        .order_by("app__name", "pk")
    )


def made_by() -> QuerySet[App]:
    """Return apps with who made them, and the maker's kind."""
    apps: QuerySet[App] = App.objects.select_related("user").annotate(maker_kind=kind_of("user"))
    return apps


def remove_expired(*, now: datetime) -> None:
    """Delete codes and tokens that have expired, and what nothing hangs on any more."""
    clear_expired()
    LetIn.objects.filter(~_can_act(), let_in_at__lt=now - _ON_ITS_WAY).delete()


def _can_act() -> Exists:
    """A condition: something can renew its tokens."""
    return Exists(
        get_refresh_token_model().objects.filter(
            user=OuterRef("user_id"),
            application=OuterRef("app_id"),
            revoked__isnull=True,
            access_token__expires__gt=timezone.now() - _RENEWED_FOR,
        )
    )
