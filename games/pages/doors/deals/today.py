"""The deal of the day, and those of the days before."""

from datetime import date, timedelta
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from games.deals.daily.counting import is_counted
from games.deals.daily.dealing import deal_of, first_day, opened_secret, past_deal
from games.deals.daily.dealing import today as day_of
from games.deals.daily.sitting import entry_of, sit_down
from games.models import DealOfTheDay
from games.pages.deals.today import page_of
from games.pages.doors.requests import user_of
from games.people.users import player_of
from games.results.days import month_of
from games.rules.errors import RuleError
from games.words.refusals import refusal


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_cache=True)
def today(request: HttpRequest) -> HttpResponse:
    """Show today's deal, or how it went; POST sits down at it, or goes on."""
    day = day_of(timezone.now())
    if request.method == "POST":
        return _sit_down(request, day)
    programs = request.user.is_authenticated and player_of(user_of(request)).is_bot
    return _page(request, deal_of(day, programs=programs))


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_cache=True)
def day(request: HttpRequest, day: str) -> HttpResponse:
    """Show the deal of a day that is over; it can still be played, and doesn't count."""
    deal = _past_or_404(day)
    if request.method == "POST":
        return _sit_down(request, deal.day)
    return _page(request, deal)


@login_required
def _sit_down(request: HttpRequest, day: date) -> HttpResponse:
    user = user_of(request)
    try:
        entry = sit_down(
            user=user, day=day, now=timezone.now(), counts=partial(is_counted, request, user, day)
        )
    except RuleError as error:
        messages.error(request, refusal(error).said)
        return redirect("today")
    if entry.points is not None:
        return redirect(request.path)
    return redirect("games:table", entry.game.public_id)


def _page(request: HttpRequest, deal: DealOfTheDay) -> HttpResponse:
    now = timezone.now()
    entry = entry_of(deal, request.user)
    context = page_of(
        deal,
        entry,
        request.user,
        now=now,
        month=_month(request, deal.day),
        first=first_day() or deal.day,
    )
    next_day = day_of(now) + timedelta(days=1)
    tomorrow = DealOfTheDay.objects.filter(day=next_day, programs=deal.programs).first()
    context |= {
        "section": "today",
        "tomorrow": tomorrow and tomorrow.commitment,
        # The day after, anybody can deal it again.
        "secret": opened_secret(deal, now),
    }
    return render(request, "games/deals/today.html", context)


def _month(request: HttpRequest, day: date) -> date:
    text = request.GET.get("month", "")
    try:
        month = date.fromisoformat(f"{text}-01") if text else month_of(day)
    except ValueError as error:
        raise Http404 from error
    if not month_of(first_day() or day) <= month <= day_of(timezone.now()):
        raise Http404
    return month


def _past_or_404(text: str) -> DealOfTheDay:
    try:
        asked = date.fromisoformat(text)
    except ValueError as error:
        raise Http404 from error
    deal = past_deal(asked, timezone.now())
    if deal is None:
        raise Http404
    return deal
