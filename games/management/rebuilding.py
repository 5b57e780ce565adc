"""Recalculating all statistics and ratings."""

from games.management.progress import with_progress
from games.results import ratings, statistics


def rebuild_everybody() -> None:
    """Recalculate everything from results, in many short transactions."""
    users = statistics.users_with_sums()
    summed = statistics.sum_up_all(users)
    for _ in with_progress(summed, len(users), "Statistics of players"):
        pass
    ratings.make_all_due()
    games = ratings.games_due()
    for _ in with_progress(ratings.work_off(), games, "Games rated"):
        pass
