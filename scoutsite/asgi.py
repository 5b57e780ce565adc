"""The ASGI application."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scoutsite.settings")
os.environ.setdefault("DATABASE_WAITS", "page")
django.setup(set_prefix=False)

from scoutsite.stream_handler import StreamHandler  # noqa: E402 (it needs the settings)

application = StreamHandler()
