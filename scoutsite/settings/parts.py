"""Apps, middleware and templates."""

from typing import Any

from scoutsite.settings.environment import BASE_DIR

INSTALLED_APPS = [
    "scoutsite",
    "accounts",
    "games",
    # Before the admin, which it styles.
    "unfold",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    # For ordinals in every language.
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "corsheaders",
    "csp",
    "django_htmx",
    "django_structlog",
    "template_partials",
    "rest_framework",
    "knox",
    "oauth2_provider",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]

MIDDLEWARE = [
    # Probes use any host name, and no HTTPS.
    "scoutsite.health.answer_probes",
    "scoutsite.metrics.requests.count_requests",
    "scoutsite.tracing.trace_requests",
    "scoutsite.plain_text.clean_headers",
    "scoutsite.request_lines.RequestLines",
    # Before all that answers by itself: a page of another site reads refusals and redirects too.
    "corsheaders.middleware.CorsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "scoutsite.link_addresses.keep_addresses_apart",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "scoutsite.content_policy.ContentPolicy",
    "scoutsite.static_files.StaticFilesMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "accounts.sessions.AccountOfSession",
    # As soon as the account is known: what follows may refuse, in the viewer's language.
    "accounts.languages.activate_language",
    # Before all that reads a body.
    "scoutsite.bodies.measure_bodies",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    # After the CSRF check, so that requests forged by other sites don't count.
    "scoutsite.limits.LimitPresses",
    "scoutsite.few_at_once.FewAtOnce",
    "scoutsite.plain_text.RefuseControlCharacters",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.guests.strangers.GuestsAsStrangers",
    "accounts.middleware.remember_visit",
    "accounts.time_zones.activate_time_zone",
]

ROOT_URLCONF = "scoutsite.urls"
ASGI_APPLICATION = "scoutsite.asgi.application"
WSGI_APPLICATION = "scoutsite.wsgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            # Ours keep what they have looked up.
            "builtins": ["games.templatetags.kept_urls"],
            "libraries": {"i18n": "games.templatetags.kept_i18n"},
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.pages.doors.frame.frame",
                "accounts.context.account",
                "scoutsite.developer.kept_mails_context",
            ],
        },
    },
]
