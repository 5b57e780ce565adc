"""Somebody is told of waiting cases: in the header, in the admin, and by email, each once."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Case, CaseMail, PlayerNotice
from games.order import players
from games.order.after.appeals import appeal
from games.order.cases.alerts import choose
from games.order.cases.closing import close, reopen
from games.order.cases.holding import look, take
from games.order.cases.line import how_many_wait
from games.order.cases.telling import tell_moderators
from games.order.own_cases import cases_for
from games.order.reports import report
from games.rest.nights import night_between, week_with
from games.rest.week import week_text
from tests.order.people import moderator, player

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
AFTERNOON = week_text(week_with([night_between(2, 12, 18)]))
"""Of that day, a Wednesday."""


def with_address(user: User) -> User:
    user.email, user.email_confirmed = f"{user.username.lower()}@example.org", True
    user.save()
    return user


@pytest.fixture
def ada() -> User:
    return with_address(moderator())


@pytest.fixture
def case(ada: User) -> Case:
    """Since noon."""
    with time_machine.travel(NOON, tick=False):
        maya, bruno = player("Maya"), player("Bruno")
        return report(
            user=maya, kind="player", reason="insult", player=bruno, text="He called me a rat."
        ).case


def told_at(at: datetime) -> list[tuple[str, str]]:
    """Who is told, and under which subject."""
    mail.outbox.clear()
    with time_machine.travel(at, tick=False):
        for _ in range(2):
            tell_moderators()
    return sorted((each.to[0], str(each.subject)) for each in mail.outbox)


def test_a_moderator_is_told_once_after_the_time_they_chose(case: Case, ada: User) -> None:
    quick, never = with_address(moderator("Quick")), with_address(moderator("Never"))
    choose(by=quick, wait="0")
    choose(by=never, wait="never")
    subject = "1 case waits for a moderator"
    assert told_at(NOON) == [("quick@example.org", subject)]
    assert told_at(NOON + 3 * HOUR) == []
    assert told_at(NOON + 4 * HOUR) == [("ada@example.org", subject)]
    text = str(mail.outbox[0].body)
    for words in (f"/admin/games/case/{case.pk}/change/", "4 hours", "Insults or hate", "1 person"):
        assert words in text, words
    assert "called me" not in text
    assert "Bruno" not in text
    assert told_at(NOON + 90 * HOUR) == []


def test_threats_are_told_at_once_in_quiet_hours_too(case: Case, ada: User) -> None:
    choose(by=ada, wait="never")
    User.objects.update(quiet_week=AFTERNOON)
    with time_machine.travel(NOON + HOUR, tick=False):
        user = User.objects.get(username="Maya")
        report(user=user, kind="player", reason="threats", player=case.player)
    assert told_at(NOON + HOUR) == [("ada@example.org", "Urgent: 1 case waits for a moderator")]
    assert told_at(NOON + 9 * HOUR) == []


def test_threats_are_told_at_once_though_somebody_is_on_the_case(case: Case, ada: User) -> None:
    ben = with_address(moderator("Ben"))
    choose(by=ben, wait="never")
    with time_machine.travel(NOON + HOUR, tick=False):
        look(case=case, by=ada)
        report(user=player("Ilse"), kind="player", reason="threats", player=case.player)
    subject = "Urgent: 1 case waits for a moderator"
    assert told_at(NOON + HOUR) == [("ada@example.org", subject), ("ben@example.org", subject)]
    with time_machine.travel(NOON + 2 * HOUR, tick=False):
        case.refresh_from_db()
        look(case=case, by=ben)
        assert case.taken_by == ben
        report(user=player("Tom"), kind="player", reason="threats", player=case.player)
    assert told_at(NOON + 2 * HOUR) == []


def test_of_an_appeal_all_are_told_but_who_acted(ada: User) -> None:
    ben, bruno = with_address(moderator("Ben")), player("Bruno")
    with time_machine.travel(NOON, tick=False):
        action = players.mute(player=bruno, days=1, by=ada, reason="Rule 1.")
        notice = PlayerNotice.objects.get(action=action)
        against = appeal(user=bruno, notice_id=notice.pk, text="It was my sister.").case
    mail.outbox.clear()
    assert told_at(NOON + 5 * HOUR) == [("ben@example.org", "1 case waits for a moderator")]
    text = str(mail.outbox[0].body)
    assert "waiting for 5\xa0hours\nAn appeal against what a moderator did\n" in text
    assert "sister" not in text
    assert [how_many_wait(each) for each in (ada, ben)] == [0, 1]
    assert against in cases_for(ada), "they may read it"


def test_other_cases_wait_for_the_end_of_quiet_hours(case: Case, ada: User) -> None:
    User.objects.update(quiet_week=AFTERNOON)
    assert told_at(NOON + 5 * HOUR) == []
    assert len(told_at(NOON + 6 * HOUR)) == 1


def test_of_a_case_that_is_opened_again_they_are_told_anew(case: Case, ada: User) -> None:
    assert len(told_at(NOON + 5 * HOUR)) == 1
    boss = User.objects.create_superuser("Boss")
    with time_machine.travel(NOON + 6 * HOUR, tick=False):
        close(case=case, acted=False, answer="Nothing.", by=boss)
        reopen(case=case, by=boss, reason="Too soon.")
    Case.objects.update(taken_by=None)
    assert told_at(NOON + 7 * HOUR) == []
    assert len(told_at(NOON + 10 * HOUR)) == 1


def test_nobody_is_told_of_what_concerns_them(case: Case, ada: User) -> None:
    ben, cleo = (with_address(moderator(name)) for name in ("Ben", "Cleo"))
    with time_machine.travel(NOON, tick=False):
        report(user=ben, kind="player", reason="insult", player=case.player)
        report(user=player("Ilse"), kind="player", reason="insult", player=cleo)
    told = told_at(NOON + 5 * HOUR)
    assert [who for who, _subject in told] == [
        "ada@example.org", "ben@example.org", "cleo@example.org",
    ]  # fmt: skip
    subjects = [subject[:7] for _who, subject in told]
    assert subjects == ["2 cases", "1 case ", "1 case "]
    assert f"/case/{case.pk}/" not in str(
        mail.outbox[[m.to[0] for m in mail.outbox].index("ben@example.org")].body
    )


def test_nobody_is_told_while_somebody_is_on_it_unless_they_forget(case: Case, ada: User) -> None:
    ben = moderator("Ben")
    with time_machine.travel(NOON + HOUR, tick=False):
        look(case=case, by=ben)
    assert told_at(NOON + 12 * HOUR) == []
    assert len(told_at(NOON + 14 * HOUR)) == 1
    case.refresh_from_db()
    assert case.taken_by is None


def test_what_was_taken_before_the_email_went_out_is_not_told(case: Case, ada: User) -> None:
    CaseMail.objects.create(case=case, user=ada, waits=1, try_at=NOON)
    with time_machine.travel(NOON, tick=False):
        take(case=case, by=ada)
    assert told_at(NOON) == []
    assert not CaseMail.objects.get().due


def test_a_banned_moderator_hears_of_nothing(case: Case, ada: User) -> None:
    with time_machine.travel(NOON, tick=False):
        players.ban(player=ada, by=User.objects.create_superuser("Boss"), reason="Sold seats.")
    assert told_at(NOON + 5 * HOUR) == []


def test_the_number_stands_in_the_header_the_side_bar_and_the_first_page(
    case: Case, ada: User
) -> None:
    browser = Client()
    browser.force_login(ada)
    page = browser.get("/games/").text
    assert "1 waits for a moderator" in " ".join(page.split())
    assert 'href="/admin/games/case/"' in page
    front = browser.get("/admin/")
    assert "1 waiting" in front.text
    assert f"/admin/games/case/{case.pk}/change/" in front.text
    groups = front.context["sidebar_navigation"]
    assert groups[0]["items"][0]["badge"] == "1"
    close(case=case, acted=False, answer="Nothing.", by=ada)
    assert "Nothing waits." in browser.get("/admin/").text
    assert "badge" not in browser.get("/admin/").context["sidebar_navigation"][0]["items"][0]
    assert "waits for a moderator" not in browser.get("/games/").text


def test_a_player_s_page_asks_nothing_about_cases(case: Case) -> None:
    browser = Client()
    browser.force_login(User.objects.get(username="Maya"))
    with CaptureQueriesContext(connection) as made:
        page = browser.get("/games/").text
    assert "/admin/" not in page
    assert not any("games_case" in asked["sql"] for asked in made.captured_queries)


def test_a_moderator_counts_no_case_that_concerns_them(case: Case, ada: User) -> None:
    report(user=player("Ilse"), kind="player", reason="insult", player=ada)
    browser = Client()
    browser.force_login(ada)
    assert browser.get("/admin/").context["case_count"] == "1"
    assert "1, the oldest for" in browser.get("/admin/operations/").text


def test_operations_shows_how_long_the_oldest_waits(case: Case, ada: User) -> None:
    browser = Client()
    browser.force_login(ada)
    Case.objects.update(waiting_since=datetime.now(UTC) - timedelta(hours=30))
    page = browser.get("/admin/operations/").text.replace("\xa0", " ")
    assert "1, the oldest for 1 day, 6 hours" in page
    assert "Is a moderator there?" in page


def test_how_soon_is_chosen_on_a_page_of_the_admin(case: Case, ada: User) -> None:
    browser = Client()
    browser.force_login(ada)
    address = "/admin/games/case/telling/"
    assert address in browser.get("/admin/games/case/").text
    assert 'value="240" checked' in browser.get(address).text
    browser.post(address, {"wait": "60"})
    assert 'value="60" checked' in browser.get(address).text
    assert "Choose one of these." in browser.post(address, {"wait": "7"}, follow=True).text
    assert len(told_at(NOON + HOUR)) == 1
