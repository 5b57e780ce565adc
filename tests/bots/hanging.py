"""For a test's worker (``--include``): experts that hang, and little patience."""

import os
import time
from dataclasses import replace
from random import Random

from games.bots import expert
from games.bots.registry import TROUPE
from games.play import thinking
from games.rules.moves import Move
from games.rules.views import View

WORKER = os.getpid()


def hang(view: View, chance: Random) -> Move:
    """Never answer, but in the worker itself, which asks before it forks."""
    while os.getpid() != WORKER:
        time.sleep(60)
    return expert.choose(view, chance)


TROUPE["ada"] = replace(TROUPE["ada"], choose=hang)
thinking.MOVE_SECONDS = 0.5
thinking.HUNG_SECONDS = 1.0
