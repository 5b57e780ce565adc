"""The page "How we tell you" saves each choice, says so, and says what all of them mean."""

import re

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from bs4 import BeautifulSoup
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.models import Destination, Topic, Way
from games.people.recipients import recipients
from games.telling.choices import token_for
from tests.accounts.people import account, sign_in

pytestmark = pytest.mark.django_db

PAGE = "/account/telling/"
HTMX = {"HX-Request": "true"}


@pytest.fixture
def bruno(client: Client) -> User:
    """Told at once."""
    user = account()
    User.objects.filter(pk=user.pk).update(tell_turns="once")
    user.refresh_from_db()
    sign_in(client, "Bruno")
    return user


def destination(user: User, way: Way, name: str = "Pixel") -> Destination:
    return Destination.objects.create(
        user=user,
        way=way,
        address=f"https://{way}.example/{name}",
        name=name,
        secret="secret",
        created_at=timezone.now(),
    )


def soup_of(client: Client) -> BeautifulSoup:
    return BeautifulSoup(client.get(PAGE).content, "html.parser")


def stands(client: Client) -> str:
    found = soup_of(client).select_one("#stands")
    assert found
    return " ".join(found.get_text().split())


def boxes(client: Client) -> dict[str, bool]:
    """By name, as a screen reader says it."""
    found = soup_of(client).select("#what input[type=checkbox]")
    return {str(each["aria-label"]): each.has_attr("checked") for each in found}


def tick(client: Client, name: str, *, on: bool = True) -> str:
    """As the page's script does; the answer's text."""
    form = {name: "on"} if on else {}
    answer = client.post(f"{PAGE}what/", form, headers={**HTMX, "HX-Trigger-Name": name})
    return " ".join(BeautifulSoup(answer.content, "html.parser").get_text().split())


def choose_when(client: Client, when: str, *, hour: str = "8", most: str = "10") -> str:
    form = {"when": when, "digest_hour": hour, "most_a_day": most}
    answer = client.post(f"{PAGE}when/", form, headers=HTMX)
    return " ".join(BeautifulSoup(answer.content, "html.parser").get_text().split())


def test_each_topic_has_a_row_and_each_way_a_column(client: Client, bruno: User) -> None:
    destination(bruno, Way.PUSH)
    destination(bruno, Way.HOOK, "#lantern-street")
    table = soup_of(client).select_one("#what table")
    assert table
    rows = [str(each.contents[0]).strip() for each in table.select("tbody th[scope=row]")]
    assert rows == [str(topic.label) for topic in Topic]
    columns = [" ".join(each.get_text().split()) for each in table.select("thead th[scope=col]")]
    assert columns == [
        "Email bruno@example.org",
        "Phone or computer Pixel",
        "Webhooks #lantern-street",
    ]
    assert boxes(client)["Nudge by phone"]
    assert len(boxes(client)) == 3 * len(Topic)


def test_a_way_that_is_not_set_up_has_a_button_in_its_head_and_no_boxes(
    client: Client, bruno: User
) -> None:
    destination(bruno, Way.HOOK).delete()
    table = soup_of(client).select_one("#what table")
    assert table
    links = {str(each["href"]): str(each["aria-label"]) for each in table.select("thead a")}
    assert links == {"#devices": "Allow: Phone or computer", "#hooks": "Connect: Webhooks"}
    assert set(boxes(client)) == {f"{topic.label} by email" for topic in Topic}


def test_a_way_that_was_switched_off_counts_as_not_set_up(client: Client, bruno: User) -> None:
    hook = destination(bruno, Way.HOOK)
    Destination.objects.filter(pk=hook.pk).update(off_since=timezone.now())
    assert "Nudge by webhook" not in boxes(client)


def test_without_a_confirmed_address_the_head_leads_to_confirming_it(
    client: Client, bruno: User
) -> None:
    User.objects.update(email_confirmed=False)
    assert soup_of(client).select_one("#what thead a[href='/account/email/']")
    assert boxes(client) == {}
    assert "we can’t tell you" in stands(client)


