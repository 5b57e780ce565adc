"""Addresses that don't exist."""

from typing import Any

from django.http import HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games.api.base import View
from games.api.errors import refused


@extend_schema(exclude=True)
class NowhereView(View):
    """Any address that does not exist, also one without its last slash."""

    def get(self, request: Request) -> HttpResponseBase:
        if not _is_one(f"{request.path}/"):
            raise refused("not_found", _("There is no such address."))
        if request.method not in ("GET", "HEAD"):
            # Few libraries send a body on to another address.
            raise refused("not_found", _("There is no such address: it ends with a slash."))
        there = request._request.get_full_path(force_append_slash=True)
        return HttpResponsePermanentRedirect(there, preserve_request=True)

    post = put = patch = delete = get


def _is_one(path: str) -> bool:
    try:
        found: Any = resolve(path)
    except Resolver404:
        return False
    return getattr(found.func, "cls", None) is not NowhereView
