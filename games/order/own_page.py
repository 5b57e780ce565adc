"""A player's own page."""

from typing import Any, NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import F

from games.models import Block, PlayerNotice, Report, Sanction, Watcher
from games.models.prepared import Prepared
from games.people.standing import Standing, standing_of

LATEST = 50

_UNREAD = Prepared(
    lambda user: PlayerNotice.objects.filter(user=user, read_at=None).values_list("pk")[:1], int
)

User = AbstractUser | AnonymousUser


class Order(NamedTuple):
    """Its contents."""

    notices: list[PlayerNotice]
    reports: list[Report]
    blocks: list[Block]
    standing: list[Standing]


def order_of(user: AbstractUser) -> Order:
    """Return the page, unread notices first."""
    # First: each warning was written with its notice, which is read afterwards.
    standing = standing_of(user)
    notices = PlayerNotice.objects.filter(user=user.pk)
    return Order(
        notices=list(notices.order_by(F("read_at").desc(nulls_first=True), "-pk")[:LATEST]),
        reports=list(Report.objects.filter(reporter=user.pk).order_by("-pk")[:LATEST]),
        blocks=list(Block.objects.filter(blocker=user.pk).select_related("blocked").order_by("pk")),
        standing=standing,
    )


def has_unread(user: User) -> bool:
    """Return whether ``user`` has unread notices."""
    return user.pk is not None and bool(_UNREAD(user.pk))


def order_data(*, user: AbstractUser) -> dict[str, Any]:
    """Return reports, blocks, notices, sanctions and games watched."""
    columns = ("kind", "reason", "text", "quote", "state", "answer", "created_at")
    sanctions = Sanction.objects.filter(player=user.pk).order_by("pk")
    watched = Watcher.objects.filter(user=user.pk).order_by("pk")
    return {
        "reports": list(Report.objects.filter(reporter=user.pk).order_by("pk").values(*columns)),
        "blocks": list(
            Block.objects.filter(blocker=user.pk)
            .order_by("pk")
            .values_list("blocked__username", flat=True)
        ),
        "notices": list(
            PlayerNotice.objects.filter(user=user.pk).order_by("pk").values("text", "created_at")
        ),
        "watched": [
            {"game": game, "first_seen_at": at}
            for game, at in watched.values_list("game__public_id", "first_seen_at")
        ],
        "sanctions": list(sanctions.values("kind", "reason", "since", "until", "ended_at")),
    }
