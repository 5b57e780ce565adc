"""What the pages of accounts say of browsers, and a drawing made by a library."""

import re

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

register = template.Library()

# Each names itself after those it descends from: the first that is found is the one.
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
    """A browser by the name people know it by: “Firefox, Linux”."""
    name = next((each for mark, each in _BROWSERS.items() if mark in user_agent), "")
    system = next((each for mark, each in _SYSTEMS.items() if mark in user_agent), "")
    return ", ".join(filter(None, (name, system))) or _("A program")


@register.simple_tag
def drawing(svg: str) -> SafeString:
    """An SVG made on the server for a page's own markup: without prolog, drawn in its ink."""
    return mark_safe(re.sub(r"^<\?xml.*?\?>\s*", "", svg))  # noqa: S308 - made by qrcode, of our text
