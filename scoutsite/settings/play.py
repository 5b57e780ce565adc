"""Play, and the operator's details."""

import os
from importlib.util import find_spec

from scoutsite.settings.environment import env

# The products of an expert's network are small. Shared out among threads, they wait for those
# that other processes keep from running. NumPy reads this when it is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# How long a bot waits before its move while someone watches, so that they can follow.
BOT_PAUSE_SECONDS = env.float("BOT_PAUSE_SECONDS", default=0.8)
# Whether experts look ahead, which takes tens of ms of CPU per move and Numba (make search).
EXPERT_LOOKS_AHEAD = env.bool("EXPERT_LOOKS_AHEAD", default=find_spec("numba") is not None)
# The turn times in seconds to choose from, besides no clock.
TURN_SECONDS = env.list("TURN_SECONDS", cast=int, default=[3600, 43200, 86400, 259200, 604800])

# The operator, as named on the about, privacy and contact pages; `\n` starts a new line.
OPERATOR_NAME = env.str("OPERATOR_NAME", default="")
OPERATOR_EMAIL = env.str("OPERATOR_EMAIL", default="")
OPERATOR_ADDRESS = env.str("OPERATOR_ADDRESS", multiline=True, default="")
