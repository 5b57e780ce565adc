"""What workers do for the site itself."""

from celery import shared_task
from django.db import connection

from scoutsite import heartbeat


@shared_task(name="scoutsite.heartbeat")
def give_sign_of_life() -> None:
    """Note that workers take tasks and reach the database; runs every few seconds."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    heartbeat.beat(heartbeat.Part.WORKER)
