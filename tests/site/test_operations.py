"""The staff page that shows the site's health at a glance."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Permission
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from redis.exceptions import ConnectionError as RedisConnectionError

from games.models import (
    ClockState,
    FinishedUpkeep,
    GameSummary,
    Notice,
    PlayerNotice,
    Stage,
    Upkeep,
    Way,
)
from games.upkeep.finished import note_finished
from scoutsite import heartbeat
from scoutsite.heartbeat import Part
from tests.pages.page import Page
from tests.tables import bot_game, play_on
from tests.workers import empty_queues

pytestmark = pytest.mark.django_db

User = get_user_model()


@pytest.fixture
def staff(client: Client) -> Client:
    """May see games, but is no superuser."""
    cache.clear()
    user = User.objects.create_user("stage-hand", is_staff=True)
    # A test that emptied the database may have deleted the permissions.
    create_permissions(apps.get_app_config("games"), verbosity=0)
    user.user_permissions.add(
        Permission.objects.get(content_type__app_label="games", codename="view_game")
    )
    client.force_login(user)
    return client


def rows(client: Client) -> dict[str, str]:
    """Figures by name."""
    answer = client.get("/admin/operations/")
    assert answer.status_code == 200
    return {line.name: line.figure for line in answer.context["lines"]}


def test_it_is_for_staff_with_a_right_alone(client: Client, staff: Client) -> None:
    assert staff.get("/admin/operations/").status_code == 200
    assert Client().get("/admin/operations/").status_code == 302
    for number, on_staff in enumerate((False, True)):
        other = Client()
        other.force_login(User.objects.create_user(f"other-{number}", is_staff=on_staff))
        assert other.get("/admin/operations/").status_code == (403 if on_staff else 302)


def test_it_counts_games_and_moves(staff: Client) -> None:
    game = bot_game()
    play_on(game, moves=6)
    before = rows(staff)
    assert before["Games in progress"] == "1"
    assert int(before["Moves in the last minute"]) >= 6
    assert float(before["Moves per minute over the last hour"]) > 0


def test_what_is_overdue_is_counted_and_said_since_when(staff: Client) -> None:
    game = bot_game()
    assert rows(staff)["Overdue bots"] == "0"
    assert game.creator
    ago = timezone.now() - timedelta(minutes=5)
    GameSummary.objects.filter(game=game).update(bot_due_at=ago, deadline=ago)
    for way in (Way.MAIL, Way.PUSH):
        Notice.objects.create(
            user_id=game.creator.pk, game=game, seq=0, stage=Stage.TURN, way=way, due_at=ago
        )
    found = rows(staff)
    for name in ("Overdue bots", "Overdue clocks", "Overdue emails", "Overdue pushes and webhooks"):
        assert found[name].replace("\xa0", " ") == "1, the oldest for 5 minutes"
    assert "Something needs attention." in Page(staff.get("/admin/operations/")).text


def test_it_says_when_worker_and_scheduler_gave_a_sign_of_life(staff: Client) -> None:
    assert rows(staff)["Last heartbeat of the worker"] == "none"
    now = timezone.now()
    for part in Part:
        heartbeat.beat(part, now=now)
    heartbeat.beat(Part.SCHEDULER, now=now - timedelta(minutes=3))
    lines = {line.name: line for line in staff.get("/admin/operations/").context["lines"]}
    assert lines["Last heartbeat of the worker"].good
    assert not lines["Last heartbeat of the scheduler"].good
    assert "Is its process running?" in lines["Last heartbeat of the scheduler"].hint
    heartbeat.beat(Part.SCHEDULER, now=now)
    assert "All is well." in Page(staff.get("/admin/operations/")).text


def test_it_works_while_redis_is_away(staff: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(part: Part, **options: object) -> dict[str, float]:
        raise RedisConnectionError

    monkeypatch.setattr(heartbeat, "ages", away)
    assert rows(staff)["Last heartbeat of the worker"] == "unknown"


def test_mails_of_moderators_are_overdue_too(staff: Client) -> None:
    user, now = User.objects.create_user("bruno"), timezone.now()
    minutes = {name: now - timedelta(minutes=name) for name in (2, 7, 9)}
    told = {"user": user, "text": "Mind your words."}
    PlayerNotice.objects.create(**told, created_at=minutes[7], mail_due=True)
    PlayerNotice.objects.create(
        **told, created_at=minutes[9], mail_due=True, mail_at=now + timedelta(minutes=5)
    )
    PlayerNotice.objects.create(**told, created_at=minutes[9], mail_due=False)
    PlayerNotice.objects.create(
        **told, created_at=minutes[9], mail_due=True, mail_at=minutes[2], mail_attempts=1
    )
    assert rows(staff)["Overdue emails"].replace("\xa0", " ") == "2, the oldest for 7 minutes"


def test_more_games_cost_no_more_queries(
    staff: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    staff.get("/admin/operations/")
    for _ in range(4):
        play_on(bot_game(), moves=3)
    # The last only where PostgreSQL is asked about its archive.
    most = 15 if connection.vendor == "postgresql" else 14
    with django_assert_max_num_queries(most):
        staff.get("/admin/operations/")


def test_who_may_lets_a_clock_go_that_waits_for_a_person(client: Client, staff: Client) -> None:
    now = timezone.now()
    ClockState.objects.create(pk=1, looked_at=now, held_since=now, held_due=210, most_due=3)
    said = Page(staff.get("/admin/operations/")).text
    assert "time has run out in 210 games" in said
    assert "Something needs attention." in said
    assert "take these turns" not in said
    assert staff.post("/admin/operations/clock/").status_code == 403
    root = Client()
    root.force_login(User.objects.create_superuser("root"))
    assert "take these turns" in Page(root.get("/admin/operations/")).text
    assert root.get("/admin/operations/clock/").status_code == 405
    answer = root.post("/admin/operations/clock/", follow=True)
    assert "It takes turns in 210 games." in Page(answer).text
    assert ClockState.objects.get().most_due == 210


def test_it_says_when_backups_and_checks_were_finished(staff: Client) -> None:
    now = timezone.now()
    assert rows(staff)["Last backup"] == "never"
    assert rows(staff)["Last rehearsal of a restore"] == "never"
    note_finished(Upkeep.BACKUP)
    note_finished(Upkeep.VERIFY_LOG, well=False)
    FinishedUpkeep.objects.filter(work=Upkeep.BACKUP).update(finished_at=now - timedelta(days=3))
    lines = {line.name: line for line in staff.get("/admin/operations/").context["lines"]}
    assert lines["Last backup"].figure.replace("\xa0", " ") == "3 days ago"
    assert not lines["Last backup"].good
    assert lines["Last check of all logs"].figure == "found faults"
    assert not lines["Last check of all logs"].good


def test_it_says_how_long_queues_are_and_how_full_disks(staff: Client) -> None:
    empty_queues()
    found = rows(staff)
    assert found["Waiting tasks"] == "celery: 0, experts: 0, senders: 0, reviews: 0"
    assert [name for name in found if name.startswith("Free on the disk of ")]
