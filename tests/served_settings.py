"""The site's settings for its own processes in tests, which deal the same cards each time."""

from scoutsite.settings import *  # noqa: F403
from scoutsite.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.dealing.SameDealsEachTime"]
