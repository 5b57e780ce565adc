"""Seats change hands: a guest's games go to an account, and a user who leaves lets go of theirs."""

from uuid import uuid4

from django.contrib.auth.models import AbstractUser
from django.db import transaction

from games.models import ChatMessage, Game, ImportedRecord, Notice, Seat
from games.notices.schedule import replan
from games.order.becoming import hand_over
from games.people.locks import lock_games_of
from games.people.names import rename
from games.people.standing import lock_player
from games.results.outcomes import forget_player, give_results


def move_games(*, source: AbstractUser, target: AbstractUser) -> int:
    """All seats and games of ``source`` become those of ``target``; returns how many seats.

    A game in which both sit keeps both seats. No row of any log is written: logs name seats.
    """
    with transaction.atomic():
        lock_player(target)
        lock_games_of([source.pk, target.pk])
        moved = Seat.objects.filter(user=source.pk).update(user=target.pk)
        Game.objects.filter(creator=source.pk).update(creator=target.pk)
        ChatMessage.objects.filter(user=source.pk).update(user=target.pk)
        Notice.objects.filter(user=source.pk).update(user=target.pk)
        ImportedRecord.objects.filter(user=source.pk).update(user=target.pk)
        hand_over(source=source, target=target)
        rename(user=target, name=target.get_short_name())
        replan(user_id=target.pk)
        give_results(source_id=source.pk, target_id=target.pk)
    return moved


def let_go(*, user: AbstractUser, name: str) -> None:
    """No seat and no game is ``user``'s any more; the seats are called ``name`` from now on."""
    former = uuid4()
    with transaction.atomic():
        lock_games_of([user.pk])
        rename(user=user, name=name)
        Seat.objects.filter(user=user.pk).update(user=None, former=former)
        Game.objects.filter(creator=user.pk).update(creator=None)
        forget_player(user_id=user.pk, former=former)
