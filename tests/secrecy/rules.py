"""What each role may do at every address: a rule for each route.

A route without a rule fails the test of the routes.
"""

from enum import StrEnum
from typing import NamedTuple


class To(StrEnum):
    """The roles an address answers; others are refused, or asked to sign in."""

    ALL = "everybody"
    ACCOUNTS = "everybody with an account"
    SESSIONS = "everybody who is signed in, guests too"
    DESK = "all staff, whatever their rights"
    STAFF = "moderators"
    WATCHERS = "everybody who may see the game"
    WATCHERS_WITH_ACCOUNT = "everybody who may see the game and is signed in"
    PLAYERS = "the players of the game"
    LINK = "everybody with the invitation's link"
    NOBODY = "nobody"
    WHOEVER = "everybody, though some are sent elsewhere"


class Rule(NamedTuple):
    """Roles by method; nobody for other methods."""

    get: To
    post: To = To.NOBODY


LOOK = Rule(To.ALL)
"""A page for everybody, without a form."""
FORM = Rule(To.ALL, To.ALL)
"""A page for everybody with a form."""
WATCH = Rule(To.WATCHERS)
"""A page about a game that is under way."""
PRESS = Rule(To.NOBODY, To.WATCHERS)
"""A player's press: other viewers of the game are told so, and change nothing."""
SENT = Rule(To.NOBODY, To.ALL)
"""The target of a form; there is nothing to look at."""
OWN = Rule(To.ACCOUNTS)
"""A page of the user's own account."""
OWN_FORM = Rule(To.ACCOUNTS, To.ACCOUNTS)
OWN_PRESS = Rule(To.NOBODY, To.ACCOUNTS)
SESSION = Rule(To.SESSIONS)
"""A page of the user's own; guests have one too."""
SESSION_FORM = Rule(To.SESSIONS, To.SESSIONS)
SESSION_PRESS = Rule(To.NOBODY, To.SESSIONS)
ENTRANCE = Rule(To.DESK, To.DESK)
"""A page of the admin that reveals nothing of its tables, for all who may enter."""
DESK = Rule(To.STAFF, To.STAFF)
"""A page of the admin."""
DESK_PRESS = Rule(To.NOBODY, To.STAFF)
"""A press on a page of the admin."""
CLOSED = Rule(To.NOBODY)
"""An address that exists and answers nobody in these roles."""

