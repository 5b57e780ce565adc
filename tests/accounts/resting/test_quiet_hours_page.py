"""The page "How we tell you" shows and saves quiet hours, painted or typed."""

from datetime import UTC, datetime

import pytest
import time_machine
from bs4 import BeautifulSoup
from django.test import Client

from accounts.models import User
from games.rest.week import Week, parse_week, week_of, week_text
from tests.accounts.people import account, sign_in
from tests.rest.weeks import NIGHTS, half_of_each_day

pytestmark = pytest.mark.django_db

PAGE = "/account/telling/"
SAVE = f"{PAGE}quiet/"
HTMX = {"HX-Request": "true"}
SUNDAY = datetime(2026, 11, 22, 13, 22, tzinfo=UTC)


@pytest.fixture
def bruno(client: Client) -> User:
    user = account()
    User.objects.filter(pk=user.pk).update(time_zone="Europe/Berlin", tell_turns="once")
    sign_in(client, "Bruno")
    return user


def soup(content: bytes) -> BeautifulSoup:
    return BeautifulSoup(content, "html.parser")


def words(found: BeautifulSoup, selector: str) -> str:
    part = found.select_one(selector)
    assert part
    return " ".join(part.get_text().split())


def kept() -> Week:
    return parse_week(User.objects.get(username="Bruno").quiet_week)


def keep(week: Week) -> None:
    User.objects.update(quiet_week=week_text(week))


def checked(found: BeautifulSoup) -> list[str]:
    return [str(each["aria-label"]) for each in found.select("#week [type=checkbox][checked]")]


def paint(client: Client, week: Week, was: Week | None = None) -> BeautifulSoup:
    """As the page's script does."""
    cells = [24 * weekday + hour for weekday, hour in week.hours]
    form = {"was": week_text(kept() if was is None else was), "hour": cells}
    return soup(client.post(SAVE, form, headers=HTMX).content)


def lines(found: BeautifulSoup) -> dict[str, tuple[str, str]]:
    """By day, what is chosen in the form of times."""

    def chosen(select: object) -> str:
        option = select.select_one("[selected]")  # type: ignore[attr-defined]
        return option.get_text() if option else ""

    rows = found.select("#times li")
    return {
        row.select("strong")[0].get_text(): (
            chosen(row.select("[name=from]")[0]),
            chosen(row.select("[name=until]")[0]),
        )
        for row in rows
    }


def type_times(
    client: Client, changes: dict[int, tuple[str, str]], **more: str
) -> tuple[int, BeautifulSoup]:
    """As the form without a script does: seven nights, most without quiet hours."""
    form = {
        "was": week_text(kept()),
        "night": [str(day) for day in range(7)],
        "from": [changes.get(day, ("", "7"))[0] for day in range(7)],
        "until": [changes.get(day, ("", "7"))[1] for day in range(7)],
        **more,
    }
    answer = client.post(SAVE, form, follow=True)
    return answer.status_code, soup(answer.content)


def test_the_week_is_shown_in_ones_zone_with_the_present_hour_marked(
    client: Client, bruno: User
) -> None:
    keep(week_of([(0, 22), (6, 0)]))
    with time_machine.travel(SUNDAY, tick=False):
        sign_in(client, "Bruno")
        found = soup(client.get(PAGE).content)
    assert checked(found) == ["Mon 22:00", "Sun 00:00"]
    assert [str(each["aria-label"]) for each in found.select("#week .now")] == ["Sun 14:00"]
    assert len(found.select("#week [type=checkbox]")) == 7 * 24
    assert words(found, "#quiet-hours .head .hint").startswith("Europe/Berlin, now Sun 14:22")


def test_painted_hours_are_saved_at_once_said_and_stand_in_the_sentence(
    client: Client, bruno: User
) -> None:
    answer = paint(client, NIGHTS)
    assert kept() == NIGHTS
    assert words(answer, "#saved") == "Saved: quiet from 22:00 to 07:00"
    assert words(answer, "#stands").endswith("at most 10 a day. Quiet from 22:00 to 07:00.")
    assert lines(answer)["Sunday"] == ("22:00", "07:00")
    assert words(paint(client, Week()), "#saved") == "Saved: no quiet hours"
    assert "Quiet" not in words(soup(client.get(PAGE).content), "#stands")


