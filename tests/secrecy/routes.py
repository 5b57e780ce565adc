"""Every address of the URLconf."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.regex_helper import normalize


class Route(NamedTuple):
    name: str
    """With its namespaces; the address if it has no name."""
    path: str
    """As ``/games/%(public_id)s/``."""
    parameters: tuple[str, ...]

    def filled(self, values: Mapping[str, object]) -> str:
        """``KeyError`` for missing values."""
        return self.path % values


def routes() -> list[Route]:
    """In the order they are tried."""
    return list(_walk(get_resolver(), "", ()))


def _walk(resolver: URLResolver, before: str, spaces: tuple[str, ...]) -> Iterator[Route]:
    for each in resolver.url_patterns:
        pattern = before + each.pattern.regex.pattern.removeprefix("^").removesuffix("\\Z")
        if isinstance(each, URLResolver):
            inner = (*spaces, each.namespace) if each.namespace else spaces
            yield from _walk(each, pattern, inner)
        elif isinstance(each, URLPattern):
            path, parameters = normalize(pattern)[0]
            name = ":".join((*spaces, each.name)) if each.name else f"/{path}"
            yield Route(name, f"/{path}", tuple(parameters))


_TABLES = ("account", "auth", "mfa", "usersessions")
_FORMS = (
    *("account_", "mfa_", "usersessions_", "oauth2_provider:"),
    *(f"admin:{table}_" for table in _TABLES),
    *(f"/admin/{table}/" for table in _TABLES),
)
_OWN_FORMS = {
    *("accounts:looks", "accounts:settings", "accounts:name", "accounts:save", "accounts:resume"),
    *("accounts:new_token", "accounts:bot_account", "accounts:revoke_token"),
    *("accounts:apps", "accounts:new_app", "accounts:app", "accounts:delete_app"),
    "accounts:shut_out_app",
    *("accounts:destinations", "accounts:add_device", "accounts:new_hook"),
    *("accounts:try_destination", "accounts:turn_on_destination", "accounts:remove_destination"),
    *("accounts:guest_address", "accounts:forget_guest_address", "accounts:confirm_guest_address"),
    *(
        "accounts:tell_what",
        "accounts:tell_when",
        "accounts:tell_links",
        "accounts:tell_calendar",
        "accounts:tell_plans",
    ),
    *("accounts:quiet_hours", "accounts:plan_holiday", "accounts:call_off_holiday"),
    "accounts:end_holiday",
}
_INFORMATION = {
    *("games:poster", "games:rules", "games:learn", "games:about", "games:privacy"),
    "games:contact",
    *(
        "games:appearance",
        "/appearance/",
        "language",
        "reads_oddly",
        "security_txt",
        "admin:jsi18n",
    ),
    *("api:schema", "api:docs", "manifest", "service_worker", "offline"),
}


def tells_of_games(route: Route) -> bool:
    """Whether its page may show games or their players: all may but those named here.

    The others are forms of accounts and second steps, the admin's tables of those, and pages of
    information.
    """
    return not (
        route.name.startswith(_FORMS) or route.name in _OWN_FORMS or route.name in _INFORMATION
    )
