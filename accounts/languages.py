"""The language of a request: chosen, or guessed from the browser."""

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation.trans_real import parse_accept_lang_header
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from accounts.models import User
from games.pages.doors.requests import page_before

ASKED = "language"
"""The query parameter that shows a page in a language, and the field of the form that keeps it."""

_API = "/api/"


def language_of(request: HttpRequest) -> str:
    """Return the code of the language to answer in, one of ``settings.LANGUAGES``.

    A language in the address goes first, for search engines; then the one kept with the account or
    guest, then the browser's cookie, then what the browser says it prefers. Programs get what
    their ``Accept-Language`` says, whoever they act for.
    """
    if request.path_info.startswith(_API):
        return language_of_browser(request)
    return (
        _known(request.GET.get(ASKED))
        or _known(_kept_with(request))
        or _known(request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME))
        or language_of_browser(request)
    )


def language_of_browser(request: HttpRequest) -> str:
    """Return the first language of ``Accept-Language`` that the site speaks, or the site's own."""
    for code, _weight in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        if code == "*":
            break
        if language := _known(code) or _known(code.partition("-")[0]):
            return language
    return settings.LANGUAGE_CODE


def activate_language(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: answer in the viewer's language, and say which that is."""

    def middleware(request: HttpRequest) -> HttpResponse:
        language = language_of(request)
        request.LANGUAGE_CODE = language
        with translation.override(language):
            response = get_response(request)
        patch_vary_headers(response, ["Accept-Language", "Cookie"])
        # A link from an email is answered in the language of whom it was sent to.
        response.headers.setdefault("Content-Language", request.LANGUAGE_CODE)
        return response

    return middleware


# Exempt for the same reason as the theme's: the form stands on pages without a token.
@csrf_exempt
@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Keep the language with the browser and the account or guest, then go back."""
    response = redirect(page_before(request))
    if language := _known(request.POST.get(ASKED)):
        if isinstance(user := request.user, User):
            user.language = language
            user.save(update_fields=["language"])
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return response


def _kept_with(request: HttpRequest) -> str:
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return ""
    user: User | AnonymousUser = request.user
    return user.language if isinstance(user, User) else ""


def _known(code: str | None) -> str:
    """Return the site's code for ``code``, if the site speaks the language."""
    if not code:
        return ""
    own = code.lower()
    if own == "en" or own.startswith("en-"):
        return settings.LANGUAGE_CODE
    return own if own in dict(settings.LANGUAGES) else ""
