"""Authentication by token or by browser session."""

from typing import Any

from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication as KnoxAuthentication
from rest_framework.authentication import SessionAuthentication as BrowserAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request


class TokenAuthentication(KnoxAuthentication):
    """``Authorization: Bearer …``; stores its last use to the hour."""

    def authenticate_credentials(self, token: bytes) -> tuple[Any, Any]:
        try:
            token.decode("ascii")
        except UnicodeDecodeError:
            raise AuthenticationFailed from None
        user, access = super().authenticate_credentials(token)
        access.note_use(timezone.now())
        return user, access


class SessionAuthentication(BrowserAuthentication):
    """A browser session; writing needs a CSRF token."""

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


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
