"""What the scheduler sends, and how often."""

from django.conf import settings

from scoutsite.celery import QUEUE, SENDERS, app
from tests.site.test_settings import values


def test_every_task_that_is_scheduled_exists() -> None:
    app.loader.import_default_modules()
    scheduled = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert {*settings.CLEANINGS, "scoutsite.heartbeat", "games.sweep"} <= scheduled
    assert scheduled <= set(app.tasks)


def test_every_route_leads_to_a_queue_that_workers_take() -> None:
    queues = {queue.name for queue in settings.CELERY_TASK_QUEUES}
    for route in settings.CELERY_TASK_ROUTES.values():
        assert route.keys() == {"queue"}
        assert route["queue"] in queues


def test_what_waits_for_the_servers_of_others_keeps_no_clock_waiting() -> None:
    queues = {
        entry["task"]: app.amqp.router.route({}, entry["task"])["queue"].name
        for entry in settings.CELERY_BEAT_SCHEDULE.values()
    }
    slow = {task for task, queue in queues.items() if queue == SENDERS}
    assert slow == {"games.send_mails", "games.send_pushes"}
    assert {queues["games.expire"], queues["games.sweep"]} == {QUEUE}


def test_no_message_of_the_scheduler_waits_for_ever() -> None:
    for name, entry in settings.CELERY_BEAT_SCHEDULE.items():
        assert entry["options"]["expires"] > 0, name


def test_what_is_old_is_thrown_away_once_a_day_and_every_hour_where_nights_are_missed() -> None:
    name = settings.CLEANINGS[0]
    production = values("CELERY_BEAT_SCHEDULE", REDIS_URL="redis://redis.example")
    assert "10 4 * * *" in production["CELERY_BEAT_SCHEDULE"][name]["schedule"]
    assert values("CELERY_BEAT_SCHEDULE")["CELERY_BEAT_SCHEDULE"][name]["schedule"] == "1:00:00"
