"""What the expert says of a try at a day's deal, for its player's result page."""

import logging
from datetime import datetime, timedelta
from typing import NamedTuple

from games.bots.reviewing.judging import judge
from games.bots.reviewing.whole import Decision, decisions
from games.deals.daily.dealing import CHAIR
from games.log.store import load_state
from games.models import DayEntry, Game
from games.rules.game import GameState, RoundResult

logger = logging.getLogger(__name__)

AT_ONCE = 10
"""Tries judged in one run, a tenth of a second each: experts think in the same queue."""
FAILED = "-"
_AGE = timedelta(days=2)


class Try(NamedTuple):
    """A finished round in everybody’s chair."""

    choices: tuple[Decision, ...]
    result: RoundResult


def judge_tries(*, now: datetime) -> int:
    """Judge the tries that have ended; return how many there were."""
    due = DayEntry.objects.filter(grades="", ended_at__gt=now - _AGE).select_related("game")
    found = list(due.order_by("ended_at")[:AT_ONCE])
    for entry in found:
        judge_try(entry)
    return len(found)


def judge_try(entry: DayEntry) -> None:
    """Keep the grade of each of a try's decisions, from what its player could know then."""
    try:
        made = try_in(entry.game).choices
        grades = " ".join(str(judge(each.view, each.move).grade) for each in made)
    # Whatever goes wrong in one, the next is looked at. The text of an error may tell cards.
    except Exception as error:  # noqa: BLE001
        logger.error("Try %s could not be judged: %s", entry.pk, type(error).__name__)
        grades = FAILED
    DayEntry.objects.filter(pk=entry.pk).update(grades=grades)


def try_in(game: Game) -> Try:
    """Return a finished game of a day."""
    return try_of(load_state(game))


def try_of(state: GameState) -> Try:
    """Return a finished round, as who sat in everybody’s chair played it."""
    own = tuple(each for each in decisions(state) if each.place.seat == CHAIR)
    return Try(own, state.results[0])
