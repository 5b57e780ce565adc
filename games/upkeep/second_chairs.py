"""One chair a person: what becomes of a guest’s chair where their account sits too."""

from uuid import uuid4

from django.contrib.auth.models import AbstractUser

from games.lobby.leaving import leave_before_start
from games.models import NOT_OVER, Game, GameStatus, Seat
from games.play.chairs import leave


def give_up_second_chairs(*, source: AbstractUser, target: AbstractUser) -> None:
    """Take ``source`` out of unfinished games of ``target``, under the locks of both.

    Seats of games that have not begun are free again; those of running ones are nobody’s, so that
    nobody sees their cards, and bots keep them for good, under the guest’s name.
    """
    shared = Seat.objects.filter(user=source.pk, game__seats__user=target.pk)
    going = shared.filter(game__summary__status__in=NOT_OVER)
    rows = going.values_list("game_id", "number", "game__summary__status").distinct()
    for game_id, number, status in list(rows.order_by("game_id", "number")):
        if status == GameStatus.OPEN:
            Game.objects.filter(pk=game_id, creator=source.pk).update(creator=target.pk)
            leave_before_start(game_id=game_id, user=source)
        else:
            leave(game_id=game_id, seat=number)
            seat = Seat.objects.filter(game=game_id, number=number)
            seat.update(user=None, former=uuid4(), was_guest=True)
