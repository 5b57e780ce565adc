"""What the admin's pages share."""

from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from unfold.admin import ModelAdmin as UnfoldAdmin

from games.order.audit import PERMISSION

if TYPE_CHECKING:
    from django.contrib.admin import ModelAdmin as ModelAdmin
else:

    class ModelAdmin(UnfoldAdmin):
        """Accepts the model as a type argument, like Django's for type checkers."""

        def __class_getitem__(cls, model: Any) -> type[UnfoldAdmin]:
            return cls


class ReadOnly:
    """A table nobody may write to."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def moderator_of(request: HttpRequest) -> AbstractUser:
    """Return who asks. Raise ``PermissionDenied`` unless they are a moderator."""
    # The banned and suspended lack the permission; the acts refuse such administrators.
    if not isinstance(request.user, AbstractUser) or not request.user.has_perm(PERMISSION):
        raise PermissionDenied
    return request.user
