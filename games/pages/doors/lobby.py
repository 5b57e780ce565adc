"""Actions before a game starts."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.models import AbstractUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.bots.offered import MIDDLING
from games.lobby import invitations, joining, leaving, naming, starting
from games.models import GameStatus
from games.pages.doors.before import before_page
from games.pages.doors.create import found
from games.pages.doors.requests import brought_by
from games.people.badges import name_of
from games.play.stamps import stamp_for
from games.play.tables import table_for
from games.rules.errors import RuleError
from games.words.names import told
from games.words.refusals import refusal

Press = Callable[[int, AbstractUser], object]


@require_POST
def join(request: HttpRequest, public_id: str) -> HttpResponse:
    """Sit down, as a guest if need be."""
    name, brought = request.POST.get("name", ""), brought_by(request)
    return _pressed(
        request,
        public_id,
        lambda game_id, user: joining.join(game_id=game_id, user=user, name=name, brought=brought),
        typed=name,
    )


@require_POST
def name(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take another name at the table, as a guest."""
    typed = request.POST.get("name", "")
    return _pressed(
        request,
        public_id,
        lambda game_id, user: naming.name_yourself(game_id=game_id, user=user, name=typed),
        typed=typed,
    )


@require_POST
def decline(request: HttpRequest, public_id: str) -> HttpResponse:
    """Decline an invitation by name."""
    return _pressed(
        request,
        public_id,
        lambda game_id, user: invitations.decline(game_id=game_id, user=user),
        then="games:mine",
    )


@require_POST
def get_up(request: HttpRequest, public_id: str) -> HttpResponse:
    """Leave before the start."""
    return _pressed(
        request,
        public_id,
        lambda game_id, user: leaving.leave_before_start(game_id=game_id, user=user),
        then="games:mine",
        said=_("You left the table. Your seat is free for somebody else."),
    )


@require_POST
def close(request: HttpRequest, public_id: str) -> HttpResponse:
    """Close the game."""
    return _pressed(
        request,
        public_id,
        lambda game_id, user: leaving.close(game_id=game_id, by=user),
        then="games:mine",
        said=_("The game is closed. Nothing was played."),
    )


@require_POST
def start(request: HttpRequest, public_id: str) -> HttpResponse:
    """Start with bots in the empty seats."""
    bots = request.POST.getlist("level") or [MIDDLING]
    return _pressed(
        request,
        public_id,
        lambda game_id, user: starting.start_early(game_id=game_id, by=user, bots=bots),
    )


@require_POST
def invite(request: HttpRequest, public_id: str) -> HttpResponse:
    """Invite a player by name."""
    name = " ".join(request.POST.get("player", "").split())

    def ask(game_id: int, user: AbstractUser) -> None:
        if not name:
            raise RuleError("unknown_player", _("Type the name of the player you want to invite."))
        for player in found([name]):
            invitations.invite(game_id=game_id, by=user, user=player)
            said = _("{name} will find the invitation under My games.")
            messages.success(request, told(said, name=name_of(player)))

    return _pressed(request, public_id, ask, typed=name)


def _pressed(
    request: HttpRequest,
    public_id: str,
    press: Press,
    *,
    then: str = "",
    said: str = "",
    typed: str | None = None,
) -> HttpResponse:
    stamp = stamp_for(public_id=public_id, user=request.user)
    if stamp is None or not isinstance(request.user, AbstractUser):
        raise Http404
    try:
        press(stamp.game_id, request.user)
    except RuleError as error:
        return refused(request, public_id, error, typed=typed)
    if said:
        messages.success(request, said)
    return redirect(then) if then else redirect("games:table", public_id)


def refused(
    request: HttpRequest, public_id: str, error: RuleError, *, typed: str | None = None
) -> HttpResponse:
    """Show the refusal at the table, else in My games."""
    table = table_for(public_id=public_id, user=request.user)
    sentence = refusal(error)
    if table is not None and table.stamp.status == GameStatus.OPEN:
        return before_page(request, table, refusal=sentence, typed=typed)
    messages.error(request, sentence.said)
    return redirect("games:table", public_id) if table else redirect("games:mine")
