"""Whole links, for emails, programs and people to pass on."""

from django.conf import settings


def site_link(path: str) -> str:
    """Return the link to a path of this site, under whatever name it was asked for."""
    return f"{settings.SITE_URL}{path}"
