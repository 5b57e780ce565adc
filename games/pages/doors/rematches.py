"""Rematches."""

from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from games.lobby.finding import rematch_of
from games.lobby.rematch import rematch as ask_for_rematch
from games.models import Game, GameStatus
from games.play.stamps import stamp_for
from games.play.tables import Table
from games.rules.errors import RuleError
from games.words.people import people_at
from games.words.refusals import refusal


class RematchBox(NamedTuple):
    """A finished game's rematch part."""

    alone: bool
    """Against bots only: one press starts."""
    agreed: str
    """Names of those who want it."""
    mine: bool
    begun: bool


@require_http_methods(["GET", "HEAD", "POST"])
def rematch(request: HttpRequest, public_id: str) -> HttpResponse:
    """Agree to a rematch; GET only follows an existing one."""
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
    """Return the box for the game's players."""
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
