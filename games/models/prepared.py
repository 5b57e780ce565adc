"""Frequent statements whose SQL is made once, at first use.

Django compiles each query anew, at ten times the cost of running a small one.
"""

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.models import QuerySet
from django.db.models.query import FlatValuesListIterable, ModelIterable, get_related_populators
from django.db.models.sql import UpdateQuery


class _Statement:
    def __init__(self, make: Callable[..., Any], types: tuple[type, ...]) -> None:
        # Values that no query holds otherwise, so that each is found among the parameters.
        marks = [2**31 - 1 - n if kind is int else f"\ue000{n}" for n, kind in enumerate(types)]
        self.queries = make(*marks)
        query = self.queries.query if isinstance(self.queries, QuerySet) else self.queries
        self.compiler: Any = query.get_compiler(connection.alias)
        self._sql, self._params = self.compiler.as_sql()
        places = [(place, value) for place, value in enumerate(self._params) if value in marks]
        self._slots = [(place, marks.index(value)) for place, value in places]
        if {slot for _place, slot in self._slots} != set(range(len(marks))):
            raise ValueError("A statement to be prepared takes each of its arguments as a value.")

    def run(self, cursor: CursorWrapper, values: tuple[int | str, ...]) -> None:
        params = list(self._params)
        for place, slot in self._slots:
            params[place] = values[slot]
        cursor.execute(self._sql, params)


class Prepared:
    """A query of a fixed shape on the default database.

    ``make`` returns the query set; it is called once, with stand-ins of the ``types`` (``int`` or
    ``str``). Arguments are values, never None or a list: they may not shape the query.
    """

    def __init__(self, make: Callable[..., QuerySet[Any, Any]], *types: type) -> None:
        self._make = make
        self._types = types
        self._readers: dict[str, _Reader] = {}

    def __call__(self, *values: int | str) -> list[Any]:
        vendor = connection.vendor
        if vendor not in self._readers:
            self._readers[vendor] = _Reader(_Statement(self._make, self._types))
        return self._readers[vendor].fetch(values)

    def first(self, *values: int | str) -> Any:
        found = self(*values)
        return found[0] if found else None


class PreparedUpdate:
    """An update of a fixed shape.

    ``make`` returns the rows and their new values; arguments are as for ``Prepared``. A call
    returns the number of rows.
    """

    def __init__(
        self, make: Callable[..., tuple[QuerySet[Any, Any], dict[str, Any]]], *types: type
    ) -> None:
        self._make = make
        self._types = types
        self._statements: dict[str, _Statement] = {}

    def __call__(self, *values: int | str) -> int:
        vendor = connection.vendor
        if vendor not in self._statements:
            self._statements[vendor] = _Statement(self._update, self._types)
        with connection.cursor() as cursor:
            self._statements[vendor].run(cursor, values)
            return int(cursor.rowcount)

    def _update(self, *marks: int | str) -> Any:
        rows, news = self._make(*marks)
        query: Any = rows.query.chain(UpdateQuery)
        query.add_update_values(news)
        return query


class _Reader:
    def __init__(self, statement: _Statement) -> None:
        self._statement = statement
        compiler = statement.compiler
        columns = [select[0] for select in compiler.select[: compiler.col_count]]
        self._converters = compiler.get_converters(columns)
        self._build = _builder(statement.queries, compiler)

    def fetch(self, values: tuple[int | str, ...]) -> list[Any]:
        with connection.cursor() as cursor:
            self._statement.run(cursor, values)
            rows = cursor.fetchall()
        if self._converters:
            rows = [self._converted(row) for row in rows]
        return [self._build(row) for row in rows]

    def _converted(self, row: Any) -> list[Any]:
        values = list(row)
        for place, (converters, expression) in self._converters.items():
            for convert in converters:
                values[place] = convert(values[place], expression, connection)
        return values


def _builder(queries: QuerySet[Any, Any], compiler: Any) -> Callable[[Any], Any]:
    info = compiler.klass_info
    if queries._iterable_class is not ModelIterable or info is None:
        flat = queries._iterable_class is FlatValuesListIterable
        return (lambda row: row[0]) if flat else tuple
    select, fields = compiler.select, info["select_fields"]
    first, last = fields[0], fields[-1] + 1
    names = [each[0].target.attname for each in select[first:last]]
    model = info["model"]
    related = get_related_populators(info, select, connection.alias)  # type: ignore[call-arg]
    annotations = list(compiler.annotation_col_map.items())

    def build(row: Any) -> Any:
        made = model.from_db(connection.alias, names, row[first:last])
        for name, place in annotations:
            setattr(made, name, row[place])
        for populator in related:
            populator.populate(row, made)
        return made

    return build
