"""The languages that the site speaks."""

from django.conf import settings


def spoken(code: str) -> str:
    """Return `code`, or the site's own language if it speaks none of that code (any more)."""
    return code if code in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
