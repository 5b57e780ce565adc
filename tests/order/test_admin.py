"""The admin for moderators: enough to judge, never a hand, and quick at any size."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.admin.bounded import FURTHEST, BoundedPaginator
from games.admin.desk import Lists
from games.admin.searching import games_found
from games.log.store import load
from games.models import Game, GameSummary, Hand, Report
from games.order import games, players, reports
from games.order.hands import LOOK_FOR
from games.play.chat import say
from tests.order.people import moderator, player, table_of
from tests.pages.seats import at_seat
from tests.tables import play_on

pytestmark = pytest.mark.django_db

CLASSES = re.compile(r'class="[^"]*"')
CARD = re.compile(r"\b(?:10|[1-9])/(?:10|[1-9])\b")


@pytest.fixture
def ada() -> User:
    return moderator()


@pytest.fixture
def game() -> Game:
    return table_of(player("Maya"), player("Bruno"))


@pytest.fixture
def browser(ada: User) -> Client:
    client = Client()
    client.force_login(ada)
    return client


def a_report(game: Game) -> Report:
    maya, bruno = (game.seats.get(number=number).user for number in (0, 1))
    assert maya is not None
    message = say(game_id=game.pk, seat=1, text="You filthy rat")
    return reports.report(
        user=maya, kind="message", reason="insult", game=game, message=message, player=bruno
    )


def addresses(game: Game, report: Report) -> list[str]:
    assert report.player is not None
    acts = [
        f"/admin/games/moderationaction/act/{kind}/?game={game.pk}&seat=0&case={report.case_id}"
        for kind in ("pause", "put_bot", "open_hands")
    ]
    return [
        "/admin/",
        "/admin/games/case/",
        "/admin/games/case/?state=all&q=Bruno",
        f"/admin/games/case/{report.case_id}/change/",
        f"/admin/games/case/{report.case_id}/history/",
        "/admin/games/game/",
        "/admin/games/game/?state=running&overdue=still&age=day",
        f"/admin/games/game/{game.pk}/change/",
        f"/admin/games/game/{game.pk}/history/",
        "/admin/games/moderationaction/",
        "/admin/accounts/user/",
        f"/admin/accounts/user/{report.player.pk}/change/",
        "/admin/operations/",
        *acts,
    ]


def test_no_page_shows_a_card_of_a_hand_or_who_may_sit_down(
    game: Game, ada: User, browser: Client
) -> None:
    report = a_report(game)
    play_on(game, moves=8)
    games.pause(game_id=game.pk, by=ada, reason="To look at it.")
    assert CARD.search(Hand.objects.filter(round__game=game)[0].cards)
    for address in addresses(game, report):
        answer = browser.get(address)
        assert answer.status_code == 200, address
        page = answer.content.decode()
        # Widths of the theme are classes such as w-1/3.
        assert CARD.findall(CLASSES.sub("", page)) == [], address
        assert game.invitation not in page, address
        assert game.contribution == "" or game.contribution not in page, address


def test_a_report_stands_beside_the_public_table_its_history_and_chat(
    game: Game, browser: Client
) -> None:
    report = a_report(game)
    play_on(game, moves=3)
    page = browser.get(f"/admin/games/case/{report.case_id}/change/").content.decode()
    for words in ("You filthy rat", "round 1 of 2", "shows", "Hide the message", "Suspend"):
        assert words in page, words
    assert "No active sanctions." in page


def test_a_games_deadline_names_its_zone(game: Game, ada: User, browser: Client) -> None:
    User.objects.filter(pk=ada.pk).update(time_zone="Asia/Kolkata")
    GameSummary.objects.filter(pk=game.pk).update(
        deadline=datetime(2026, 11, 21, 18, 40, tzinfo=UTC)
    )
    page = browser.get(f"/admin/games/game/{game.pk}/change/").content.decode()
    assert "deadline 22 November 2026, 00:10 IST" in page


def test_the_lists_cost_the_same_number_of_queries_however_much_there_is(
    game: Game, browser: Client
) -> None:
    def queries() -> list[int]:
        counts = []
        for address in ("games/case", "games/game", "games/moderationaction", "accounts/user"):
            with CaptureQueriesContext(connection) as made:
                assert browser.get(f"/admin/{address}/").status_code == 200
            counts.append(len(made))
        return counts

    ada = User.objects.get(username="Ada")
    a_report(game)
    games.pause(game_id=game.pk, by=ada, reason="A quarrel.")
    queries()
    before = queries()
    for number in range(3):
        other = table_of(player(f"Ilse{number}"), player(f"Tom{number}"))
        a_report(other)
        games.pause(game_id=other.pk, by=ada, reason="A quarrel.")
    assert queries() == before


def test_no_list_counts_to_its_end() -> None:
    User.objects.bulk_create(
        User(username=f"u{number}", name_key=f"u{number}") for number in range(FURTHEST + 5)
    )
    assert BoundedPaginator(User.objects.order_by("pk"), 50).count == FURTHEST
    assert Lists.paginator is BoundedPaginator


def test_games_are_found_by_player_state_age_and_delay(game: Game, browser: Client) -> None:
    other = table_of(player("Ilse"), player("Tom"))
    Game.objects.filter(pk=other.pk).update(
        name="Other evening", created_at=timezone.now() - timedelta(days=40)
    )
    GameSummary.objects.filter(pk=other.pk).update(deadline=timezone.now() - timedelta(hours=1))

    def found(query: str) -> tuple[bool, bool]:
        page = browser.get(f"/admin/games/game/?{query}").content.decode()
        return game.public_id in page, other.public_id in page

    assert found("q=tom") == (False, True)
    assert found("q=BRUNO") == (True, False)
    assert found("q=brun") == (False, False)
    assert found("q=saturday") == (True, False)
    assert found(f"q={game.public_id}") == (True, False)
    assert found("state=running") == (True, True)
    assert found("state=finished") == (False, False)
    assert found("age=older") == (False, True)
    assert found("overdue=clock") == (False, True)


def test_a_guest_is_found_by_the_name_at_a_table(game: Game, browser: Client) -> None:
    game.seats.filter(number=0).update(user=None, name="Zoe of the hills")
    page = browser.get("/admin/games/game/?q=Zoe of the hills").content.decode()
    assert game.public_id in page


def test_a_part_of_a_name_is_looked_for_in_the_latest_games_alone(
    game: Game, browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.admin.searching.LATEST", 2)
    later = [table_of(player(f"Ilse{number}"), player(f"Tom{number}")) for number in range(2)]

    def found(words: str) -> set[str]:
        page = browser.get("/admin/games/game/", {"q": words}).content.decode()
        return {one.public_id for one in (game, *later) if one.public_id in page}

    assert found("Saturday") == {one.public_id for one in later}
    assert found("Maya") == {game.public_id}
    assert found(game.public_id) == {game.public_id}


def test_a_search_finds_no_more_than_can_be_leafed_through(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = table_of(player("Ilse"), player("Tom"))
    monkeypatch.setattr("games.admin.searching.FURTHEST", 1)
    assert games_found("Saturday") == [later.pk]


def test_a_moderator_reads_no_mail_address_and_finds_nobody_by_one(
    game: Game, browser: Client
) -> None:
    bruno = User.objects.get(username="Bruno")
    for address in ("", f"{bruno.pk}/change/", "?q=bruno@example.org"):
        page = browser.get(f"/admin/accounts/user/{address}").content.decode()
        assert "bruno@example.org" not in page.replace('value="bruno@example.org"', "")
    assert "Bruno" not in browser.get("/admin/accounts/user/?q=example.org").content.decode()


def test_opened_hands_are_shown_step_by_step_for_a_while_and_told_at_the_end(
    game: Game, browser: Client
) -> None:
    address = f"/admin/games/moderationaction/act/open_hands/?game={game.pk}"
    turns = len(play_on(game, 6).history)
    answer = browser.post(address, {"reason": "A report of cheating."}, follow=True)
    ((hands, _status),) = answer.redirect_chain
    page = answer.content.decode()
    assert page.count('class="card') >= 20
    assert "no-store" in answer["Cache-Control"]
    assert f'href="{hands}?round=1&amp;move=2"' in page, "a link for each step, without scripts"
    play_on(game, 2)
    assert browser.get(f"{hands}?move={turns + 1}").status_code == 200
    assert browser.get(f"{hands}?move={turns + 2}").status_code == 404, "as it was when opened"
    other = Client()
    other.force_login(moderator("Zoe"))
    assert other.get(hands).status_code == 404
    with time_machine.travel(timezone.now() + LOOK_FOR, tick=False):
        assert browser.get(hands).status_code == 404
    assert CARD.findall(browser.get(address).content.decode()) == []
    assert "looked at the hands" not in at_seat(game, 0).look().text
    play_on(game)
    assert "A report of cheating." in at_seat(game, 0).look().text


@pytest.mark.parametrize("page", ["", "replay/"])
def test_a_moderator_who_watched_is_refused_the_hands(
    game: Game, browser: Client, page: str
) -> None:
    browser.get(f"/games/{game.public_id}/{page}")
    address = f"/admin/games/moderationaction/act/open_hands/?game={game.pk}"
    page = browser.post(address, {"reason": "Curious."}).content.decode()
    assert "Leave it to another moderator." in page
    assert CARD.findall(page) == []


def test_only_moderators_act(game: Game, client: Client) -> None:
    staff = User.objects.create_user("Sam", is_staff=True)
    client.force_login(staff)
    address = f"/admin/games/moderationaction/act/void/?game={game.pk}"
    assert client.post(address, {"reason": "Why not."}).status_code == 403
    assert not load(game).over


def test_nobody_adds_changes_or_deletes_a_row_of_the_audit_log(
    game: Game, ada: User, client: Client
) -> None:
    action = games.pause(game_id=game.pk, by=ada, reason="A quarrel.")
    client.force_login(User.objects.create_superuser("Boss"))
    for address in ("add/", f"{action.pk}/delete/"):
        assert client.get(f"/admin/games/moderationaction/{address}").status_code == 403
    answer = client.post(f"/admin/games/moderationaction/{action.pk}/change/", {"reason": "x"})
    assert answer.status_code == 403


def test_the_page_of_a_player_tells_games_warnings_and_what_was_done(
    game: Game, ada: User, browser: Client
) -> None:
    bruno = User.objects.get(username="Bruno")
    players.warn(player=bruno, by=ada, reason="Mind your words.")
    page = browser.get(f"/admin/accounts/user/{bruno.pk}/change/").content.decode()
    for words in ("Saturday cards", "Ada warned Bruno.", "Withdraw the warning"):
        assert words in page, words
