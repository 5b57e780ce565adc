"""Authentication by token or by browser session."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication as KnoxAuthentication
from rest_framework.authentication import SessionAuthentication as BrowserAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from games.people.addresses import client_of


class ExpiredTokenError(AuthenticationFailed):
    """A token after its last day."""


class TokenAuthentication(KnoxAuthentication):
    """``Authorization: Bearer …``; stores its last use to five minutes, and the address."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        found: tuple[Any, Any] | None = super().authenticate(request)
        if found is not None:
            address = client_of(request._request)
            found[1].note_use(timezone.now(), str(address) if address else None)
        return found

    def authenticate_credentials(self, token: bytes) -> tuple[Any, Any]:
        try:
            token.decode("ascii")
        except UnicodeDecodeError:
            raise AuthenticationFailed from None
        user, access = super().authenticate_credentials(token)
        if access.has_expired:
            day = date_format(timezone.localtime(access.expiry), "DATE_FORMAT")
            sentence = _("This token expired on {day}. Make a new one in your settings.")
            raise ExpiredTokenError(sentence.format(day=day))
        return user, access

    def _cleanup_token(self, auth_token: Any) -> bool:
        # Its owner still finds an expired token in the list.
        return False


class SessionAuthentication(BrowserAuthentication):
    """A browser session, for pages of this site alone; writing needs a CSRF token."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        return None if _is_elsewhere(request._request) else super().authenticate(request)

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


def _is_elsewhere(request: HttpRequest) -> bool:
    """Return whether a page of another site asks. Browsers say so, whatever cookies they send."""
    origin = request.headers.get("Origin")
    here = f"{request.scheme}://{request.get_host()}"
    return origin is not None and origin not in (here, *settings.CSRF_TRUSTED_ORIGINS)


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Tokens in the schema."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Sessions in the schema."""

    target_class = SessionAuthentication
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}