SITE = {
    **dict.fromkeys(
        (
            "games:landing",
            "games:rules",
            "games:learn",
            "games:about",
            "games:privacy",
            "games:conduct",
            "games:numbers",
            "games:developers",
            "games:developers_page",
            "games:developers_example",
        ),
        LOOK,
    ),
    "games:poster": LOOK,
    # Positions without a game: everybody may try them.
    **dict.fromkeys(("games:practice", "games:next_position"), LOOK),
    "games:position": FORM,
    # The roots of the days, which bind all games and tell of none.
    **dict.fromkeys(("games:witness", "games:witness_feed"), LOOK),
    # No day has gone by here either.
    "games:witness_day": CLOSED,
    **dict.fromkeys(("games:contact", "games:find", "games:mine", "games:lists"), LOOK),
    **dict.fromkeys(("games:waiting", "games:leaderboards", "games:ratings"), LOOK),
    **dict.fromkeys(("security_txt", "manifest", "service_worker", "offline"), LOOK),
    **dict.fromkeys(("games:profile", "games:archive"), LOOK),
    "games:own_profile": OWN,
    **dict.fromkeys(("games:news", "games:order", "games:export_records"), SESSION),
    "games:friends": SESSION,
    **dict.fromkeys(("games:add_friend", "games:remove_friend"), SESSION_PRESS),
    "games:play_with_friends": SESSION_PRESS,
    **dict.fromkeys(("games:read_notices", "games:disagree", "games:block"), SESSION_PRESS),
    "games:unblock": SESSION_PRESS,
    **dict.fromkeys(("games:records", "games:report_player"), SESSION_FORM),
    # Nobody here has imported a record.
    **dict.fromkeys(("games:imported", "games:imported_steps", "games:delete_record"), CLOSED),
    **dict.fromkeys(("games:imported_review", "games:try_imported"), CLOSED),
    **dict.fromkeys(("games:appearance", "/appearance/", "language"), SENT),
    "reads_oddly": FORM,
    "games:paste_invitation": SENT,
    # Links in emails answer the one whose token it is, guests too; nobody else has one.
    **dict.fromkeys(("games:mail_choices", "games:unsubscribe"), SESSION_FORM),
    **dict.fromkeys(("games:turn", "games:turn_board"), SESSION),
    **dict.fromkeys(("games:turn_move", "games:answer", "games:chair"), SESSION_FORM),
    "play": FORM,
    # A player finds their result there; before that it shows nothing of the cards.
    "today": FORM,
    # No day has gone by here.
    "day": CLOSED,
    # Nobody here has shared a deal; its own tests look through the link of one.
    "same_deal": CLOSED,
    "with_friends": SENT,
    "create_game": FORM,
    "kept_mails": LOOK,
    "kept_mail": CLOSED,
}
GAME = {
    "invitation": Rule(To.LINK, To.LINK),
    # No chair is offered here; the pairs of worlds look through the link of one.
    "offered_chair": CLOSED,
    "join_game": Rule(To.NOBODY, To.WATCHERS),
    "games:table": WATCH,
    "games:board": WATCH,
    **dict.fromkeys(("games:before", "games:fair", "games:replay", "games:replay_steps"), WATCH),
    # Until it is over, with its head and its witnesses alone.
    "games:log": WATCH,
    **dict.fromkeys(("games:record", "games:result", "games:try"), CLOSED),
    # Only games against bots, once they are over: a press at any other changes nothing.
    "games:share_deal": PRESS,
    # Until it is over, both lead to the table.
    "games:review": Rule(To.WATCHERS, To.WATCHERS),
    "games:report_game": Rule(To.WATCHERS_WITH_ACCOUNT, To.WATCHERS_WITH_ACCOUNT),
    # A visitor who enters this address is led to the table, or to where it would be.
    "games:move": Rule(To.ALL, To.WATCHERS),
    "games:rematch": Rule(To.WATCHERS, To.WATCHERS),
    # A visitor who enters this address is led to the table too.
    "games:plan": Rule(To.ALL, To.WATCHERS),
    "games:chat": Rule(To.PLAYERS, To.PLAYERS),
    **dict.fromkeys(("games:take_back", "games:leave", "games:end", "games:nudge"), PRESS),
    **dict.fromkeys(("games:decline", "games:get_up", "games:close", "games:start"), PRESS),
    **dict.fromkeys(("games:invite", "games:name_at_table"), PRESS),
    **dict.fromkeys(("games:quiet", "games:note"), Rule(To.NOBODY, To.PLAYERS)),
    **dict.fromkeys(("games:keep", "games:offer_chair", "games:withdraw_chair"), PRESS),
    # What is undone is what everybody saw.
    "games:rewind": Rule(To.WATCHERS, To.WATCHERS),
}
API = {
    **dict.fromkeys(("api:games", "api:today"), Rule(To.ALL, To.SESSIONS)),
    "api:commitments": SESSION_PRESS,
    **dict.fromkeys(("api:me", "api:invitations"), SESSION),
    "api:friends": SESSION_FORM,
    "api:friend": CLOSED,
    # As the profile: the person asked about shows theirs to all.
    **dict.fromkeys(("api:player", "api:leaderboards"), LOOK),
    "api:rewind": Rule(To.WATCHERS, To.WATCHERS),
    "api:chat": Rule(To.PLAYERS, To.PLAYERS),
    **dict.fromkeys(("api:invite", "api:decline"), PRESS),
    "api:game": WATCH,
    "api:moves": PRESS,
    # To each player of their own seat; by PUT and DELETE, too.
    "api:plan": Rule(To.PLAYERS),
    "api:join": Rule(To.NOBODY, To.WATCHERS),
    **dict.fromkeys(("api:leave", "api:start", "api:take-back", "api:keep", "api:rematch"), PRESS),
    **dict.fromkeys(("api:record", "api:review", "api:log"), CLOSED),
    "api:witness-of-game": WATCH,
    **dict.fromkeys(("api:records", "api:witness"), LOOK),
    "api:schema": LOOK,
    "api:docs": LOOK,
    "/api/v1": CLOSED,
    "/api/v1/": CLOSED,
}
# Without ASGI there are no streams; the pairs of worlds compare what they tell.
STREAMS = dict.fromkeys(("games:stream", "api:stream", "api:game-stream"), CLOSED)
ACCOUNT = {
    "accounts:settings": OWN,
    "accounts:looks": FORM,
    "accounts:data": OWN,
    "accounts:delete": OWN_FORM,
    "accounts:new_token": OWN_FORM,
    **dict.fromkeys(("accounts:name", "accounts:save", "accounts:resume"), OWN_PRESS),
    # Accounts are led to their own addresses.
    **dict.fromkeys(("accounts:guest_address", "accounts:forget_guest_address"), SESSION_PRESS),
    "accounts:confirm_guest_address": FORM,
    "accounts:telling": OWN,
    **dict.fromkeys(("accounts:tell_what", "accounts:tell_when"), OWN_PRESS),
    **dict.fromkeys(
        ("accounts:tell_links", "accounts:tell_plans", "accounts:tell_calendar"), OWN_PRESS
    ),
    **dict.fromkeys(("accounts:quiet_hours", "accounts:plan_holiday"), OWN_PRESS),
    **dict.fromkeys(("accounts:call_off_holiday", "accounts:end_holiday"), OWN_PRESS),
    # By a key in the address, which accounts here have.
    "calendar": OWN,
    "accounts:bot_account": OWN_FORM,
    "accounts:destinations": SESSION,
    "accounts:add_device": SESSION_PRESS,
    "accounts:new_hook": OWN_FORM,
    # Nobody here has a device or a webhook.
    **dict.fromkeys(("accounts:try_destination", "accounts:turn_on_destination"), CLOSED),
    "accounts:remove_destination": CLOSED,
    "accounts:revoke_token": CLOSED,
    "accounts:apps": OWN,
    "accounts:new_app": OWN_FORM,
    # Nobody here has made an app, or let one in.
    **dict.fromkeys(("accounts:app", "accounts:delete_app", "accounts:shut_out_app"), CLOSED),
    # Nobody here is led there by an app: everybody is told so.
    "oauth2_provider:authorize": FORM,
    "oauth2_provider:oauth-server-metadata": LOOK,
    # An app asks for itself, with what its player gave it.
    **dict.fromkeys(("oauth2_provider:token", "oauth2_provider:revoke-token"), SENT),
    **dict.fromkeys(("account_login", "account_signup", "account_logout"), FORM),
    **dict.fromkeys(("account_reset_password", "account_request_login_code"), FORM),
    "account_reset_password_from_key": FORM,
    "account_confirm_login_code": FORM,
    "account_confirm_email": LOOK,
    **dict.fromkeys(("account_inactive", "account_email_verification_sent"), LOOK),
    **dict.fromkeys(("account_reset_password_done", "account_reset_password_from_key_done"), LOOK),
    **dict.fromkeys(("account_reauthenticate", "account_email"), OWN_FORM),
    **dict.fromkeys(("account_change_password", "account_set_password"), OWN_FORM),
    # A step of signing in: signed-in users are led on, others to the beginning.
    **dict.fromkeys(("mfa_authenticate", "mfa_login_webauthn"), OWN_FORM),
    **dict.fromkeys(("mfa_index", "mfa_list_webauthn"), OWN),
    # Nobody here has set up two-factor sign-in.
    **dict.fromkeys(("mfa_view_recovery_codes", "mfa_download_recovery_codes"), CLOSED),
    "mfa_deactivate_totp": CLOSED,
    **dict.fromkeys(("mfa_reauthenticate", "mfa_reauthenticate_webauthn"), OWN_FORM),
    **dict.fromkeys(("mfa_activate_totp", "mfa_generate_recovery_codes"), OWN_FORM),
    "mfa_add_webauthn": OWN_FORM,
    **dict.fromkeys(("mfa_remove_webauthn", "mfa_edit_webauthn"), CLOSED),
    "usersessions_list": OWN_FORM,
}

