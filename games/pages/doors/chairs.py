"""Chair actions."""

from collections.abc import Callable

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.pages.doors.at_table.showing import answer, go_to, table_or_404
from games.pages.doors.requests import HtmxHttpRequest
from games.pages.table.banners import Banner
from games.pages.table.choices import Choice, number_in, read_scene
from games.play import chair_offers, chairs, ending, nudges
from games.play.quiet import set_quiet
from games.play.silence import keep_silent
from games.play.stamps import stamp_for
from games.rules.errors import RuleError
from games.words.refusals import refusal
from games.words.sets import Sentence


@require_POST
def take_back(request: HtmxHttpRequest, public_id: str) -> HttpResponse:
    """Take back a kept chair."""
    return done(
        request,
        public_id,
        lambda game_id, seat: chairs.take_back(game_id=game_id, seat=seat),
    )


@require_POST
def leave(request: HtmxHttpRequest, public_id: str) -> HttpResponse:
    """Leave for good; a bot takes over."""
    return done(
        request,
        public_id,
        lambda game_id, seat: chairs.leave(game_id=game_id, seat=seat, by=request.user.pk),
        # Reload the whole page: the chat goes with the chair.
        load=True,
    )


@require_POST
def end(request: HtmxHttpRequest, public_id: str) -> HttpResponse:
    """Vote to end the game, or withdraw."""
    agrees = request.POST.get("vote", "agree") != "withdraw"
    return done(
        request,
        public_id,
        lambda game_id, seat: ending.agree_to_end(
            game_id=game_id, seat=seat, agrees=agrees, by=request.user.pk
        ),
    )


@require_POST
def nudge(request: HtmxHttpRequest, public_id: str) -> HttpResponse:
    """Nudge a player."""
    return _to_a_seat(request, public_id, nudges.nudge, refused=_("Not nudged"))


@require_POST
def keep(request: HtmxHttpRequest, public_id: str) -> HttpResponse:
    """Put a bot on the chair of a silent player."""
    return _to_a_seat(request, public_id, keep_silent, refused=_("No bot for this chair"))


@require_POST
def offer_chair(request: HtmxHttpRequest, public_id: str) -> HttpResponse:
    """Offer a chair that a bot keeps to somebody else."""
    return _to_a_seat(request, public_id, chair_offers.offer_chair, refused=_("Not offered"))


@require_POST
def withdraw_chair(request: HtmxHttpRequest, public_id: str) -> HttpResponse:
    """Offer a chair no longer."""
    return _to_a_seat(request, public_id, chair_offers.withdraw_offer)


def _to_a_seat(
    request: HtmxHttpRequest, public_id: str, act: Callable[..., None], *, refused: str = ""
) -> HttpResponse:
    """Let a player act on the seat that the form names; -1 stands for none."""
    named = number_in(request.POST.get("seat", ""))
    wanted = -1 if named is None else named
    return done(
        request,
        public_id,
        lambda game_id, seat: act(game_id=game_id, by_seat=seat, seat=wanted, by=request.user.pk),
        refused=refused,
    )


@require_POST
def quiet(request: HtmxHttpRequest, public_id: str) -> HttpResponse:
    """Tell the player nothing about this game, or as usual again."""
    stamp = stamp_for(public_id=public_id, user=request.user)
    if stamp is None or stamp.seat is None or request.user.pk is None:
        raise Http404
    wanted = request.POST.get("quiet") == "on"
    set_quiet(game_id=stamp.game_id, user_id=request.user.pk, quiet=wanted)
    if not request.htmx:
        return go_to(request, public_id)
    context = {"quiet": wanted, "public_id": public_id, "fragment": True}
    return render(request, "games/table/_quiet.html#pressed", context)


def done(
    request: HtmxHttpRequest,
    public_id: str,
    press: Callable[[int, int], None],
    *,
    load: bool = False,
    refused: str = "",
) -> HttpResponse:
    """Let a player press, and show the table; ``refused`` is the title of a refusal.

    ``press`` gets the game and the player's seat. ``load`` shows the whole page anew.
    """
    stamp = stamp_for(public_id=public_id, user=request.user)
    if stamp is None:
        raise Http404
    banner = None
    try:
        if stamp.seat is None:
            raise RuleError("not_seated", "Not seated.")
        press(stamp.game_id, stamp.seat)
    except RuleError as error:
        own = refused and error.code != "not_seated"
        said = Sentence(refused, error.sentence) if own else refusal(error)
        banner = Banner(said, above=True)
    if banner is None and (load or not request.htmx):
        return go_to(request, public_id)
    found = table_or_404(request, public_id)
    scene = read_scene(request.POST, found.view) if found.view else ""
    return answer(request, found, Choice(scene=scene), banner)
