"""While a site's machines are updated in turn, the release before works with the new tables.

It reads all columns that it knows, and writes rows without those that it doesn't.
"""

from collections.abc import Iterable, Iterator

import pytest
from django.db import models
from django.db.migrations import (
    AddField,
    CreateModel,
    DeleteModel,
    RemoveField,
    RenameField,
    RenameModel,
    SeparateDatabaseAndState,
)
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.models import NOT_PROVIDED

BEFORE = {"games": 52, "accounts": 21}
"""The last migrations from before there was a way to update in turn."""
ALONE: set[str] = set()
"""Migrations, as `games.0053_name`, for which all machines have to stop: the changelog says so."""


def faults(operations: Iterable[Operation]) -> Iterator[str]:
    """What the release before could not work with."""
    for each in operations:
        match each:
            case SeparateDatabaseAndState():
                yield from faults(each.database_operations)
            case RemoveField() | RenameField() | DeleteModel() | RenameModel():
                yield f"{each.describe()}: it is still read"
            case AddField(field=field) if not field.many_to_many:
                if not field.null and field.db_default is NOT_PROVIDED:
                    yield f"{each.describe()}: rows are still written without it"


def test_each_migration_leaves_what_the_release_before_needs() -> None:
    found = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    for (app, name), migration in found.items():
        new = app in BEFORE and int(name[:4]) > BEFORE[app]
        if new and f"{app}.{name}" not in ALONE:
            assert not [*faults(migration.operations)], (
                f"{app}.{name}: give a new field a db_default, and let what goes away go a release "
                "later; or add it to ALONE, and say in CHANGELOG.md that all machines have to stop"
            )


@pytest.mark.parametrize(
    ("operation", "well"),
    [
        (AddField("game", "chat", models.BooleanField(default=True)), False),
        (AddField("game", "chat", models.BooleanField(default=True, db_default=True)), True),
        (AddField("game", "chat", models.BooleanField(null=True)), True),
        (AddField("game", "users", models.ManyToManyField("accounts.User")), True),
        (CreateModel("note", [("text", models.TextField())]), True),
        (RemoveField("game", "chat"), False),
        (RenameField("game", "chat", "talk"), False),
        (RenameModel("game", "match"), False),
        (DeleteModel("game"), False),
        (SeparateDatabaseAndState([RemoveField("game", "chat")]), False),
        (SeparateDatabaseAndState([], [RemoveField("game", "chat")]), True),
    ],
)
def test_it_knows_what_the_release_before_can_not_work_with(
    operation: Operation, well: bool
) -> None:
    assert bool([*faults([operation])]) != well
