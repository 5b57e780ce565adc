"""Games that start at a set hour: found by rows, so that one due while the site was down begins."""

from datetime import datetime, timedelta

from django.db import transaction

from games.bots.offered import MIDDLING
from games.lobby.guards import has_begun
from games.lobby.seating import begin_if_full, changed, free_chairs, seat_bots
from games.models import Game, GameStatus, Seat
from games.notices.schedule import schedule_alone, schedule_soon

AHEAD = timedelta(hours=1)
"""How long before the start people are told of it."""
AT_ONCE = 500


def soon_before(starts_at: datetime | None, now: datetime) -> datetime | None:
    """Return when to tell of a start; None if those who sit down then know it anyway."""
    return starts_at - AHEAD if starts_at is not None and starts_at - AHEAD > now else None


def games_soon(*, now: datetime) -> list[int]:
    """Return the games whose start is to be told of, oldest first."""
    open_games = Game.objects.filter(summary__status=GameStatus.OPEN, soon_at__lte=now)
    return list(open_games.order_by("soon_at", "pk").values_list("pk", flat=True)[:AT_ONCE])


def games_due(*, now: datetime) -> list[int]:
    """Return the games whose hour has come, oldest first."""
    open_games = Game.objects.filter(summary__status=GameStatus.OPEN, starts_at__lte=now)
    return list(open_games.order_by("starts_at", "pk").values_list("pk", flat=True)[:AT_ONCE])


def tell_soon(*, game_id: int, now: datetime) -> bool:
    """Tell the people at a table once that it starts soon; return whether they were told now."""
    with transaction.atomic():
        game = _locked(game_id)
        if game is None or game.soon_at is None or game.soon_at > now:
            return False
        Game.objects.filter(pk=game_id).update(soon_at=None)
        if game.starts_at is None or game.starts_at <= now:
            return False
        schedule_soon(game, _people(game), now=now)
    return True


def start_due(*, game_id: int, now: datetime) -> bool:
    """Begin a game whose hour has come, with bots in the free seats; return whether it began.

    One person alone is told instead, and the game stays open without an hour.
    """
    with transaction.atomic():
        game = _locked(game_id)
        if game is None or game.starts_at is None or game.starts_at > now:
            return False
        people = _people(game)
        # People who were invited and have not come are told too.
        changed(game)
        if len(people) < 2:
            Game.objects.filter(pk=game_id).update(starts_at=None, soon_at=None)
            schedule_alone(game, people, now=now)
            return False
        seat_bots(game, dict.fromkeys(free_chairs(game), MIDDLING))
        begin_if_full(game, early=True)
    return True


def _locked(game_id: int) -> Game | None:
    """Lock a game that has not begun; None if there is none any more."""
    game = Game.objects.select_for_update(no_key=True).filter(pk=game_id).first()
    return None if game is None or has_begun(game) else game


def _people(game: Game) -> list[Seat]:
    return list(Seat.objects.filter(game=game, user__isnull=False).order_by("number"))
