"""The page about a game's log: its head, its witnesses, and every row when it is over."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.archive.logs import told_log
from games.models import OVER, Game
from games.pages.doors.links.door import closed_door
from games.pages.witness.rows import row_lines
from games.play.stamps import stamp_for
from games.play.watchers import note_watcher
from games.witness.paths import witnesses


@require_safe
@cache_control(private=True, no_cache=True)
def log(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show what binds the log of a game, to those who may see it."""
    link = request.GET.get("invitation", "")
    stamp = stamp_for(public_id=public_id, user=request.user, invitation=link)
    if stamp is None:
        return closed_door(request)
    note_watcher(stamp=stamp, user=request.user)
    game = Game.objects.get(pk=stamp.game_id)
    told = told_log(game) if stamp.status in OVER else None
    context = {
        "game": game,
        "head": stamp.head,
        "version": stamp.version,
        "log": told,
        "rows": row_lines(told.rows) if told else [],
        "witnesses": witnesses(game.pk)[::-1],
        "file": reverse("api:log", args=[public_id]),
    }
    return render(request, "games/witness/log.html", context)
