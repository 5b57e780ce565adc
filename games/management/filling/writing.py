"""Fast writing of many rows."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import count
from typing import Any

from django.core.management.color import no_style
from django.db import connection, models


def next_key(model: type[models.Model]) -> int:
    """Return the key that ``write_made`` gives to its first row."""
    last: int | None = model._default_manager.aggregate(last=models.Max("pk"))["last"]
    return (last or 0) + 1


def write_made(model: type[models.Model], rows: Iterable[Mapping[str, Any]]) -> int:
    """Insert ``rows`` of attributes; return how many.

    The model's defaults fill in the rest, and keys count up if the rows have none.
    """
    fields = model._meta.concrete_fields
    of_field = {each.attname: _default(each) for each in fields}
    own_key = model._meta.pk.attname
    keys = count(next_key(model))
    written = 0

    def values() -> Iterable[list[Any]]:
        nonlocal written
        for row, key in zip(rows, keys, strict=False):
            written += 1
            given = {own_key: key, **row}
            yield [given[name] if name in given else of_field[name]() for name in of_field]

    write_rows(model, [str(each.column) for each in fields], values())
    with connection.cursor() as cursor:
        # Later rows get their keys from the database.
        for statement in connection.ops.sequence_reset_sql(no_style(), [model]):
            cursor.execute(statement)
    return written


def _default(field: "models.Field[Any, Any]") -> Callable[[], Any]:
    if callable(field.default):
        return field.get_default
    value = field.get_default()
    return lambda: value


def write_rows(
    model: type[models.Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]
) -> None:
    """Insert ``rows`` of the database's ``columns``."""
    table = connection.ops.quote_name(model._meta.db_table)
    names = ", ".join(connection.ops.quote_name(column) for column in columns)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            documents = _documents(model, columns)
            with cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(_with_documents(row, documents) if documents else row)
            return
        prepare = [_prepared(model, column) for column in columns]
        marks = ", ".join(["%s"] * len(columns))
        statement = f"INSERT INTO {table} ({names}) VALUES ({marks})"  # noqa: S608
        cursor.executemany(
            statement,
            [[each(value) for each, value in zip(prepare, row, strict=True)] for row in rows],
        )


def _documents(
    model: type[models.Model], columns: Sequence[str]
) -> dict[int, Callable[[Any], Any]]:
    """Return by position how JSON is prepared; the driver knows all other values."""
    return {
        number: _prepared(model, column)
        for number, column in enumerate(columns)
        if isinstance(_field(model, column), models.JSONField)
    }


def _with_documents(row: Sequence[Any], documents: dict[int, Callable[[Any], Any]]) -> list[Any]:
    return [
        documents[number](value) if number in documents else value
        for number, value in enumerate(row)
    ]


def _prepared(model: type[models.Model], column: str) -> Callable[[Any], Any]:
    return partial(_field(model, column).get_db_prep_save, connection=connection)


def _field(model: type[models.Model], column: str) -> "models.Field[Any, Any]":
    return next(field for field in model._meta.concrete_fields if field.column == column)
