"""A status page for staff."""

from datetime import datetime, timedelta
from typing import NamedTuple

import redis
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth.decorators import permission_required
from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.order.cases.line import how_many_wait, waiting_cases
from games.play.sweeping import turns
from games.upkeep.operations import Due, figures
from scoutsite import heartbeat
from scoutsite.heartbeat import LATE_AFTER, Part

PATIENCE_WITH_CASES = timedelta(days=1)
"""A case that waits longer needs attention."""


class Line(NamedTuple):
    """A figure, and whether it is fine."""

    name: str
    figure: str
    good: bool = True
    hint: str = ""


@require_safe
@never_cache
@permission_required("games.view_game", raise_exception=True)
def operations(request: HttpRequest) -> HttpResponse:
    """Show the page."""
    now, held = timezone.now(), turns.held()
    lines = [*_play(now), _cases(request.user, now), *_parts(now)]
    context = {
        **admin.site.each_context(request),
        "title": _("Operations"),
        "lines": lines,
        "all_well": held is None and all(line.good for line in lines),
        "now": now,
        "database": connection.display_name,
        "redis": bool(settings.REDIS_URL),
        "held": held,
        "may_let_go": request.user.has_perm("games.change_clockstate"),
    }
    return render(request, "admin/operations.html", context)


@require_POST
@permission_required("games.change_clockstate", raise_exception=True)
def let_the_clock_go(request: HttpRequest) -> HttpResponse:
    """Say that as many turns are due as the clock found."""
    if due := turns.let_go():
        said = ngettext("It takes turns in {count} game.", "It takes turns in {count} games.", due)
        messages.success(request, said.format(count=due))
    return redirect("operations")


def _play(now: datetime) -> list[Line]:
    found = figures(now=now)
    return [
        Line(_("Games in progress"), str(found.running)),
        Line(_("Games waiting for players"), str(found.waiting)),
        Line(_("Moves in the last minute"), str(found.moves)),
        Line(_("Moves per minute over the last hour"), f"{found.moves_a_while / 60:.1f}"),
        _overdue(_("Overdue bots"), found.bots, now, _("Are a worker and the scheduler running?")),
        _overdue(
            _("Overdue clocks"), found.clocks, now, _("Are a worker and the scheduler running?")
        ),
        _overdue(
            _("Overdue emails"), found.mails, now, _("Is the mail server answering? See the log.")
        ),
        _overdue(
            _("Overdue pushes and webhooks"),
            found.posts,
            now,
            _("Can the workers reach the internet? See the log."),
        ),
    ]


def _cases(viewer: AbstractUser | AnonymousUser, now: datetime) -> Line:
    """The cases that the viewer may read: others are nothing to them, not even as a number."""
    name = _("Waiting cases")
    since = waiting_cases(viewer).order_by("waiting_since").values_list("waiting_since", flat=True)
    oldest = since.first()
    if oldest is None:
        return Line(name, "0")
    figure = _("{count}, the oldest for {time}").format(
        count=how_many_wait(viewer), time=timesince(oldest, now)
    )
    good = oldest > now - PATIENCE_WITH_CASES
    return Line(name, figure, good, "" if good else _("Is a moderator there?"))


def _overdue(name: str, due: Due, now: datetime, hint: str) -> Line:
    if not due.number or due.since is None:
        return Line(name, "0")
    first = _("{count}, the oldest for {time}").format(
        count=due.number, time=timesince(due.since, now)
    )
    return Line(name, first, good=False, hint=hint)


def _parts(now: datetime) -> list[Line]:
    names = {
        Part.WORKER: _("Last heartbeat of the worker"),
        Part.SCHEDULER: _("Last heartbeat of the scheduler"),
    }
    lines = []
    for part, name in names.items():
        try:
            seconds = heartbeat.age(part, now=now)
        except redis.RedisError:
            lines.append(Line(name, _("unknown"), good=False, hint=_("Redis is not answering.")))
            continue
        if seconds is None:
            hint = _("Not seen since the cache was last emptied.")
            lines.append(Line(name, _("none"), good=False, hint=hint))
            continue
        ago = ngettext("{count} second ago", "{count} seconds ago", round(seconds))
        good = seconds <= LATE_AFTER.total_seconds()
        hint = "" if good else _("Is its process running?")
        lines.append(Line(name, ago.format(count=round(seconds)), good, hint))
    return lines
