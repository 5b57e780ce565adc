"""The picture of a result."""

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.models import GameStatus
from games.pages.doors.links.door import closed_door
from games.pages.table.picture.png import picture_tag, result_png
from games.play.seats import seats_now
from games.play.stamps import Stamp, stamp_for


@require_safe
def result(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Return the picture of a finished game that counts, to those who may see the game."""
    invitation = request.GET.get("invitation", "")
    stamp = stamp_for(public_id=public_id, user=request.user, invitation=invitation)
    if stamp is None:
        return closed_door(request)
    if stamp.status != GameStatus.FINISHED:
        raise Http404
    return _picture(request, stamp)


@cache_control(private=True, no_cache=True)
def _picture(request: HttpRequest, stamp: Stamp) -> HttpResponseBase:
    now = seats_now(stamp.game_id)
    if now is None:
        raise Http404
    tag = picture_tag(stamp, now.game, now.seats)
    response = get_conditional_response(request, etag=tag)
    if response is None:
        drawn = result_png(stamp, tag)
        if drawn is None:
            raise Http404
        response = HttpResponse(drawn, content_type="image/png")
        response["ETag"] = tag
    return response
