"""Names of seats and games."""

import unicodedata
from collections.abc import Collection

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import gettext as _

from games.live import announce
from games.models import FormerPlayer, Game, Seat
from games.people.locks import lock_games_of


def one_line(text: str) -> str:
    """Return ``text`` in one line, without invisible characters."""
    seen = "".join(one for one in text if unicodedata.category(one)[0] != "C" or one.isspace())
    return " ".join(seen.split())


def game_of(name: str) -> str:
    """Return a game's default name by its creator."""
    return _("{name}’s game").format(name=name)


def rename(*, user: AbstractUser, name: str) -> int:
    """Rename the user's seats everywhere; return the number."""
    with transaction.atomic():
        lock_games_of([user.pk])
        seats = Seat.objects.filter(user=user.pk).exclude(name=name)
        sat = FormerPlayer.objects.filter(user=user.pk).exclude(name=name)
        theirs = Q(seats__in=seats) | Q(seats__former_players__in=sat)
        games = list(Game.objects.filter(theirs).distinct())
        renamed = seats.update(name=name)
        sat.update(name=name)
        _notice(games)
    return renamed


def show_badges(*, users: Collection[AbstractUser]) -> None:
    """Let pages of these users' games notice that a right, and perhaps a badge, has changed."""
    keys = [user.pk for user in users]
    with transaction.atomic():
        lock_games_of(keys)
        _notice(list(Game.objects.filter(seats__user__in=keys).distinct()))


def rename_games(*, user: AbstractUser, old: str, new: str) -> None:
    """Rename the user's games named by default for ``old``."""
    mine = Game.objects.filter(Q(creator=user.pk) | Q(seats__user=user.pk), name=game_of(old))
    keys = list(mine.values_list("pk", flat=True).distinct())
    Game.objects.filter(pk__in=keys).update(name=game_of(new))


def _notice(games: Collection[Game]) -> None:
    """No page read before answers that nothing has changed."""
    Game.objects.filter(pk__in=[game.pk for game in games]).update(revision=F("revision") + 1)
    for game in games:
        announce.table_changed(game)