def test_a_tick_is_saved_at_once_and_said_and_holds_when_telling(
    client: Client, bruno: User
) -> None:
    destination(bruno, Way.PUSH)
    assert "Saved: nudge, not by phone" in tick(client, "nudge-push", on=False)
    known = recipients([bruno.pk])[bruno.pk]
    assert not known.wants("nudge", Way.PUSH)
    assert known.wants("nudge", Way.MAIL)
    assert not boxes(client)["Nudge by phone"]
    assert "Saved: nudge, by phone" in tick(client, "nudge-push")
    assert recipients([bruno.pk])[bruno.pk].wants("nudge", Way.PUSH)


def test_two_boxes_ticked_on_two_pages_are_both_kept(client: Client, bruno: User) -> None:
    tick(client, "nudge-mail", on=False)
    tick(client, "end-mail", on=False)
    bruno.refresh_from_db()
    assert bruno.not_by_mail == "nudge,end"


def test_all_topics_off_by_all_ways_fit(client: Client, bruno: User) -> None:
    for way in ("mail", "push", "hook"):
        for topic in Topic:
            tick(client, f"{topic}-{way}", on=False)
    bruno.refresh_from_db()
    for off in (bruno.not_by_mail, bruno.not_by_push, bruno.not_by_hook):
        assert off.split(",") == Topic.values


def test_without_a_script_the_form_saves_the_columns_it_has(client: Client, bruno: User) -> None:
    User.objects.update(not_by_push="turn")
    form = {"shown": ["mail"], "turn-mail": "on", "nudge-push": "on"}
    page = client.post(f"{PAGE}what/", form, follow=True)
    assert "Saved: what we tell you" in page.content.decode()
    bruno.refresh_from_db()
    assert set(bruno.not_by_mail.split(",")) == set(Topic.values) - {"turn"}
    assert bruno.not_by_push == "turn"


@pytest.mark.parametrize("name", ["", "nudge", "nudge-site", "hook_off-mail", "shown"])
def test_a_box_that_is_not_there_is_not_saved(client: Client, bruno: User, name: str) -> None:
    assert "Not saved" in tick(client, name, on=False)
    bruno.refresh_from_db()
    assert bruno.not_by_mail == ""


def test_the_sentence_says_what_the_choices_mean(client: Client, bruno: User) -> None:
    assert stands(client) == "As it stands: at once by email, at most 10 a day."
    destination(bruno, Way.PUSH)
    by_both = "by email and on your phone or computer"
    assert stands(client) == f"As it stands: at once {by_both}, at most 10 a day."
    assert f"after 10 minutes {by_both}" in choose_when(client, "each-10")
    assert f"after an hour {by_both}" in choose_when(client, "each-60")
    daily = choose_when(client, "daily", hour="18")
    assert daily.startswith(f"As it stands: once a day at 18:00 {by_both}.")
    near = choose_when(client, "deadline", most="4")
    assert near.startswith(f"As it stands: only near deadlines {by_both}, at most 4 a day.")
    assert "with no limit a day." in choose_when(client, "once", most="none")
    none = choose_when(client, "none")
    assert none.startswith("As it stands: we don’t tell you. You find your turns under My games.")


def test_the_sentence_follows_the_boxes_too(client: Client, bruno: User) -> None:
    destination(bruno, Way.PUSH)
    only = tick(client, "turn-mail", on=False)
    assert only.startswith("As it stands: at once on your phone or computer, at most 10 a day. ")
    out = tick(client, "rematch-push", on=False)
    assert "Left out: rematch by phone." in out
    for topic in ("nudge", "invitation", "end"):
        out = tick(client, f"{topic}-mail", on=False)
    wanted = "Left out: nudge by email, invitation by email, game over by email and 1 more."
    assert wanted in out
    assert "we can’t tell you" in tick(client, "turn-push", on=False)


