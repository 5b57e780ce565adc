"""Seats change hands when guests get accounts or users leave."""

from collections.abc import Iterable
from uuid import uuid4

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.deals.daily.sitting import pass_on_entries
from games.deals.sharing import pass_on_copies
from games.models import (
    ChatMessage,
    Destination,
    FormerPlayer,
    Game,
    GameInvitation,
    ImportedRecord,
    Notice,
    Seat,
)
from games.notices.replan import replan
from games.notices.stages import ASKED
from games.order.becoming import hand_over
from games.people.locks import lock_games_of
from games.people.names import rename, show_badges, tell_games_apart
from games.people.standing import lock_player
from games.people.users import player_of
from games.play.notes import move_notes
from games.play.plans.keeping import forget_plans
from games.practice.answering import move_cards
from games.practice.making import agreement_changed
from games.results.outcomes import forget_player, give_results
from games.upkeep.second_chairs import give_up_second_chairs


def move_games(*, source: AbstractUser, target: AbstractUser) -> int:
    """Give the seats and games of ``source`` to ``target``; return the number of seats.

    Where both sit in an unfinished game, ``target`` keeps one chair.
    """
    with transaction.atomic():
        lock_player(target)
        lock_games_of([source.pk, target.pk])
        # Before chairs are given up, with which notes go.
        move_notes(source_id=source.pk, target_id=target.pk)
        give_up_second_chairs(source=source, target=target)
        tell_games_apart(source=source, target=target)
        moved = Seat.objects.filter(user=source.pk).update(user=target.pk)
        FormerPlayer.objects.filter(user=source.pk).update(user=target.pk)
        Game.objects.filter(creator=source.pk).update(creator=target.pk)
        ChatMessage.objects.filter(user=source.pk).update(user=target.pk)
        _move_invitations(source, target)
        _move_notices(source, target)
        _move_destinations(source, target)
        ImportedRecord.objects.filter(user=source.pk).update(user=target.pk)
        pass_on_entries(source_id=source.pk, target_id=target.pk)
        pass_on_copies(source_id=source.pk, target_id=target.pk)
        hand_over(source=source, target=target)
        if player_of(target).is_guest:
            # The names they typed stay at the tables.
            show_badges(users=[target])
        else:
            rename(user=target, name=target.get_short_name())
        replan(user_id=target.pk)
        move_cards(source_id=source.pk, target_id=target.pk)
        give_results(source_id=source.pk, target_id=target.pk)
    return moved


def _move_destinations(source: AbstractUser, target: AbstractUser) -> None:
    """Where both have the same webhook, the account's stays."""
    own = Destination.objects.filter(user=source.pk)
    own.filter(address__in=list(_addresses(target))).delete()
    own.update(user=target.pk)


def _addresses(user: AbstractUser) -> Iterable[str]:
    return Destination.objects.filter(user=user.pk).values_list("address", flat=True)


def _move_invitations(source: AbstractUser, target: AbstractUser) -> None:
    """Where the account sits or is asked already, that is enough."""
    known = Q(game__seats__user=target.pk) | Q(game__invitations__user=target.pk)
    asked = GameInvitation.objects.filter(user=source.pk)
    asked.filter(pk__in=list(asked.filter(known).values_list("pk", flat=True))).delete()
    asked.update(user=target.pk)


def _move_notices(source: AbstractUser, target: AbstractUser) -> None:
    """Where both are asked to the same table, the account stays asked."""
    asked = Notice.objects.filter(stage__in=ASKED)
    known = asked.filter(user=target.pk).values("game")
    asked.filter(user=source.pk, game__in=known).delete()
    Notice.objects.filter(user=source.pk).update(user=target.pk)


def let_go(*, user: AbstractUser, name: str) -> None:
    """Release all seats and games of ``user``, renaming the seats."""
    former = uuid4()
    with transaction.atomic():
        lock_games_of([user.pk])
        agreement_changed(user_id=user.pk, agrees=False, now=timezone.now())
        rename(user=user, name=name)
        seats = Seat.objects.filter(user=user.pk)
        game_ids = list(seats.filter(game__rated=True).values_list("game_id", flat=True))
        forget_plans(seats)
        seats.update(user=None, former=former, was_guest=False)
        FormerPlayer.objects.filter(user=user.pk).update(user=None, was_guest=False)
        Game.objects.filter(creator=user.pk).update(creator=None)
        forget_player(user_id=user.pk, former=former, game_ids=game_ids)
