"""The pages and presses for devices and webhooks."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.destinations.forms import HookFields
from accounts.destinations.shown import destinations_of
from accounts.destinations.this_browser import device_here, remember_device
from accounts.models import User
from accounts.templatetags.accounts import browser
from accounts.views import for_accounts
from games.models import Destination
from games.rules.errors import RuleError
from games.rules.json_values import read_json
from games.telling.destinations import RefusedError, own, remove, switch_on
from games.telling.devices import Subscription, subscribe
from games.telling.post.addresses import LONGEST
from games.telling.trying import send_test
from games.telling.webhooks import add_hook
from games.words.control_characters import has_control

P = ParamSpec("P")

_OF_ACCOUNTS, _OF_GUESTS = "accounts:telling", "accounts:destinations"
"""The pages to which presses lead back."""


def for_users(
    view: Callable[Concatenate[HttpRequest, User, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Pass a view the user, a guest too; ask visitors to sign in."""

    @wraps(view)
    def wrapped(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if isinstance(request.user, User):
            return view(request, request.user, *args, **kwargs)
        return redirect_to_login(request.get_full_path(), resolve_url("account_login"))

    return wrapped


@require_safe
@never_cache
@for_users
def destinations(request: HttpRequest, user: User) -> HttpResponse:
    """Show the user's devices and webhooks."""
    layout = "accounts/entrance.html" if user.is_guest else "accounts/manage.html"
    context = {"layout": layout, "section": "account", **destinations_of(request, user)}
    return render(request, "accounts/telling/destinations.html", context)


# A service worker renews its subscription by itself and knows no form's token. Other sites can't
# send JSON here, nor choose the header that says where a request comes from.
@csrf_exempt
@require_POST
def add_device(request: HttpRequest) -> HttpResponse:
    """Subscribe this browser. The body is a ``PushSubscription`` as JSON."""
    if not _is_from_here(request):
        return _refused(_("Please load the page again."), status=403)
    user = request.user
    if not isinstance(user, User):
        return _refused(_("Please sign in first."), status=401)
    subscription = _subscription_in(request.body)
    if subscription is None:
        return _refused(_("Your browser’s answer makes no sense to us. Please try again."))
    try:
        device = subscribe(
            user=user,
            subscription=subscription,
            name=browser(request.headers.get("User-Agent", "")),
            instead_of=device_here(request),
        )
    except (RefusedError, RuleError) as refused:
        return _refused(str(refused))
    remember_device(request, device)
    return JsonResponse({"name": device.name}, status=201)


def _is_from_here(request: HttpRequest) -> bool:
    here = f"{request.scheme}://{request.get_host()}"
    return request.content_type == "application/json" and request.headers.get("Origin") == here


def _subscription_in(body: bytes) -> Subscription | None:
    try:
        sent = read_json(body.decode())
        texts = (sent["endpoint"], sent["keys"]["p256dh"], sent["keys"]["auth"])
    except (ValueError, KeyError, TypeError):
        return None
    if not all(isinstance(text, str) and len(text) <= LONGEST for text in texts):
        return None
    return None if any(map(has_control, texts)) else Subscription(*texts)


def _refused(sentence: str, *, status: int = 422) -> HttpResponse:
    return JsonResponse({"error": sentence}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@for_accounts
@sensitive_variables("made")
def new_hook(request: HttpRequest, user: User) -> HttpResponse:
    """Add a webhook, and show its secret once."""
    form = HookFields(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = add_hook(user=user, **form.cleaned_data)
        except (RefusedError, RuleError) as refused:
            form.add_error("address", str(refused))
        else:
            if made.secret:
                shown_once = {"made": made, "section": "account"}
                return render(request, "accounts/telling/hook_made.html", shown_once)
            messages.info(request, _("Added: {name}").format(name=made.row.name))
            return _home(user, "hooks")
    context = {"form": form, "section": "account"}
    return render(request, "accounts/telling/hook_new.html", context)


@require_POST
@for_users
def try_out(request: HttpRequest, user: User, public_id: UUID) -> HttpResponse:
    """Send a test to an own destination; 404 for others."""
    destination = _own_or_404(user, public_id)
    arrived, sentence = send_test(destination)
    (messages.success if arrived else messages.error)(request, sentence)
    return _home_of(user, destination)


@require_POST
@for_users
def turn_on(request: HttpRequest, user: User, public_id: UUID) -> HttpResponse:
    """Switch an own destination on again; 404 for others."""
    destination = _own_or_404(user, public_id)
    switch_on(destination)
    messages.info(request, _("Switched on again: {name}").format(name=destination.name))
    return _home_of(user, destination)


@require_POST
@for_users
def take_away(request: HttpRequest, user: User, public_id: UUID) -> HttpResponse:
    """Remove an own destination; 404 for others."""
    destination = _own_or_404(user, public_id)
    remove(destination)
    messages.info(request, _("Removed: {name}").format(name=destination.name))
    return _home_of(user, destination)


def _own_or_404(user: User, public_id: UUID) -> Destination:
    destination = own(user, public_id)
    if destination is None:
        raise Http404
    return destination


def _home_of(user: User, destination: Destination) -> HttpResponse:
    return _home(user, "hooks" if destination.form else "devices")


def _home(user: User, part: str) -> HttpResponse:
    page = _OF_GUESTS if user.is_guest else _OF_ACCOUNTS
    return redirect(f"{resolve_url(page)}#{part}")
