"""What the library asks about apps and tokens, beside its own rules."""

from typing import Any

from django.db import transaction
from django.db.models import OuterRef, Subquery
from oauth2_provider.models import get_access_token_model, get_refresh_token_model
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauthlib.oauth2.rfc6749.errors import InvalidGrantError

from accounts.apps_let_in.access import let_in
from accounts.apps_let_in.models import LetIn
from accounts.apps_let_in.server import fingerprint


class Validator(OAuth2Validator):
    """No token without an open account that has let the app in; codes are stored hashed."""

    def _create_authorization_code(self, request: Any, code: Any, expires: Any = None) -> Any:
        with transaction.atomic():
            let_in(user=request.user, app=request.client, scopes=request.scopes)
            stored = {**code, "code": fingerprint(code["code"])}
            return super()._create_authorization_code(request, stored, expires)

    def validate_code(
        self, client_id: str, code: str, client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        is_valid = super().validate_code(client_id, code, client, request, *args, **kwargs)
        return bool(is_valid and request.user.is_active)

    def validate_refresh_token(
        self, refresh_token: str, client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        is_valid = super().validate_refresh_token(refresh_token, client, request, *args, **kwargs)
        return bool(is_valid and request.user.is_active)

    def save_bearer_token(self, token: Any, request: Any, *args: Any, **kwargs: Any) -> Any:
        """Lock what the tokens hang on: nobody is shut out meanwhile, and nothing renews twice."""
        with transaction.atomic():
            held = LetIn.objects.select_for_update().filter(user=request.user, app=request.client)
            if held.first() is None or _is_spent(request):
                raise InvalidGrantError(request=request)
            saved = super().save_bearer_token(token, request, *args, **kwargs)
            if request.grant_type == "authorization_code":
                # With the token, so that of two requests at once one gets one, and leaves one.
                super().invalidate_authorization_code(request.client_id, request.code, request)
            return saved

    def invalidate_authorization_code(self, *args: Any, **kwargs: Any) -> None:
        """The code went with the token that it led to."""

    def _load_access_token(self, token: str) -> Any:
        held = LetIn.objects.filter(user=OuterRef("user_id"), app=OuterRef("application_id"))
        return (
            get_access_token_model()
            .objects.filter(token_checksum=fingerprint(token))
            .select_related("user", "application__user")
            .annotate(
                let_in=Subquery(held.values("pk")), last_used=Subquery(held.values("last_used_at"))
            )
            .first()
        )

    def _set_oauth2_error_on_request(self, request: Any, access_token: Any, scopes: Any) -> Any:
        request.has_expired = access_token is not None and access_token.is_expired()
        return super()._set_oauth2_error_on_request(request, access_token, scopes)


def _is_spent(request: Any) -> bool:
    """Return whether another request has just used the same refresh token."""
    known = getattr(request, "refresh_token_instance", None)
    if known is None:
        return False
    unused = get_refresh_token_model().objects.filter(pk=known.pk, revoked__isnull=True)
    return not unused.exists()
