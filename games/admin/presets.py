"""Ready texts, kept by administrators."""

from typing import Any

from django.contrib import admin
from django.http import QueryDict
from unfold.widgets import UnfoldAdminTextareaWidget

from games.admin.base import ModelAdmin
from games.models import Preset


def ready_text(sent: QueryDict, use: str) -> str:
    """Return the ready text for ``use`` that was asked for; empty if none was."""
    key = sent.get("fill", "")
    found = Preset.objects.filter(pk=key, use=use).first() if key.isdecimal() else None
    return found.text if found else ""


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
