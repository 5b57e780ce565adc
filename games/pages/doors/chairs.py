"""Presses that are about chairs: taking one back, leaving, ending the game, asking for a move."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.notices import schedule as notices_service
from games.pages.doors.table import answer, go_to, is_htmx, table_or_404
from games.pages.table.board import Notice
from games.pages.table.choices import Choice, number_in
from games.play import chairs
from games.play.tables import stamp_for
from games.rules.errors import RuleError
from games.words.refusals import refusal
from games.words.sets import Sentence


@require_POST
def take_back(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take the chair back that a bot keeps."""
    return _done(
        request,
        public_id,
        lambda game_id, seat: chairs.take_back(game_id=game_id, seat=seat),
    )


@require_POST
def leave(request: HttpRequest, public_id: str) -> HttpResponse:
    """Hand the chair to a bot for good; from then on one watches."""
    return _done(
        request,
        public_id,
        lambda game_id, seat: chairs.leave(game_id=game_id, seat=seat),
        # The whole page: what the players say to each other goes with the chair.
        load=True,
    )


@require_POST
def end(request: HttpRequest, public_id: str) -> HttpResponse:
    """Agree to end the game unfinished, or take that back."""
    agrees = request.POST.get("vote", "agree") != "withdraw"
    return _done(
        request,
        public_id,
        lambda game_id, seat: chairs.agree_to_end(game_id=game_id, seat=seat, agrees=agrees),
    )


@require_POST
def nudge(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask the player of the seat ``seat`` for a move."""
    wanted = number_in(request.POST.get("seat", ""))
    return _done(
        request,
        public_id,
        lambda game_id, seat: notices_service.nudge(
            game_id=game_id, by_seat=seat, seat=-1 if wanted is None else wanted
        ),
        refused=_("Not nudged"),
    )


def _done(
    request: HttpRequest,
    public_id: str,
    press: Callable[[int, int], None],
    *,
    load: bool = False,
    refused: str = "",
) -> HttpResponse:
    """Do what was pressed for the reader's seat; the answer is the table as it then is.

    ``load`` has a script load the whole page; ``refused`` is the title of refusals that bring a
    sentence of their own.
    """
    stamp = stamp_for(public_id=public_id, user=request.user)
    if stamp is None:
        raise Http404
    notice = None
    try:
        if stamp.seat is None:
            raise RuleError("not_seated", "Not seated.")
        press(stamp.game_id, stamp.seat)
    except RuleError as error:
        own = refused and error.code != "not_seated"
        said = Sentence(refused, error.sentence) if own else refusal(error)
        notice = Notice(said, banner=True)
    if notice is None and (load or not is_htmx(request)):
        return go_to(request, public_id)
    return answer(request, table_or_404(request, public_id), Choice(), notice)
