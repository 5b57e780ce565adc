"""The one stream of hints to a tab: which of its games reached which version, and nothing else."""

from django.contrib.auth import get_user
from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.log import log_response
from django.utils.translation import gettext as _

from games.live import channel
from games.live import streams as streaming
from games.live.channel import Hint
from games.live.streams import Listener
from games.play.tables import stamp_for

_LISTS = "event: lists\ndata: {}\n\n"
"""Lists may have changed while nobody listened."""


async def stream(request: HttpRequest) -> HttpResponseBase:
    """The hints of all games of the reader, as server-sent events, while a tab is looked at.

    With ``?game=`` that game is among them too, for whoever may see it: 404 for others, and 204,
    after which a browser asks no more, for a stranger without a game. Where the server can't hold
    streams (WSGI) the answer is 501, and the page polls. What a browser names as the last event it
    got is not asked for: whatever was missed, the page learns how things stand now and compares.
    """
    if not isinstance(request, ASGIRequest):
        return _no_streams(request)
    return await streaming.answer(lambda: _look(request))


def _no_streams(request: HttpRequest) -> HttpResponse:
    response = HttpResponse(_("This server holds no streams."), status=501)
    # Nothing failed, so nothing is told to those who look after the site.
    log_response("No stream: %s", request.path, response=response, request=request, level="debug")
    return response


def _look(request: HttpRequest) -> Listener:
    """What there is to listen to for a page."""
    public_id = request.GET.get("game", "")
    topics, now = [], []
    user = get_user(request)
    if public_id:
        stamp = stamp_for(public_id=public_id, user=user)
        if stamp is None:
            raise Http404
        topics.append(channel.game_topic(public_id))
        now.append(Hint(public_id, stamp.version))
    if user.pk is not None:
        topics.append(channel.user_topic(user.pk))
    name = f"user:{user.pk}" if user.pk is not None else ""
    return Listener(topics, now, name, _LISTS, watched=public_id)
