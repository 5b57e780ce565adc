"""What apps ask by themselves: tokens for codes, new tokens for old, and to forget them."""

from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpRequest, HttpResponse, JsonResponse
from oauth2_provider.views.base import TokenView

from accounts.apps_let_in.server import fingerprint


class Tokens(TokenView):
    """Codes and refresh tokens, and no other grant."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if "code" in request.POST:
            # Codes are kept like this.
            sent = request.POST.copy()
            sent["code"] = fingerprint(str(sent["code"]))
            request.POST = sent  # type: ignore[assignment]
        try:
            response: HttpResponse = self.authorization_flow_token_response(request)
        except ObjectDoesNotExist:
            # Another request has used the code meanwhile, or the player has shut the app out.
            body = {"error": "invalid_grant"}
            return JsonResponse(body, status=400, headers={"Cache-Control": "no-store"})
        return response
