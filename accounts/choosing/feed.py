"""The calendar feed: an account's deadlines at an address that only its owner knows."""

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.crypto import get_random_string
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_safe

from accounts.models import User
from games.live.tags import tag_of
from games.lobby.deadlines import deadlines_of, starts_of
from games.pages.lobby.calendar import calendar_of
from games.words.languages import spoken
from games.words.links import site_link

_new_key = partial(get_random_string, 32)


def renew_feed(user: User) -> None:
    """Give the feed a new address, which ends the earlier one."""
    user.feed_key = _new_key()
    user.save(update_fields=["feed_key"])


def end_feed(user: User) -> None:
    """End the feed."""
    user.feed_key = None
    user.save(update_fields=["feed_key"])


def feed_link(user: User) -> str:
    """Return the feed's whole address; empty without a feed."""
    return site_link(reverse("calendar", args=[user.feed_key])) if user.feed_key else ""


@sensitive_variables("feed_key")
@require_safe
def calendar(request: HttpRequest, feed_key: str) -> HttpResponseBase:
    """Return the deadlines as a calendar, or 304; 404 for unknown keys.

    The address stands for its owner, in whose language it is: whoever asks is not signed in.
    """
    owner = User.objects.filter(feed_key=feed_key, is_active=True).only("pk", "language").first()
    if owner is None:
        raise Http404
    with translation.override(spoken(owner.language)):
        return _answer(request, owner)


def _answer(request: HttpRequest, owner: User) -> HttpResponseBase:
    found, starts = deadlines_of(user_id=owner.pk), starts_of(user_id=owner.pk)
    etag = tag_of("calendar", owner.pk, found, starts, owner.language)
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(
            calendar_of(found, starts), content_type="text/calendar; charset=utf-8"
        )
        response["ETag"] = etag
    return response
