"""The WSGI application."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scoutsite.settings")
os.environ.setdefault("DATABASE_WAITS", "page")

application = get_wsgi_application()
