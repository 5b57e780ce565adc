"""Information pages."""

from datetime import UTC, date

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.order.after.numbers import latest_months
from games.pages.conduct.months import shown
from games.words.conduct import RULES

MONTHS = 12
"""Months of moderation on a page."""


def _page(request: HttpRequest, name: str) -> HttpResponse:
    operator = {
        "name": settings.OPERATOR_NAME,
        "email": settings.OPERATOR_EMAIL,
        "address": settings.OPERATOR_ADDRESS,
    }
    return render(request, f"information/{name}.html", {"operator": operator})


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """About the site."""
    return _page(request, "about")


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What the site stores."""
    return _page(request, "privacy")


@require_safe
def contact(request: HttpRequest) -> HttpResponse:
    """How to reach the operators."""
    return _page(request, "contact")


@require_safe
def conduct(request: HttpRequest) -> HttpResponse:
    """Show the rules of conduct."""
    return render(request, "games/conduct/conduct.html", {"rules": RULES})


@require_safe
@cache_control(private=True, no_cache=True)
def numbers(request: HttpRequest) -> HttpResponse:
    """Show moderation month by month, or the months up to one."""
    asked = request.GET.get("until")
    until = None if asked is None else _month_or_404(asked)
    found = latest_months(until=until, most=MONTHS + 1)
    now = timezone.now().astimezone(UTC)
    context = {
        "months": [shown(month, now=now) for month in found[:MONTHS]],
        "older": f"{found[MONTHS].month:%Y-%m}" if len(found) > MONTHS else None,
        "is_first": until is None,
    }
    return render(request, "games/conduct/numbers.html", context)


def _month_or_404(text: str) -> date:
    try:
        return date.fromisoformat(f"{text}-01")
    except ValueError as error:
        raise Http404 from error
