"""Who may write: whoever is signed in by a session, or has a token for playing."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

if TYPE_CHECKING:
    from rest_framework.views import APIView


class HasScope(BasePermission):
    """Reading needs nobody to be signed in; a POST needs a session, or a token for playing."""

    message = _("This token may only read.")

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """Whether the caller may do this at all; what they may see is for the selectors."""
        # Other methods there are none.
        if request.method != "POST":
            return True
        if not (request.user and request.user.is_authenticated):
            return False
        return request.auth is None or getattr(request.auth, "scope", "read") == "play"
