"""The order of locks, against deadlocks.

1. Players (``people.standing.lock_player``), two of them by key (``lock_players``).

2. Games, by key: one where a log grows, all of a user's (``lock_games_of``) where seats change
hands.

3. Their seats, summaries, notices and messages.

4. The ledger (``lock_ledger``), last: its holder writes only results, statistics and ratings.

A log ends, and a seat changes hands, only under its game's lock.
"""

from collections.abc import Collection

from django.contrib.auth import get_user_model

from games.models import FormerPlayer, Game, Ledger, Seat


def lock_players(user_ids: Collection[int]) -> None:
    """Lock these users, before any game; within a transaction."""
    users = get_user_model()._default_manager.filter(pk__in=user_ids).order_by("pk")
    list(users.select_for_update(no_key=True).values_list("pk", flat=True))


def lock_games_of(user_ids: Collection[int]) -> None:
    """Lock every game these users sit or sat in, or opened; within a transaction."""
    seats = Seat.objects.filter(user__in=user_ids).values_list("game_id", flat=True)
    created = Game.objects.filter(creator__in=user_ids).values_list("pk", flat=True)
    sat = FormerPlayer.objects.filter(user__in=user_ids).values_list("seat__game", flat=True)
    games = Game.objects.filter(pk__in={*seats, *sat, *created}).order_by("pk")
    list(games.select_for_update(no_key=True).values_list("pk", flat=True))


def lock_ledger() -> None:
    """Wait until no other game's end is being entered; within a transaction."""
    Ledger.objects.get_or_create(pk=1)
    Ledger.objects.select_for_update().get(pk=1)
