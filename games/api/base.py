"""What all addresses of the API share."""

from typing import Any

from django.http import Http404
from django.utils.cache import patch_cache_control, patch_vary_headers
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView


class View(APIView):
    """An address whose answers are for whoever asked and nobody else, and never out of date."""

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """The response as it goes out."""
        final = super().finalize_response(request, response, *args, **kwargs)
        patch_cache_control(final, private=True, no_cache=True)
        patch_vary_headers(final, ["Authorization", "Cookie"])
        return final


@extend_schema(exclude=True)
class NowhereView(View):
    """Every address that does not exist."""

    def get(self, request: Request, path: str) -> Response:
        """404, as JSON."""
        raise Http404

    post = put = patch = delete = get
