"""Address, secret key and debug mode."""

from urllib.parse import urlsplit

from scoutsite.secret_key import secret_key_from
from scoutsite.settings.environment import VAR_DIR, env

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or secret_key_from(VAR_DIR / "secret-key")

PORT = env.int("PORT", default=8000)
SITE_URL = env.str("SITE_URL", default=f"http://localhost:{PORT}").rstrip("/")
SITE_HOST = urlsplit(SITE_URL).hostname or ""
HTTPS = urlsplit(SITE_URL).scheme == "https"

ALLOWED_HOSTS = [SITE_HOST] if HTTPS else [SITE_HOST, "localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = [SITE_URL]