def test_emails_that_are_paused_count_as_no_way(client: Client, bruno: User) -> None:
    User.objects.update(mail_paused_reason="bounce")
    assert "we can’t tell you" in stands(client)
    assert "Email paused" in " ".join(soup_of(client).get_text().split())


@pytest.mark.parametrize(
    ("when", "kept"),
    [
        ("once", ("once", 10)),
        ("each-10", ("each", 10)),
        ("each-60", ("each", 60)),
        ("daily", ("daily", 10)),
        ("deadline", ("deadline", 10)),
        ("none", ("none", 10)),
    ],
)
def test_each_of_six_choices_is_saved_and_shown(
    client: Client, bruno: User, when: str, kept: tuple[str, int]
) -> None:
    choose_when(client, when, hour="18", most="4")
    bruno.refresh_from_db()
    assert (bruno.tell_turns, bruno.unseen_minutes) == kept
    assert (bruno.digest_hour, bruno.most_a_day) == (18, 4)
    page = soup_of(client)
    offered = [str(each["value"]) for each in page.select("[name=when]")]
    assert offered == ["once", "each-10", "each-60", "daily", "deadline", "none"]
    assert [str(each["value"]) for each in page.select("[name=when][checked]")] == [when]


def test_a_choice_made_earlier_is_kept_and_offered(client: Client, bruno: User) -> None:
    User.objects.update(tell_turns="each", unseen_minutes=30)
    chosen = soup_of(client).select_one("[name=when][checked]")
    assert chosen
    assert chosen["value"] == "each-30"
    assert "after 30 minutes" in stands(client)
    assert "Saved: after 30 minutes, at most 4 a day" in choose_when(client, "each-30", most="4")
    bruno.refresh_from_db()
    assert (bruno.tell_turns, bruno.unseen_minutes) == ("each", 30)


def test_no_limit_and_a_limit_of_one_s_own_are_kept(client: Client, bruno: User) -> None:
    assert "Saved: at once, without a limit" in choose_when(client, "once", most="none")
    bruno.refresh_from_db()
    assert bruno.most_a_day is None
    User.objects.update(most_a_day=7)
    assert "at most 7 a day" in stands(client)
    choose_when(client, "once", most="7")
    bruno.refresh_from_db()
    assert bruno.most_a_day == 7


@pytest.mark.parametrize(
    "form",
    [
        {"when": "hourly", "digest_hour": "8", "most_a_day": "10"},
        {"when": "each-1", "digest_hour": "8", "most_a_day": "10"},
        {"when": "once", "digest_hour": "24", "most_a_day": "10"},
        {"when": "once", "digest_hour": "8", "most_a_day": "0"},
        {"when": "once", "digest_hour": "8"},
        {},
    ],
)
def test_what_nobody_could_choose_is_not_saved(
    client: Client, bruno: User, form: dict[str, str]
) -> None:
    columns = ("tell_turns", "unseen_minutes", "digest_hour", "most_a_day")
    before = User.objects.values(*columns).get(pk=bruno.pk)
    assert b"Not saved" in client.post(f"{PAGE}when/", form, headers=HTMX).content
    assert User.objects.values(*columns).get(pk=bruno.pk) == before


def test_emails_may_let_one_play_unless_one_says_no(client: Client, bruno: User) -> None:
    assert soup_of(client).select_one("[name=turn_links][checked]")
    answer = client.post(f"{PAGE}links/", headers=HTMX)
    assert "Saved: you sign in to play" in answer.content.decode()
    bruno.refresh_from_db()
    assert not bruno.may_play_by_link
    assert not soup_of(client).select_one("[name=turn_links][checked]")
    client.post(f"{PAGE}links/", {"turn_links": "on"}, headers=HTMX)
    bruno.refresh_from_db()
    assert bruno.may_play_by_link


