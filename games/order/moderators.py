"""The moderators, and their group."""

from typing import Any

from django.apps import AppConfig, apps
from django.contrib.auth import get_user_model
from django.contrib.auth.management import create_permissions
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.people.standing import KEEP_AWAY, standing_sanctions

NAME = "Moderators"
PERMISSIONS = (
    ("games", "moderate"),
    ("games", "view_case"),
    ("games", "view_appeal"),
    ("games", "view_moderationaction"),
    ("games", "view_game"),
    ("games", "view_seat"),
    ("games", "view_sanction"),
    ("games", "view_sign"),
    ("games", "view_ratedpair"),
    ("accounts", "view_user"),
)


def moderators() -> QuerySet[Any]:
    """Return the users who may act as moderators, banned and suspended ones left out."""
    allowed = Q(codename="moderate", content_type__app_label="games")
    permission: Any = apps.get_model("auth", "Permission")
    found = permission.objects.filter(allowed)
    may = Q(is_superuser=True) | Q(user_permissions__in=found) | Q(groups__permissions__in=found)
    away = standing_sanctions(now=timezone.now()).filter(kind__in=KEEP_AWAY)
    users = get_user_model()._default_manager.filter(may, is_staff=True, is_active=True)
    return users.exclude(pk__in=away.values("player")).distinct()


def make_group(sender: AppConfig | None = None, using: str = "default", **kwargs: Any) -> None:
    """Create or update the group after each migration."""
    group_model = apps.get_model("auth", "Group")
    permission_model = apps.get_model("auth", "Permission")
    for label in sorted({label for label, _codename in PERMISSIONS}):
        create_permissions(apps.get_app_config(label), verbosity=0, using=using)
    group, _made = group_model.objects.using(using).get_or_create(name=NAME)
    has = set(group.permissions.values_list("content_type__app_label", "codename"))
    for label, codename in PERMISSIONS:
        if (label, codename) not in has:
            found = permission_model.objects.using(using).filter(
                content_type__app_label=label, codename=codename
            )
            group.permissions.add(*found)
