"""The scopes of apps: those of tokens."""

from typing import Any

from oauth2_provider.scopes import BaseScopes

from accounts.tokens.scopes import Scope


class Scopes(BaseScopes):
    """An app that asks for nothing may read."""

    def get_all_scopes(self) -> dict[str, Any]:
        return dict(Scope.choices)

    def get_available_scopes(self, *args: Any, **kwargs: Any) -> list[str]:
        return list(Scope.values)

    def get_default_scopes(self, *args: Any, **kwargs: Any) -> list[str]:
        return [Scope.READ.value]
