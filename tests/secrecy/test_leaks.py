"""These tests can fail: they find built-in leaks."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from zlib import crc32

import pytest

from accounts.choosing import feed
from games.admin.games import OverdueFilter
from games.archive.sittings import Sitting
from games.lobby.deadlines import deadlines_of
from games.log.store import load_state
from games.models import Hand
from games.pages.doors import table
from games.pages.doors.at_table import showing
from games.pages.doors.links import turn
from games.play import tables
from games.play.stamps import Stamp
from games.rules.views import view_for
from games.telling import contents, letters, messages, posting, withdrawing
from tests.secrecy.comparing import differences
from tests.secrecy.pairs import COMPARED, Role, pair
from tests.secrecy.requests import EVERYTHING
from tests.secrecy.stage import Company

pytestmark = pytest.mark.slow


def hidden() -> int:
    """A number that depends on every hand."""
    hands = Hand.objects.order_by("round__number", "seat").values_list("cards", flat=True)
    return crc32(" ".join(hands).encode())


def in_a_tag(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(table, "etag_of", lambda *_, **_more: f'"{hidden()}"')


def by_a_link(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(turn, "etag_of", lambda *_, **_more: f'"{hidden()}"')


def in_the_length(patch: pytest.MonkeyPatch) -> None:
    page = showing.page

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

    patch.setattr(showing, "table_for", slower)


def in_a_mail(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(letters, "_typed", lambda text: f"{text} {hidden()}")


def in_the_daily_list(patch: pytest.MonkeyPatch) -> None:
    waiting = contents._waiting
    patch.setattr(contents, "_waiting", lambda *given: waiting(*given)._replace(said=f"{hidden()}"))


def in_a_message(patch: pytest.MonkeyPatch) -> None:
    of_turn = messages._of_turn
    patch.setattr(messages, "_of_turn", lambda *given: f"{of_turn(*given)} {hidden()}")


def in_the_length_of_a_message(patch: pytest.MonkeyPatch) -> None:
    of_turn = messages._of_turn
    patch.setattr(messages, "_of_turn", lambda *given: of_turn(*given) + " " * (hidden() % 97))


def in_the_name_of_a_message(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(messages, "letter_id", lambda _letter: f"{hidden()}")


def in_how_often_one_is_told(patch: pytest.MonkeyPatch) -> None:
    posts = posting._posts

    def more(*given: Any) -> Any:
        for post in posts(*given):
            yield from [post] * (hidden() % 17)

    patch.setattr(posting, "_posts", more)


def in_what_is_taken_back(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(withdrawing, "_is_replaced", lambda *_, **__: hidden() % 2 == 0)


def in_the_calendar(patch: pytest.MonkeyPatch) -> None:
    def telling(*, user_id: int) -> Any:
        return [each._replace(game=f"{hidden()}") for each in deadlines_of(user_id=user_id)]

    patch.setattr(feed, "deadlines_of", telling)


def in_the_page_of_a_link(patch: pytest.MonkeyPatch) -> None:
    """The table as the next seat sees it."""

    def others(stamp: Stamp) -> Any:
        found = tables.table_at(stamp)
        assert found is not None
        next_one = ((stamp.seat or 0) + 1) % len(found.seats)
        return replace(found, view=view_for(load_state(found.game), next_one))

    patch.setattr(turn, "table_at", others)


def in_a_list(patch: pytest.MonkeyPatch) -> None:
    filtered = OverdueFilter.queryset

    def slower(each: OverdueFilter, request: Any, queryset: Any) -> Any:
        if each.value() == "bot":
            for _ in range(hidden() % 17):
                Hand.objects.exists()
        return filtered(each, request, queryset)

    patch.setattr(OverdueFilter, "queryset", slower)


def in_own_data(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Sitting, "_is_gone", lambda *_: False)


@pytest.mark.parametrize(
    ("leak", "role", "where"),
    [
        (in_a_tag, Role.PLAYER, "/board/"),
        (by_a_link, Role.PLAYER, "/board/  {} signed out"),
        (in_the_length, Role.OTHER_PLAYER, "GET /games/secretgame22/"),
        (in_the_queries, Role.SPECTATOR, "GET /games/secretgame22/"),
        (in_a_mail, Role.PLAYER, "mails"),
        (in_the_daily_list, Role.PLAYER, "mails: a turn waits for the daily email"),
        (in_a_message, Role.PLAYER, "pushes: a turn waits"),
        (in_a_message, Role.PLAYER, "hooks: a turn waits"),
        (in_the_length_of_a_message, Role.PLAYER, "pushes: somebody asks for a move"),
        (in_the_name_of_a_message, Role.PLAYER, "hooks: the game is over"),
        (in_how_often_one_is_told, Role.PLAYER, "pushes: a bot keeps the chair"),
        (in_what_is_taken_back, Role.PLAYER, "pushes: the turn is played elsewhere"),
        (in_the_calendar, Role.PLAYER, "GET /calendar/"),
        (in_the_page_of_a_link, Role.PLAYER, "GET /turn/"),
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
    found, _ = differences(company, second, EVERYTHING._replace(only=where))
    assert any(where in each.what for each in found)
