"""The API."""

from scoutsite.settings.accounts import ALLAUTH_TRUSTED_PROXY_COUNT
from scoutsite.settings.environment import env
from scoutsite.settings.limits import RATELIMIT_ENABLE
from scoutsite.settings.place import SITE_URL

_RATES = {
    "account": "20/s",
    "stranger": "5/s",
    # Pages of up to 300 games.
    "records-of-an-account": "60/m",
    "records-of-a-stranger": "10/m",
}
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.apps_let_in.authentication.AppAuthentication",
        "games.api.authentication.TokenAuthentication",
        "games.api.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["games.api.rights.HasScope"],
    "DEFAULT_PARSER_CLASSES": ["games.api.json_parser.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": [
        "games.api.limits.AccountLimit",
        "games.api.limits.StrangerLimit",
    ],
    "DEFAULT_THROTTLE_RATES": _RATES if RATELIMIT_ENABLE else dict.fromkeys(_RATES),
    # Trust X-Forwarded-For only as far as there are proxies.
    "NUM_PROXIES": ALLAUTH_TRUSTED_PROXY_COUNT,
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "games.api.errors.answer_to",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "COMPACT_JSON": True,
    "UNICODE_JSON": True,
    "URL_FORMAT_OVERRIDE": None,
}
# Pages of other sites may call the API with a token, wherever they are from. Cookies are never
# theirs to use, so a page can do no more than any other program.
CORS_ALLOW_ALL_ORIGINS = True
# Apps get their tokens there.
CORS_URLS_REGEX = r"^/(api/v1/|oauth/(token|revoke)/$|\.well-known/oauth-authorization-server$)"
CORS_ALLOW_METHODS = ("DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT")
CORS_ALLOW_HEADERS = (
    "authorization",
    "content-type",
    "idempotency-key",
    "if-none-match",
    "last-event-id",
)
# All that the API sends beside what every page may read.
CORS_EXPOSE_HEADERS = (
    "ETag",
    "Idempotency-Version",
    "Link",
    "Location",
    "RateLimit-Policy",
    "Retry-After",
    "WWW-Authenticate",
    "X-Request-ID",
)
# In seconds; no browser remembers it for longer.
CORS_PREFLIGHT_MAX_AGE = 24 * 3600
KNOX_TOKEN_MODEL = "accounts.AccessToken"  # noqa: S105 (a table)
REST_KNOX = {"AUTH_HEADER_PREFIX": "Bearer", "TOKEN_TTL": None, "TOKEN_PREFIX": "scout_"}
# The library's own table is not used.
MIGRATION_MODULES = {"knox": None}
# How many streams an account, or a stranger's address, may have open at once.
STREAMS_AT_ONCE = env.int("STREAMS_AT_ONCE", default=50)
SPECTACULAR_SETTINGS = {
    "TITLE": "Next Act",
    "DESCRIPTION": "Find, open, join, play, leave and review games of Scout by program.",
    "VERSION": "1",
    # The first holds under whatever name the site was asked for, the second away from it.
    "SERVERS": [
        {"url": "/", "description": "The site that this schema is from"},
        {"url": SITE_URL},
    ],
    "CONTACT": {"name": "Whoever runs the site", "url": f"{SITE_URL}/contact/"},
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": [
        "games.api.schema.complete",
        "drf_spectacular.hooks.postprocess_schema_enum_id_removal",
    ],
}
