"""Quick lists that prevent probing hidden columns."""

from collections.abc import Iterator
from typing import Any, ClassVar

from django.contrib.admin import ShowFacets, SimpleListFilter
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin.bounded import BoundedPaginator


class Lists:
    """Lists never fully counted, narrowed only by their filters."""

    paginator: Any = BoundedPaginator
    show_full_result_count = False
    # Facets count the whole list once per choice.
    show_facets = ShowFacets.NEVER
    list_per_page = 50
    ordering: ClassVar[Any] = ("-pk",)
    list_fullwidth = True
    nothing: Any = _("There is nothing here yet")
    """What an empty list says."""
    get_list_filter: Any

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return lookup in set(_asked_by(self.get_list_filter(request)))


def _asked_by(filters: Any) -> Iterator[str]:
    for each in filters:
        if isinstance(each, type) and issubclass(each, SimpleListFilter):
            yield str(each.parameter_name)
        else:
            field = each[0] if isinstance(each, (tuple, list)) else each
            yield from (field, f"{field}__exact", f"{field}__isnull")
