"""The page before a game starts."""

from typing import Any

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from games.bots.offered import MIDDLING, company
from games.live import watching
from games.live.tags import tag_of
from games.lobby.finding import Lobby, last_name_at_a_table, lobby_of
from games.lobby.here import here_at
from games.lobby.waiting import waiting_games
from games.models import Game, GameStatus
from games.notices.seen import read_news
from games.pages.doors.requests import HtmxHttpRequest, is_a_look
from games.pages.lobby.chairs_before import chair_rows
from games.pages.lobby.rated import barred
from games.pages.lobby.share import email_link, invitation_link, qr_code
from games.pages.lobby.terms import in_short, terms_of, time_out
from games.people.users import has_account
from games.play.quiet import is_quiet
from games.play.stamps import Stamp, stamp_for
from games.play.tables import Table
from games.words.amounts import count_word
from games.words.bots import bot_options
from games.words.names import listed, named
from games.words.sets import Sentence
from games.words.times import day_and_time


@cache_control(private=True, no_cache=True)
def before_page(
    request: HttpRequest,
    found: Table,
    *,
    refusal: Sentence | None = None,
    typed: str | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the page; ``typed`` is the viewer's input."""
    user: AbstractUser | AnonymousUser = request.user
    if user.pk is not None and is_a_look(request):
        read_news(user_id=user.pk, game_id=found.game.pk)
    context = _context(
        request, lobby_of(game=found.game, user=user), found.stamp, _here(found.stamp, found.game)
    )
    nameless = not has_account(user)
    # Which of the page's forms the input is from.
    asks = "player" in request.POST
    # Only people at the table may pass the link on.
    context |= _passed_on(invitation_link(found.game)) if context["mine"] else {}
    context |= {
        "refusal": refusal,
        "quiet": is_quiet(found),
        "typed": typed if typed is not None else last_name_at_a_table(user) if nameless else "",
        "asking": (typed or "") if asks else "",
        "renaming": "" if asks else typed or "",
        "nameless": nameless,
    }
    return render(request, "games/lobby/before.html", context, status=status)


@require_safe
@cache_control(private=True, no_cache=True)
def before(request: HtmxHttpRequest, public_id: str) -> HttpResponse:
    """Return the changing part, or 304; reload after the start."""
    stamp = stamp_for(public_id=public_id, user=request.user)
    if stamp is None:
        raise Http404
    if not request.htmx:
        return redirect("games:table", public_id)
    if stamp.status != GameStatus.OPEN:
        return HttpResponseClientRefresh()
    if "Page-Visible" in request.headers:
        watching.asked_for_news(watching.person_at(request.user.pk, public_id))
    game = Game.objects.get(pk=stamp.game_id)
    here = _here(stamp, game)
    etag = _etag_of(request, stamp, here)
    if same := get_conditional_response(request, etag=etag):
        return same
    context = _context(request, lobby_of(game=game, user=request.user), stamp, here)
    context |= {"fragment": True, "waiting_count": waiting_games(request.user).count}
    response = render(request, "games/lobby/before.html#room", context)
    response["ETag"] = etag
    return response


def _here(stamp: Stamp, game: Game) -> frozenset[int]:
    """Return the seats of those who are here, for people at the table alone."""
    if stamp.seat is None:
        return frozenset()
    return here_at(game_id=game.pk, public_id=game.public_id)


def _context(
    request: HttpRequest, lobby: Lobby, stamp: Stamp, here: frozenset[int]
) -> dict[str, Any]:
    game, free = lobby.game, lobby.free
    mine = lobby.seat is not None
    own_name = next((seat.name for seat in lobby.seats if seat.number == lobby.seat), "")
    return {
        "game": game,
        "public_id": game.public_id,
        "etag": _etag_of(request, stamp, here),
        "chairs": chair_rows(lobby, here=here),
        "own_name": own_name,
        "unnamed": mine and _is_unnamed(own_name, request.user),
        "in_short": in_short(game),
        "everybody": count_word(game.players),
        "seats_left": _seats_left(free),
        "asked": listed([named(name, kind) for name, kind in lobby.asked], _("and")),
        "free": free,
        "bots": bot_options(),
        "sitters": company([MIDDLING] * (game.players - len(lobby.seats))),
        "heading": _heading(game, free),
        "starts": game.starts_at and day_and_time(game.starts_at),
        "terms": terms_of(game, free=free if not mine else 0),
        "time_out": time_out(game),
        "mine": mine,
        "is_creator": mine and game.creator_id == request.user.pk,
        "is_asked": lobby.is_asked,
        "board": {
            "commitment": game.commitment,
            "head": stamp.head,
            "version": stamp.version,
        },
        "barred": barred(game, request.user),
    }


def _passed_on(link: str) -> dict[str, str]:
    return {"link": link, "link_code": qr_code(link), "link_by_email": email_link(link)}


def _heading(game: Game, free: int) -> str:
    if not free and game.starts_at is not None:
        return _("Everybody is here")
    if not free:
        return _("The cards are being dealt")
    return ngettext("Waiting for {count} more", "Waiting for {count} more", free).format(
        count=count_word(free)
    )


def _is_unnamed(name: str, user: AbstractUser | AnonymousUser) -> bool:
    """Return whether a guest sits here as guests without a name do: ``"Guest"``, ``"Guest 2"``."""
    if not isinstance(user, AbstractUser) or has_account(user):
        return False
    number = name.removeprefix(user.get_short_name())
    return number != name and (not number or number.strip().isdigit())


def _seats_left(free: int) -> str:
    if not free:
        return ""
    template = ngettext("{Count} seat left.", "{Count} seats left.", free)
    return template.format(Count=count_word(free).capitalize())


def _etag_of(request: HttpRequest, stamp: Stamp, here: frozenset[int]) -> str:
    zone = timezone.get_current_timezone_name()
    return tag_of("before", request.user.pk, *stamp.tag, sorted(here), get_language(), zone)
