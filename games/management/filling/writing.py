"""Fast writing of many rows."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from django.db import connection, models


def write_rows(
    model: type[models.Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]
) -> None:
    """Insert ``rows`` of the database's ``columns``."""
    table = connection.ops.quote_name(model._meta.db_table)
    names = ", ".join(connection.ops.quote_name(column) for column in columns)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
            return
        prepare = [_prepared(model, column) for column in columns]
        marks = ", ".join(["%s"] * len(columns))
        statement = f"INSERT INTO {table} ({names}) VALUES ({marks})"  # noqa: S608
        cursor.executemany(
            statement,
            [[each(value) for each, value in zip(prepare, row, strict=True)] for row in rows],
        )


def _prepared(model: type[models.Model], column: str) -> Callable[[Any], Any]:
    field = model._meta.get_field(column.removesuffix("_id"))
    assert isinstance(field, models.Field)
    return partial(field.get_db_prep_save, connection=connection)
