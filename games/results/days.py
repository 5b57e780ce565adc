"""What comes of a day's deal when somebody has played it: added up once, as the game ends."""

from datetime import UTC, date, datetime, time, timedelta

from django.db import transaction
from django.db.models import F

from games.live import announce
from games.log.replay import Log
from games.models import OF_A_DAY, DayEntry, DayScore, DayStanding, DealOfTheDay, Game


def end_of(day: date) -> datetime:
    """Return the midnight (UTC) that ends ``day``."""
    return datetime.combine(day + timedelta(days=1), time(), UTC)


def week_of(day: date) -> date:
    """Return the Monday of the week."""
    return day - timedelta(days=day.weekday())


def month_of(day: date) -> date:
    """Return the first day of the month."""
    return day.replace(day=1)


def project_day(game: Game, log: Log) -> None:
    """Write the points of a game that is over, under its lock; a second time changes nothing.

    Only what ended on its day counts; somebody who left has no points, and a game that is voided
    has none any more.
    """
    if game.occasion not in OF_A_DAY:
        return
    if log.chairs.voided:
        _take_back(game)
        return
    if not log.state.over:
        return
    entry = DayEntry.objects.select_related("deal").filter(game=game.pk, ended_at=None).first()
    if entry is None:
        return
    (seat,) = log.people
    points = log.state.totals[seat]
    in_time = log.changed_at < end_of(entry.deal.day)
    entry.ended_at, entry.points = log.changed_at, points
    entry.counts = entry.counts and in_time
    entry.ranked = entry.ranked and entry.counts
    entry.save(update_fields=["ended_at", "points", "counts", "ranked"])
    transaction.on_commit(announce.wake_judge, robust=True)
    if entry.counts:
        _count(entry.deal, points)
    if entry.ranked and entry.player_id is not None:
        _stand(entry.player_id, entry.deal.day, points)


def _take_back(game: Game) -> None:
    entries = DayEntry.objects.select_related("deal").filter(game=game.pk, points__isnull=False)
    for entry in entries:
        points = entry.points or 0
        if entry.counts:
            _count(entry.deal, points, by=-1)
        if entry.ranked and entry.player_id is not None:
            _stand(entry.player_id, entry.deal.day, -points, days=-1)
        entry.points, entry.counts, entry.ranked = None, False, False
        entry.save(update_fields=["points", "counts", "ranked"])


def _count(deal: DealOfTheDay, points: int, *, by: int = 1) -> None:
    score, _made = DayScore.objects.get_or_create(deal=deal, points=points, defaults={"count": 0})
    DayScore.objects.filter(pk=score.pk).update(count=F("count") + by)


def _stand(player_id: int, day: date, points: int, *, days: int = 1) -> None:
    for is_month, since in ((False, week_of(day)), (True, month_of(day))):
        standing, _made = DayStanding.objects.get_or_create(
            player_id=player_id,
            is_month=is_month,
            since=since,
            defaults={"points": 0, "days": 0},
        )
        DayStanding.objects.filter(pk=standing.pk).update(
            points=F("points") + points, days=F("days") + days
        )
