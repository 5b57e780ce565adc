"""The pages for tokens."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from accounts.models import AccessToken, User
from accounts.tokens.bot_account import make_bot_account, why_not
from accounts.tokens.making import LIFETIMES, TooManyTokensError, make_token
from accounts.tokens.scopes import Scope
from accounts.views import confirmed, for_accounts
from games.results.rating_model import LISTED_FROM, LISTED_FROM_PEOPLE
from games.rules.errors import RuleError


def _lifetimes() -> list[tuple[str, str]]:
    days = [
        (str(count), ngettext("{count} day", "{count} days", count).format(count=count))
        for count in LIFETIMES
    ]
    return [("", _("until I revoke it")), *days]


class TokenForm(forms.Form):
    """A token's name, access and lifetime."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=40,
        help_text=gettext_lazy(
            "Something you’ll recognise, like “Kitchen display” or “My bot, attic PC”."
        ),
    )
    scope = forms.ChoiceField(
        label=gettext_lazy("It can"), choices=Scope.choices, initial=Scope.PLAY
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("It works for"),
        choices=_lifetimes,
        coerce=int,
        empty_value=None,
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs["autocomplete"] = "off"
        self.fields["name"].error_messages["required"] = _("Please fill this in.")


@require_http_methods(["GET", "HEAD", "POST"])
@for_accounts
@confirmed
@never_cache
@sensitive_variables("made")
def new(request: HttpRequest, user: User) -> HttpResponse:
    """Make a token, and show it once."""
    form = TokenForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = make_token(user=user, **form.cleaned_data)
        except TooManyTokensError as error:
            form.add_error(None, str(error))
        else:
            context = {"made": made, "section": "account"}
            return render(request, "accounts/tokens_made.html", context)
    return render(request, "accounts/tokens_new.html", {"form": form, "section": "account"})


@require_http_methods(["GET", "HEAD", "POST"])
@for_accounts
@confirmed
def revoke(request: HttpRequest, user: User, public_id: UUID) -> HttpResponse:
    """Revoke an own token, after asking; 404 for others."""
    token = AccessToken.objects.filter(user=user, public_id=public_id).first()
    if token is None:
        raise Http404
    if request.method != "POST":
        context = {"token": token, "section": "account"}
        return render(request, "accounts/tokens_revoke.html", context)
    token.delete()
    messages.info(request, _("“{name}” has been revoked.").format(name=token.name))
    return redirect("accounts:settings")


@require_http_methods(["GET", "HEAD", "POST"])
@for_accounts
@confirmed
def bot_account(request: HttpRequest, user: User) -> HttpResponse:
    """Make the account a bot account for good, after saying what that means."""
    refusal = None if user.is_bot else why_not(user)
    if request.method == "POST":
        try:
            make_bot_account(user=user)
        except RuleError as refused:
            refusal = refused
        else:
            messages.info(request, _("This is now a bot account."))
            return redirect(f"{resolve_url('accounts:settings')}#tokens")
    context = {
        "is_bot": user.is_bot,
        "refusal": refusal.sentence if refusal else "",
        "least": LISTED_FROM,
        "least_people": LISTED_FROM_PEOPLE,
        "section": "account",
    }
    status = 409 if request.method == "POST" else 200
    return render(request, "accounts/bot_account.html", context, status=status)
