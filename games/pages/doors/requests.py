"""Reading requests."""

from urllib.parse import urlsplit, urlunsplit

from django import forms
from django.contrib.auth.models import AbstractUser
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.middleware import HtmxDetails

from games.fairness.parts import Brought


class HtmxHttpRequest(HttpRequest):
    """A request whose ``htmx`` is true if a fragment is wanted."""

    htmx: HtmxDetails


class _PageForm(forms.Form):
    page = forms.IntegerField(min_value=1)


def user_of(request: HttpRequest) -> AbstractUser:
    """Return the signed-in user, maybe a guest."""
    assert isinstance(request.user, AbstractUser)
    return request.user


def brought_by(request: HttpRequest) -> Brought:
    """Return what the browser brings to a deal with a press."""
    return Brought(request.POST.get("part", ""), request.POST.get("promise", ""))


def is_a_look(request: HttpRequest, *, by_link: bool = False) -> bool:
    """Return whether somebody sees the answer: not for prefetches, HEAD and hidden pages' polls.

    ``by_link`` if an email's link leads here, which scanners open before their reader does: then
    only a page that says it is shown, or a press, tells of somebody.
    """
    ahead = "prefetch" in request.headers.get("Sec-Purpose", "")
    says_when_shown = by_link or "HX-Request" in request.headers
    unseen = request.method == "GET" and says_when_shown and "Page-Visible" not in request.headers
    return not (request.method == "HEAD" or ahead or unseen)


def page_of(request: HttpRequest) -> int:
    """Return the page number, by default 1."""
    form = _PageForm(request.GET)
    return form.cleaned_data["page"] if form.is_valid() else 1


def page_before(request: HttpRequest) -> str:
    """Return the path of this site from which the request came, by default the first page's."""
    return own_page_before(request) or "/"


def own_page_before(request: HttpRequest) -> str:
    """Return the path of this site from which the request came; empty if it came from none."""
    before = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(before, {request.get_host()}):
        return ""
    path = urlunsplit(urlsplit(before)._replace(scheme="", netloc="", fragment=""))
    # What follows the host may look like another one: https://here//elsewhere/.
    is_path = path[:1] == "/" and path[1:2] not in ("/", "\\")
    return path if is_path and url_has_allowed_host_and_scheme(path, None) else ""
