"""What browsers are told: speak https alone, and load from this site and nowhere else."""

from csp.constants import NONE, SELF

from scoutsite.settings.place import HTTPS

# The proxy that speaks https must set this header, and drop it from what comes in.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SILENCED_SYSTEM_CHECKS = [
    # Whether HSTS covers a domain's other hosts too is for the owner of the domain to say.
    "security.W005",
    "security.W021",
]

# What pages may do: load from this site, send forms to this site, and no more.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
