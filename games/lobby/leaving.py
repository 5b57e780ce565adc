"""Leaving games, and closing unstarted ones."""

from django.contrib.auth.models import AbstractUser
from django.db import transaction

from games.lobby.guards import locked, refuse_if_begun, refuse_unless_creator
from games.lobby.opening import discard_game
from games.lobby.seating import changed, project
from games.log.store import replay
from games.models import Actor, Game, GameStatus, Seat
from games.play.chairs import leave


def leave_before_start(*, game_id: int, user: AbstractUser) -> None:
    """Free the seat of ``user``, if any, and close a game without people.

    If the creator leaves, the next person takes over. Raise `closed` or `already_started`.
    """
    with transaction.atomic():
        game = locked(game_id)
        refuse_if_begun(game)
        mine = Seat.objects.filter(game=game, user=user.pk)
        if not mine.exists():
            return
        mine.delete()
        heir = Seat.objects.filter(game=game, user__isnull=False).order_by("number").first()
        if heir is None:
            changed(game, user.pk)
            discard_game(game)
            return
        if game.creator_id == user.pk:
            Game.objects.filter(pk=game.pk).update(creator=heir.user_id)
        project(game, replay(game))
        changed(game, user.pk)


def close(*, game_id: int, by: AbstractUser, actor: str = Actor.PLAYER) -> None:
    """Close an unstarted game.

    Raise `closed`, `already_started` or, except for moderators, `not_creator`.
    """
    with transaction.atomic():
        game = locked(game_id)
        refuse_if_begun(game)
        if actor != Actor.MODERATOR:
            refuse_unless_creator(game, by)
        changed(game)
        discard_game(game)


def leave_all(*, user: AbstractUser) -> None:
    """Take ``user`` out of all unfinished games for good."""
    seats = Seat.objects.filter(user=user.pk)
    not_begun = seats.filter(game__summary__status=GameStatus.OPEN)
    for game_id in not_begun.values_list("game_id", flat=True):
        leave_before_start(game_id=game_id, user=user)
    running = seats.filter(game__summary__status=GameStatus.RUNNING)
    for game_id, number in running.values_list("game_id", "number"):
        leave(game_id=game_id, seat=number)
