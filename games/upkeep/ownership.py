"""Seats change hands when guests get accounts or users leave."""

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
from games.upkeep.second_chairs import give_up_second_chairs


def move_games(*, source: AbstractUser, target: AbstractUser) -> int:
    """Give the seats and games of ``source`` to ``target``; return the number of seats.

    Where both sit in an unfinished game, ``target`` keeps one chair.
    """
    with transaction.atomic():
        lock_player(target)
        lock_games_of([source.pk, target.pk])
        give_up_second_chairs(source=source, target=target)
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
    """Release all seats and games of ``user``, renaming the seats."""
    former = uuid4()
    with transaction.atomic():
        lock_games_of([user.pk])
        rename(user=user, name=name)
        seats = Seat.objects.filter(user=user.pk)
        game_ids = list(seats.filter(game__rated=True).values_list("game_id", flat=True))
        seats.update(user=None, former=former, was_guest=False)
        Game.objects.filter(creator=user.pk).update(creator=None)
        forget_player(user_id=user.pk, former=former, game_ids=game_ids)
