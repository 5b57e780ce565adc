"""Kinds of people, guests, bots and moderators, and their holidays, read with what names them."""

from collections.abc import Collection
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser, Permission
from django.db.models import Case, CharField, Exists, F, OuterRef, Q, QuerySet, Value, When

from games.models import Kind, Seat


def kind_of(user: str = "", *, seat: bool = False) -> Case:
    """Return the kind of the account at ``user``: a path, or empty for users themselves.

    A ``seat`` may have a bot of the site instead, or the name of a guest who is gone. Moderators
    come first: only one badge fits.
    """
    path = f"{user}__" if user else ""
    allowed = Permission.objects.filter(codename="moderate", content_type__app_label="games")
    has_it = Exists(allowed.filter(Q(user=OuterRef(f"{path}pk")))) | Exists(
        allowed.filter(Q(group__user=OuterRef(f"{path}pk")))
    )
    at_work = Q((f"{path}is_staff", True), (f"{path}is_active", True))
    program, guest = Q((f"{path}is_bot", True)), Q((f"{path}is_guest", True))
    if seat:
        program |= ~Q(bot="")
        guest |= Q((f"{path}pk", None), was_guest=True)
    return Case(
        When(at_work & (Q((f"{path}is_superuser", True)) | has_it), then=Value(Kind.MODERATOR)),
        When(program, then=Value(Kind.BOT)),
        When(guest, then=Value(Kind.GUEST)),
        default=Value(Kind.MEMBER),
        output_field=CharField(),
    )


KIND: dict[str, Any] = {"kind": kind_of("user", seat=True), "holidays": F("user__holidays")}
"""The columns of these names in queries of seats."""


def with_kinds(seats: QuerySet[Seat, Seat]) -> QuerySet[Seat, Seat]:
    """Return ``seats`` with their ``kind`` and their players' ``holidays``."""
    return seats.annotate(**KIND)


def kinds_among(users: Collection[AbstractUser]) -> dict[int, Kind]:
    """Return the kind of each of these users; one query, none for nobody."""
    keys = [user.pk for user in users]
    if not keys:
        return {}
    rows: Any = get_user_model()._default_manager.filter(pk__in=keys)
    return {key: Kind(kind) for key, kind in rows.values_list("pk", kind_of())}
