"""Streams for programs."""

from collections.abc import Callable, Sequence

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponseBase, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from rest_framework.exceptions import APIException, MethodNotAllowed, NotAuthenticated, Throttled
from rest_framework.request import Request
from rest_framework.views import APIView

from games.api.authentication import SessionAuthentication, TokenAuthentication
from games.api.errors import RefusedError, answer_to, refused
from games.api.limits import AccountLimit, StrangerLimit
from games.api.requests import not_there
from games.archive.programs import versions_of
from games.live import channel
from games.live import streams as streaming
from games.live.channel import Wake
from games.live.streams import Listener
from games.people.addresses import address_of
from games.play.stamps import stamp_for

User = AbstractUser | AnonymousUser


# Nothing is written here, so a POST should be refused as such, not for its missing CSRF token.
@csrf_exempt
async def game_stream(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Stream one game's versions."""

    def look(user: User) -> Listener:
        link = request.GET.get("invitation", "")
        stamp = stamp_for(public_id=public_id, user=user, invitation=link)
        if stamp is None:
            raise not_there(user)
        now = [Wake(public_id, stamp.version)]
        return Listener([channel.game_topic(public_id)], now, user.pk)

    return await _stream(request, look)


@csrf_exempt
async def stream(request: HttpRequest) -> HttpResponseBase:
    """Stream versions of an account's games, first current ones of unfinished games."""

    def look(user: User) -> Listener:
        if user.pk is None:
            raise NotAuthenticated
        now = [*map(Wake._make, versions_of(user))]
        return Listener([channel.user_topic(user.pk)], now, user.pk)

    return await _stream(request, look)


async def _stream(request: HttpRequest, look: Callable[[User], Listener]) -> HttpResponseBase:
    if request.method not in ("GET", "HEAD"):
        return _refusal(MethodNotAllowed(str(request.method)), headers={"Allow": "GET, HEAD"})
    asked: list[Request] = []

    def listen() -> Listener:
        if not asked:
            asked.append(_admitted(request))
        user: User = asked[0].user
        found = look(user)
        return found._replace(now=_not_known(found.now, request))

    if not isinstance(request, ASGIRequest):
        no_streams = refused("no_streams", _("This server does not support streams."))
        return _refusal(no_streams, status=501)
    try:
        response = await streaming.answer(listen, address_of(request))
    except (APIException, Http404) as error:
        return _refusal(error)
    if response.status_code == 429:
        return _refusal(Throttled(wait=10))
    return response


def _admitted(request: HttpRequest) -> Request:
    asked = Request(request, authenticators=[TokenAuthentication(), SessionAuthentication()])
    asked.user  # noqa: B018 (whoever it is, or a refusal)
    for throttle in (AccountLimit(), StrangerLimit()):
        if not throttle.allow_request(asked, APIView()):
            raise Throttled(throttle.wait())
    return asked


def _not_known(now: Sequence[Wake], request: HttpRequest) -> list[Wake]:
    """Drop what ``Last-Event-ID`` knows, except version 0: a game may have started at it."""
    last = request.headers.get("Last-Event-ID", "")
    return [wake for wake in now if not wake.version or f"{wake.game}.{wake.version}" != last]


def _refusal(
    error: Exception, *, status: int | None = None, headers: dict[str, str] | None = None
) -> JsonResponse:
    answer = answer_to(error, {})
    assert answer is not None
    told = {name: answer[name] for name in ("WWW-Authenticate", "Retry-After") if name in answer}
    if isinstance(error, NotAuthenticated | RefusedError) and answer.status_code == 401:
        told["WWW-Authenticate"] = "Bearer"
    return JsonResponse(
        answer.data, status=status or answer.status_code, headers={**told, **(headers or {})}
    )