def test_too_many_painted_hours_are_refused_and_the_week_comes_back_as_it_was(
    client: Client, bruno: User
) -> None:
    keep(half_of_each_day(20))
    answer = paint(client, Week(half_of_each_day(20).bits | week_of([(2, 12)]).bits))
    assert kept() == half_of_each_day(20)
    assert "13 quiet hours in 24" in words(answer, "#quiet-refusal")
    assert words(answer, "#saved").startswith("Not saved. That would be 13 quiet hours in 24")
    assert "Wed 12:00" not in checked(answer)
    assert len(checked(answer)) == 7 * 12


def test_hours_painted_on_two_pages_are_both_kept(client: Client, bruno: User) -> None:
    first, second = week_of([(0, 22)]), week_of([(1, 22)])
    paint(client, first, was=Week())
    answer = paint(client, second, was=Week())
    assert kept() == week_of([(0, 22), (1, 22)])
    # The next stroke on that page is compared with what it shows.
    was = answer.select_one("#week-was")
    assert was
    assert was["value"] == week_text(second)


def test_times_are_typed_without_a_script_one_night_by_the_day_on_which_it_begins(
    client: Client, bruno: User
) -> None:
    nights = dict.fromkeys((0, 1, 2, 3, 6), ("22", "7")) | {4: ("23", "9"), 5: ("23", "9")}
    status, page = type_times(client, nights)
    said = "from 23:00 to 09:00"
    assert status == 200
    assert f"Saved: quiet Sun–Thu from 22:00 to 07:00, Fri and Sat {said}" in page.get_text()
    assert words(page, "#stands").endswith(
        "Quiet Sun–Thu from 22:00 to 07:00, Fri and Sat from 23:00 to 09:00."
    )
    assert kept().is_quiet(0, 6)
    assert not kept().is_quiet(5, 22)
    assert kept().is_quiet(6, 8)
    assert lines(page)["Saturday"] == ("23:00", "09:00")
    assert lines(page)["Monday"] == ("22:00", "07:00")


def test_times_that_are_too_long_are_refused_with_what_was_typed(
    client: Client, bruno: User
) -> None:
    status, page = type_times(client, {2: ("20", "9")})
    assert status == 422
    assert "13 quiet hours in 24" in words(page, "#quiet-refusal")
    assert lines(page)["Wednesday"] == ("20:00", "09:00")
    assert kept() == Week()


def test_hours_that_are_no_night_are_lines_of_their_own_and_are_not_lost(
    client: Client, bruno: User
) -> None:
    painted = week_of([(0, 13), (0, 14), (0, 23)])
    keep(painted)
    found = lines(soup(client.get(PAGE).content))
    assert found["Monday"] == ("13:00", "15:00")
    assert found["Monday, 2"] == ("23:00", "00:00")
    form = {"was": week_text(painted), "night": [0, 0], "from": ["13", "23"], "until": ["15", "0"]}
    client.post(SAVE, form)
    assert kept() == painted


def test_typed_times_are_saved_at_once_and_painted(client: Client, bruno: User) -> None:
    form = {"was": "", "night": ["0"], "from": ["22"], "until": ["0"]}
    answer = soup(client.post(SAVE, form, headers=HTMX).content)
    assert words(answer, "#saved") == "Saved: quiet Mon from 22:00 to 00:00"
    assert checked(answer) == ["Mon 22:00", "Mon 23:00"]
    # The form that was used stays, for its next change may be under way.
    assert not answer.select("#times")


@pytest.mark.parametrize(
    "form",
    [
        {"was": "x"},
        {"was": "f" * 42},
        {"was": "", "hour": ["168"]},
        {"was": "", "hour": ["noon"]},
        {"was": "", "hour": ["-1"]},
        {"was": "", "night": ["7"], "from": ["22"], "until": ["7"]},
        {"was": "", "night": ["0"], "from": ["24"], "until": ["7"]},
        {"was": "", "night": ["0"], "from": ["22"], "until": []},
        {"was": "", "night": ["0"] * 200, "from": ["22"] * 200, "until": ["7"] * 200},
    ],
)
def test_what_no_week_has_is_not_saved(
    client: Client, bruno: User, form: dict[str, object]
) -> None:
    keep(NIGHTS)
    assert b"Not saved" in client.post(SAVE, form, headers=HTMX).content
    assert kept() == NIGHTS


def test_the_sentence_stays_short_whatever_is_painted(client: Client, bruno: User) -> None:
    keep(week_of((day, hour) for day in range(7) for hour in range(day, day + 3)))
    assert words(soup(client.get(PAGE).content), "#stands").endswith("Quiet 21 hours a week.")
