"""Saving quiet hours, and planning and ending holidays."""

from collections.abc import Sequence
from datetime import date

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.choosing.views import not_saved, page, part_of, stands_now
from accounts.models import User
from accounts.resting.context import quiet_context
from accounts.resting.holidays import call_off, come_back, plan_holiday
from accounts.resting.painted import read_painted
from accounts.resting.quiet import set_quiet_week
from accounts.resting.typed import read_typed, typed
from accounts.resting.words import holiday_in_words, quiet_in_words
from accounts.views import for_accounts
from games.rest.nights import Night, week_with
from games.rest.week import Week, parse_week, week_text
from games.rules.errors import RuleError

_UNPROCESSABLE = 422


@require_POST
@for_accounts
def quiet_hours(request: HttpRequest, user: User) -> HttpResponse:
    """Save the week that was painted, or the times that were typed."""
    nights: list[Night] | None = None
    try:
        shown = parse_week(request.POST.get("was", ""))
        if "night" in request.POST:
            nights = read_typed(request.POST)
        week = read_painted(request.POST) if nights is None else week_with(nights)
    except ValueError:
        return not_saved(request, user, "quiet")
    try:
        set_quiet_week(user, week, shown=shown)
    except RuleError as refused:
        return _refused(request, user, refused.sentence, nights)
    said = quiet_in_words(parse_week(user.quiet_week))
    what = _("quiet {hours}").format(hours=said) if said else _("no quiet hours")
    sentence = _("Saved: {what}").format(what=what)
    if request.headers.get("HX-Request"):
        return _parts(request, user, sentence, painted=None if nights is not None else week)
    messages.info(request, sentence)
    return redirect(part_of("quiet"))


@require_POST
@for_accounts
def plan(request: HttpRequest, user: User) -> HttpResponse:
    """Plan a holiday."""
    first, last = request.POST.get("first", ""), request.POST.get("last", "")
    try:
        planned = plan_holiday(user, _day(first), _day(last or first))
    except RuleError as refused:
        typed_days = {"first": first, "last": last, "refusal": refused.sentence}
        return page(request, user, status=_UNPROCESSABLE, holiday=typed_days)
    days = holiday_in_words(planned, timezone.localdate().year)
    return _said(request, _("Planned: {days}. All your clocks stand still.").format(days=days))


@require_POST
@for_accounts
def off(request: HttpRequest, user: User) -> HttpResponse:
    """Call a holiday off that has not begun."""
    try:
        call_off(user, _day(request.POST.get("first", "")))
    except RuleError as refused:
        return _said(request, refused.sentence)
    return _said(request, _("Called off. The days are free again."))


@require_POST
@for_accounts
def back(request: HttpRequest, user: User) -> HttpResponse:
    """End the holiday that runs, and return to the table where that was pressed, if it was."""
    come_back(user)
    return _said(
        request,
        _("Welcome back! Your clocks run again from your next turn on."),
        request.POST.get("next", ""),
    )


def _parts(
    request: HttpRequest, user: User, sentence: str, *, painted: Week | None, refusal: str = ""
) -> HttpResponse:
    """Return what else of the page a press changed.

    The form that was used stays as it is, for the next press in it may be under way.
    """
    context = {
        **stands_now(user),
        **quiet_context(user),
        "said": sentence,
        "refusal": refusal,
        "painted_now": None if painted is None else week_text(painted),
    }
    return render(request, "accounts/telling/_quiet_saved.html", context)


def _refused(
    request: HttpRequest, user: User, sentence: str, nights: Sequence[Night] | None
) -> HttpResponse:
    if request.headers.get("HX-Request"):
        whole = _("Not saved. {why}").format(why=sentence)
        return _parts(request, user, whole, painted=None, refusal=sentence)
    lines = {} if nights is None else {"nights": typed(nights)}
    return page(request, user, status=_UNPROCESSABLE, refusal=sentence, **lines)


def _day(written: str) -> date:
    try:
        return date.fromisoformat(written)
    except ValueError:
        raise RuleError("bad_holiday", _("Choose the first day and the last.")) from None


def _said(request: HttpRequest, sentence: str, path: str = "") -> HttpResponse:
    messages.info(request, sentence)
    is_ours = path.startswith("/") and url_has_allowed_host_and_scheme(path, None)
    return redirect(path if is_ours else part_of("holiday"))
