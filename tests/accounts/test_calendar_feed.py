"""The calendar feed: every deadline of its owner at an address that nobody else knows."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from bs4 import BeautifulSoup
from django.conf import settings as site_settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from icalendar import Calendar
from pytest_django import Settings

from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Actor, Game, GameSummary, Hand
from games.order import games as acts
from games.people.badges import name_of
from games.play.chairs import keep, leave
from games.play.move import enter_move
from games.rules.moves import Orient
from scoutsite.masking import masked, masked_path
from tests.accounts.people import account, sign_in
from tests.order.people import moderator
from tests.tables import is_on, play_on

pytestmark = pytest.mark.django_db

DAY = 24 * 3600


@pytest.fixture
def bruno(client: Client) -> User:
    """With a calendar feed; the client is signed in."""
    user = account()
    sign_in(client, "Bruno")
    client.post("/account/telling/calendar/", {"feed": "renew"})
    user.refresh_from_db()
    return user


def address(user: User) -> str:
    user.refresh_from_db()
    return f"/calendar/{user.feed_key}.ics"


def game_of(user: User, *, name: str = "", turn_seconds: int | None = DAY) -> Game:
    """Of the user and a guest, at its first decision."""
    game = create_game(user=user, terms=Terms(players=2, turn_seconds=turn_seconds))
    Game.objects.filter(pk=game.pk).update(name=name or game.name)
    join(game_id=game.pk, user=new_guest(), invitation=game.invitation)
    game.refresh_from_db()
    return game


def calendar(user: User) -> Calendar:
    """As a program without a session reads it."""
    answer = Client().get(address(user))
    assert answer.status_code == 200
    found = Calendar.from_ical(answer.content)
    assert isinstance(found, Calendar)
    return found


def entries(user: User) -> list[Any]:
    return list(calendar(user).events)


def test_it_has_an_entry_for_each_deadline_and_nothing_else(bruno: User) -> None:
    game = game_of(bruno, name="Tuesday, with “Anna”; a \\ and an ä")
    game_of(bruno, turn_seconds=None)
    (entry,) = entries(bruno)
    deadline = GameSummary.objects.get(pk=game.pk).deadline
    assert deadline is not None
    assert entry["SUMMARY"] == "Your turn in Tuesday, with “Anna”; a \\ and an ä"
    assert entry["DTSTART"].dt == deadline.replace(microsecond=0)
    assert entry["DTSTART"].dt.tzinfo is not None
    assert entry["URL"] == f"{site_settings.SITE_URL}/games/{game.public_id}/"
    assert set(entry) == {
        *("UID", "DTSTAMP", "DTSTART", "SUMMARY", "DESCRIPTION", "URL", "TRANSP"),
    }


def test_it_is_a_calendar_that_programs_understand(bruno: User) -> None:
    game_of(bruno, name="A name that is so long that its line has to be folded, as the format asks")
    answer = Client().get(address(bruno))
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    lines = answer.content.split(b"\r\n")
    assert lines[0] == b"BEGIN:VCALENDAR"
    assert lines[-2:] == [b"END:VCALENDAR", b""]
    assert all(len(line) <= 75 for line in lines)
    assert b"\n" not in answer.content.replace(b"\r\n", b"")
    for line in (
        *(b"VERSION:2.0", b"PRODID:-//Next Act//Deadlines//EN", b"METHOD:PUBLISH"),
        *(b"REFRESH-INTERVAL;VALUE=DURATION:PT1H", b"X-PUBLISHED-TTL:PT1H"),
        b"X-WR-CALNAME:Next Act: your turns",
    ):
        assert line in lines
    (start,) = (line for line in lines if line.startswith(b"DTSTART"))
    assert start.endswith(b"Z")
    assert calendar(bruno).errors == []


def test_an_entry_goes_when_the_turn_is_made_and_each_turn_has_its_own(bruno: User) -> None:
    game = game_of(bruno)
    (first,) = entries(bruno)
    enter_move(game_id=game.pk, seat=0, move=Orient(flip=False), seq=0, actor=Actor.PLAYER)
    assert entries(bruno) == []
    play_on(game, until=is_on(0))
    (second,) = entries(bruno)
    assert first["UID"] != second["UID"]


def test_an_entry_keeps_its_name_when_its_time_is_extended(bruno: User) -> None:
    game = game_of(bruno)
    (before,) = entries(bruno)
    ada = moderator()
    acts.extend(by=ada, game_id=game.pk, reason="A train was late", minutes=60)
    (after,) = entries(bruno)
    assert after["UID"] == before["UID"]
    assert after["DTSTART"].dt - before["DTSTART"].dt == timedelta(hours=1)
    acts.pause(by=ada, game_id=game.pk, reason="Wait")
    assert entries(bruno) == []


def test_a_kept_chair_has_no_entry(bruno: User) -> None:
    game = game_of(bruno)
    keep(game_id=game.pk, seat=0, actor=Actor.CLOCK)
    assert entries(bruno) == []


def test_a_game_that_its_owner_left_has_no_entry(bruno: User) -> None:
    game = game_of(bruno)
    leave(game_id=game.pk, seat=0)
    assert GameSummary.objects.get(pk=game.pk).deadline is not None
    assert entries(bruno) == []


def test_it_holds_no_card_and_no_name_of_anybody(bruno: User) -> None:
    game = game_of(bruno, name="Tuesday Troupe")
    play_on(game, until=is_on(0))
    text = Client().get(address(bruno)).content.decode()
    others = [seat.name for seat in game.seats.all()]
    assert len(others) == 2
    for secret in (*others, game.invitation, game.commitment):
        assert secret not in text
    for hand in Hand.objects.filter(round__game=game):
        assert hand.cards not in text
        assert not any(card in text for card in hand.cards.split(" "))
    assert name_of(bruno) not in text


def test_asked_again_it_answers_that_nothing_has_changed(bruno: User) -> None:
    game = game_of(bruno)
    first = Client().get(address(bruno))
    again = Client().get(address(bruno), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    enter_move(game_id=game.pk, seat=0, move=Orient(flip=False), seq=0, actor=Actor.PLAYER)
    later = Client().get(address(bruno), headers={"If-None-Match": first["ETag"]})
    assert later.status_code == 200


def test_no_cache_between_keeps_it_and_nobody_is_told_its_address(bruno: User) -> None:
    answer = Client().get(address(bruno))
    assert "private" in answer["Cache-Control"]
    assert "no-cache" in answer["Cache-Control"]
    assert answer["Referrer-Policy"] == "no-referrer"
    assert answer["X-Robots-Tag"] == "noindex"
    assert not answer.cookies


def test_an_address_that_nobody_has_is_not_found(bruno: User) -> None:
    for key in ("none", "x" * 32, (bruno.feed_key or "").swapcase()):
        assert Client().get(f"/calendar/{key}.ics").status_code == 404
    assert Client().post(address(bruno)).status_code == 405


def test_renewing_ends_the_old_address_and_removing_ends_all(client: Client, bruno: User) -> None:
    old = address(bruno)
    page = client.post("/account/telling/calendar/", {"feed": "renew"}, follow=True)
    assert "The old address has ended." in page.content.decode()
    new = address(bruno)
    assert old != new
    assert Client().get(old).status_code == 404
    assert Client().get(new).status_code == 200
    client.post("/account/telling/calendar/", {"feed": "remove"})
    assert Client().get(new).status_code == 404
    bruno.refresh_from_db()
    assert bruno.feed_key is None


def test_a_new_password_ends_the_address(bruno: User) -> None:
    before = address(bruno)
    bruno.set_password("another tent full of cards")
    bruno.save()
    assert Client().get(before).status_code == 404


def test_an_account_that_is_switched_off_or_deleted_has_none(client: Client, bruno: User) -> None:
    before = address(bruno)
    User.objects.filter(pk=bruno.pk).update(is_active=False)
    assert Client().get(before).status_code == 404
    User.objects.filter(pk=bruno.pk).delete()
    assert Client().get(before).status_code == 404


def test_the_page_shows_the_address_to_its_owner_only_while_there_is_one(
    client: Client, bruno: User
) -> None:
    def shown() -> str:
        page = BeautifulSoup(client.get("/account/telling/").content, "html.parser")
        field = page.select_one("#feed")
        return str(field["value"]) if field else ""

    assert shown() == f"{site_settings.SITE_URL}{address(bruno)}"
    assert "no-store" in client.get("/account/telling/")["Cache-Control"]
    client.post("/account/telling/calendar/", {"feed": "remove"})
    assert shown() == ""


def test_one_s_own_data_tell_that_there_is_one_and_never_its_address(
    client: Client, bruno: User
) -> None:
    text = client.get("/account/data/").content.decode()
    assert json.loads(text)["preferences"]["has_calendar_feed"] is True
    assert (bruno.feed_key or "-") not in text


def test_its_address_is_in_no_log(bruno: User) -> None:
    key = bruno.feed_key or "-"
    assert key not in masked_path(address(bruno))
    assert "abc" not in masked_path("/calendar/abc.ics")
    assert key not in masked(f"GET {site_settings.SITE_URL}{address(bruno)} failed")


@pytest.mark.usefixtures("limits_count")
def test_too_many_questions_are_refused(bruno: User, settings: Settings) -> None:
    settings.PAGE_LIMITS = {**settings.PAGE_LIMITS, "calendars": "2/h"}
    answers = [Client().get(address(bruno)).status_code for _ in range(3)]
    assert answers == [200, 200, 429]


def test_ten_games_take_as_many_queries_as_one(bruno: User) -> None:
    counts = []
    for number in range(10):
        game_of(bruno)
        if number in (0, 9):
            with CaptureQueriesContext(connection) as queries:
                assert len(entries(bruno)) == number + 1
            counts.append(len(queries))
    # One more finds the owner for `address`.
    assert counts == [4, 4]


def test_times_are_in_utc(bruno: User) -> None:
    User.objects.filter(pk=bruno.pk).update(time_zone="Asia/Tokyo")
    game = game_of(bruno)
    text = Client(headers={"Cookie": "timezone=Asia%2FTokyo"}).get(address(bruno)).content.decode()
    deadline = GameSummary.objects.get(pk=game.pk).deadline
    assert deadline is not None
    assert f"DTSTART:{deadline.astimezone(UTC):%Y%m%dT%H%M%SZ}" in text
    assert datetime.now(UTC) < deadline
