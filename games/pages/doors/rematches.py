"""The same people again: asking for a rematch, and finding it."""

from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from games.lobby.finding import rematch_of
from games.lobby.rematch import rematch as ask_for_rematch
from games.models import Game, GameStatus
from games.play.tables import Table, stamp_for
from games.rules.errors import RuleError
from games.words.people import people_at
from games.words.refusals import refusal


class RematchBox(NamedTuple):
    """What the end of a game says of its rematch."""

    alone: bool
    """Whether the reader played bots alone: then one press begins the next game."""
    agreed: str
    """The names of those who want it."""
    mine: bool
    """Whether the reader is among them."""
    begun: bool


@require_http_methods(["GET", "HEAD", "POST"])
def rematch(request: HttpRequest, public_id: str) -> HttpResponse:
    """Agree to a rematch and go there; a look alone leads to the rematch, if there is one."""
    stamp = stamp_for(public_id=public_id, user=request.user)
    if stamp is None:
        raise Http404
    if request.method != "POST" or not isinstance(request.user, AbstractUser):
        found = rematch_of(game=Game.objects.get(pk=stamp.game_id), user=request.user)
        seen = found and stamp_for(public_id=found.game.public_id, user=request.user)
        return redirect("games:table", found.game.public_id if found and seen else public_id)
    try:
        game = ask_for_rematch(game_id=stamp.game_id, user=request.user)
    except RuleError as error:
        messages.error(request, str(refusal(error)))
        return redirect("games:table", public_id)
    return redirect("games:table", game.public_id)


def rematch_box(table: Table, user: AbstractUser | AnonymousUser) -> RematchBox | None:
    """What ``table``, whose game is over, says of its rematch to one who sat there; else None."""
    if table.seat is None:
        return None
    people = people_at(table.seats, table.seat)
    found = rematch_of(game=table.game, user=user)
    agreed = found.agreed if found else frozenset()
    return RematchBox(
        alone=sum(1 for seat in table.seats if seat.bot) == len(table.seats) - 1,
        agreed=", ".join(people[number].label for number in sorted(agreed)),
        mine=table.seat in agreed,
        begun=found is not None and found.status != GameStatus.OPEN,
    )
