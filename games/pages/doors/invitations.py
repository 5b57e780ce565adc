"""Invitation links."""

from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST

from games.lobby.finding import Lobby, game_by_invitation, last_name_at_a_table, lobby_of
from games.lobby.joining import join
from games.models import OVER, Game, GameStatus
from games.pages.doors.requests import user_of
from games.pages.lobby.chairs_before import chair_rows
from games.pages.lobby.rated import barred
from games.pages.lobby.share import invitation_preview
from games.pages.lobby.terms import terms_of, time_out
from games.people.users import has_account
from games.rules.errors import RuleError
from games.words.names import named
from games.words.refusals import refusal
from games.words.sets import Sentence


@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """Show the invitation, or take a seat, as a guest if need be."""
    game = game_by_invitation(secret)
    if game is None:
        raise Http404
    if game.summary.status in OVER:
        table = reverse("games:table", args=[game.public_id])
        return redirect(f"{table}?{urlencode({'invitation': secret})}")
    if request.method == "POST":
        return _sit_down(request, game, secret)
    lobby = lobby_of(game=game, user=request.user)
    if lobby.seat is not None:
        return redirect("games:table", game.public_id)
    return _page(request, lobby, name=last_name_at_a_table(request.user))


@require_POST
def paste(request: HttpRequest) -> HttpResponse:
    """Open an invitation by link or secret."""
    typed = request.POST.get("link", "").strip().split("?")[0].rstrip("/")
    secret = typed.rpartition("/")[2]
    if secret.isascii() and secret.isalnum():
        return redirect("invitation", secret)
    return redirect("games:find")


@login_required
def _sit_down(request: HttpRequest, game: Game, secret: str) -> HttpResponse:
    name = request.POST.get("name", "")
    user = user_of(request)
    try:
        join(game_id=game.pk, user=user, invitation=secret, name=name)
    except RuleError as error:
        if game_by_invitation(secret) is None:
            raise Http404 from error
        return _page(request, lobby_of(game=game, user=user), name=name, said=refusal(error))
    return redirect("games:table", game.public_id)


@cache_control(private=True, no_cache=True)
def _page(
    request: HttpRequest, lobby: Lobby, *, name: str, said: Sentence | None = None
) -> HttpResponse:
    game = lobby.game
    nameless = not has_account(request.user)
    begun = game.summary.status != GameStatus.OPEN
    context = {
        "game": game,
        "preview": invitation_preview(game),
        "host": _host(lobby),
        "chairs": chair_rows(lobby),
        "terms": terms_of(game, free=0 if begun else lobby.free),
        "time_out": time_out(game),
        "begun": begun,
        "full": not begun and lobby.free <= len(lobby.kept) and not lobby.is_asked,
        "refusal": said,
        "name": name,
        "nameless": nameless,
        "here": request.path,
        "barred": barred(game, request.user),
    }
    return render(request, "games/lobby/invitation.html", context)


def _host(lobby: Lobby) -> str:
    creator = lobby.game.creator_id
    seats = (seat for seat in lobby.seats if seat.user_id is not None)
    return next(
        (named(seat.name, seat.kind) for seat in seats if seat.user_id == creator), _("Somebody")
    )
