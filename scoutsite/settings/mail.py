"""Sending email."""

from scoutsite.settings.environment import VAR_DIR, env
from scoutsite.settings.place import SITE_HOST
from scoutsite.settings.play import OPERATOR_EMAIL

_email_url = env.str("EMAIL_URL", default="")
_email = env.email_url_config(_email_url or "consolemail://")
# A provider's API instead of SMTP: its name is here, its keys in ANYMAIL_<PROVIDER>_….
_provider = env.str("ANYMAIL_PROVIDER", default="")
# A local site without either keeps its emails for the page /developer/mails/.
MAILS_ARE_KEPT = SITE_HOST in ("localhost", "127.0.0.1") and not (_email_url or _provider)
KEPT_MAILS_DIR = VAR_DIR / "mails"
if _provider:
    EMAIL_BACKEND = f"anymail.backends.{_provider}.EmailBackend"
elif MAILS_ARE_KEPT:
    EMAIL_BACKEND = "scoutsite.kept_mails.EmailBackend"
else:
    EMAIL_BACKEND = _email["EMAIL_BACKEND"]
ANYMAIL = {
    name.removeprefix("ANYMAIL_"): value
    for name, value in env.ENVIRON.items()
    if name.startswith("ANYMAIL_") and name != "ANYMAIL_PROVIDER"
}
EMAIL_HOST = _email.get("EMAIL_HOST") or "localhost"
EMAIL_PORT = _email.get("EMAIL_PORT") or 25
EMAIL_HOST_USER = _email.get("EMAIL_HOST_USER") or ""
EMAIL_HOST_PASSWORD = _email.get("EMAIL_HOST_PASSWORD") or ""
EMAIL_USE_TLS = _email.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = _email.get("EMAIL_USE_SSL", False)
EMAIL_FILE_PATH = _email.get("EMAIL_FILE_PATH") or None
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default=f"Next Act <noreply@{SITE_HOST}>")
# Emails about games have their own sender, so that blocking it spares account emails.
GAME_FROM_EMAIL = env.str("GAME_FROM_EMAIL", default=f"Next Act <turns@{SITE_HOST}>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# Who is told of units that fail; empty for nobody.
ALERT_EMAIL = env.str("ALERT_EMAIL", default="") or OPERATOR_EMAIL
