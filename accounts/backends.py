"""Sign-in by name or email address."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.core.exceptions import PermissionDenied

from accounts.models import User
from games.people.lookalikes import one_called
from games.people.standing import is_kept_away


class AccountBackend(AuthenticationBackend):
    """Compares names by key; sanctions suspend permissions, except for administrators."""

    def _authenticate_by_username(self, username: str, password: str) -> User | None:
        user = one_called(username, User.objects.filter(is_guest=False))
        checked: User | None = self._check_password(user, password)
        return checked

    def has_perm(self, user_obj: Any, perm: str, obj: object = None) -> bool:
        _refuse_if_kept_away(user_obj)
        return bool(super().has_perm(user_obj, perm, obj))

    def has_module_perms(self, user_obj: Any, app_label: str) -> bool:
        _refuse_if_kept_away(user_obj)
        return bool(super().has_module_perms(user_obj, app_label))


def _refuse_if_kept_away(user: Any) -> None:
    """``PermissionDenied`` stops other backends too."""
    if not hasattr(user, "_kept_away"):
        user._kept_away = user.pk is not None and is_kept_away(user.pk)
    if user._kept_away:
        raise PermissionDenied
