"""The page where an account chooses how it is told."""

from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.choosing import topics
from accounts.choosing.feed import end_feed, feed_link, renew_feed
from accounts.choosing.forms import WhenForm
from accounts.choosing.summary import as_it_stands
from accounts.destinations.shown import destinations_of
from accounts.models import User
from accounts.resting.context import holiday_context, quiet_context
from accounts.views import for_accounts
from games.models import Topic
from games.people.recipients import recipients


@require_safe
@never_cache
@for_accounts
def telling(request: HttpRequest, user: User) -> HttpResponse:
    """Show the choices."""
    return page(request, user)


def page(request: HttpRequest, user: User, *, status: int = 200, **changes: Any) -> HttpResponse:
    """Return the page; ``changes`` are what was typed and refused."""
    known = recipients([user.pk]).get(user.pk)
    columns = topics.columns_of(user, known)
    context = {
        "stands": as_it_stands(user, known),
        "columns": columns,
        "rows": topics.rows_of(user, columns),
        "when_form": WhenForm(user=user),
        "has_second_step": is_mfa_enabled(user),
        "zone_name": timezone.get_current_timezone_name().replace("_", " "),
        "feed": feed_link(user),
        "section": "account",
        **quiet_context(user),
        **holiday_context(user),
        **destinations_of(request, user),
        **changes,
    }
    return render(request, "accounts/telling/telling.html", context, status=status)


@require_POST
@for_accounts
def what(request: HttpRequest, user: User) -> HttpResponse:
    """Save one box, or without a script all that the page had."""
    if request.headers.get("HX-Request"):
        name = request.headers.get("HX-Trigger-Name", "")
        box = topics.box_named(name)
        if box is None:
            return not_saved(request, user, "what")
        ticked = name in request.POST
        topics.save(user, {box: ticked})
        return _saved(request, user, "what", topics.said(*box, ticked=ticked))
    shown = set(request.POST.getlist("shown"))
    ticks = {
        (topic, way): topics.name_of(topic, way) in request.POST
        for way in topics.BY
        for topic in Topic
        if way in shown
    }
    topics.save(user, ticks)
    return _saved(request, user, "what", _("what we tell you"))


@require_POST
@for_accounts
def when(request: HttpRequest, user: User) -> HttpResponse:
    """Save how soon and how often."""
    form = WhenForm(request.POST, user=user)
    if not form.is_valid():
        return not_saved(request, user, "when")
    form.save()
    return _saved(request, user, "when", form.saved())


@require_POST
@for_accounts
def links(request: HttpRequest, user: User) -> HttpResponse:
    """Save whether emails let their reader play; refused with a second step."""
    user.turn_links = "turn_links" in request.POST
    if user.turn_links and not user.may_play_by_link:
        return not_saved(request, user, "when")
    user.save(update_fields=["turn_links"])
    may = _("emails let you play without signing in")
    return _saved(request, user, "when", may if user.turn_links else _("you sign in to play"))


@require_POST
@for_accounts
def plans(request: HttpRequest, user: User) -> HttpResponse:
    """Save whether plans are played in quiet hours too."""
    user.plans_at_night = "plans_at_night" in request.POST
    user.save(update_fields=["plans_at_night"])
    at_night, by_day = _("plans are played at night too"), _("plans wait for the morning")
    return _saved(request, user, "quiet", at_night if user.plans_at_night else by_day)


@require_POST
@for_accounts
def calendar(request: HttpRequest, user: User) -> HttpResponse:
    """Make, renew or remove the calendar feed."""
    if request.POST.get("feed") == "remove":
        end_feed(user)
        said = _("The address is removed. Your calendar gets nothing more from us.")
    else:
        had_one = bool(user.feed_key)
        renew_feed(user)
        said = _("Here is the address. Enter it in your calendar.")
        if had_one:
            said = _("The old address has ended. Enter the new one in your calendar.")
    messages.info(request, said)
    return redirect(part_of("calendar"))


def _saved(request: HttpRequest, user: User, part: str, what: str) -> HttpResponse:
    return _said(request, user, part, _("Saved: {what}").format(what=what))


def not_saved(request: HttpRequest, user: User, part: str) -> HttpResponse:
    """Answer a press that the page doesn't offer."""
    return _said(request, user, part, _("Not saved. Please reload the page."))


def _said(request: HttpRequest, user: User, part: str, sentence: str) -> HttpResponse:
    if not request.headers.get("HX-Request"):
        messages.info(request, sentence)
        return redirect(part_of(part))
    context = {**stands_now(user), "said": sentence}
    return render(request, "accounts/telling/_stands.html", context)


def stands_now(user: User) -> dict[str, Any]:
    """Return the sentence about all the choices as they are kept."""
    now = User.objects.get(pk=user.pk)
    return {"stands": as_it_stands(now, recipients([now.pk]).get(now.pk))}


def part_of(part: str) -> str:
    """Return the address of a part of the page."""
    return f"{resolve_url('accounts:telling')}#{part}"
