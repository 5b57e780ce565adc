"""The deal of the day in the browser, without JavaScript."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.deals.daily.dealing import deal_of, draw_ahead, secret_of_day
from games.deals.daily.judging import judge_tries
from games.deals.daily.sitting import sit_down
from games.models import DayEntry, DayStanding, DealOfTheDay
from tests.accounts.people import account
from tests.pages.page import Page
from tests.tables import play_on

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


def browser() -> Client:
    client = Client()
    client.force_login(new_guest())
    return client


def test_a_visitor_plays_it_sees_the_result_and_passes_it_on() -> None:
    with time_machine.travel(NOON, tick=False):
        draw_ahead(now=NOON)
        client = Client()
        before = Page(client.get("/today/"))
        assert before.headings[0] == "Today’s deal"
        assert "Deal 1 · Sunday 22 November" in before.text
        table = client.post("/today/").headers["Location"]
        assert client.post("/today/").headers["Location"] == table
        assert "Go on playing" in Page(client.get("/today/")).text
        page = Page(client.get(table))
        assert "Hint" not in page.text
        entry = DayEntry.objects.get()
        play_on(entry.game)
        assert client.get(table).headers["Location"] == "/today/"
        fragment = client.get(f"{table}board/", headers={"HX-Request": "true"})
        assert fragment.headers["HX-Redirect"] == "/today/"
        assert client.post(f"{table}plan/", {"action": "clear"}).headers["Location"] == "/today/"
        waits = Page(client.get("/today/"))
        assert "The expert is looking at your choices" in waits.text
        judge_tries(now=NOON)
        after = Page(client.get("/today/"))
        assert re.search("You parted at choice|You played it like the expert", after.text)
        assert "The first 1" in after.text or "One has played so far" in after.text
        assert "Next Act · deal 1" in after.text
        assert re.search("[🟢🟡🔶🔻⭐]", after.text)


def test_a_day_gone_by_is_open_to_play_and_its_secret_to_all() -> None:
    deal = deal_of(NOON.date())
    with time_machine.travel(NOON, tick=False):
        assert Client().get("/today/2026-11-22/").status_code == 404
        assert secret_of_day(deal).hex() not in Page(Client().get("/today/")).html
    with time_machine.travel(NOON + timedelta(days=1), tick=False):
        client = browser()
        page = Page(client.get("/today/2026-11-22/"))
        assert secret_of_day(deal).hex() in page.html
        assert "Play this day" in page.text
        client.post("/today/2026-11-22/")
        play_on(DayEntry.objects.get().game)
        assert "Played later" in Page(client.get("/today/2026-11-22/")).text
        for wrong in ("2026-11-20", "2026-11-24", "yesterday"):
            assert client.get(f"/today/{wrong}/").status_code == 404
        for month in ("nonsense", "9999-12", "0001-01", "2026-12", "2026-10"):
            assert client.get(f"/today/?month={month}").status_code == 404
        assert "November 2026" in Page(client.get("/today/?month=2026-11")).text


def test_whoever_has_not_finished_learns_nothing_from_what_others_made_of_it() -> None:
    def pages(level: str | None) -> list[str]:
        with time_machine.travel(NOON, tick=False):
            if level:
                user = account(level, f"{level}@example.org")
                user.address_confirmed_at = NOON - timedelta(days=1)
                entry = sit_down(user=user, day=NOON.date(), now=NOON)
                play_on(entry.game, level=level)
                assert DayStanding.objects.filter(player=user).count() == 2
            new, playing = browser(), browser()
            playing.post("/today/")
            found = []
            for client in (Client(), new, playing):
                html = client.get("/today/").content.decode()
                html = re.sub('value="[A-Za-z0-9]{64}"', "", html)
                found.append(re.sub('nonce="[^"]+"', "", html))
            return found

    draw_ahead(now=NOON)
    alone = pages(None)
    assert pages("easy") == alone
    assert pages("lev") == alone


def test_no_more_than_a_few_guests_of_an_address_count(settings: Settings) -> None:
    settings.RATELIMIT_ENABLE = True
    with time_machine.travel(NOON, tick=False):
        for _ in range(5):
            browser().post("/today/")
    assert list(DayEntry.objects.order_by("pk").values_list("counts", flat=True)) == [
        *(True, True, True),
        *(False, False),
    ]


def test_its_queries_do_not_grow_with_the_players() -> None:
    asked = []
    with time_machine.travel(NOON, tick=False):
        draw_ahead(now=NOON)
        client = browser()
        client.post("/today/")
        play_on(DayEntry.objects.get().game)
        for _ in range(3):
            entry = sit_down(user=new_guest(), day=NOON.date(), now=NOON)
            play_on(entry.game)
            with CaptureQueriesContext(connection) as queries:
                client.get("/today/")
            asked.append(len(queries))
    assert len(set(asked)) == 1
    assert DealOfTheDay.objects.count() == 4


def test_a_bot_account_is_told_that_it_played_in_time() -> None:
    with time_machine.travel(NOON, tick=False):
        user = account("robot", "robot@example.org")
        User.objects.filter(pk=user.pk).update(is_bot=True)
        user.refresh_from_db()
        client = Client()
        client.force_login(user)
        client.post("/today/")
        play_on(DayEntry.objects.get().game)
        page = Page(client.get("/today/"))
    assert page.headings[0] != "Today’s deal"
    assert "Played later" not in page.text
