"""A player's own page."""

from typing import Any, NamedTuple

from django.contrib.auth.models import AbstractUser
from django.db.models import F
from django.utils import timezone

from games.models import Appeal, Block, PlayerNotice, Report, Sanction, SanctionKind, Watcher
from games.order.after.appeals import UNDONE_BY
from games.people.standing import Standing, standing_sanctions

LATEST = 50


class Told(NamedTuple):
    """A notice, and whether its reader disagrees."""

    notice: PlayerNotice
    appeal: Appeal | None
    may_appeal: bool


class Warned(NamedTuple):
    """A warning to confirm; one from before notices knew their acts has no notice."""

    sanction: Sanction
    told: Told | None


class Order(NamedTuple):
    """Its contents."""

    notices: list[Told]
    reports: list[Report]
    blocks: list[Block]
    standing: list[Standing]
    """In force, without warnings."""
    warnings: list[Warned]
    """Those to confirm, in the order given."""


def order_of(user: AbstractUser) -> Order:
    """Return the page, unread notices first."""
    # First: each warning was written with its notice, which is read afterwards.
    in_force = standing_sanctions(now=timezone.now()).filter(player=user.pk).order_by("pk")
    found = list(in_force)
    warnings = [one for one in found if one.kind == SanctionKind.WARNING]
    acts = [one.action_id for one in warnings if one.action_id]
    notices = PlayerNotice.objects.filter(user=user.pk).select_related("action")
    # A warning is shown once: with its own button.
    others = notices.exclude(action__in=acts)
    shown = others.order_by(F("read_at").desc(nulls_first=True), "-pk")[:LATEST]
    told = _told(user, [*shown, *notices.filter(action__in=acts)])
    of_warnings: dict[int | None, Told] = {
        one.notice.action_id: one for one in told if one.notice.action_id in acts
    }
    return Order(
        notices=[one for one in told if one.notice.action_id not in of_warnings],
        reports=list(
            Report.objects.filter(reporter=user.pk).select_related("game").order_by("-pk")[:LATEST]
        ),
        blocks=list(Block.objects.filter(blocker=user.pk).select_related("blocked").order_by("pk")),
        standing=[
            Standing(one.kind, one.until, one.reason, one.pk)
            for one in found
            if one.kind != SanctionKind.WARNING
        ],
        warnings=[Warned(one, of_warnings.get(one.action_id)) for one in warnings],
    )


def _told(user: AbstractUser, notices: list[PlayerNotice]) -> list[Told]:
    acts = [one.action_id for one in notices if one.action_id]
    mine = Appeal.objects.filter(user=user.pk, action__in=acts)
    appeals = {one.action_id: one for one in mine}
    return [
        Told(
            one,
            appeals.get(one.action_id) if one.action_id else None,
            one.action is not None and one.action.kind in UNDONE_BY,
        )
        for one in notices
    ]


def order_data(*, user: AbstractUser) -> dict[str, Any]:
    """Return reports, blocks, notices, sanctions and games watched."""
    columns = ("kind", "reason", "text", "quote", "state", "answer", "created_at")
    sanctions = Sanction.objects.filter(player=user.pk).order_by("pk")
    watched = Watcher.objects.filter(user=user.pk).order_by("pk")
    said = ("text", "created_at", "outcome", "answer", "decided_at")
    return {
        "appeals": list(Appeal.objects.filter(user=user.pk).order_by("pk").values(*said)),
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
