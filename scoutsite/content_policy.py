"""The content security policy."""

from typing import TYPE_CHECKING

from csp.constants import UNSAFE_EVAL, UNSAFE_INLINE
from csp.middleware import CSPMiddleware, PolicyParts
from django.urls import reverse

from games.templatetags.scripts import import_map_source

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponseBase

_ADMIN = {
    # Alpine.js evaluates the attributes of django-unfold's pages.
    "script-src": [UNSAFE_EVAL],
    # Their colours are in the page's head, and widths in attributes.
    "style-src": [UNSAFE_INLINE],
}
"""Inline scripts stay forbidden."""


class ContentPolicy(CSPMiddleware):
    """Sets the policy; views may have other exceptions."""

    def get_policy_parts(
        self, request: "HttpRequest", response: "HttpResponseBase", report_only: bool = False
    ) -> PolicyParts:
        parts = super().get_policy_parts(request, response, report_only)
        if parts.config:
            return parts
        additions = {"script-src": [import_map_source()]}
        if request.path_info.startswith(reverse("admin:index")):
            # An error page there is one of ours, import map and all.
            additions = {source: [*additions.get(source, []), *_ADMIN[source]] for source in _ADMIN}
        parts.update = {**additions, **(parts.update or {})}
        return parts
