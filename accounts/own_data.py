"""All stored about an account, for its owner."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.utils import timezone

from accounts.apps_let_in.models import App, LetIn
from accounts.models import AccessToken, GuestAddress, User
from accounts.odd_sentences.keeping import sent_by
from games.archive.own_data import (
    destinations_of,
    friends_listed,
    games_of,
    invitations_to,
    practice_of,
    records_imported,
    sent_to,
    statistics_of,
)
from games.deals.daily.sitting import days_played
from games.deals.sharing import copies_of
from games.models import Way
from games.order.own_page import order_data
from games.order.signs.marks import marks_of
from games.rest.holidays import parse_holidays
from games.rest.nights import nights_of
from games.rest.week import parse_week

_PREFERENCES = (
    *("language", "time_zone", "appearance", "taste"),
    *("tell_turns", "unseen_minutes", "digest_hour"),
    *(
        "most_a_day",
        "not_by_mail",
        "not_by_push",
        "not_by_hook",
        "turn_links",
        "auto_next_game",
        "plans_at_night",
        "mail_paused_reason",
    ),
    *("statistics_audience", "on_leaderboards", "may_be_listed", "shows_presence"),
    "practice_from_games",
)


def all_of(user: User) -> dict[str, Any]:
    """Return JSON values, without secrets or other people's data."""
    return {
        "written": timezone.now(),
        "account": {
            "name": user.username,
            "joined": user.date_joined,
            "last_signed_in": user.last_login,
            "last_seen": user.last_seen,
            "has_password": user.has_usable_password(),
            "bot_account": user.is_bot,
            "address_confirmed": user.address_confirmed_at,
        },
        "preferences": {
            **{name: getattr(user, name) for name in _PREFERENCES},
            # Weekday 0 is Monday.
            "quiet_week": [night._asdict() for night in nights_of(parse_week(user.quiet_week))],
            "holidays": [each._asdict() for each in parse_holidays(user.holidays)],
            # Its address is a secret.
            "has_calendar_feed": user.feed_key is not None,
        },
        "mail_addresses": [
            {"address": each.email, "primary": each.primary, "confirmed": each.verified}
            for each in EmailAddress.objects.filter(user=user).order_by("pk")
        ]
        + [
            {"address": each.address, "primary": False, "confirmed": False}
            for each in GuestAddress.objects.filter(user=user, confirmed_at=None)
        ],
        "sign_in_methods": [
            {
                "type": each.type,
                "name": str(each),
                "added": each.created_at,
                "last_used": each.last_used_at,
            }
            for each in Authenticator.objects.filter(user=user).order_by("pk")
        ],
        "sessions": [
            {
                "address": each.ip,
                "browser": each.user_agent,
                "began": each.created_at,
                "last_seen": each.last_seen_at,
            }
            for each in UserSession.objects.filter(user=user).order_by("pk")
        ],
        "tokens": [
            {
                "name": each.name,
                "may": each.scope,
                "made": each.created,
                "expires": each.expiry,
                "last_used": each.last_used_at,
                "last_used_from": each.last_used_from,
            }
            for each in AccessToken.objects.filter(user=user).order_by("created")
        ],
        "apps_let_in": [
            {
                "name": each.app.name,
                "may": each.scope,
                "let_in": each.let_in_at,
                "last_used": each.last_used_at,
                "last_used_from": each.last_used_from,
            }
            for each in LetIn.objects.filter(user=user).select_related("app").order_by("pk")
        ],
        "own_apps": [
            {
                "name": each.name,
                "purpose": each.purpose,
                "home_page": each.home_page,
                "redirect_addresses": each.redirect_uris.split(),
                "client_id": each.client_id,
                "made": each.created,
            }
            for each in App.objects.filter(user=user).order_by("pk")
        ],
        "devices": destinations_of(user=user, way=Way.PUSH),
        "webhooks": destinations_of(user=user, way=Way.HOOK),
        "sent_to_you": sent_to(user=user),
        "order": order_data(user=user),
        "odd_sentences": sent_by(user.pk),
        "marks": marks_of(user.pk),
        "friends": friends_listed(user=user),
        "invitations": invitations_to(user=user),
        "games": games_of(user=user),
        "statistics": statistics_of(user=user),
        "days": days_played(user=user),
        "deals_of_others": copies_of(user=user),
        "practice": practice_of(user=user),
        "imported_records": records_imported(user=user),
    }
