"""Calls by apps: ``Authorization: Bearer`` with a token of theirs."""

from typing import Any, NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from oauth2_provider.settings import oauth2_settings
from oauthlib.common import Request as OAuthRequest
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.apps_let_in.models import LetIn
from accounts.apps_let_in.server import ACCESS
from accounts.tokens.scopes import Scope, widest
from games.api.authentication import ExpiredTokenError
from games.people.addresses import client_of


class AppAccess(NamedTuple):
    """What ``request.auth`` is where an app asks."""

    scope: str
    """As a token's."""
    app: str
    """Its name."""
    client_id: str


class AppAuthentication(BaseAuthentication):
    """An app that its player has let in; every other token is somebody else's to judge."""

    def authenticate(self, request: Request) -> tuple[Any, AppAccess] | None:
        scheme, _space, token = get_authorization_header(request).partition(b" ")
        if scheme.lower() != b"bearer" or not token.startswith(ACCESS.encode()):
            return None
        # Of the address the library looks at what is before the query.
        asked = OAuthRequest(request.build_absolute_uri(request.path))
        checks = oauth2_settings.OAUTH2_VALIDATOR_CLASS()
        if not checks.validate_bearer_token(token.decode("latin-1"), [], asked):
            raise _refusal(asked)
        row: Any = asked.access_token
        if row.let_in is None or not row.user.is_active:
            raise AuthenticationFailed
        address = client_of(request._request)
        LetIn.note_use(
            row.let_in,
            before=row.last_used,
            now=timezone.now(),
            address=str(address) if address else None,
        )
        app = row.application
        return row.user, AppAccess(widest(row.scope.split()).value, app.name, app.client_id)

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


def _refusal(asked: Any) -> AuthenticationFailed:
    if getattr(asked, "has_expired", False):
        return ExpiredTokenError(_("This token has expired. Renew it."))
    return AuthenticationFailed()


class AppScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Apps in the schema."""

    target_class = AppAuthentication
    name = "app"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        flow = {
            "authorizationUrl": f"{settings.SITE_URL}{reverse('oauth2_provider:authorize')}",
            "tokenUrl": f"{settings.SITE_URL}{reverse('oauth2_provider:token')}",
            "refreshUrl": f"{settings.SITE_URL}{reverse('oauth2_provider:token')}",
            "scopes": {value: str(label) for value, label in Scope.choices},
        }
        return {"type": "oauth2", "flows": {"authorizationCode": flow}}
