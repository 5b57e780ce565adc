"""A filter that shows first what is still to be done."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet, TextChoices
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _


class ToDoFilter(admin.SimpleListFilter):
    """Filters by a state of the model; by default, by the first.

    A subclass names the field in ``parameter_name`` and its choices in ``states``.
    """

    states: type[TextChoices]

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [*self.states.choices[1:], ("all", _("all"))]

    def choices(self, changelist: Any) -> Any:
        first, *others = super().choices(changelist)
        yield {**first, "display": self.states.labels[0]}
        yield from others

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == "all":
            return queryset
        return queryset.filter(**{str(self.parameter_name): self.value() or self.states.values[0]})
