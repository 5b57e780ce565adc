"""The site: settings, addresses, and the ways to run it."""

from scoutsite.celery import app as celery_app

__all__ = ["celery_app"]
