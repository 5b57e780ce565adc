"""The content security policy: nothing inline and nothing from elsewhere, and what may differ."""

from typing import TYPE_CHECKING

from csp.constants import UNSAFE_EVAL, UNSAFE_INLINE
from csp.middleware import CSPMiddleware, PolicyParts
from django.urls import reverse

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponseBase

_ADMIN = {
    # The pages of django-unfold hold their behaviour as attributes, which Alpine.js evaluates.
    "script-src": [UNSAFE_EVAL],
    # Their colours stand in the page's head, and widths as attributes.
    "style-src": [UNSAFE_INLINE],
}
"""What pages for staff may do beside what all may: no script stands in them either."""


class ContentPolicy(CSPMiddleware):
    """Middleware that writes the policy; other exceptions stand at their views, with reasons."""

    def get_policy_parts(
        self, request: "HttpRequest", response: "HttpResponseBase", report_only: bool = False
    ) -> PolicyParts:
        """What `response` adds to the policy of the settings; called by the library."""
        parts = super().get_policy_parts(request, response, report_only)
        if request.path_info.startswith(reverse("admin:index")) and not parts.config:
            parts.update = {**_ADMIN, **(parts.update or {})}
        return parts
