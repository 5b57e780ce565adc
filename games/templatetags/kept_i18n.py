"""Django's ``i18n`` tags, with a ``translate`` that keeps its look-ups.

``TEMPLATES`` loads this library as ``i18n``. Django would look up a page's hundred fixed sentences
in a dozen catalogues every time.
"""

from typing import Any

from django import template
from django.template.base import Parser, Token
from django.templatetags import i18n
from django.utils.translation import get_language

register = template.Library()
register.tags.update(i18n.register.tags)
register.filters.update(i18n.register.filters)


class KeptTranslateNode(i18n.TranslateNode):
    """A ``translate`` tag with constant text: one look-up per language."""

    def render(self, context: template.Context) -> str:
        language = get_language()
        kept: dict[str | None, str] = self.__dict__.setdefault("kept", {})
        if language not in kept:
            kept[language] = super().render(context)
        return kept[language]


def translate(parser: Parser, token: Token) -> i18n.TranslateNode:
    """Compile the tag as Django does; keep constant texts."""
    node: Any = i18n.do_translate(parser, token)
    is_constant = node.filter_expression.var.lookups is None and not node.filter_expression.filters
    if is_constant and node.asvar is None and node.message_context is None:
        node.__class__ = KeptTranslateNode
    found: i18n.TranslateNode = node
    return found


register.tag("translate", translate)
register.tag("trans", translate)
