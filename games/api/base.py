"""The base class of all endpoints."""

from typing import Any

from django.http import Http404
from django.utils.cache import patch_cache_control, patch_vary_headers
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView


class View(APIView):
    """An endpoint whose answers are private and always fresh."""

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        final = super().finalize_response(request, response, *args, **kwargs)
        patch_cache_control(final, private=True, no_cache=True)
        patch_vary_headers(final, ["Authorization", "Cookie"])
        return final


@extend_schema(exclude=True)
class NowhereView(View):
    """Any address that does not exist."""

    def get(self, request: Request, path: str) -> Response:
        raise Http404

    post = put = patch = delete = get
