"""What differs in play and on pages from one site to another."""

from scoutsite.settings.environment import env

# A bot waits this long before its move while somebody looks, so that a person can follow the game.
BOT_PAUSE_SECONDS = env.float("BOT_PAUSE_SECONDS", default=0.8)
# Whether experts look ahead, which needs Numba (make search) and a core for some tens of ms a move.
EXPERT_LOOKS_AHEAD = env.bool("EXPERT_LOOKS_AHEAD", default=False)
# What the creator of a game may choose as the time for a turn, in seconds, beside no clock at all.
TURN_SECONDS = env.list("TURN_SECONDS", cast=int, default=[3600, 43200, 86400, 259200, 604800])

# Who runs the site, as the pages about, privacy and contact say it; `\n` begins a new line.
OPERATOR_NAME = env.str("OPERATOR_NAME", default="")
OPERATOR_EMAIL = env.str("OPERATOR_EMAIL", default="")
OPERATOR_ADDRESS = env.str("OPERATOR_ADDRESS", multiline=True, default="")
