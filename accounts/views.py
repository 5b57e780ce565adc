"""The account pages that are not django-allauth's."""

import json
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from allauth.account.decorators import reauthentication_required
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.views import redirect_to_login
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import own_data
from accounts.choosing.summary import as_it_stands
from accounts.deletion import delete_account
from accounts.guests.becoming import name_seats
from accounts.models import Appearance, User
from accounts.preferences import resume_mails
from accounts.settings_forms import (
    FriendsForm,
    NameForm,
    PracticeForm,
    StatisticsForm,
    TableForm,
    ZoneForm,
)
from accounts.time_zones import DEFAULT, zone_of_browser
from accounts.tokens.making import tokens_of
from games.notices.replan import replan
from games.people.friends import take_off_all_lists
from games.people.recipients import recipients
from games.people.standing import lock_player
from games.practice.making import agreement_changed
from games.results.ratings import list_or_hide

P = ParamSpec("P")


def confirmed(
    view: Callable[Concatenate[HttpRequest, User, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, User, P], HttpResponse]:
    """Ask users to sign in again after five minutes."""
    asked: Callable[Concatenate[HttpRequest, User, P], HttpResponse] = reauthentication_required(
        view
    )
    return asked


_FORMS: dict[str, type[ZoneForm | TableForm | StatisticsForm | FriendsForm | PracticeForm]] = {
    "zone": ZoneForm,
    "table": TableForm,
    "statistics": StatisticsForm,
    "friends": FriendsForm,
    "practice": PracticeForm,
}


def for_accounts(
    view: Callable[Concatenate[HttpRequest, User, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Pass a view the account; ask guests to sign up and visitors to sign in."""

    @wraps(view)
    def wrapped(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        user = request.user
        if isinstance(user, User) and not user.is_guest:
            return view(request, user, *args, **kwargs)
        page = "account_signup" if user.is_authenticated else "account_login"
        return redirect_to_login(request.get_full_path(), resolve_url(page))

    return wrapped


@require_safe
@for_accounts
def settings(request: HttpRequest, user: User) -> HttpResponse:
    """Show the settings."""
    return _settings_page(request, user)


def _settings_page(
    request: HttpRequest, user: User, name_form: NameForm | None = None
) -> HttpResponse:
    zone = zone_of_browser(request)
    context: dict[str, object] = {
        "name_form": name_form or NameForm(instance=user),
        "zone_here": zone if zone not in (user.time_zone, DEFAULT) else "",
        "tokens": tokens_of(user),
        "sessions": UserSession.objects.filter(user=user).count(),
        "appearances": [
            (value, label, value == (user.appearance or Appearance.SYSTEM))
            for value, label in Appearance.choices
        ],
        "stands": as_it_stands(user, recipients([user.pk]).get(user.pk)),
        "section": "account",
    }
    for part, form in _FORMS.items():
        context[f"{part}_form"] = form(instance=user)
    return render(request, "accounts/settings.html", context)


@require_POST
@for_accounts
def save(request: HttpRequest, user: User, part: str) -> HttpResponse:
    """Save one part of the settings."""
    form = _FORMS[part](request.POST, instance=user)
    if not form.is_valid():
        # The page itself offers no such choice.
        return _said(request, _("Not saved. Please reload the page."), part)
    with transaction.atomic():
        form.save()
        if part == "friends" and not user.may_be_listed:
            take_off_all_lists(user=user)
        if part == "practice" and form.has_changed():
            agrees = user.practice_from_games
            agreement_changed(user_id=user.pk, agrees=agrees, now=timezone.now())
    if part == "zone":
        replan(user_id=user.pk)
    if part == "statistics":
        list_or_hide(user=user)
    return _said(request, _("Saved: {what}").format(what=form.saved()), part)


def _said(request: HttpRequest, sentence: str, part: str) -> HttpResponse:
    if request.headers.get("HX-Request"):
        return HttpResponse(sentence, content_type="text/plain; charset=utf-8")
    messages.info(request, sentence)
    return redirect(f"{resolve_url('accounts:settings')}#{part}")


@require_POST
@for_accounts
def name(request: HttpRequest, user: User) -> HttpResponse:
    """Change the name."""
    # The form changes its instance even if the name is refused.
    form = NameForm(request.POST, instance=User.objects.get(pk=user.pk))
    if not form.is_valid():
        return _settings_page(request, user, form)
    with transaction.atomic():
        lock_player(user)
        renamed = form.save()
        name_seats(renamed)
    messages.info(request, _("You are now {name}.").format(name=renamed.username))
    return redirect("accounts:settings")


@require_POST
@for_accounts
def resume(request: HttpRequest, user: User) -> HttpResponse:
    """Resume paused emails."""
    resume_mails(user)
    messages.info(request, _("You’ll get emails again."))
    return redirect("accounts:settings")


@require_safe
@for_accounts
def data(request: HttpRequest, user: User) -> HttpResponse:
    """Download the account's data."""
    day = timezone.localdate().isoformat()
    text = json.dumps(own_data.all_of(user), cls=DjangoJSONEncoder, indent=2, ensure_ascii=False)
    return HttpResponse(
        # A record imported earlier may hold half a character, which JSON can only escape.
        text.encode(errors="backslashreplace"),
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="next-act-{day}.json"'},
    )


@require_http_methods(["GET", "HEAD", "POST"])
@for_accounts
@confirmed
def delete(request: HttpRequest, user: User) -> HttpResponse:
    """Delete the account, after asking."""
    if request.method != "POST":
        return render(request, "accounts/delete.html", {"section": "account"})
    delete_account(user=user)
    logout(request)
    messages.info(request, _("Your account has been deleted. Thank you for playing."))
    return redirect("games:landing")
