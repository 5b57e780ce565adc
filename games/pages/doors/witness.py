"""The roots of the days, for anybody to keep."""

from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.witness.making import end_of
from games.witness.paths import latest_roots, root_of
from games.words.links import site_link

SHOWN = 31
"""Days on a page, and in the feed."""


@require_safe
@cache_control(private=True, no_cache=True)
def witness(request: HttpRequest) -> HttpResponse:
    """Show the latest roots, or those up to a day."""
    asked = request.GET.get("until")
    until = None if asked is None else _day_or_404(asked)
    days = latest_roots(until=until, most=SHOWN + 1)
    older = days[SHOWN].day.isoformat() if len(days) > SHOWN else None
    context = {"days": days[:SHOWN], "older": older, "is_first": until is None}
    return render(request, "games/witness/days.html", context)


@require_safe
@cache_control(private=True, no_cache=True)
def day(request: HttpRequest, day: str) -> HttpResponse:
    """Show a day's root and what it is made of."""
    root = root_of(_day_or_404(day))
    if root is None:
        raise Http404
    return render(request, "games/witness/day.html", {"root": root})


@require_safe
@cache_control(public=True, max_age=300)
def feed(request: HttpRequest) -> HttpResponse:
    """Return the latest roots as an Atom feed: whoever subscribes to it keeps them."""
    atom = Atom1Feed(
        title=_("Next Act: the root of each day"),
        link=site_link(reverse("games:witness")),
        feed_url=site_link(reverse("games:witness_feed")),
        description=_("Each binds the logs of all games so far."),
        language="en-gb",
    )
    for root in latest_roots(most=SHOWN):
        link = site_link(reverse("games:witness_day", args=[root.day.isoformat()]))
        at = end_of(root.day)
        atom.add_item(
            title=root.day.isoformat(),
            link=link,
            description=root.root,
            unique_id=link,
            pubdate=at,
            updateddate=at,
        )
    return HttpResponse(atom.writeString("utf-8"), content_type=atom.content_type)


def _day_or_404(text: str) -> date:
    try:
        found = date.fromisoformat(text)
    except ValueError as error:
        raise Http404 from error
    if found.isoformat() != text:
        raise Http404
    return found
