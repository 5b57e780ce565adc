"""The import map, by which the site's scripts find each other: names of files in `static`."""

import json
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

_STATIC = Path(__file__).parents[1] / "static"

register = template.Library()


@cache
def _addresses() -> str:
    """The map as pages contain it: the address of each module's file by its name."""
    names = sorted(path.relative_to(_STATIC).as_posix() for path in _STATIC.rglob("*.js"))
    return json.dumps({"imports": {name: static(name) for name in names}}, separators=(",", ":"))


@cache
def import_map_source() -> str:
    """Return the expression by which a content security policy allows the map alone.

    It is a hash, not a nonce, because the map is the same on all pages, error pages included.
    """
    return f"'sha256-{b64encode(sha256(_addresses().encode()).digest()).decode()}'"


@register.simple_tag
def import_map() -> SafeString:
    """Return the map's element, which must come before the first module of a page."""
    addresses = mark_safe(_addresses())  # noqa: S308 - only names of our own files
    return format_html('<script type="importmap">{}</script>', addresses)
