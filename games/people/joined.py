"""The holidays of everybody at a table as one column."""

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Aggregate, CharField, OuterRef, QuerySet, TextField, Value
from django.db.models.functions import Cast, Concat
from django.db.models.sql.compiler import SQLCompiler

from games.models import Seat

_SEAT_ENDS, _LINE_ENDS = " ", ";"


class _Joined(Aggregate):
    """Texts joined in any order."""

    function = "STRING_AGG"
    template = f"%(function)s(%(expressions)s, '{_LINE_ENDS}')"
    output_field = TextField()

    def as_sqlite(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **more: Any
    ) -> tuple[str, Any]:
        return self.as_sql(compiler, connection, function="GROUP_CONCAT", **more)


def joined_holidays(game: OuterRef) -> QuerySet[Seat, Any]:
    """Return the holidays of those who sit in ``game`` and haven't left; no row for none."""
    seats = Seat.objects.filter(game=game, user__holidays__gt="").exclude(summary__left=True)
    line = Concat(
        Cast("number", CharField()), Value(_SEAT_ENDS), "user__holidays", output_field=TextField()
    )
    return seats.order_by().values("game").annotate(joined=_Joined(line)).values("joined")


def parted_holidays(joined: str | None) -> list[tuple[int, str]]:
    """Return (seat, holidays) of such a column, in any order."""
    parts = (line.partition(_SEAT_ENDS) for line in (joined or "").split(_LINE_ENDS) if line)
    return [(int(seat), holidays) for seat, _space, holidays in parts]
