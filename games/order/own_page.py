"""A player's own page."""

from typing import Any, NamedTuple

from django.contrib.auth.models import AbstractUser
from django.db.models import F
from django.utils import timezone

from games.models import Block, PlayerNotice, Report, Sanction, SanctionKind, Watcher
from games.people.standing import Standing, standing_sanctions

LATEST = 50


class Order(NamedTuple):
    """Its contents."""

    notices: list[PlayerNotice]
    reports: list[Report]
    blocks: list[Block]
    standing: list[Standing]
    """In force, without warnings."""
    warnings: list[Sanction]
    """Those to confirm, in the order given."""


def order_of(user: AbstractUser) -> Order:
    """Return the page, unread notices first."""
    # First: each warning was written with its notice, which is read afterwards.
    in_force = standing_sanctions(now=timezone.now()).filter(player=user.pk).order_by("pk")
    found = list(in_force)
    warnings = [one for one in found if one.kind == SanctionKind.WARNING]
    # A warning is shown once: with its own button.
    notices = PlayerNotice.objects.filter(user=user.pk).exclude(
        action__in=[one.action_id for one in warnings if one.action_id]
    )
    return Order(
        notices=list(notices.order_by(F("read_at").desc(nulls_first=True), "-pk")[:LATEST]),
        reports=list(Report.objects.filter(reporter=user.pk).order_by("-pk")[:LATEST]),
        blocks=list(Block.objects.filter(blocker=user.pk).select_related("blocked").order_by("pk")),
        standing=[
            Standing(one.kind, one.until, one.reason, one.pk)
            for one in found
            if one.kind != SanctionKind.WARNING
        ],
        warnings=warnings,
    )


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
