"""The admin's theme."""

from typing import Any

from django.templatetags.static import static
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _


def _site_styles(_request: Any) -> str:
    return static("scoutsite/admin.css")


def _moderation_styles(_request: Any) -> str:
    return static("games/order/moderation.css")


def _tent(_request: Any) -> str:
    return static("games/frame/favicon.svg")


COLOURS = {
    # Of paper and ink, as in site.css.
    "base": {
        "50": "#FFFAF0",
        "100": "#F7EFDF",
        "200": "#E8DCC2",
        "300": "#DCCBA8",
        "400": "#B5A48D",
        "500": "#776451",
        "600": "#5F4E42",
        "700": "#4A4056",
        "800": "#3B3447",
        "900": "#201C2A",
        "950": "#14121B",
    },
    # The site's red; 500 and lighter are for the dark.
    "primary": {
        "50": "#FDF1EC",
        "100": "#F8DDD2",
        "200": "#F3BFAE",
        "300": "#F39A86",
        "400": "#F4745F",
        "500": "#EA6350",
        "600": "#B4231F",
        "700": "#951B18",
        "800": "#7A1815",
        "900": "#5E1512",
        "950": "#390908",
    },
    "font": {
        "subtle-light": "var(--color-base-500)",
        "subtle-dark": "var(--color-base-400)",
        "default-light": "var(--color-base-600)",
        "default-dark": "var(--color-base-300)",
        "important-light": "#241A15",
        "important-dark": "#F6EBD5",
    },
}


_NAVIGATION: list[dict[str, Any]] = [
    {
        "title": _("Moderation"),
        "items": [
            {
                "title": _("Cases"),
                "icon": "flag",
                "link": reverse_lazy("admin:games_case_changelist"),
                "permission": lambda request: request.user.has_perm("games.view_case"),
            },
            {
                "title": _("Appeals"),
                "icon": "gavel",
                "link": reverse_lazy("admin:games_appeal_changelist"),
                "permission": lambda request: request.user.has_perm("games.view_appeal"),
            },
            {
                "title": _("Players"),
                "icon": "group",
                "link": reverse_lazy("admin:accounts_user_changelist"),
                "permission": lambda request: request.user.has_perm("accounts.view_user"),
            },
            {
                "title": _("Signs"),
                "icon": "search_insights",
                "link": reverse_lazy("admin:games_sign_changelist"),
                "permission": lambda request: request.user.has_perm("games.view_sign"),
            },
            {
                "title": _("Rated pairs"),
                "icon": "balance",
                "link": reverse_lazy("admin:games_ratedpair_changelist"),
                "permission": lambda request: request.user.has_perm("games.view_ratedpair"),
            },
            {
                "title": _("Games"),
                "icon": "style",
                "link": reverse_lazy("admin:games_game_changelist"),
                "permission": lambda request: request.user.has_perm("games.view_game"),
            },
            {
                "title": _("Audit log"),
                "icon": "history",
                "link": reverse_lazy("admin:games_moderationaction_changelist"),
                "permission": lambda request: request.user.has_perm("games.view_moderationaction"),
            },
            {
                "title": _("Operations"),
                "icon": "monitor_heart",
                "link": reverse_lazy("operations"),
                "permission": lambda request: request.user.has_perm("games.view_game"),
            },
        ],
    },
]


def _navigation(request: Any) -> list[dict[str, Any]]:
    """The side bar, with the number of waiting cases."""
    from games.admin.waiting import badge

    (group, *others) = _NAVIGATION
    cases, *rest = group["items"]
    if waiting := badge(request):
        cases = {**cases, "badge": waiting}
    return [{**group, "items": [cases, *rest]}, *others]


UNFOLD: dict[str, Any] = {
    "SITE_TITLE": "Next Act",
    "SITE_HEADER": "Next Act",
    "SITE_ICON": _tent,
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": _tent}],
    # Of players and games the audit log tells, and not a history of forms.
    "SHOW_HISTORY": False,
    "SHOW_VIEW_ON_SITE": False,
    "COLORS": COLOURS,
    "STYLES": [_site_styles, _moderation_styles],
    "SIDEBAR": {
        "show_search": False,
        "show_all_applications": True,
        "navigation": _navigation,
    },
    "DASHBOARD_CALLBACK": "games.admin.waiting.dashboard",
}
