"""All rows that point at a user: found in the models, filled in and looked for again."""

from collections.abc import Iterator
from itertools import count
from typing import Any, NamedTuple

from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.utils import timezone

from accounts.apps_let_in.models import App
from accounts.models import User
from games.deals.daily.dealing import deal_of
from games.models import (
    Case,
    DealOfTheDay,
    FormerPlayer,
    Game,
    ModerationAction,
    PracticePosition,
    Seat,
    SharedDeal,
)

_NUMBERS = count(10)
HIDDEN_HOST = "203.0.113.77"


class Setting(NamedTuple):
    """What rows may also name."""

    user: User
    other: User
    game: Game
    """``user`` has seat 0, and ``other`` another."""


class Pointer(NamedTuple):
    """A column that names a user."""

    model: type[models.Model]
    column: str

    def __str__(self) -> str:
        return f"{self.model._meta.label}.{self.column}"

    def rows(self, user_id: int) -> Any:
        return self.model._base_manager.filter(**{f"{self.column}_id": user_id})


def pointers() -> Iterator[Pointer]:
    """Every key to a user in every installed app, tables between two models included."""
    for model in apps.get_models(include_auto_created=True):
        # A proxy's rows are those of its model.
        for field in () if model._meta.proxy else model._meta.concrete_fields:
            if field.remote_field is not None and field.remote_field.model is User:
                yield Pointer(model, field.name)


def fill(pointer: Pointer, among: Setting) -> tuple[models.Model, str]:
    """Write a row that points at the user; return it with the mark that its texts hold."""
    # No mark is part of another one.
    mark = f"zq{next(_NUMBERS):05}qz"
    values = {
        field.name: _value(field, pointer, among, mark)
        for field in pointer.model._meta.concrete_fields
        if _is_due(field, pointer)
    }
    return pointer.model._base_manager.create(**values), mark


def texts() -> Iterator[tuple[str, str]]:
    """Every text in the database, with its model and column."""
    kinds = (models.CharField, models.TextField, models.JSONField, models.GenericIPAddressField)
    for model in apps.get_models(include_auto_created=True):
        columns = [f.name for f in model._meta.concrete_fields if isinstance(f, kinds)]
        for row in model._base_manager.values_list(*columns) if columns else ():
            for column, value in zip(columns, row, strict=True):
                yield f"{model._meta.label}.{column}", str(value)


def _is_due(field: Any, pointer: Pointer) -> bool:
    if field.name == pointer.column:
        return True
    if isinstance(field, models.AutoField) or field.remote_field is not None:
        return not field.null and not isinstance(field, models.AutoField)
    if isinstance(field, models.CharField | models.TextField) and not field.choices:
        return type(field).__name__ != "IdentifierField"
    if isinstance(field, models.GenericIPAddressField):
        return True
    return not (field.null or field.has_default())


def _value(field: Any, pointer: Pointer, among: Setting, mark: str) -> Any:
    if field.remote_field is not None:
        return _row_for(field, pointer, among)
    if field.choices:
        return field.choices[0][0]
    if isinstance(field, models.EmailField):
        return f"{mark}@example.org"
    if isinstance(field, models.TextField):
        return f'"{mark}"'  # JSON, where that is expected
    if isinstance(field, models.CharField):
        long = f"{mark} {field.name}".replace(" ", "-")
        return long[: field.max_length] if field.max_length else long
    match field:
        case models.DateTimeField():
            return timezone.now()
        case models.DateField():
            return timezone.now().date()
        case models.GenericIPAddressField():
            return HIDDEN_HOST
        case models.JSONField():
            return {}
        case models.BooleanField():
            return True
    # The number of a former guest must not be that of one who is there.
    return {"seat": 0, "number": 30_003}.get(field.name, 3)


def _permission() -> Permission:
    # Those that migrations wrote are gone where a test before emptied the tables.
    kind = ContentType.objects.get_for_model(Game)
    return Permission.objects.get_or_create(content_type=kind, codename="change_game")[0]


def _position() -> PracticePosition:
    return PracticePosition.objects.create(
        public_id=f"position-{next(_NUMBERS)}", players=3, kind="gap", view={}, options=[]
    )


def _former_player(among: Setting) -> FormerPlayer:
    seat = Seat.objects.get(game=among.game, user=among.other)
    number = next(_NUMBERS)
    return FormerPlayer.objects.create(
        seat=seat, user=None, name="Gone", version=number, until=timezone.now()
    )


def _row_for(field: Any, pointer: Pointer, among: Setting) -> models.Model:
    if field.name == pointer.column:
        return among.user
    aim = field.remote_field.model
    made: dict[Any, Any] = {
        User: lambda: among.other,
        Game: lambda: among.game,
        Seat: lambda: Seat.objects.get(game=among.game, user=among.user),
        Group: lambda: Group.objects.create(name=f"The group {next(_NUMBERS)}"),
        Permission: _permission,
        FormerPlayer: lambda: _former_player(among),
        SharedDeal: lambda: SharedDeal.objects.create(source=among.game, created_at=timezone.now()),
        PracticePosition: _position,
        Case: lambda: Case.objects.create(
            about="player", opened_at=timezone.now(), waiting_since=timezone.now()
        ),
        App: lambda: App.objects.create(name_key=f"app {next(_NUMBERS)}", user=among.other),
        ModerationAction: lambda: ModerationAction.objects.create(
            kind="warn", created_at=timezone.now(), reason="A test."
        ),
        DealOfTheDay: lambda: deal_of(timezone.now().date()),
    }
    assert aim in made, f"{pointer} also needs a {aim._meta.label}: tell pointing.py how to get one"
    row: models.Model = made[aim]()
    return row
