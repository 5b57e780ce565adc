"""Results of today's deal, as many as there are made games, and the tables of all made players."""

from collections import Counter
from random import Random

from django.utils import timezone

from games.deals.daily.dealing import deal_of, today
from games.models import DayEntry, DayScore, DayStanding, Game, GameStatus
from games.results.days import month_of, week_of

_AT_ONCE = 5_000


def fill_today(player_ids: list[int], seed: int) -> int:
    """Write a result of today for each finished game that has none; return how many there are.

    They stand for what others made of it: nobody's, and no game of a day's is behind them. Each of
    the players has a place in the tables of the week and the month.
    """
    now = timezone.now()
    day = today(now)
    deal = deal_of(day)
    chance = Random(f"days {seed}")  # noqa: S311 (made-up points)
    games = Game.objects.filter(summary__status=GameStatus.FINISHED, day_entry=None)
    entries = (
        DayEntry(
            deal=deal,
            game_id=game,
            counts=True,
            ranked=False,
            ended_at=now,
            points=round(chance.gauss(3, 6)),
            grades="best fine",
        )
        for game in games.values_list("pk", flat=True)
    )
    DayEntry.objects.bulk_create(entries, batch_size=_AT_ONCE)
    made = DayEntry.objects.filter(deal=deal, points__isnull=False).values_list("points", flat=True)
    counted = Counter(each for each in made if each is not None)
    DayScore.objects.filter(deal=deal).delete()
    DayScore.objects.bulk_create(
        DayScore(deal=deal, points=points, count=count) for points, count in counted.items()
    )
    for is_month, since in ((False, week_of(day)), (True, month_of(day))):
        DayStanding.objects.bulk_create(
            (
                DayStanding(
                    player_id=player,
                    is_month=is_month,
                    since=since,
                    points=round(chance.gauss(15, 20)),
                    days=chance.randint(1, 7),
                )
                for player in player_ids
            ),
            batch_size=_AT_ONCE,
            ignore_conflicts=True,
        )
    return counted.total()
