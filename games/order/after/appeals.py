"""Appeals: a player disagrees with an act, and another moderator looks at it."""

from typing import Any

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import (
    ActionKind,
    Appeal,
    AppealOutcome,
    Case,
    CaseAbout,
    CaseKind,
    CaseState,
    ChatMessage,
    ModerationAction,
    PlayerNotice,
)
from games.order.acts import ACTS, Subject
from games.order.audit import record, refuse_own_case, refuse_unless_moderator, tell
from games.order.own_cases import cases_for
from games.people.standing import lock_player
from games.rules.errors import RuleError

LONGEST = 1000
"""Characters of an appeal."""

UNDONE_BY: dict[str, ActionKind | None] = {
    ActionKind.WARN: ActionKind.WITHDRAW_WARNING,
    ActionKind.MUTE: ActionKind.UNMUTE,
    ActionKind.SUSPEND: ActionKind.UNSUSPEND,
    ActionKind.BAN: ActionKind.UNBAN,
    ActionKind.RENAME: ActionKind.NAME_BACK,
    ActionKind.HIDE_MESSAGE: ActionKind.SHOW_MESSAGE,
    ActionKind.PUT_BOT: ActionKind.GIVE_BACK,
    ActionKind.PAUSE: ActionKind.RESUME,
    ActionKind.UNRATE: ActionKind.RATE_AGAIN,
    ActionKind.CLOSE_CASE: ActionKind.REOPEN_CASE,
    ActionKind.VOID: None,
    ActionKind.REWIND: None,
    ActionKind.RENAME_GAME: None,
    ActionKind.CLOSE_GAME: None,
}
"""The acts with which a player may disagree, and what takes each back, if anything does."""


def appeal(*, user: AbstractUser, notice_id: int, text: str) -> Appeal:
    """Disagree with the act of which a notice tells; a second text changes nothing.

    Raise ``not_appealable``, ``nothing_said`` or ``too_long``.
    """
    text = " ".join(text.split())
    with transaction.atomic():
        notice = PlayerNotice.objects.select_for_update(of=("self",)).select_related("action__game")
        found = notice.filter(pk=notice_id, user=user.pk).first()
        action = found.action if found else None
        if action is None or action.kind not in UNDONE_BY:
            raise RuleError("not_appealable", _("There is nothing to disagree with here."))
        known = Appeal.objects.filter(action=action.pk, user=user.pk).first()
        if known is not None:
            return known
        if not text:
            raise RuleError("nothing_said", _("Say in a few words why you disagree."))
        if len(text) > LONGEST:
            raise RuleError("too_long", _("That’s too long. Keep it to 1000 characters."))
        now = timezone.now()
        case = Case.objects.create(
            kind=CaseKind.APPEAL,
            about=CaseAbout.PLAYER,
            player_id=user.pk,
            game=action.game,
            opened_at=now,
            waiting_since=now,
        )
        return Appeal.objects.create(
            action=action, user_id=user.pk, case=case, text=text, created_at=now
        )


def appeals_for(viewer: AbstractUser | AnonymousUser) -> QuerySet[Appeal]:
    """Return the appeals ``viewer`` may read: none of their own, and none of their games."""
    return Appeal.objects.filter(case__in=cases_for(viewer).values("pk"))


def refuse_to_decide(appeal: Appeal, *, by: AbstractUser) -> None:
    """Raise ``not_moderator``, ``own_act`` if they acted themselves, or ``own_case``."""
    refuse_unless_moderator(by)
    _refuse_who_acted(appeal.action.moderator_id, by)
    refuse_own_case(by=by, player=appeal.user, game=appeal.action.game)


def refuse_who_acted(case: Case, *, by: AbstractUser) -> None:
    """Raise ``own_act`` if the case is an appeal against what ``by`` did."""
    acted = Appeal.objects.filter(case=case).values_list("action__moderator", flat=True)
    _refuse_who_acted(acted.first(), by)


def _refuse_who_acted(moderator_id: int | None, by: AbstractUser) -> None:
    if by.pk == moderator_id:
        raise RuleError(
            "own_act", _("You acted yourself. Another moderator decides about the appeal.")
        )


def decide(*, appeal: Appeal, granted: bool, answer: str, by: AbstractUser) -> ModerationAction:
    """Answer an appeal, once; granting it takes back the act with what it did.

    Raise ``closed_already``, or as ``refuse_to_decide`` and ``audit.record``.
    """
    with transaction.atomic():
        # In the order of everybody: the player, their games (in the act), the case.
        lock_player(appeal.user)
        case = Case.objects.select_for_update(of=("self",)).get(pk=appeal.case_id)
        appeal = Appeal.objects.select_related("action__game", "action__case", "user").get(
            pk=appeal.pk
        )
        refuse_to_decide(appeal, by=by)
        if appeal.outcome != AppealOutcome.WAITING:
            raise RuleError("closed_already", _("This appeal has been decided."))
        action = record(
            ActionKind.GRANT_APPEAL if granted else ActionKind.UPHOLD,
            by=by,
            reason=answer,
            player=appeal.user,
            game=appeal.action.game,
            case=case,
            act=appeal.action.kind,
        )
        Appeal.objects.filter(pk=appeal.pk).update(
            outcome=AppealOutcome.GRANTED if granted else AppealOutcome.UPHELD,
            answer=action.reason,
            decided_at=action.created_at,
            decided_by=by.pk,
        )
        Case.objects.filter(pk=case.pk).update(
            state=CaseState.CLOSED, closed_at=action.created_at, taken_by=None, taken_at=None
        )
        tell(action, [appeal.user_id])
        if granted:
            # Last, for it may take the ledger.
            _take_back(appeal, by=by, reason=action.reason)
    return action


def undoing_act(appeal: Appeal) -> ActionKind | None:
    """Return the act that takes back what was appealed against; None if there is no way back."""
    return UNDONE_BY.get(appeal.action.kind)


def _take_back(appeal: Appeal, *, by: AbstractUser, reason: str) -> None:
    kind = undoing_act(appeal)
    about = _about(appeal, kind) if kind else None
    if kind is None or about is None:
        return
    # If it has ended meanwhile, or somebody has taken it back, there is nothing left to do.
    try:
        with transaction.atomic():
            case = {} if kind == ActionKind.REOPEN_CASE else {"case": appeal.case}
            ACTS[kind].does(by=by, reason=reason, **about, **case)
    except RuleError as refused:
        if refused.code in ("own_case", "not_above", "not_moderator"):
            raise


def _about(appeal: Appeal, kind: ActionKind) -> dict[str, Any] | None:
    action = appeal.action
    match ACTS[kind].about:
        case Subject.PLAYER:
            return {"player": appeal.user}
        case Subject.GAME:
            return {"game_id": action.game_id} if action.game else None
        case Subject.SEAT:
            seat = action.details.get("seat")
            return {"game_id": action.game_id, "seat": seat} if action.game else None
        case Subject.MESSAGE:
            message = ChatMessage.objects.filter(pk=action.message_id or 0).first()
            return {"message": message} if message else None
        case Subject.CASE:
            return {"case": action.case} if action.case else None
        case Subject.SIGN:
            return None
