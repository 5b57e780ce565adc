"""Refusals: a status, a stable ``code`` and a sentence."""

from math import ceil
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from games.api.authentication import ExpiredTokenError
from games.api.json_parser import TooLargeError
from games.play.plans.keeping import PlanError
from games.rules.errors import RuleError
from games.words.names import plain

_STATUSES = {
    "not_your_turn": 403,
    "not_seated": 403,
    "not_invited": 403,
    "not_creator": 403,
    "needs_account": 403,
    "needs_address": 403,
    "programs_not_rated": 403,
    "banned": 403,
    "suspended": 403,
    "muted": 403,
    "unread_warning": 403,
    "blocked": 403,
    "too_early": 403,
    "paused": 409,
    "not_over": 403,
    "stale": 409,
    "game_over": 409,
    "not_started": 409,
    "already_started": 409,
    "game_full": 409,
    "name_taken": 409,
    "closed": 404,
    "not_found": 404,
}
"""All other codes are 422."""


class RefusedError(Exception):
    """A refused request; ``game`` is its current state, if helpful."""

    def __init__(self, error: RuleError, game: dict[str, Any] | None = None) -> None:
        super().__init__(error.sentence)
        self.error = error
        self.game = game


class TooManyKeys(exceptions.Throttled):
    """An account has used all the keys that are kept for it."""


def refused(code: str, sentence: str) -> RefusedError:
    """Return that refusal."""
    return RefusedError(RuleError(code, sentence))


def answer_to(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the answer to ``error``; None leaves it to Django."""
    if isinstance(error, RuleError):
        error = RefusedError(error)
    if isinstance(error, RefusedError):
        body: dict[str, Any] = {"code": error.error.code, "error": plain(error.error.sentence)}
        if error.game is not None:
            body["game"] = error.game
        if isinstance(error.error, PlanError) and error.error.order is not None:
            body |= {"order": error.error.order, "fault": error.error.fault}
        return Response(body, status=_STATUSES.get(error.error.code, 422))
    answer = exception_handler(error, context)
    if answer is None:
        return None
    code, sentence = _said(error)
    answer.data = {"code": code, "error": sentence}
    if isinstance(error, exceptions.ValidationError):
        answer.status_code = 422
    if isinstance(error, exceptions.Throttled):
        # Whole seconds, at least one.
        answer["Retry-After"] = str(max(1, ceil(getattr(error, "wait", None) or 0)))
    return answer


def _said(error: Exception) -> tuple[str, str]:
    match error:
        case Http404() | exceptions.NotFound():
            return "not_found", _("There is no such game, or you may not see it.")
        case exceptions.NotAuthenticated():
            return "not_signed_in", _("Send a token: Authorization: Bearer …")
        case ExpiredTokenError():
            return "bad_token", str(error.detail)
        case exceptions.AuthenticationFailed():
            return "bad_token", _("This token is not valid.")
        case PermissionDenied() | exceptions.PermissionDenied():
            return "forbidden", str(getattr(error, "detail", _("You may not do that.")))
        case TooManyKeys():
            return "too_many_requests", _(
                "You have used too many keys. Send this without a key, or try again later."
            )
        case exceptions.Throttled():
            return "too_many_requests", _("Too many requests. Try again later.")
        case exceptions.MethodNotAllowed():
            return "bad_method", _("This address does not support that method.")
        case exceptions.UnsupportedMediaType():
            return "bad_type", _("Send JSON, as application/json.")
        case TooLargeError():
            return "too_large", str(error.detail)
        case exceptions.ParseError():
            return "bad_json", str(error.detail)
        case exceptions.NotAcceptable():
            return "not_acceptable", _("This API answers in JSON.")
        case exceptions.ValidationError():
            return "bad_request", _first_sentence(error.detail)
    return "error", _("Something went wrong.")


def _first_sentence(detail: Any, place: str = "") -> str:
    if isinstance(detail, dict):
        key, inner = next(iter(detail.items()))
        return _first_sentence(inner, "" if key == "non_field_errors" else str(key))
    if isinstance(detail, list):
        return _first_sentence(detail[0], place)
    return f"{place}: {detail}" if place else str(detail)
