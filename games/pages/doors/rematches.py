"""Rematches."""

from django.contrib import messages
from django.contrib.auth.models import AbstractUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from games.lobby.finding import rematch_of
from games.lobby.rematch import rematch as ask_for_rematch
from games.models import Game
from games.pages.doors.requests import brought_by
from games.play.stamps import stamp_for
from games.rules.errors import RuleError
from games.words.refusals import refusal


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
        game = ask_for_rematch(
            game_id=stamp.game_id, user=request.user, brought=brought_by(request)
        )
    except RuleError as error:
        messages.error(request, refusal(error).said)
        return redirect("games:table", public_id)
    return redirect("games:table", game.public_id)
