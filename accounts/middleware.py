"""Daily session renewal, record of visits and marks."""

from collections.abc import Callable

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language

from accounts.sign_in.marks import note_here

VISIT_KEY = "visited_on"


def remember_visit(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: renew session, `last_seen` and marks with the day's first request."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            today = timezone.now().date()
            new_day = request.session.get(VISIT_KEY) != today.isoformat()
            if new_day and request.user.is_authenticated:
                request.session[VISIT_KEY] = today.isoformat()
                request.user.last_seen = today
                # Of those who were here before there was a choice.
                request.user.language = request.user.language or get_language() or ""
                request.user.save(update_fields=["last_seen", "language"])
                here = UserSession.objects.filter(session_key=request.session.session_key)
                here.update(last_seen_at=timezone.now())
                note_here(request, request.user)
        return get_response(request)

    return middleware
