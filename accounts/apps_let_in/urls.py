"""OAuth 2, in the library's namespace: what it tells of itself is read from these names."""

from django.urls import URLPattern, path
from oauth2_provider.views.base import RevokeTokenView
from oauth2_provider.views.metadata import OAuthServerMetadataView

from accounts.apps_let_in.consent import Consent
from accounts.apps_let_in.endpoints import Tokens

app_name = "oauth2_provider"

urlpatterns: list[URLPattern] = [
    path(
        ".well-known/oauth-authorization-server",
        OAuthServerMetadataView.as_view(),
        name="oauth-server-metadata",
    ),
    path("oauth/authorize/", Consent.as_view(), name="authorize"),
    path("oauth/token/", Tokens.as_view(), name="token"),
    path("oauth/revoke/", RevokeTokenView.as_view(), name="revoke-token"),
]
