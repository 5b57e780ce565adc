"""What the site is made of."""

from typing import Any

from scoutsite.settings.environment import BASE_DIR

INSTALLED_APPS = [
    "scoutsite",
    "accounts",
    "games",
    # Before the admin, whose pages it draws.
    "unfold",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "django_htmx",
    "django_structlog",
    "template_partials",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]

MIDDLEWARE = [
    # Probes come by any name and without https.
    "scoutsite.health.answer_probes",
    "scoutsite.request_lines.RequestLines",
    "django.middleware.security.SecurityMiddleware",
    "scoutsite.content_policy.ContentPolicy",
    "scoutsite.static_files.StaticFilesMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    # Behind the check of the form's token: what another site sends in one's name does not count.
    "scoutsite.limits.LimitPresses",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.strangers.GuestsAsStrangers",
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
