"""HTTPS and content security."""

from csp.constants import NONE, SELF

from scoutsite.settings.place import HTTPS

# The HTTPS proxy must set this header, and drop it from incoming requests.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SILENCED_SYSTEM_CHECKS = [
    # Only the domain's owner can decide whether HSTS covers its other hosts.
    "security.W005",
    "security.W021",
    # Our library takes the place of Django's `i18n` on purpose.
    "templates.W003",
]

# Pages may load from this site and send forms to it, and nothing else.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}
# Pages may copy a link and ask for a passkey. Browsers offer them nothing else of what they know by
# these names.
PERMISSIONS_POLICY = {
    **dict.fromkeys(
        ("clipboard-write", "publickey-credentials-create", "publickey-credentials-get"), "self"
    ),
    **dict.fromkeys(
        (
            *("accelerometer", "autoplay", "browsing-topics", "camera", "clipboard-read"),
            *("compute-pressure", "display-capture", "encrypted-media", "fullscreen", "gamepad"),
            *("geolocation", "gyroscope", "hid", "identity-credentials-get", "idle-detection"),
            *("interest-cohort", "keyboard-map", "local-fonts", "magnetometer", "microphone"),
            *("midi", "otp-credentials", "payment", "picture-in-picture", "screen-wake-lock"),
            *("serial", "speaker-selection", "storage-access", "usb", "window-management"),
            "xr-spatial-tracking",
        ),
        "none",
    ),
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
