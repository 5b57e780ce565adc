"""The site's background tasks."""

from celery import shared_task
from django.db import connection

from scoutsite import heartbeat


@shared_task(name="scoutsite.heartbeat")
def give_sign_of_life() -> None:
    """Record that workers run and reach the database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    heartbeat.beat(heartbeat.Part.WORKER)
