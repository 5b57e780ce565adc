"""Names of seats and games."""

import unicodedata
from collections.abc import Collection
from datetime import datetime
from secrets import choice

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.live import announce
from games.models import Audience, FormerPlayer, Game, GameInvitation, Seat
from games.people.locks import lock_games_of
from games.people.standing import lock_player
from games.words import circus


def one_line(text: str) -> str:
    """Return ``text`` in one line, without invisible characters."""
    seen = "".join(one for one in text if unicodedata.category(one)[0] != "C" or one.isspace())
    return " ".join(seen.split())


def game_of(name: str) -> str:
    """Return a game's default name by its creator."""
    return _("{name}’s game").format(name=name)


def circus_name(user: AbstractUser) -> str:
    """Return a name for a new game of ``user`` against bots alone: no other game of theirs has it.

    Within a transaction: it locks ``user``, so that two games begun at once get two names. Raise
    ``not_seated`` as ``lock_player``.
    """
    lock_player(user)
    return _unused(_names_of(user), timezone.now())


def tell_games_apart(*, source: AbstractUser, target: AbstractUser) -> None:
    """Rename the games of ``source`` against bots alone that are called like one of ``target``.

    Before ``target`` takes them over; both are locked, and so are their games.
    """
    theirs = _names_of(target)
    brought = Game.objects.filter(seats__user=source.pk, audience=Audience.OWN, name__in=theirs)
    alike = list(brought.distinct().order_by("pk"))
    if not alike:
        return
    taken = theirs | _names_of(source)
    for game in alike:
        game.name = _unused(taken, game.created_at)
        taken.add(game.name)
    Game.objects.bulk_update(alike, ["name"], batch_size=500)
    _notice(alike)


def _names_of(user: AbstractUser) -> set[str]:
    """Return the names of all games on the user's lists."""
    seats = Seat.objects.filter(user=user.pk).order_by().values_list("game__name", flat=True)
    asked = GameInvitation.objects.filter(user=user.pk).values_list("game__name", flat=True)
    return set(seats.union(asked))


def _unused(taken: Collection[str], begun: datetime) -> str:
    """Return a circus name for a game begun then; once each has had a show, one has another."""
    today, always = circus.of_the_day(begun), [str(each) for each in circus.ALWAYS]
    show = 1
    while True:
        if (name := circus.show_of(today, show)) not in taken:
            return name
        names = [circus.show_of(each, show) for each in always]
        if free := [name for name in names if name not in taken]:
            # By chance, so that a guest's games seldom bear the names of the account's.
            return choice(free)
        show += 1


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
