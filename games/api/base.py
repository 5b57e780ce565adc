"""The base class of all endpoints."""

from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.decorators import decorator_from_middleware, method_decorator
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

_SECRETS = ("invitation",)
"""What opens doors in an answer. The length of a compressed one could tell it to somebody who has
a say in the rest (BREACH)."""


class _Compression(GZipMiddleware):
    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        # Compressed it is the same answer, but not byte for byte: a weak tag, with 304 too.
        accepted = "gzip" in request.headers.get("Accept-Encoding", "")
        if accepted and response.get("ETag", "").startswith('"'):
            response["ETag"] = f"W/{response['ETag']}"
        told = getattr(response, "data", None)
        if isinstance(told, dict) and any(told.get(name) for name in _SECRETS):
            return response
        return super().process_response(request, response)


compressed = decorator_from_middleware(_Compression)
"""Compress answers for those who ask for it. Streams never come here."""


@method_decorator(compressed, "dispatch")
class View(APIView):
    """An endpoint whose answers are private and always fresh."""

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        final = super().finalize_response(request, response, *args, **kwargs)
        patch_cache_control(final, private=True, no_cache=True)
        if policies := ", ".join(_policies(request, self)):
            final["RateLimit-Policy"] = policies
        patch_vary_headers(final, ["Authorization", "Cookie"])
        return final


def _policies(request: Request, view: APIView) -> Iterator[str]:
    """Yield the limits of the caller, never how much is left: an answer is the same, whatever was
    asked before."""
    for throttle in view.get_throttles():
        if isinstance(throttle, SimpleRateThrottle) and throttle.get_cache_key(request, view):
            number, seconds = throttle.parse_rate(throttle.rate)
            if number:
                yield f'"{throttle.scope}";q={number};w={seconds}'
