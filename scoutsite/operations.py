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
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from kombu.exceptions import OperationalError as BrokerError

from accounts.odd_sentences import keeping as odd_sentences
from games.models import Upkeep
from games.order.cases.line import how_many_wait, waiting_cases
from games.play.sweeping import turns
from games.upkeep.finished import Finished, last_finished
from games.upkeep.operations import Due, moves_lately, overdue, waiting_games
from games.words.amounts import decimal
from scoutsite import heartbeat
from scoutsite.disks import LEAST_FREE, disks
from scoutsite.heartbeat import LATE_AFTER, Part
from scoutsite.postgresql.archiver import archiver
from scoutsite.queues import waiting_tasks
from scoutsite.readiness import MOST_WAITING, NAMES

PATIENCE_WITH_CASES = timedelta(days=1)
"""A case that waits longer needs attention."""
PATIENCE_WITH_UPKEEP = {
    Upkeep.BACKUP: timedelta(hours=30),
    Upkeep.REHEARSAL: timedelta(days=8),
    Upkeep.VERIFY_LOG: timedelta(days=8),
}
"""Work that was once done is missed after this."""


class Line(NamedTuple):
    """A figure, and whether it is fine."""

    name: str
    figure: str
    good: bool = True
    hint: str = ""
    link: str = ""
    """Where to do something about it."""


@require_safe
@never_cache
@permission_required("games.view_game", raise_exception=True)
def operations(request: HttpRequest) -> HttpResponse:
    """Show the page."""
    now, held = timezone.now(), turns.held()
    lines = [
        *_play(now),
        _cases(request.user, now),
        *_odd_sentences(request.user),
        *_upkeep(now),
        *_archive(now),
        *_queues(),
        *_disks(),
        *_parts(now),
    ]
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
    games, moves, found = waiting_games(), moves_lately(now=now), overdue(now=now)
    return [
        Line(_("Games in progress"), str(games.running)),
        Line(_("Games waiting for players"), str(games.players)),
        Line(_("Moves in the last minute"), str(moves.minute)),
        Line(_("Moves per minute over the last hour"), decimal(moves.hour / 60)),
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


def _odd_sentences(viewer: AbstractUser | AnonymousUser) -> list[Line]:
    """Return the line of odd sentences that wait; nothing for those who may not read them."""
    if not viewer.has_perm("accounts.view_oddsentence"):
        return []
    link = f"{reverse('admin:accounts_oddsentence_changelist')}?done=no"
    return [Line(_("Odd sentences to read"), str(odd_sentences.how_many_wait()), link=link)]


def _overdue(name: str, due: Due, now: datetime, hint: str) -> Line:
    if not due.number or due.since is None:
        return Line(name, "0")
    first = _("{count}, the oldest for {time}").format(
        count=due.number, time=timesince(due.since, now)
    )
    return Line(name, first, good=False, hint=hint)


def _upkeep(now: datetime) -> list[Line]:
    """Backups and checks; a local site need not have any."""
    names = {
        Upkeep.BACKUP: _("Last backup"),
        Upkeep.REHEARSAL: _("Last rehearsal of a restore"),
        Upkeep.VERIFY_LOG: _("Last check of all logs"),
    }
    found = last_finished()
    return [_finished(name, work, found.get(work), now) for work, name in names.items()]


def _finished(name: str, work: Upkeep, last: Finished | None, now: datetime) -> Line:
    if last is None:
        return Line(name, _("never"))
    if not last.well:
        return Line(name, _("found faults"), good=False, hint=_("Run verify_log to see them."))
    figure = _("{time} ago").format(time=timesince(last.at, now))
    good = last.at > now - PATIENCE_WITH_UPKEEP[work]
    return Line(name, figure, good, "" if good else _("Does its timer run? See the log."))


def _archive(now: datetime) -> list[Line]:
    """Return the line of the backups' archive; nothing where PostgreSQL keeps none."""
    found = archiver()
    if found is None:
        return []
    name = _("Last piece in the backups’ archive")
    figure = (
        _("{time} ago").format(time=timesince(found.reached, now)) if found.reached else _("none")
    )
    hint = _("PostgreSQL tries again and again, and fails: its disk fills. See its log.")
    return [Line(name, figure, not found.failing, hint if found.failing else "")]


def _queues() -> list[Line]:
    name = _("Waiting tasks")
    try:
        waiting = waiting_tasks()
    except (redis.RedisError, BrokerError):
        return [Line(name, _("unknown"), good=False, hint=_("Redis is not answering."))]
    figure = ", ".join(f"{queue}: {number}" for queue, number in waiting.items())
    good = max(waiting.values()) <= MOST_WAITING
    return [Line(name, figure, good, "" if good else _("Are the workers running?"))]


def _disks() -> list[Line]:
    name = _("Free on the disk of {folder}")
    return [
        Line(
            name.format(folder=disk.folder),
            filesizeformat(disk.free),
            good := disk.free >= LEAST_FREE,
            "" if good else _("PostgreSQL stops when nothing is left."),
        )
        for disk in disks()
    ]


def _parts(now: datetime) -> list[Line]:
    return [line for part in Part for line in _part(part, now)]


def _part(part: Part, now: datetime) -> list[Line]:
    """A line for each machine on which it runs, or has run lately."""
    name = _("Last heartbeat of {part}").format(part=NAMES[part])
    try:
        ages = heartbeat.ages(part, now=now)
    except redis.RedisError:
        return [Line(name, _("unknown"), good=False, hint=_("Redis is not answering."))]
    if not ages:
        hint = _("Not seen since the cache was last emptied.")
        return [Line(name, _("none"), good=False, hint=hint)]
    lines = []
    for machine, seconds in sorted(ages.items()):
        ago = ngettext("{count} second ago", "{count} seconds ago", round(seconds))
        figure = ago.format(count=round(seconds))
        if len(ages) > 1:
            figure = f"{figure} ({machine})"
        good = seconds <= LATE_AFTER.total_seconds()
        lines.append(Line(name, figure, good, "" if good else _("Is its process running?")))
    return lines
