"""What requests ask for."""

import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.answers import game_json
from games.api.bodies import StrictSerializer
from games.api.errors import TooManyKeys, refused
from games.api.limits import limited
from games.people.idempotency import Answer, TooManyKeysError, once
from games.play.stamps import Stamp, stamp_for
from games.play.tables import Table, table_at
from games.play.watchers import note_watcher

KEY = re.compile("[!-~]{1,200}")
VERSION = "Idempotency-Version"
"""With the answer to a repeat: the version that the first request led to."""


def stamp_of(request: Request, public_id: str, *, own_shut: bool = False) -> Stamp:
    """Return a game's stamp; 404 if hidden, 401 for callers who aren't signed in.

    ``own_shut``: as ``stamp_for``.
    """
    link = request.query_params.get("invitation", "")
    stamp = stamp_for(public_id=public_id, user=request.user, invitation=link, own_shut=own_shut)
    if stamp is None:
        raise not_there(request.user)
    return stamp


def not_there(user: AbstractUser | AnonymousUser) -> Exception:
    """Return the refusal of a game that is not there or hidden from ``user``: both are alike."""
    return Http404() if user.is_authenticated else NotAuthenticated()


def table_of(request: Request, public_id: str, *, own_shut: bool = False) -> Table:
    """Return a game as the caller sees it; refuse as ``stamp_of``."""
    table = table_at(stamp_of(request, public_id, own_shut=own_shut))
    if table is None:
        raise not_there(request.user)
    note_watcher(stamp=table.stamp, user=request.user)
    return table


def seat_of(stamp: Stamp) -> int:
    """Return the caller's seat; raise `not_seated`."""
    if stamp.seat is None:
        raise refused("not_seated", _("You do not sit at this table."))
    return stamp.seat


def user_of(request: Request) -> AbstractUser:
    """Return the user of a request that may write."""
    user = request.user
    if not isinstance(user, AbstractUser):
        raise NotAuthenticated
    return user


def by_token(request: Request) -> bool:
    """Return whether a program asks, and not a browser."""
    return request.auth is not None


def read_body(request: Request, body: type[StrictSerializer]) -> Any:
    """Return the body, validated as ``body``."""
    read = body(data=request.data)
    read.is_valid(raise_exception=True)
    return read


def flag(request: Request, name: str, *, default: bool) -> bool:
    """Return a query parameter, ``true`` or ``false``."""
    value = request.query_params.get(name)
    if value is None:
        return default
    if value not in ("true", "false"):
        raise refused("bad_request", _("{name} is true or false.").format(name=name))
    return value == "true"


def answered(
    request: Request,
    act: Callable[[], Answer],
    *,
    told_by_log: bool = False,
    again: Callable[[], dict[str, Any]] | None = None,
) -> Response:
    """Return the answer of ``act``, run once per ``Idempotency-Key`` and within its limit.

    A repeat is answered with the game as it is now, and the version that the request led to; if it
    leads to none, with what ``again`` tells. With ``told_by_log`` it always runs: the log knows
    what was done.
    """
    key = request.headers.get("Idempotency-Key")
    act = partial(limited, request, act)
    if key is None:
        return _response(act())
    if not KEY.fullmatch(key):
        raise refused("bad_request", _("A key has 1 to 200 visible ASCII characters."))
    said = json.dumps([request.method, request.path, request.data], sort_keys=True)
    user = user_of(request)
    try:
        answer = once(user=user, key=key, request=said.encode(), act=act, told_by_log=told_by_log)
    except TooManyKeysError as error:
        raise TooManyKeys(error.wait) from None
    if isinstance(answer, Answer):
        return _response(answer)
    if again is not None:
        return _response(Answer(answer.status, again()))
    now = game_json(table_of(request, answer.game))
    repeated = _response(Answer(answer.status, now))
    repeated[VERSION] = str(answer.version)
    return repeated


def _response(answer: Answer) -> Response:
    response = Response(answer.body or None, status=answer.status)
    # A game, or what names it as ``game``.
    made = answer.body.get("id") or answer.body.get("game")
    if answer.status == 201 and made:
        response["Location"] = reverse("api:game", args=[made])
    return response
