"""Apps of other people, by OAuth 2: one grant, for clients that can keep no secret."""

from typing import Any

OAUTH2_PROVIDER_APPLICATION_MODEL = "accounts.App"
OAUTH2_PROVIDER: dict[str, Any] = {
    # It knows codes and what renews tokens. There is no other grant, whatever an app is registered
    # for: none without PKCE, by password, without a user, or in the address of a page.
    "OAUTH2_SERVER_CLASS": "accounts.apps_let_in.server.Server",
    "OAUTH2_VALIDATOR_CLASS": "accounts.apps_let_in.validator.Validator",
    "SCOPES_BACKEND_CLASS": "accounts.apps_let_in.scopes.Scopes",
    "ACCESS_TOKEN_GENERATOR": "accounts.apps_let_in.server.new_access_token",
    "REFRESH_TOKEN_GENERATOR": "accounts.apps_let_in.server.new_refresh_token",
    "AUTHORIZATION_CODE_EXPIRE_SECONDS": 60,
    "ACCESS_TOKEN_EXPIRE_SECONDS": 3600,
    # Counted from when the access token beside it expires.
    "REFRESH_TOKEN_EXPIRE_SECONDS": 60 * 24 * 3600,
    "ROTATE_REFRESH_TOKEN": True,
    # One that was used before ends all that came of it.
    "REFRESH_TOKEN_REUSE_PROTECTION": True,
    "REFRESH_TOKEN_GRACE_PERIOD_SECONDS": 0,
    "PKCE_REQUIRED": True,
    # For programs on the player's own machine, besides 127.0.0.1 and [::1] (RFC 8252).
    "ALLOW_LOCALHOST_LOOPBACK": True,
    "ALLOW_URI_WILDCARDS": False,
    # Each app allows those of its own addresses.
    "ALLOWED_REDIRECT_URI_SCHEMES": ["https"],
    # What discovery tells (RFC 8414).
    "OAUTH2_RESPONSE_TYPES_SUPPORTED": ["code"],
    "OAUTH2_GRANT_TYPES_SUPPORTED": ["authorization_code", "refresh_token"],
    "OAUTH2_TOKEN_ENDPOINT_AUTH_METHODS_SUPPORTED": ["none"],
    # As RFC 9700 wants it: no token is stored in clear, none is taken from an address, and answers
    # say which site they are from.
    **dict.fromkeys(
        (
            "COMPLIANT_BCP_RFC9700_IMPLICIT_GRANT",
            "COMPLIANT_BCP_RFC9700_PASSWORD_GRANT",
            "COMPLIANT_BCP_RFC9700_PKCE_METHOD",
            "COMPLIANT_BCP_RFC9700_ACCESS_TOKEN_TRANSPORT",
            "COMPLIANT_BCP_RFC9700_AUTHZ_RESPONSE_ISS",
            "COMPLIANT_BCP_RFC9700_TOKEN_STORAGE",
            "COMPLIANT_BCP_RFC9700_REFRESH_TOKEN",
            "COMPLIANT_BCP_RFC9700_REDIRECT_URI_SCHEME",
            "COMPLIANT_BCP_RFC9700_REDIRECT_URI_MATCHING",
            "COMPLIANT_BCP_RFC9700_PKCE_REQUIRED",
        ),
        True,
    ),
}
