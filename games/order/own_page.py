"""What a player has to do with the moderators: notices, reports, blocks."""

from typing import Any, NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import Exists, F, OuterRef, Q

from games.models import Block, PlayerNotice, Report, Sanction, Seat, Watcher
from games.people.standing import Standing, standing_of

LATEST = 50

User = AbstractUser | AnonymousUser


class Order(NamedTuple):
    """All that the page of a player's notices and reports shows."""

    notices: list[PlayerNotice]
    reports: list[Report]
    blocks: list[Block]
    standing: list[Standing]


def order_of(user: AbstractUser) -> Order:
    """The latest notices and reports of ``user``, whom they block, and what stands against them.

    Notices that were not read come first. Each warning that stands has its notice: it was written
    with it, and is looked for later.
    """
    standing = standing_of(user)
    notices = PlayerNotice.objects.filter(user=user.pk)
    return Order(
        notices=list(notices.order_by(F("read_at").desc(nulls_first=True), "-pk")[:LATEST]),
        reports=list(Report.objects.filter(reporter=user.pk).order_by("-pk")[:LATEST]),
        blocks=list(Block.objects.filter(blocker=user.pk).select_related("blocked").order_by("pk")),
        standing=standing,
    )


def has_unread(user: User) -> bool:
    """Whether the moderators have told ``user`` something new."""
    if user.pk is None:
        return False
    return PlayerNotice.objects.filter(user=user.pk, read_at__isnull=True).exists()


def sits_with_blocked(user: User) -> Exists:
    """Whether somebody sits at a game (``OuterRef``) with whom ``user`` keeps apart."""
    apart = Q(user__blocked_by__blocker=user.pk) | Q(user__blocks__blocked=user.pk)
    return Exists(Seat.objects.filter(apart, game=OuterRef("pk")))


def kept_apart(user_id: int) -> Q:
    """Messages of those with whom a user keeps apart."""
    return Q(user__blocked_by__blocker=user_id) | Q(user__blocks__blocked=user_id)


def order_data(*, user: AbstractUser) -> dict[str, Any]:
    """The reports, blocks and notices of ``user``, and what stands or stood against them.

    And which games that are not over they watched.
    """
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
