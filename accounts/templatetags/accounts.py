"""Browser names and QR codes."""

import re

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.words.links import site_link

register = template.Library()

# Browsers also name those they descend from, so the first match wins.
_BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "Firefox": "Firefox",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
_SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "Linux": "Linux",
}


@register.filter
def browser(user_agent: str) -> str:
    """Return a readable name like “Firefox, Linux”."""
    name = next((each for mark, each in _BROWSERS.items() if mark in user_agent), "")
    system = next((each for mark, each in _SYSTEMS.items() if mark in user_agent), "")
    return ", ".join(filter(None, (name, system))) or _("A program")


@register.simple_tag
def link_to(name: str) -> str:
    """Return the whole link to a page."""
    return site_link(reverse(name))


@register.simple_tag
def drawing(svg: str) -> SafeString:
    """Return an SVG for inline use."""
    return mark_safe(re.sub(r"^<\?xml.*?\?>\s*", "", svg))  # noqa: S308 - made by qrcode from our own text
