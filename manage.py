#!/usr/bin/env python3
"""Django's command line for this site: `python manage.py help` lists the commands."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scoutsite.settings")
    serves = sys.argv[1:2] in (["serve"], ["serve_streams"], ["serve_metrics"])
    os.environ.setdefault("DATABASE_WAITS", "page" if serves else "command")
    execute_from_command_line(sys.argv)
