"""Django's ``url`` tag, which keeps its addresses.

``TEMPLATES`` builds this library in. A table has thirty addresses, mostly its own.
"""

from functools import lru_cache
from typing import Any

from django import template
from django.template.base import Parser, Token
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as compile_url
from django.urls import get_script_prefix, get_urlconf, reverse
from django.utils.html import conditional_escape

MOST = 4096
"""Addresses kept; one takes some 200 bytes."""

register = template.Library()


class KeptURLNode(URLNode):
    """A ``url`` tag with positional arguments only.

    Which instance of an application is current makes no difference: each is here once.
    """

    def render(self, context: template.Context) -> str:
        name = self.view_name.resolve(context)
        args = tuple(arg.resolve(context) for arg in self.args)
        address = _address(get_urlconf(), get_script_prefix(), name, args)
        return conditional_escape(address) if context.autoescape else address


@register.tag
def url(parser: Parser, token: Token) -> URLNode:
    """Compile the tag as Django does."""
    node: Any = compile_url(parser, token)
    if not node.kwargs and not node.asvar:
        node.__class__ = KeptURLNode
    found: URLNode = node
    return found


@lru_cache(MOST)
def _address(urlconf: str | None, prefix: str, name: str, args: tuple[Any, ...]) -> str:
    return reverse(name, urlconf, args)
