"""Rate limits."""

from scoutsite.settings.environment import env

# Requests per account, or per IP address without one; `scoutsite.limits` assigns the views.
# Normal play stays below them.
PAGE_LIMITS = {
    "moves": "240/m",
    "chat": "60/m",
    "nudges": "30/h",
    "reports": "20/h",
    "odd sentences": "30/h",
    "new games": "60/h",
    "invitations": "60/h",
    "large work": "30/h",
    # Each may wait some seconds for another server.
    "destinations": "30/h",
    # Some services fetch the calendars of many people from one address.
    "calendars": "120/m",
    # A tenth of a second each the first time; all players may be at one address.
    "pictures": "120/m",
    # By apps, for everybody who is at one address.
    "tokens of apps": "240/m",
    "all others": "240/m",
}
# New guests per IP address: enough for a school class, but not for a crowd.
GUESTS_OF_AN_ADDRESS = "40/h"
# Email addresses that guests type: per IP address, so many as new guests, and per guest.
ADDRESSES_OF_GUESTS = {"ip": GUESTS_OF_AN_ADDRESS, "user": "10/d"}

# Requests to the account pages, by whom. They take the place of django-allauth's limits of the same
# rates, which can't say how long to wait.
_EMAIL = "scoutsite.limits.email_of"
ACCOUNT_PAGE_LIMITS = {
    "sign in": [("ip", "30/m")],
    "sign up": [("ip", "20/m"), ("ip", "100/h")],
    "forgotten password": [("ip", "20/m"), (_EMAIL, "5/m"), (_EMAIL, "10/h")],
    "new password": [("ip", "20/m")],
    "email addresses": [("user_or_ip", "10/m"), ("user_or_ip", "30/d")],
    "change password": [("user_or_ip", "5/m")],
    "confirm identity": [("user_or_ip", "10/m")],
}

# Turn off only for measurements. If the counter is down, everything passes.
RATELIMIT_ENABLE = env.bool("LIMITS", default=True)
RATELIMIT_FAIL_OPEN = True
RATELIMIT_IP_META_KEY = "scoutsite.limits.address_of"

# django-allauth's limits: off where ACCOUNT_PAGE_LIMITS count, and stricter where someone could
# fill another person's mailbox in a day. Failed sign-ins keep django-allauth's own limit.
ACCOUNT_RATE_LIMITS = {
    **dict.fromkeys(("login", "signup", "reset_password", "reset_password_from_key")),
    **dict.fromkeys(("manage_email", "change_password", "reauthenticate")),
    "request_login_code": "20/m/ip,3/m/key,10/h/key",
    # Our own, across all emails that anyone can trigger to an address.
    "mail": "10/h/key",
}
