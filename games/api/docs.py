"""The schema, and a page to try it."""

from functools import cache
from hashlib import sha256
from threading import Lock
from typing import Any, NamedTuple

from csp.decorators import csp_update
from django.conf import settings
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.decorators import method_decorator
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request

from games.api.base import compressed
from games.api.conditional import unchanged

# The page's style sheet embeds its pictures. Nothing else of the site's policy is loosened: scripts
# and styles come from files, and the page talks to this site only.
_PICTURES_IN_STYLES = {"img-src": ["data:"]}
_FILE = f'inline; filename="{settings.SPECTACULAR_SETTINGS["TITLE"]}.json"'

_building = Lock()
"""The library's generator fails where two threads begin to use it at once."""


class _Built(NamedTuple):
    """A schema as it is sent, and its tag, which is another when it is."""

    body: bytes
    tag: str


@cache
def _built(language: str) -> _Built:
    with translation.override(language):
        schema = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]
        body = OpenApiJsonRenderer().render(schema)
    return _Built(body, f'"{sha256(body).hexdigest()[:32]}"')


def _schema_in(language: str | None) -> _Built:
    """Return the schema in a language of the site; it takes half a second to build."""
    try:
        spoken = translation.get_supported_language_variant(language or "")
    except LookupError:
        spoken = settings.LANGUAGE_CODE
    with _building:
        return _built(spoken)


@method_decorator(compressed, "dispatch")
class SchemaView(SpectacularJSONAPIView):
    """The OpenAPI schema as JSON: the same for all who ask in a language, and built once."""

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        schema = _schema_in(request.GET.get("lang") or translation.get_language())
        if not_changed := unchanged(request, schema.tag):
            return not_changed
        return HttpResponse(
            schema.body,
            content_type=request.accepted_renderer.media_type,
            headers={"ETag": schema.tag, "Content-Disposition": _FILE},
        )


@method_decorator(csp_update(_PICTURES_IN_STYLES), "dispatch")
class DocsView(SpectacularSwaggerSplitView):
    """Every endpoint, and a way to try it."""

    url_name = "api:schema"
    template_name = "api/docs.html"
    # Reading it needs no token and no limit.
    authentication_classes = ()
    throttle_classes = ()

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        found: HttpResponseBase = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        return found
