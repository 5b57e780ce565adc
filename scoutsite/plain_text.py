"""Control characters are refused at every door, before any view sees them.

Nobody can read them, and PostgreSQL takes no NUL. Bodies of the API are checked by its parser.
"""

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from games.words.control_characters import bad_text, has_control, without_control
from scoutsite.sent_again import fields_of

Answer = Callable[[HttpRequest], HttpResponse]

_KEPT_HEADER = "HTTP_USER_AGENT"
"""The one header that is stored, with a session."""
FOR_APPS = ("oauth2_provider:token", "oauth2_provider:revoke-token")
"""They send forms, and read answers of OAuth 2."""
_TRUSTED = "anymail"
"""Email providers send what other servers wrote; nothing of it is shown."""


def clean_headers(get_response: Answer) -> Answer:
    """Middleware: drop control characters where nobody typed them, in a header and cookies."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if has_control(agent := request.META.get(_KEPT_HEADER, "")):
            request.META[_KEPT_HEADER] = without_control(agent)
        for name in [name for name, value in request.COOKIES.items() if has_control(value)]:
            del request.COOKIES[name]
        return get_response(request)

    return middleware


class RefuseControlCharacters:
    """Middleware: refuses them in addresses and forms, and offers to go on without them."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        spaces = request.resolver_match.namespaces if request.resolver_match else []
        if _TRUSTED in spaces:
            return None
        if request.resolver_match and request.resolver_match.view_name in FOR_APPS:
            return _for_an_app() if any(map(has_control, _texts(request, with_form=True))) else None
        is_program = "api" in spaces
        if not any(map(has_control, _texts(request, with_form=not is_program))):
            return None
        return _for_a_program() if is_program else _for_a_person(request)


def _texts(request: HttpRequest, *, with_form: bool) -> Iterator[str]:
    yield request.path_info
    for sent in (request.GET, request.POST) if with_form else (request.GET,):
        for name, values in sent.lists():
            yield name
            yield from map(str, values)


def _for_a_program() -> HttpResponse:
    refused = bad_text()
    return JsonResponse(
        {"code": refused.code, "error": refused.sentence},
        status=422,
        headers={"Cache-Control": "private, no-cache", "Vary": "Authorization, Cookie"},
    )


def _for_an_app() -> HttpResponse:
    body = {"error": "invalid_request", "error_description": bad_text().sentence}
    return JsonResponse(body, status=400, headers={"Cache-Control": "no-store"})


def _for_a_person(request: HttpRequest) -> HttpResponse:
    sentence = bad_text().sentence
    if request.headers.get("HX-Request"):
        return HttpResponse(sentence, status=422, content_type="text/plain; charset=utf-8")
    context: dict[str, Any] = {"sentence": sentence, "address": "", "fields": []}
    if not has_control(request.path_info):
        asked = [(name, value) for name, values in request.GET.lists() for value in values]
        context["address"] = f"{request.path}?{urlencode(_cleaned(asked))}".rstrip("?")
        context["fields"] = _cleaned(fields_of(request))
    return render(request, "422.html", context, status=422)


def _cleaned(fields: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(without_control(name), without_control(value)) for name, value in fields]
