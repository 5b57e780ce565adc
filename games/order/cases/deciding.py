"""Several acts, a note and the closing of a case: all together, or nothing."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils.translation import gettext as _

from games.models import ActionKind, Case, ChatMessage, Game, ModerationAction, Seat
from games.order.acts import ACTS
from games.order.audit import Telling, rehearsing
from games.order.cases.closing import close
from games.order.cases.notes import write_note
from games.people.standing import lock_player
from games.rules.errors import RuleError

_TAKE_THE_LEDGER = {
    ActionKind.VOID,
    ActionKind.UNRATE,
    ActionKind.RATE_AGAIN,
    ActionKind.UNSUSPEND,
    ActionKind.UNBAN,
}


class Step(NamedTuple):
    """An act, and what it takes."""

    kind: ActionKind
    about: dict[str, Any]
    needed: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What a moderator decides."""

    steps: list[Step]
    reason: str = ""
    """For those on whom they act."""
    note: str = ""
    """For moderators."""
    closes: bool = False
    acted: bool = False
    answer: str = ""
    """For those who reported."""
    mistaken: Collection[int] = ()
    """Keys of reports that were not right."""
    seen: int = 0
    """The latest act in this case that they knew."""


class Preview(NamedTuple):
    """What a decision would do."""

    actions: list[ModerationAction]
    told: list[Telling]


def latest_act(case: Case) -> int:
    """Return the key of the latest act in the case; 0 if there is none."""
    acts = ModerationAction.objects.filter(case=case.pk).order_by("-pk")
    return acts.values_list("pk", flat=True).first() or 0


def decide(*, case: Case, by: AbstractUser, decision: Decision) -> list[ModerationAction]:
    """Do it all, or nothing.

    Raise ``acted_meanwhile`` if there has been another act in this case, or as the acts,
    ``write_note`` and ``close``.
    """
    with transaction.atomic():
        _lock(case, decision)
        if latest_act(case) != decision.seen:
            raise RuleError(
                "acted_meanwhile",
                _("Somebody has acted in this case meanwhile. Have another look."),
            )
        actions = [
            ACTS[kind].does(by=by, reason=decision.reason, case=case, **about, **needed)
            for kind, about, needed in sorted(decision.steps, key=_last_the_ledger)
        ]
        if decision.note:
            write_note(by=by, text=decision.note, case=case)
        if decision.closes:
            actions.append(
                close(
                    case=case,
                    acted=decision.acted,
                    answer=decision.answer,
                    by=by,
                    mistaken=decision.mistaken,
                )
            )
    return actions


def preview(*, case: Case, by: AbstractUser, decision: Decision) -> Preview:
    """Return what ``decide`` would do and tell, having done and undone it. Raise as it does."""
    with rehearsing() as told:
        actions = decide(case=case, by=by, decision=decision)
    return Preview(actions, told)


def _last_the_ledger(step: Step) -> bool:
    return step.kind in _TAKE_THE_LEDGER


def _lock(case: Case, decision: Decision) -> None:
    """Lock in the order of everybody: players, games, the case."""
    players = {about["player"] for _kind, about, _needed in decision.steps if "player" in about}
    for player in sorted(players, key=lambda player: int(player.pk)):
        lock_player(player)
    games = set(Seat.objects.filter(user__in=players).values_list("game_id", flat=True))
    for _kind, about, _needed in decision.steps:
        match about:
            case {"game_id": int(game_id)}:
                games.add(game_id)
            case {"message": ChatMessage() as message}:
                games.add(message.game_id)
    rows = Game.objects.filter(pk__in=games).order_by("pk").select_for_update(no_key=True)
    list(rows.values_list("pk", flat=True))
    Case.objects.select_for_update(no_key=True).get(pk=case.pk)
