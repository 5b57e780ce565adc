"""Guests type, confirm and remove an email address."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django import forms
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts.guests import addresses
from accounts.models import User
from accounts.sign_in.forms import NO_ADDRESS
from accounts.time_zones import DEFAULT, zone_of_browser
from games.people.links import sign
from games.people.standing import KEEP_AWAY, refusal_for, standing_of
from games.words.links import site_link

P = ParamSpec("P")
GONE = 410


class _Typed(forms.Form):
    email = forms.EmailField(max_length=254)


def for_guests(
    view: Callable[[HttpRequest, User], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Pass a view the guest; lead accounts to their settings, and ask visitors to sign in."""

    @wraps(view)
    def wrapped(request: HttpRequest) -> HttpResponse:
        user = request.user
        if not isinstance(user, User):
            return redirect_to_login(reverse("games:mine"), resolve_url("account_login"))
        return view(request, user) if user.is_guest else redirect("account_email")

    return wrapped


def with_address(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Ask to confirm the address that a guest has typed on sitting down."""

    @wraps(view)
    def wrapped(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        user = request.user
        sat_down = request.method == "POST" and response.status_code == 302
        typed = request.POST.get("email", "").strip() if sat_down else ""
        if typed and isinstance(user, User) and user.is_guest:
            _ask(request, user)
        return response

    return wrapped


@require_POST
@for_guests
def ask(request: HttpRequest, guest: User) -> HttpResponse:
    """Email a link that confirms the address."""
    _ask(request, guest)
    return _back(request)


@require_POST
@for_guests
def forget(request: HttpRequest, guest: User) -> HttpResponse:
    """Forget the address."""
    addresses.forget(User.objects.get(pk=guest.pk))
    messages.info(request, _("Your address is removed. You won’t get any more emails from us."))
    return _back(request)


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm an address; opening the page changes nothing, because scanners open links too.

    The URL's token replaces session and CSRF token.
    """
    found = addresses.found_by(token)
    context: dict[str, object] = {"token": token, "found": found}
    if found is not None and request.method == "POST":
        done = addresses.confirm(found, now=timezone.now())
        context |= {"done": done, "taken": not done}
    return render(request, "accounts/way_back.html", context, status=200 if found else GONE)


def _ask(request: HttpRequest, guest: User) -> None:
    form = _Typed(request.POST)
    if not form.is_valid():
        messages.error(request, NO_ADDRESS)
        return
    for standing in standing_of(guest):
        if standing.kind in KEEP_AWAY:
            messages.error(request, refusal_for(standing).sentence)
            return
    address = form.cleaned_data["email"].lower()
    _keep_zone(request, guest)
    if guest.email_confirmed and guest.email == address:
        return
    if _send(request, guest, address):
        # The same for every address: it tells nothing of who has an account.
        said = _("Look into the mailbox of {address}: our email has a button to press.")
        messages.success(request, said.format(address=address))


def _send(request: HttpRequest, guest: User, address: str) -> bool:
    now = timezone.now()
    holder = (
        EmailAddress.objects.filter(email=address, verified=True)
        .values_list("user", "user__is_guest")
        .first()
    )
    key = addresses.note(guest, address, now=now)
    if key is None:
        return True
    token = sign("address", key, user_id=guest.pk, link_key=guest.link_key, now=now)
    link = site_link(reverse("accounts:confirm_guest_address", args=[token]))
    if holder is None or holder[0] == guest.pk:
        template = "guest_address"
    else:
        template = "guest_way_back" if holder[1] else "guest_has_account"
    sent: bool = get_adapter(request).sends(
        f"account/email/{template}", address, {"request": request, "confirm_url": link}
    )
    if not sent:
        addresses.note_unsent(address, now=now)
    return sent


def _keep_zone(request: HttpRequest, guest: User) -> None:
    """Emails tell times in it."""
    zone = zone_of_browser(request)
    if zone not in (DEFAULT, guest.time_zone):
        User.objects.filter(pk=guest.pk).update(time_zone=zone)


def _back(request: HttpRequest) -> HttpResponse:
    path = request.POST.get("next", "")
    fits = url_has_allowed_host_and_scheme(path, None)
    return redirect(path if fits and path.startswith("/") else "games:mine")
