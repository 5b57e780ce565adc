"""How much of everything one may do before it rests for a while: pages, mails, sign-in."""

from scoutsite.settings.environment import env

# So many presses on pages, for an account, or for the address of who has none; see
# `scoutsite.limits` for what belongs to which. Nobody who plays gets there.
PAGE_LIMITS = {
    "moves": "240/m",
    "chat": "60/m",
    "nudges": "30/h",
    "reports": "20/h",
    "new games": "60/h",
    "invitations": "60/h",
    "large work": "30/h",
    "all others": "240/m",
}
# So many guests may be made from one address: a school class, but no crowd.
GUESTS_OF_AN_ADDRESS = "40/h"

# Off for measurements alone. While what counts is away, everything passes.
RATELIMIT_ENABLE = env.bool("LIMITS", default=True)
RATELIMIT_FAIL_OPEN = True
RATELIMIT_IP_META_KEY = "scoutsite.limits.address_of"

# Where django-allauth's own limits would let somebody fill another's mail box within a day.
ACCOUNT_RATE_LIMITS = {
    "signup": "20/m/ip,100/h/ip",
    "reset_password": "20/m/ip,5/m/key,10/h/key",
    "request_login_code": "20/m/ip,3/m/key,10/h/key",
    "manage_email": "10/m/user,30/d/user",
    # The site's own, over all mails that anybody can have sent to an address.
    "mail": "10/h/key",
}
