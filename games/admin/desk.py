"""The lists of the admin at which moderators work: quick, and without a way to guess at columns."""

from collections.abc import Iterator
from typing import Any, ClassVar

from django.contrib.admin import ShowFacets, SimpleListFilter
from django.http import HttpRequest

from games.admin.bounded import BoundedPaginator


class Lists:
    """Lists that stay quick: never counted to their end, in the order of their index.

    They are narrowed by their filters and by nothing else.
    """

    paginator: Any = BoundedPaginator
    show_full_result_count = False
    # Facets count the whole list once for each choice.
    show_facets = ShowFacets.NEVER
    list_per_page = 50
    ordering: ClassVar[Any] = ("-pk",)
    list_fullwidth = True
    get_list_filter: Any

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Whether a query in an address may narrow the list: only as a filter of it would.

        Django takes any column. Whoever may see the list could read a hidden one by that, letter
        by letter.
        """
        return lookup in set(_asked_by(self.get_list_filter(request)))


def _asked_by(filters: Any) -> Iterator[str]:
    """What the addresses of these filters' choices ask for."""
    for each in filters:
        if isinstance(each, type) and issubclass(each, SimpleListFilter):
            yield str(each.parameter_name)
        else:
            field = each[0] if isinstance(each, (tuple, list)) else each
            yield from (field, f"{field}__exact", f"{field}__isnull")
