"""The site's settings by subject.

Sites differ by environment variables (listed in README.md), each read in exactly one line. Without
any, the site is one process with an embedded database.
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
from scoutsite.settings.metrics import *  # noqa: F403
from scoutsite.settings.oauth import *  # noqa: F403
from scoutsite.settings.parts import *  # noqa: F403
from scoutsite.settings.place import *  # noqa: F403
from scoutsite.settings.play import *  # noqa: F403
from scoutsite.settings.push import *  # noqa: F403
from scoutsite.settings.security import *  # noqa: F403