# The moderators' pages in the admin. All others are for superusers.
_READ = {"changelist", "change", "history"}
TABLES: dict[str, set[str]] = {
    "games_game": _READ,
    "games_case": _READ,
    "games_preset": set(),
    "games_appeal": _READ,
    "games_moderationaction": _READ,
    "games_sign": _READ,
    "games_ratedpair": _READ,
    "accounts_user": _READ,
    "accounts_app": set(),
    # What strangers wrote is for administrators.
    "accounts_oddsentence": set(),
    "games_notice": set(),
    "account_emailaddress": set(),
    "auth_group": set(),
    "mfa_authenticator": set(),
    "usersessions_usersession": set(),
}
ADMIN = {
    **dict.fromkeys(("admin:index", "admin:search"), ENTRANCE),
    **dict.fromkeys(("operations", "admin:games_act", "admin:app_list"), DESK),
    **dict.fromkeys(("admin:games_case_decide", "admin:games_case_telling"), DESK),
    **dict.fromkeys(("admin:games_case_hold", "admin:games_case_note"), DESK_PRESS),
    "admin:games_player_note": DESK_PRESS,
    "admin:games_sign_games": DESK,
    # Reports had pages of their own.
    **dict.fromkeys(("reports_moved", "report_moved"), Rule(To.STAFF)),
    **dict.fromkeys(("admin:login", "admin:logout"), Rule(To.WHOEVER, To.ALL)),
    **dict.fromkeys(("admin:password_change", "admin:password_change_done"), ENTRANCE),
    "admin:jsi18n": ENTRANCE,
    # Nobody has opened these hands.
    "admin:games_hands": CLOSED,
    "let_the_clock_go": CLOSED,
    "admin:autocomplete": CLOSED,
    "admin:view_on_site": CLOSED,
    "admin:auth_user_password_change": CLOSED,
    "/admin/%(url)s": CLOSED,
}

RULES = {**SITE, **GAME, **API, **STREAMS, **ACCOUNT, **ADMIN}


def rule_for(name: str) -> Rule | None:
    if name in RULES:
        return RULES[name]
    for table, pages in TABLES.items():
        # The address of a row leads to the page that changes it, whatever there is.
        if name == f"/admin/{table.replace('_', '/', 1)}/%(object_id)s/":
            return ENTRANCE
        for page in ("changelist", "add", "change", "delete", "history"):
            if name == f"admin:{table}_{page}":
                return DESK if page in pages else CLOSED
    return None
