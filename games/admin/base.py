"""What the admin's pages share."""

from typing import TYPE_CHECKING, Any

from django.http import HttpRequest
from unfold.admin import ModelAdmin as UnfoldAdmin

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
