"""Opening a game."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AbstractUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.fairness.parts import Brought
from games.lobby.finding import last_name_at_a_table, players_named
from games.lobby.gathering import gather
from games.lobby.opening import create_game
from games.models import Game
from games.pages.doors.requests import brought_by, user_of
from games.pages.lobby.create_form import CreateForm
from games.people.users import has_account
from games.rules.errors import RuleError
from games.words.names import listed, plain, quoted
from games.words.refusals import refusal
from games.words.sets import Sentence


@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """Show the form, or open the game, as a guest if need be."""
    if request.method != "POST":
        initial = {"your_name": last_name_at_a_table(request.user)}
        return _page(request, CreateForm(initial=initial))
    return _open(request)


@login_required
def _open(request: HttpRequest) -> HttpResponse:
    form = CreateForm(request.POST)
    try:
        game = _game_of(user_of(request), form, brought_by(request))
    except RuleError as error:
        return _page(request, form, refusal(error))
    return redirect("games:table", game.public_id)


@require_POST
@login_required
def with_friends(request: HttpRequest) -> HttpResponse:
    """Open a table for friends in one press, as a guest if need be."""
    try:
        game = gather(user=user_of(request), brought=brought_by(request))
    except RuleError as refused:
        messages.error(request, refused.sentence)
        return redirect("games:order")
    return redirect("games:table", game.public_id)


def _game_of(user: AbstractUser, form: CreateForm, brought: Brought) -> Game:
    for faults in form.errors.values():
        raise RuleError("bad_terms", str(faults[0]))
    chosen = form.cleaned_data
    invited = found(chosen["named"]) if chosen["audience"] == "named" else []
    if chosen["audience"] == "named" and not invited:
        raise RuleError("bad_terms", _("Name somebody, or choose another way to fill the seats."))
    return create_game(
        user=user,
        terms=form.terms(),
        invited=invited,
        name=chosen["your_name"],
        brought=brought,
    )


def found(names: list[str]) -> list[AbstractUser]:
    """Return these players; raise `unknown_player`."""
    players, unknown = players_named(names)
    if unknown:
        raise RuleError(
            "unknown_player",
            _("Nobody with an account is called {names}.").format(
                names=plain(listed([quoted(name) for name in unknown]))
            ),
        )
    return players


def _page(request: HttpRequest, form: CreateForm, said: Sentence | None = None) -> HttpResponse:
    context = {
        "form": form,
        "refusal": said,
        "zone": timezone.get_current_timezone_name().replace("_", " "),
        "nameless": not has_account(request.user),
        "section": "create",
    }
    return render(request, "games/lobby/create.html", context)
