"""The site: settings, URLs and servers."""

from scoutsite.celery import app as celery_app

__all__ = ["celery_app"]
