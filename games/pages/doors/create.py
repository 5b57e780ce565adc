"""The page that opens a game."""

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AbstractUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.lobby.finding import last_name_at_a_table, players_named
from games.lobby.opening import create_game
from games.models import Game
from games.pages.lobby.create_form import Wish, form_of, read_wish
from games.rules.errors import RuleError
from games.words.levels import level_notes
from games.words.refusals import refusal
from games.words.sets import Sentence


@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """The form, or the game that was opened by it; a stranger has become a guest on the way."""
    if request.method != "POST":
        return _page(request, Wish(your_name=last_name_at_a_table(request.user)))
    return _open(request)


@login_required
def _open(request: HttpRequest) -> HttpResponse:
    wish = read_wish(request.POST)
    assert isinstance(request.user, AbstractUser)
    try:
        game = _game_of(request.user, wish)
    except RuleError as error:
        return _page(request, wish, refusal(error))
    return redirect("games:table", game.public_id)


def _game_of(user: AbstractUser, wish: Wish) -> Game:
    invited = found(wish.names) if wish.audience == "named" else []
    if wish.audience == "named" and not invited:
        raise RuleError("bad_terms", _("Name somebody, or choose another way to fill the seats."))
    return create_game(user=user, terms=wish.terms, invited=invited, name=wish.your_name)


def found(names: list[str]) -> list[AbstractUser]:
    """The players of these names; ``RuleError`` (``unknown_player``) names those nobody has."""
    players, unknown = players_named(names)
    if unknown:
        raise RuleError(
            "unknown_player",
            _("Nobody with an account is called {names}.").format(
                names=", ".join(f"“{name}”" for name in unknown)
            ),
        )
    return players


def _page(request: HttpRequest, wish: Wish, said: Sentence | None = None) -> HttpResponse:
    context = {
        "form": form_of(wish),
        "level_notes": level_notes(),
        "refusal": said,
        "nameless": is_nameless(request),
        "section": "create",
    }
    return render(request, "games/lobby/create.html", context)


def is_nameless(request: HttpRequest) -> bool:
    """Whether the reader has no account, and so may choose a name for each table."""
    return not request.user.is_authenticated or getattr(request.user, "is_guest", False)
