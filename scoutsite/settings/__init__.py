"""The settings of the site: the same for every place it runs in, a module for each subject.

What differs between places comes from environment variables, each read in exactly one line of
these modules: DATABASE_URL, REDIS_URL, SECRET_KEY, SITE_URL, PORT, EMAIL_URL, DEFAULT_FROM_EMAIL,
GAME_FROM_EMAIL, DEBUG, BOT_PAUSE_SECONDS, EXPERT_LOOKS_AHEAD, TURN_SECONDS, STREAMS_AT_ONCE,
TRUSTED_PROXIES, LIMITS, SENTRY_DSN, LOG_FORMAT, OPERATOR_NAME, OPERATOR_EMAIL, OPERATOR_ADDRESS,
ANYMAIL_PROVIDER and what else begins with ANYMAIL_. With none of them set the site runs in one
process on an embedded database.
"""

from scoutsite.settings.accounts import *  # noqa: F403
from scoutsite.settings.admin import *  # noqa: F403
from scoutsite.settings.api import *  # noqa: F403
from scoutsite.settings.background import *  # noqa: F403
from scoutsite.settings.database import *  # noqa: F403
from scoutsite.settings.environment import *  # noqa: F403
from scoutsite.settings.files import *  # noqa: F403
from scoutsite.settings.limits import *  # noqa: F403
from scoutsite.settings.log import *  # noqa: F403
from scoutsite.settings.mail import *  # noqa: F403
from scoutsite.settings.parts import *  # noqa: F403
from scoutsite.settings.place import *  # noqa: F403
from scoutsite.settings.play import *  # noqa: F403
from scoutsite.settings.security import *  # noqa: F403
