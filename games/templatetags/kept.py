"""Pieces of a page kept once rendered: log lines never change."""

from typing import Any

from django import template
from django.template import Context, Engine
from django.utils.safestring import SafeString

from games.words.kept import kept_per_language

register = template.Library()


@register.simple_tag
def kept(name: str, **values: Any) -> SafeString:
    """Render a template with only ``values``, which must be hashable.

    The text is kept by template, language and values. A field must hold safe text always or never:
    equal texts are the same value, safe or not. Numbers are not localised.
    """
    return _rendered(name, tuple(values.items()))


@kept_per_language
def _rendered(name: str, values: tuple[tuple[str, Any], ...]) -> SafeString:
    """A line takes some 300 bytes, a score sheet 4 kB."""
    found = Engine.get_default().get_template(name)
    return found.render(Context(dict(values), use_l10n=False))
