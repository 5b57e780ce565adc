"""Pages of kept emails."""

from collections.abc import Callable
from functools import wraps
from ipaddress import ip_address
from typing import Concatenate, ParamSpec

from csp.constants import NONE, UNSAFE_INLINE
from csp.decorators import csp
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoutsite.kept_mails import kept_mail, kept_mails

P = ParamSpec("P")


def kept_mails_context(request: HttpRequest) -> dict[str, bool]:
    """Context processor: are emails kept here?"""
    return {"mails_are_kept": bool(settings.MAILS_ARE_KEPT)}


def on_this_machine(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Serve only local browsers, on sites that keep emails."""

    @wraps(view)
    def wrapped(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not settings.MAILS_ARE_KEPT or not _is_local(request):
            raise Http404
        return view(request, *args, **kwargs)

    return wrapped


def _is_local(request: HttpRequest) -> bool:
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


@require_safe
@never_cache
@on_this_machine
def mails(request: HttpRequest) -> HttpResponse:
    """Show kept emails, latest first."""
    return render(request, "developer/mails.html", {"mails": kept_mails()})


# Emails bring inline styles; nothing else in them may run or load.
@require_safe
@never_cache
@csp(  # type: ignore[arg-type]  # typed for views without arguments
    {
        "default-src": [NONE],
        "style-src": [UNSAFE_INLINE],
        "sandbox": ["allow-popups", "allow-popups-to-escape-sandbox", "allow-top-navigation"],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        "form-action": [NONE],
    }
)
@on_this_machine
def html(request: HttpRequest, name: str) -> HttpResponse:
    """Show an email's HTML part."""
    mail = kept_mail(name)
    if mail is None or not mail.html:
        raise Http404
    return HttpResponse(mail.html)


urlpatterns: list[URLPattern] = [
    path("mails/", mails, name="kept_mails"),
    path("mails/<slug:name>/", html, name="kept_mail"),
]
