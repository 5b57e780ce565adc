"""Pages of long lists that are never counted to their end."""

from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.core.paginator import Paginator

if TYPE_CHECKING:
    _Base = Paginator[Any]
else:
    _Base = Paginator

FURTHEST = 2_000
"""So many rows of a list can be leafed through; what lies behind is found by searching."""


class BoundedPaginator(_Base):
    """A paginator that counts no further than ``FURTHEST``, however many rows there are."""

    @cached_property
    def count(self) -> int:
        """How many rows there are, or ``FURTHEST``."""
        rows: Any = self.object_list
        return int(rows.order_by()[:FURTHEST].count())
