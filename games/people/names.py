"""The names that seats and games carry, and those that nobody may have any more."""

import unicodedata

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.live import announce
from games.models import Game, Seat, TakenAwayName
from games.people.locks import lock_games_of
from games.people.name_keys import name_key


def plain(text: str) -> str:
    """``text`` in one line, without characters that can't be seen."""
    seen = "".join(one for one in text if unicodedata.category(one)[0] != "C" or one.isspace())
    return " ".join(seen.split())


def game_of(name: str) -> str:
    """What a game is called whose creator, of this ``name``, did not call it anything."""
    return _("{name}’s game").format(name=name)


def rename(*, user: AbstractUser, name: str) -> int:
    """Call the seats of ``user`` by ``name``, in games of any state; returns how many changed."""
    with transaction.atomic():
        lock_games_of([user.pk])
        seats = Seat.objects.filter(user=user.pk).exclude(name=name)
        games = list(Game.objects.filter(seats__in=seats).distinct())
        renamed = seats.update(name=name)
        # Pages that are open on these games learn of it.
        Game.objects.filter(pk__in=[game.pk for game in games]).update(revision=F("revision") + 1)
        for game in games:
            announce.table_changed(game)
    return renamed


def rename_games(*, user: AbstractUser, old: str, new: str) -> None:
    """Let games of ``user`` that were called after the name ``old`` be called after ``new``."""
    mine = Game.objects.filter(Q(creator=user.pk) | Q(seats__user=user.pk), name=game_of(old))
    keys = list(mine.values_list("pk", flat=True).distinct())
    Game.objects.filter(pk__in=keys).update(name=game_of(new))


def take_away(name: str) -> None:
    """Let nobody be called ``name``, or what looks like it, from now on."""
    TakenAwayName.objects.get_or_create(key=name_key(name), defaults={"created_at": timezone.now()})


def give_back(name: str) -> None:
    """Let ``name`` be a name like any other again."""
    TakenAwayName.objects.filter(key=name_key(name)).delete()


def taken_away(name: str) -> str:
    """Why nobody may be called ``name``, in a sentence; empty when moderators did not take it."""
    if not TakenAwayName.objects.filter(key=name_key(name)).exists():
        return ""
    return _("The moderators took the name “{name}” away. Please choose another.").format(name=name)
