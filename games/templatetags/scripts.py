"""The import map, by which scripts in `static` find each other."""

import json
from base64 import b64encode
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from django import template
from django.conf import STATICFILES_STORAGE_ALIAS
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.core.files.storage import storages
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

_STATIC = Path(__file__).parents[1] / "static"

register = template.Library()


@lru_cache(1)
def _map_of(files: StaticFilesStorage) -> tuple[str, str]:
    names = sorted(path.relative_to(_STATIC).as_posix() for path in _STATIC.rglob("*.js"))
    addresses = {"imports": {name: files.url(name) for name in names}}
    text = json.dumps(addresses, separators=(",", ":"))
    return text, b64encode(sha256(text.encode()).digest()).decode()


def _map() -> tuple[str, str]:
    # Kept for the storage, not for the process: another storage may give files other names.
    return _map_of(storages[STATICFILES_STORAGE_ALIAS])


def import_map_source() -> str:
    """Return the content security policy's expression that allows the map.

    It is a hash, not a nonce: all pages share the map, even error pages.
    """
    return f"'sha256-{_map()[1]}'"


@register.simple_tag
def import_map() -> SafeString:
    """Return the map's element, which must precede a page's first module."""
    addresses = mark_safe(_map()[0])  # noqa: S308 - only names of our own files
    return format_html('<script type="importmap">{}</script>', addresses)
