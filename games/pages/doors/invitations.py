"""Links that let people sit down: invitations, and chairs that are offered to somebody else."""

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
from games.lobby.taking_over import seats_with_points, take_chair
from games.models import OVER, Game, GameStatus
from games.pages.doors.requests import brought_by, user_of
from games.pages.lobby.chairs_before import chair_rows
from games.pages.lobby.offered_chair import offered_rows
from games.pages.lobby.rated import barred
from games.pages.lobby.share import chair_preview, invitation_preview
from games.pages.lobby.terms import in_short, terms_of, time_out
from games.people.users import has_account
from games.play.chair_offers import Offered, offered_by
from games.play.stamps import stamp_for
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
    place = "offered_chair" if typed.endswith("/chair") else "invitation"
    secret = typed.removesuffix("/chair").rpartition("/")[2]
    if secret.isascii() and secret.isalnum():
        return redirect(place, secret)
    return redirect("games:find")


@login_required
def _sit_down(request: HttpRequest, game: Game, secret: str) -> HttpResponse:
    name = request.POST.get("name", "")
    user = user_of(request)
    try:
        brought = brought_by(request)
        join(game_id=game.pk, user=user, invitation=secret, name=name, brought=brought)
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
        "chairs": chair_rows(lobby, offered=not begun),
        "in_short": in_short(game),
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


@require_http_methods(["GET", "HEAD", "POST"])
def offered_chair(request: HttpRequest, secret: str) -> HttpResponse:
    """Show what a chair of a running game is like, or sit down in it, as a guest if need be."""
    found = offered_by(secret)
    if found is None:
        return _no_chair(request)
    seated = stamp_for(public_id=found.game.public_id, user=request.user)
    sits = seated is not None and seated.seat is not None
    if found.taken_by is not None or (sits and request.method != "POST"):
        if sits:
            return redirect("games:table", found.game.public_id)
        return _no_chair(request)
    if request.method == "POST":
        return _take_chair(request, found, secret)
    return _chair_page(request, found, secret, name=last_name_at_a_table(request.user))


@login_required
def _take_chair(request: HttpRequest, found: Offered, secret: str) -> HttpResponse:
    name = request.POST.get("name", "")
    try:
        game = take_chair(link=secret, user=user_of(request), name=name)
    except RuleError as error:
        if error.code == "not_offered" or offered_by(secret) is None:
            return _no_chair(request)
        return _chair_page(request, found, secret, name=name, said=refusal(error))
    return redirect("games:table", game.public_id)


def _no_chair(request: HttpRequest) -> HttpResponse:
    """Say that nobody can sit down here; the same whether the link ever led to a chair."""
    return render(request, "games/links/no_chair.html", status=404)


@cache_control(private=True, no_cache=True)
def _chair_page(
    request: HttpRequest, found: Offered, secret: str, *, name: str, said: Sentence | None = None
) -> HttpResponse:
    game, seats = found.game, seats_with_points(found.game)
    context = {
        "game": game,
        "preview": chair_preview(game, secret),
        "chairs": offered_rows(seats, found.seat),
        "player": next(named(each.name, each.kind) for each in seats if each.number == found.seat),
        "round": _("Round {number} of {all}").format(
            number=game.summary.round_number + 1, all=game.players
        ),
        "terms": terms_of(game, free=0),
        "time_out": time_out(game),
        "refusal": said,
        "name": name,
        "nameless": not has_account(request.user),
        "here": request.path,
    }
    return render(request, "games/lobby/offered_chair.html", context)
