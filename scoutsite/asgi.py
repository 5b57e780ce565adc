"""The ASGI application."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scoutsite.settings")
os.environ.setdefault("DATABASE_WAITS", "page")

application = get_asgi_application()
