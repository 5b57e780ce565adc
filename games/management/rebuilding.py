"""Making everybody's statistics and ratings again, and saying how far one has come."""

from django.core.management.base import OutputWrapper

from games.management.progress import with_progress
from games.results import ratings, statistics


def rebuild_everybody(out: OutputWrapper) -> None:
    """Make all statistics and ratings again from the results of games, with progress on ``out``.

    In many short transactions. Whoever stops it leaves what is done, and to a worker the ratings.
    """
    users = statistics.users_with_sums()
    summed = statistics.sum_up_all(users)
    for _ in with_progress(summed, len(users), "Statistics of players", out):
        pass
    ratings.make_all_due()
    games = ratings.games_due()
    for _ in with_progress(ratings.work_off(), games, "Games rated", out):
        pass
