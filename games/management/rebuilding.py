"""Recalculating all statistics and ratings."""

from games.management.progress import with_progress
from games.results import ratings, statistics
from games.upkeep.recounting import end_recount


def rebuild_everybody() -> None:
    """Recalculate everything from rebuilt results, in many short transactions."""
    users = statistics.users_with_sums()
    summed = statistics.sum_up_all(users)
    for _ in with_progress(summed, len(users), "Statistics of players"):
        pass
    end_recount()
    games = ratings.games_due()
    for _ in with_progress(ratings.work_off(), games, "Games rated"):
        pass
