"""The right to write."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

if TYPE_CHECKING:
    from rest_framework.views import APIView


class HasScope(BasePermission):
    """Anyone may read; writing needs a session or a token for playing."""

    message = _("This token may only read.")

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """What the caller may see is decided where it is looked up."""
        # Methods that an address doesn't have are refused as such.
        method = request.method or ""
        if method not in ("POST", "PUT", "DELETE") or not hasattr(view, method.lower()):
            return True
        if not (request.user and request.user.is_authenticated):
            return False
        return request.auth is None or getattr(request.auth, "scope", "read") == "play"
