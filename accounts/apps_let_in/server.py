"""The server of tokens: codes with PKCE, and what renews tokens. It has no other grant."""

import re
from hashlib import sha256
from typing import Any

from oauthlib.common import generate_token
from oauthlib.oauth2 import WebApplicationServer
from oauthlib.oauth2.rfc6749.errors import (
    InvalidRequestError,
    UnsupportedCodeChallengeMethodError,
)

ACCESS = "scout_app_"
"""How an app's token begins. No other token does: theirs goes on in hexadecimal digits."""
REFRESH = "scout_renew_"

_CHALLENGE = re.compile("[A-Za-z0-9_-]{43}")
"""A SHA-256 in base64url, without padding."""


def new_access_token(request: Any, refresh_token: bool = False) -> str:
    """Return a token for calls."""
    return f"{ACCESS}{generate_token(40)}"


def new_refresh_token(request: Any, refresh_token: bool = False) -> str:
    """Return what renews such a token, once."""
    return f"{REFRESH}{generate_token(40)}"


def fingerprint(secret: str) -> str:
    """Return what is stored instead of ``secret``."""
    return sha256(secret.encode()).hexdigest()


class Server(WebApplicationServer):
    """Refuses a challenge in clear when it is asked for, before a player is."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.auth_grant.custom_validators.pre_auth.append(_need_s256)


def _need_s256(request: Any) -> dict[str, Any]:
    if request.code_challenge is None:
        # The library says so itself.
        return {}
    if request.code_challenge_method != "S256":
        raise UnsupportedCodeChallengeMethodError(request=request)
    if not _CHALLENGE.fullmatch(request.code_challenge):
        raise InvalidRequestError(description="Invalid code_challenge.", request=request)
    return {}
