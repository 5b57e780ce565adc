"""The admin's theme."""

from typing import Any

from django.templatetags.static import static
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _


def _moderation_styles(_request: Any) -> str:
    return static("games/order/moderation.css")


UNFOLD: dict[str, Any] = {
    "SITE_TITLE": "Next Act",
    "SITE_HEADER": "Next Act",
    "SITE_SYMBOL": "festival",
    "SHOW_VIEW_ON_SITE": False,
    "STYLES": [_moderation_styles],
    "SIDEBAR": {
        "show_search": False,
        "show_all_applications": True,
        "navigation": [
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
                        "icon": "balance",
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
                        "permission": lambda request: request.user.has_perm(
                            "games.view_moderationaction"
                        ),
                    },
                    {
                        "title": _("Operations"),
                        "icon": "monitor_heart",
                        "link": reverse_lazy("operations"),
                        "permission": lambda request: request.user.has_perm("games.view_game"),
                    },
                ],
            },
        ],
    },
}
