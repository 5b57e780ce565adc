"""What the pages of the admin have in common."""

from typing import TYPE_CHECKING, Any

from django.http import HttpRequest
from unfold.admin import ModelAdmin as UnfoldAdmin

if TYPE_CHECKING:
    from django.contrib.admin import ModelAdmin as ModelAdmin
else:

    class ModelAdmin(UnfoldAdmin):
        """Takes the type of its model as Django's own does for type checkers."""

        def __class_getitem__(cls, model: Any) -> type[UnfoldAdmin]:
            return cls


class ReadOnly:
    """For everybody who may see a table, and nobody may write into it."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
