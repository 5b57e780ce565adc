"""Apps in the admin: administrators look at them, and delete one that does harm."""

from typing import Any

import oauth2_provider.admin  # noqa: F401 (it registers its own pages, which are taken off here)
from django.contrib import admin
from django.http import HttpRequest
from oauth2_provider.models import (
    get_access_token_model,
    get_grant_model,
    get_id_token_model,
    get_refresh_token_model,
)
from unfold.admin import ModelAdmin

from accounts.apps_let_in.models import App

# Nobody but its player has to do with a token.
for each in (
    App,
    get_access_token_model(),
    get_grant_model(),
    get_id_token_model(),
    get_refresh_token_model(),
):
    admin.site.unregister(each)


@admin.register(App)
class AppAdmin(ModelAdmin):
    """What its maker says of it; deleting it ends all access of its players' tokens."""

    list_display = ("name", "user", "purpose", "home_page", "created")
    search_fields = ("name", "user__username", "redirect_uris")
    fields = ("name", "user", "purpose", "home_page", "redirect_uris", "client_id", "created")
    readonly_fields = fields

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False
