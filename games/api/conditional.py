"""Conditional requests."""

from django.utils.cache import get_conditional_response
from rest_framework.request import Request
from rest_framework.response import Response


def unchanged(request: Request, tag: str) -> Response | None:
    """Return 304 if the caller has ``tag`` (quoted)."""
    found = get_conditional_response(request._request, etag=tag)
    if found is None or found.status_code != 304:
        return None
    return Response(status=304, headers={"ETag": tag})
