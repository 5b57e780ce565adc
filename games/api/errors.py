"""Refusals: a status, a stable ``code`` and a sentence."""

from collections.abc import Iterator
from math import ceil
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from games.api.authentication import ExpiredTokenError
from games.api.codes import status_of
from games.api.json_parser import TooLargeError
from games.play.plans.keeping import PlanError
from games.rules.errors import RuleError
from games.words.names import plain

_WHOLE = "non_field_errors"


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
        return Response(body, status=status_of(error.error.code))
    answer = exception_handler(error, context)
    if answer is None:
        return None
    code, sentence = _said(error)
    answer.data = {"code": code, "error": sentence}
    if isinstance(error, exceptions.ValidationError):
        answer.status_code = 422
        answer.data["faults"] = [*_faults(error.detail)]
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
            return "bad_request", _first_sentence([*_faults(error.detail)])
    return "error", _("Something went wrong.")


def _faults(detail: Any, pointer: str = "") -> Iterator[dict[str, str]]:
    """Yield each fault, with a JSON Pointer (RFC 6901) to its place."""
    if isinstance(detail, dict):
        for key, inner in detail.items():
            escaped = str(key).replace("~", "~0").replace("/", "~1")
            yield from _faults(inner, pointer if key == _WHOLE else f"{pointer}/{escaped}")
    elif isinstance(detail, list):
        for inner in detail:
            yield from _faults(inner, pointer)
    else:
        yield {"pointer": pointer, "error": str(detail)}


def _first_sentence(faults: list[dict[str, str]]) -> str:
    first = faults[0]
    place = first["pointer"].strip("/")
    return f"{place}: {first['error']}" if place else first["error"]
