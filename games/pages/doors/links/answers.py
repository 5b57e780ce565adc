"""Answers from emails: to an invitation by name, and to a chair that a bot keeps.

The address's token replaces session and CSRF token. Opening a page does nothing, its press does.
"""

from django.contrib.auth.models import AbstractUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.lobby.answers import Asked, invitation_link
from games.lobby.invitations import decline
from games.lobby.joining import join
from games.models import Game, GameStatus, GameSummary
from games.pages.doors.links.player import bare_for, shown_to, sign_in_as
from games.pages.doors.requests import brought_by
from games.pages.lobby.terms import terms_of, time_out
from games.people.badges import name_of
from games.play.chair_links import ChairLink, chair_link
from games.play.chairs import take_back
from games.rules.errors import RuleError
from games.words.names import told
from games.words.refusals import refusal
from games.words.sets import Sentence

METHODS = ["GET", "HEAD", "POST"]


@csrf_exempt
@require_http_methods(METHODS)
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Sit down, or decline."""
    asked = _asked_or_404(token)
    with shown_to(request, asked.user):
        if asked.game is None or not asked.may_answer:
            return _done(request, asked.user, asked.public_id, _no_invitation(asked))
        if request.method != "POST":
            return _ask(request, asked.user, asked.game)
        return _answered(request, token, asked.user, asked.game)


def _answered(request: HttpRequest, token: str, user: AbstractUser, game: Game) -> HttpResponse:
    answer = request.POST.get("answer", "")
    try:
        if answer == "decline":
            decline(game_id=game.pk, user=user)
            said = Sentence(
                told(_("You’ve said no to {game}"), game=game.name),
                _("Your seat is free for somebody else."),
            )
            return _done(request, user, game.public_id, said, good=True)
        if answer != "sit":
            return _ask(request, user, game, status=400)
        join(game_id=game.pk, user=user, brought=brought_by(request))
    except RuleError as error:
        asked = _asked_or_404(token)
        if asked.game is None:
            return _done(request, user, game.public_id, refusal(error))
        return _ask(request, user, asked.game, refusal(error))
    if request.user.pk == user.pk:
        return redirect("games:table", game.public_id)
    return _done(request, user, game.public_id, _seated(game), good=True)


def _seated(game: Game) -> Sentence:
    begun = GameSummary.objects.get(pk=game.pk).status != GameStatus.OPEN
    then = _("The game has begun.") if begun else _("We’ll tell you when it begins.")
    return Sentence(told(_("You have a seat at {game}"), game=game.name), then)


def _no_invitation(asked: Asked) -> Sentence:
    if asked.seated:
        return Sentence(_("You have a seat at this table"), _("Sign in to see it."))
    if asked.game is not None:
        return Sentence(_("Sign in to answer"), _("This link can’t answer for you."))
    return Sentence(
        _("This invitation is over"),
        _("It was answered or taken back, or the game has begun without you."),
    )


def _ask(
    request: HttpRequest,
    user: AbstractUser,
    game: Game,
    said: Sentence | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    context = {
        **bare_for(user),
        "game": game,
        "host": name_of(game.creator) if game.creator else _("Somebody"),
        "terms": terms_of(game, free=0),
        "time_out": time_out(game),
        "refusal": said,
        "here": request.path,
    }
    return render(request, "games/links/invitation.html", context, status=status)


@csrf_exempt
@require_http_methods(METHODS)
def chair(request: HttpRequest, token: str) -> HttpResponse:
    """Take a chair back."""
    link = chair_link(token)
    if link is None:
        raise Http404
    with shown_to(request, link.user):
        if not link.kept or not link.may_answer:
            return _done(request, link.user, link.public_id, _no_chair(link))
        if request.method != "POST":
            return _keep(request, link)
        try:
            take_back(game_id=link.game_id, seat=link.seat)
        except RuleError as error:
            return _keep(request, link, refusal(error))
        if request.user.pk == link.user.pk:
            return redirect("games:table", link.public_id)
        said = Sentence(_("Your chair is yours again"), _("Your next turn is yours, too."))
        return _done(request, link.user, link.public_id, said, good=True)


def _no_chair(link: ChairLink) -> Sentence:
    if link.kept:
        return Sentence(_("Sign in to take it back"), _("This link can’t answer for you."))
    if link.game:
        return Sentence(_("No bot keeps your chair"), _("You have it back, or the game is over."))
    return Sentence(_("You no longer sit there"), _("The game goes on without you."))


def _keep(request: HttpRequest, link: ChairLink, said: Sentence | None = None) -> HttpResponse:
    context = {**bare_for(link.user), "game": link.game, "refusal": said, "here": request.path}
    return render(request, "games/links/chair.html", context)


def _asked_or_404(token: str) -> Asked:
    asked = invitation_link(token)
    if asked is None:
        raise Http404
    return asked


def _done(
    request: HttpRequest,
    user: AbstractUser,
    public_id: str,
    said: Sentence,
    *,
    good: bool = False,
) -> HttpResponse:
    """Say what was done, or why nothing was, and lead to signing in."""
    context = {
        **bare_for(user),
        "said": said,
        "good": good,
        "next": reverse("games:table", args=[public_id]),
        "name": sign_in_as(user),
    }
    return render(request, "games/links/answered.html", context)
