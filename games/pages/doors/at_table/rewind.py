"""Players ask each other to take moves back."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from games.pages.doors.at_table.showing import go_to, seen_table
from games.pages.doors.chairs import done
from games.pages.doors.links.door import closed_door
from games.pages.doors.requests import HtmxHttpRequest
from games.pages.table.choices import number_in
from games.pages.table.rewinding.page import rewind_page
from games.play.rewinding.asking import answer_rewind, ask_to_rewind
from games.play.rewinding.offered import offered_to
from games.rules.errors import RuleError


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_cache=True)
def rewind(request: HtmxHttpRequest, public_id: str) -> HttpResponse:
    """Show what may be taken back, or is asked; ask (``ask-TO``), agree or rather not.

    ``TO`` is the version of the first move that is undone.
    """
    if request.method == "POST":
        return done(request, public_id, lambda *place: _press(request, *place), refused=_("Not so"))
    found = seen_table(request, public_id)
    if found is None:
        # Its email leads here, wherever it is read.
        return closed_door(request)
    if found.view is None or found.view.phase == "over":
        return go_to(request, public_id)
    offered = offered_to(found.game, found.seat, number_in(request.GET.get("to", "")))
    context = {
        "page": rewind_page(found, offered, timezone.now()),
        "public_id": public_id,
        "section": "mine",
    }
    return render(request, "games/table/rewind/rewind.html", context)


def _press(request: HtmxHttpRequest, game_id: int, seat: int) -> None:
    action, _dash, version = request.POST.get("rewind", "").partition("-")
    to = number_in(version)
    if to is None or action not in ("ask", "agree", "not"):
        raise RuleError("bad_move", "There is no such press.")
    if action == "ask":
        ask_to_rewind(game_id=game_id, seat=seat, to=to, by=request.user.pk)
        return
    answer_rewind(game_id=game_id, seat=seat, to=to, agrees=action == "agree", by=request.user.pk)
