"""Static files, language and time."""

import warnings
from pathlib import Path

from scoutsite.settings.environment import BASE_DIR, env

STATIC_URL = "/static/"
STATIC_ROOT: Path | None = BASE_DIR / "staticfiles"
# Files are served from the source. Once `collectstatic` has run, pages link to hashed, compressed
# copies that browsers may keep for ever.
WHITENOISE_USE_FINDERS = True
# Files that have to be at the top: robots.txt and favicon.ico.
WHITENOISE_ROOT = BASE_DIR / "scoutsite" / "root"
warnings.filterwarnings("ignore", message="No directory at", category=UserWarning)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "scoutsite.static_files.CollectedStaticFiles"},
}

LANGUAGE_CODE = "en-gb"
FORMAT_MODULE_PATH = ["scoutsite.formats"]
# Each by its own name, in its own letters; docs/languages.md says how to add one.
LANGUAGES = [
    ("en-gb", "English"),
    ("de", "Deutsch"),
    ("es", "Español"),
    ("fr", "Français"),
    ("ja", "日本語"),
]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
TIME_ZONE = "UTC"
USE_TZ = True

# Folders whose disks must not fill up; those that aren't there are left out.
_folders = [str(BASE_DIR), "/var/lib/postgresql", "/var/lib/pgbackrest", "/var/log"]
DISKS = env.list("DISKS", default=_folders)
