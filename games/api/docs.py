"""The schema, and a page to try it."""

from typing import Any

from csp.decorators import csp_update
from django.http.response import HttpResponseBase
from django.utils.decorators import method_decorator
from django.views.decorators.http import conditional_page
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request

from games.api.base import compressed

# The page's style sheet embeds its pictures. Nothing else of the site's policy is loosened: scripts
# and styles come from files, and the page talks to this site only.
_PICTURES_IN_STYLES = {"img-src": ["data:"]}


@method_decorator([compressed, conditional_page], "dispatch")
class SchemaView(SpectacularJSONAPIView):
    """The OpenAPI schema as JSON."""


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
