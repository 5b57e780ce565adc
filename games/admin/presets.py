"""Ready texts, kept by administrators."""

from typing import Any

from django.contrib import admin
from django.http import QueryDict
from unfold.widgets import UnfoldAdminTextareaWidget

from games.admin.base import ModelAdmin
from games.models import Preset


def chosen_preset(sent: QueryDict) -> Preset | None:
    """Return the ready text that was asked for, if one was."""
    key = sent.get("fill", "")
    return Preset.objects.filter(pk=key).first() if key.isdecimal() else None


@admin.register(Preset)
class PresetAdmin(ModelAdmin[Preset]):
    """Reasons and answers that moderators choose from."""

    list_display = ("title", "use", "purpose", "order")
    list_filter = ("use",)
    fields = ("use", "title", "text", "purpose", "order")
    show_full_result_count = False

    def formfield_for_dbfield(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        if db_field.name == "text":
            kwargs["widget"] = UnfoldAdminTextareaWidget(attrs={"rows": 4})
        return super().formfield_for_dbfield(db_field, request, **kwargs)
