"""Where a player is asked whether to let an app in."""

import time
from typing import Any

from allauth.account import app_settings
from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.reauthentication import is_reauthentication_required
from allauth.core.exceptions import ReauthenticationRequired
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect, render, resolve_url
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from oauth2_provider.exceptions import OAuthToolkitError
from oauth2_provider.views.base import BaseAuthorizationView

from accounts.apps_let_in.access import made_by
from accounts.apps_let_in.addresses import as_source, leads_to
from accounts.apps_let_in.models import App
from accounts.models import User
from accounts.tokens.scopes import SENTENCES, Scope, widest


@method_decorator(never_cache, name="dispatch")
class Consent(BaseAuthorizationView):
    """Asks each time: an app without a secret could be another one that says it is this one.

    What was asked stands in the address alone, also when the answer is sent: an app is told what
    the page said, and nothing else.
    """

    http_method_names = ["get", "head", "post"]

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if (request.method or "").lower() not in self.http_method_names:
            return HttpResponseNotAllowed(self.http_method_names)
        try:
            # Before anybody signs in for nothing.
            self.scopes, self.asked = self.validate_authorization_request(request)
        except OAuthToolkitError as error:
            return self.error_response(error, None)
        self.app = made_by().get(client_id=self.asked["client_id"])
        user = request.user
        if not isinstance(user, User) or user.is_guest:
            page = "account_signup" if user.is_authenticated else "account_login"
            return redirect_to_login(request.get_full_path(), resolve_url(page))
        if not _is_surely_there(request, user):
            if request.method == "POST":
                return redirect(request.get_full_path())
            # As for a token: whoever finds a browser signed in lets nobody in with it.
            raise ReauthenticationRequired
        response: HttpResponse = super().dispatch(request, *args, **kwargs)
        return response

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        back = self.asked["redirect_uri"]
        may = widest(self.scopes)
        context = {
            "app": self.app,
            "leads_to": leads_to(back),
            "sentences": [
                *SENTENCES[Scope.READ],
                *(SENTENCES[Scope.PLAY] if may == Scope.PLAY else ()),
            ],
            "may_play": may == Scope.PLAY,
        }
        response = render(request, "accounts/apps/consent.html", context)
        # Browsers also hold what a form is redirected to against the policy of its page.
        response._csp_update = {"form-action": [as_source(back)]}  # type: ignore[attr-defined]
        return response

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            address, _headers, _body, _status = self.create_authorization_response(
                request=request,
                scopes=" ".join(self.scopes),
                credentials=self.asked,
                allow="allow" in request.POST,
            )
        except OAuthToolkitError as error:
            return self.error_response(error, self.app)
        response: HttpResponse = self.redirect(address, self.app)
        return response

    def error_response(
        self, error: OAuthToolkitError, application: App | None, **kwargs: Any
    ) -> HttpResponse:
        """Tell the app, if it is known and the address is its; otherwise tell the player."""
        leads_back, told = super(BaseAuthorizationView, self).error_response(error)
        if not leads_back:
            context = {"error": error.oauthlib_error}
            return render(self.request, "accounts/apps/mistaken.html", context, status=400)
        if application is None:
            application = App.objects.get(client_id=self.request.GET["client_id"])
        response: HttpResponse = self.redirect(told["url"], application)
        return response


def _is_surely_there(request: HttpRequest, user: User) -> bool:
    """Return whether the player has just signed in or confirmed that it is them."""
    if not is_reauthentication_required(request, app=""):
        return True
    since = time.time() - app_settings.REAUTHENTICATION_TIMEOUT
    return any(each["at"] > since for each in get_authentication_records(request, user))
