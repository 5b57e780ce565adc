"""Answers that need not be sent again."""

from django.utils.cache import get_conditional_response
from rest_framework.request import Request
from rest_framework.response import Response


def unchanged(request: Request, tag: str) -> Response | None:
    """The 304 for a caller who has the answer with the quoted ``tag`` already; else None."""
    found = get_conditional_response(request._request, etag=tag)
    if found is None or found.status_code != 304:
        return None
    return Response(status=304, headers={"ETag": tag})
