"""Streams for programs."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponseBase, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.exceptions import APIException, MethodNotAllowed, NotAuthenticated, Throttled
from rest_framework.request import Request

from games.api.base import View
from games.api.described import INVITATION, refusals
from games.api.errors import RefusedError, answer_to, refused
from games.api.limits import AccountLimit, StrangerLimit
from games.api.requests import not_there
from games.api.shapes.streams import GameEvent
from games.archive.programs import wakes_of
from games.live import channel
from games.live import streams as streaming
from games.live.channel import Wake
from games.live.streams import Listener
from games.people.addresses import address_of
from games.play.stamps import stamp_for

User = AbstractUser | AnonymousUser

_EVENTS = {
    (200, "text/event-stream"): OpenApiResponse(
        GameEvent,
        "Server-sent events that never end: `event: game`, `id: ID.VERSION`, and a `GameEvent` as "
        "`data`. A comment every 20 seconds shows that the connection is alive. Only so many may "
        "be open at once: one too many is answered with 429.",
    )
}


class StreamView(View):
    """A stream, described as an endpoint. The library's would read the whole answer."""

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        described = super().as_view(**initkwargs)

        @wraps(described)
        def view(request: HttpRequest, **named: str) -> HttpResponseBase:
            if request.method not in ("GET", "HEAD"):
                refused = MethodNotAllowed(str(request.method))
                return _refusal(refused, headers={"Allow": "GET, HEAD"})
            answer: HttpResponseBase = cls().get(request, **named)  # type: ignore[attr-defined]
            return answer

        # Nothing is written here, so a POST is refused as such, not for its missing CSRF token.
        return csrf_exempt(view)


class GameStreamView(StreamView):
    """The stream of one game."""

    @extend_schema(
        operation_id="stream_game",
        parameters=[INVITATION],
        responses={**_EVENTS, **refusals(404)},
    )
    def get(self, request: HttpRequest, public_id: str) -> HttpResponseBase:
        """News of one game: first where it is, then whenever that changes."""

        def look(user: User) -> list[Wake]:
            link = request.GET.get("invitation", "")
            stamp = stamp_for(public_id=public_id, user=user, invitation=link)
            if stamp is None:
                raise not_there(user)
            return [stamp.wake(public_id)]

        return _stream(request, lambda user: channel.game_topic(public_id), look)


class AccountStreamView(StreamView):
    """The stream of an account."""

    @extend_schema(operation_id="stream_games", responses={**_EVENTS, **refusals()})
    def get(self, request: HttpRequest) -> HttpResponseBase:
        """News of all your games: first where each unfinished one is, then every change.

        With `Last-Event-ID`, first also where those are that ended meanwhile.
        """

        def topic(user: User) -> str:
            if user.pk is None:
                raise NotAuthenticated
            return channel.user_topic(user.pk)

        return _stream(request, topic, lambda user: wakes_of(user, _last(request)))


def _stream(
    request: HttpRequest, topic: Callable[[User], str], look: Callable[[User], Sequence[Wake]]
) -> HttpResponseBase:
    if not isinstance(request, ASGIRequest):
        return _refusal(refused("no_streams", _("This server does not support streams.")))
    try:
        user: User = _admitted(request).user
        listener = Listener([topic(user)], user.pk, places=True)
        response = streaming.answer(
            listener, lambda: _not_known(look(user), request), address_of(request)
        )
    except (APIException, Http404) as error:
        return _refusal(error)
    if response.status_code == 429:
        return _refusal(Throttled(wait=10))
    return response


def _admitted(request: HttpRequest) -> Request:
    asked = Request(request, authenticators=View().get_authenticators())
    asked.user  # noqa: B018 (whoever it is, or a refusal)
    for throttle in (AccountLimit(), StrangerLimit()):
        if not throttle.allow_request(asked, View()):
            raise Throttled(throttle.wait())
    return asked


def _not_known(now: Sequence[Wake], request: HttpRequest) -> list[Wake]:
    """Drop what ``Last-Event-ID`` knows, except version 0: a game may have started at it."""
    last = _last(request)
    return [wake for wake in now if not wake.version or f"{wake.game}.{wake.version}" != last]


def _last(request: HttpRequest) -> str:
    return request.headers.get("Last-Event-ID", "")


def _refusal(error: Exception, *, headers: dict[str, str] | None = None) -> JsonResponse:
    answer = answer_to(error, {})
    assert answer is not None
    told = {name: answer[name] for name in ("WWW-Authenticate", "Retry-After") if name in answer}
    if isinstance(error, NotAuthenticated | RefusedError) and answer.status_code == 401:
        told["WWW-Authenticate"] = "Bearer"
    return JsonResponse(answer.data, status=answer.status_code, headers={**told, **(headers or {})})
