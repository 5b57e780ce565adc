"""What is locked in which order, so that no two transactions wait for each other for ever.

1. Players (``moderation.standing.lock_player``).
2. Games, by their keys: one where a log grows, all of somebody's (``lock_games_of``) where seats
   change hands.
3. What hangs on them: seats, summaries, notices, messages.
4. The ledger (``lock_ledger``), last of all. Who holds it writes results, statistics and ratings,
   and touches nothing of the above any more.

A log ends, and a seat changes hands, only for who holds the game. So whoever sits there while its
end is entered sits there until it is.
"""

from collections.abc import Collection

from games.models import Game, Ledger, Seat


def lock_games_of(user_ids: Collection[int]) -> None:
    """Wait until nothing happens in any game that these users sit in or opened.

    Within a transaction.
    """
    seats = Seat.objects.filter(user__in=user_ids).values_list("game_id", flat=True)
    created = Game.objects.filter(creator__in=user_ids).values_list("pk", flat=True)
    games = Game.objects.filter(pk__in={*seats, *created}).order_by("pk")
    list(games.select_for_update(no_key=True).values_list("pk", flat=True))


def lock_ledger() -> None:
    """Wait until no other end of a game is being entered; within a transaction."""
    Ledger.objects.get_or_create(pk=1)
    Ledger.objects.select_for_update().get(pk=1)
