"""To which case a report belongs."""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import F

from games.models import Case, CaseAbout, CaseState

_TRIES = 5


def join_case(*, player_id: int | None, game_id: int | None, urgent: bool, now: datetime) -> Case:
    """Return the open case about the player, else about the game, locked; open one if need be.

    Whoever reports at the same moment finds the same case. Without a subject, each case stands
    alone. Call it in a transaction.
    """
    case = _of_subject(player_id=player_id, game_id=game_id, urgent=urgent, now=now)
    if urgent and not case.urgent:
        # It waits anew, and whoever was on it may have gone: all moderators hear of it at once.
        Case.objects.filter(pk=case.pk).update(
            urgent=True, waiting_since=now, waits=F("waits") + 1, taken_by=None, taken_at=None
        )
        case.refresh_from_db(fields=["urgent", "waiting_since", "waits", "taken_by", "taken_at"])
    return case


def _of_subject(*, player_id: int | None, game_id: int | None, urgent: bool, now: datetime) -> Case:
    about = CaseAbout.GAME if player_id is None and game_id is not None else CaseAbout.PLAYER
    subject = {"game_id": game_id} if about == CaseAbout.GAME else {"player_id": player_id}
    fresh = Case(about=about, **subject, urgent=urgent, opened_at=now, waiting_since=now)
    if player_id is None and game_id is None:
        fresh.save()
        return fresh
    waiting = Case.objects.select_for_update(of=("self",)).filter(
        kind=fresh.kind, about=about, state=CaseState.OPEN, **subject
    )
    for _try in range(_TRIES):
        if (found := waiting.first()) is not None:
            return found
        try:
            with transaction.atomic():
                fresh.save(force_insert=True)
        except IntegrityError:
            # Somebody else has just opened it.
            fresh.pk = None
        else:
            return fresh
    raise RuntimeError("A case was opened and closed too often meanwhile.")
