"""The stream of wakes."""

from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.log import log_response
from django.utils.translation import gettext as _

from games.live import channel
from games.live import streams as streaming
from games.live.channel import Wake
from games.live.streams import Listener
from games.live.watching import person, person_at
from games.people.addresses import address_of
from games.play.stamps import stamp_for

_LISTS = "event: lists\ndata: {}\n\n"
"""Lists may have changed before this stream began."""


def stream(request: HttpRequest) -> HttpResponseBase:
    """Stream wakes for the viewer's games.

    ``?game=`` adds one the viewer may see, else 404. Without games the answer is 204, which stops
    browsers asking; on WSGI it is 501, and pages poll. ``Last-Event-ID`` is ignored: the first
    wakes give current versions.
    """
    if not isinstance(request, ASGIRequest):
        return _no_streams(request)
    public_id, user = request.GET.get("game", ""), request.user
    topics = [channel.game_topic(public_id)] if public_id else []
    if user.pk is not None:
        topics.append(channel.user_topic(user.pk))
    spots = (public_id, person(user.pk), person_at(user.pk, public_id))

    def look() -> list[Wake]:
        if not public_id:
            return []
        stamp = stamp_for(public_id=public_id, user=user)
        if stamp is None:
            raise Http404
        return [stamp.wake(public_id)]

    listener = Listener(topics, user.pk, _LISTS, spots)
    return streaming.answer(listener, look, address_of(request))


def _no_streams(request: HttpRequest) -> HttpResponse:
    response = HttpResponse(_("This server does not support streams."), status=501)
    # Nothing failed, so this is not logged as an error.
    log_response("No stream: %s", request.path, response=response, request=request, level="debug")
    return response
