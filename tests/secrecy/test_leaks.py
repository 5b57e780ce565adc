"""These tests can fail: they find built-in leaks."""

from collections.abc import Callable
from typing import Any
from zlib import crc32

import pytest

from games.admin.games import OverdueFilter
from games.archive import own_data
from games.models import Hand
from games.pages.doors import table
from games.play import tables
from games.telling import letters
from tests.secrecy.comparing import differences
from tests.secrecy.pairs import COMPARED, Role, pair
from tests.secrecy.requests import Part
from tests.secrecy.routes import Route
from tests.secrecy.stage import Company

pytestmark = pytest.mark.slow


def hidden() -> int:
    """A number that depends on every hand."""
    hands = Hand.objects.order_by("round__number", "seat").values_list("cards", flat=True)
    return crc32(" ".join(hands).encode())


def in_a_tag(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(table, "_etag_of", lambda *_: f'"{hidden()}"')


def in_the_length(patch: pytest.MonkeyPatch) -> None:
    page = table.page

    def longer(*given: Any, **more: Any) -> Any:
        response = page(*given, **more)
        response.content += b" " * (hidden() % 97)
        return response

    patch.setattr(table, "page", longer)


def in_the_queries(patch: pytest.MonkeyPatch) -> None:
    found = tables.table_for

    def slower(*given: Any, **more: Any) -> Any:
        for _ in range(hidden() % 17):
            Hand.objects.exists()
        return found(*given, **more)

    patch.setattr(table, "table_for", slower)


def in_a_mail(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(letters, "_typed", lambda text: f"{text} {hidden()}")


def in_a_list(patch: pytest.MonkeyPatch) -> None:
    filtered = OverdueFilter.queryset

    def slower(each: OverdueFilter, request: Any, queryset: Any) -> Any:
        if each.value() == "bot":
            for _ in range(hidden() % 17):
                Hand.objects.exists()
        return filtered(each, request, queryset)

    patch.setattr(OverdueFilter, "queryset", slower)


def in_own_data(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(own_data, "_left_by", lambda _moves: set())


@pytest.mark.parametrize(
    ("leak", "role", "where"),
    [
        (in_a_tag, Role.PLAYER, "/board/"),
        (in_the_length, Role.OTHER_PLAYER, "GET /games/secretgame22/"),
        (in_the_queries, Role.SPECTATOR, "GET /games/secretgame22/"),
        (in_a_mail, Role.PLAYER, "mails"),
        (in_own_data, Role.LEFT, "GET /account/data/"),
        (in_a_list, Role.MODERATOR, "GET /admin/games/game/?overdue=bot"),
    ],
)
def test_a_leak_is_found(
    company: Company,
    monkeypatch: pytest.MonkeyPatch,
    leak: Callable[[pytest.MonkeyPatch], None],
    role: Role,
    where: str,
) -> None:
    leak(monkeypatch)
    # The second pair of each role: here a player who gets an email is to move.
    second = pair(len(COMPARED) + COMPARED.index(role))
    found, _ = differences(company, second, Part(looked_at))
    assert any(where in each.what for each in found)


def looked_at(route: Route) -> bool:
    return route.name in ("games:table", "accounts:data", "admin:games_game_changelist")