def test_with_a_second_step_emails_let_nobody_play_and_the_page_says_why(
    client: Client, bruno: User
) -> None:
    TOTP.activate(bruno, "JBSWY3DPEHPK3PXP")
    page = soup_of(client)
    switch = page.select_one("[name=turn_links]")
    assert switch
    assert switch.has_attr("disabled")
    assert not switch.has_attr("checked")
    hint = page.select_one(f"#{switch['aria-describedby']}")
    assert hint
    assert "Off, because you sign in with a second step." in hint.get_text()
    assert b"Not saved" in client.post(f"{PAGE}links/", {"turn_links": "on"}, headers=HTMX).content


def test_the_zone_is_named_with_its_time(client: Client, bruno: User) -> None:
    User.objects.update(time_zone="America/New_York")
    text = " ".join(soup_of(client).get_text().split())
    assert re.search(r"America/New York, now \w{3} \d\d:\d\d Change it", text)


def choose_token(user: User) -> str:
    return token_for(user_id=user.pk, link_key=user.link_key, scope="choose")


def test_the_page_behind_emails_offers_the_same_choices(client: Client, bruno: User) -> None:
    User.objects.update(tell_turns="each", unseen_minutes=30)
    words = [each.get_text(strip=True) for each in soup_of(client).select(".ways-to-tell strong")]
    address = f"/mail/choices/{choose_token(bruno)}/"
    page = BeautifulSoup(Client().get(address).content, "html.parser")
    offered = [each.get_text(strip=True) for each in page.select("[name=choice]")]
    assert offered == [each for each in words if each != "After 30 minutes"]
    assert "Your current choice: After 30 minutes." in page.get_text()
    assert "Your choice: After an hour." in (
        Client().post(address, {"choice": "each-60"}).content.decode()
    )
    bruno.refresh_from_db()
    assert (bruno.tell_turns, bruno.unseen_minutes) == ("each", 60)


def test_a_link_of_an_earlier_email_keeps_the_minutes(client: Client, bruno: User) -> None:
    User.objects.update(tell_turns="daily", unseen_minutes=30)
    address = f"/mail/choices/{choose_token(bruno)}/?choice=each"
    page = BeautifulSoup(Client().get(address).content, "html.parser")
    first = page.select_one("button.red[name=choice]")
    assert first
    assert (first["value"], first.get_text()) == ("each-30", "After 30 minutes")
    Client().post(address, {"choice": "each"})
    bruno.refresh_from_db()
    assert (bruno.tell_turns, bruno.unseen_minutes) == ("each", 30)


def test_the_settings_lead_there_and_say_how_it_stands(client: Client, bruno: User) -> None:
    page = BeautifulSoup(client.get("/account/").content, "html.parser")
    panel = page.select_one("[aria-labelledby=telling]")
    assert panel
    assert "As it stands: at once by email" in panel.get_text()
    assert len(page.select(f"a[href='{PAGE}']")) == 2


def test_guests_are_asked_to_sign_up(client: Client) -> None:
    client.force_login(new_guest())
    assert client.get(PAGE)["Location"].startswith("/account/signup/")


def test_ten_devices_take_as_many_queries_as_one(client: Client, bruno: User) -> None:
    counts = []
    for number in range(10):
        destination(bruno, Way.PUSH, f"Phone {number}")
        if number in (0, 9):
            client.get(PAGE)
            with CaptureQueriesContext(connection) as queries:
                client.get(PAGE)
            counts.append(len(queries))
    assert counts[0] == counts[1] <= 12
    assert "10 devices" in soup_of(client).get_text()


def test_plans_are_played_at_night_too_until_one_says_otherwise(
    client: Client, bruno: User
) -> None:
    switch = "[name=plans_at_night][checked]"
    assert soup_of(client).select_one(switch)
    answer = client.post(f"{PAGE}plans/", headers=HTMX)
    assert "plans wait for the morning" in answer.content.decode()
    bruno.refresh_from_db()
    assert not bruno.plans_at_night
    assert not soup_of(client).select_one(switch)
    assert client.post(f"{PAGE}plans/", {"plans_at_night": "on"}).status_code == 302
    assert soup_of(client).select_one(switch)
