"""Who a program is: an account by its token, or whoever is signed in by a browser's session."""

from typing import Any

from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication as KnoxAuthentication
from rest_framework.authentication import SessionAuthentication as BrowserAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request


class TokenAuthentication(KnoxAuthentication):
    """``Authorization: Bearer …``; the token's last use is written down to the hour."""

    def authenticate_credentials(self, token: bytes) -> tuple[Any, Any]:
        """The user and the token; ``AuthenticationFailed`` for one that is none."""
        try:
            token.decode("ascii")
        except UnicodeDecodeError:
            raise AuthenticationFailed from None
        user, access = super().authenticate_credentials(token)
        access.note_use(timezone.now())
        return user, access


class SessionAuthentication(BrowserAuthentication):
    """The session of a browser, also a guest's; what writes needs a CSRF token."""

    def authenticate_header(self, request: Request) -> str:
        """What a 401 asks for."""
        return "Bearer"


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the schema tells of tokens."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """A token in the header."""
        return {"type": "http", "scheme": "bearer"}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the schema tells of sessions."""

    target_class = SessionAuthentication
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """The cookie of a session."""
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}
