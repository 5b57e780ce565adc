"""Moderators' acts on players. All return the audit log's row and raise as ``audit.record``."""

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from games.models import (
    ActionKind,
    Case,
    ModerationAction,
    PlayerNotice,
    Report,
    ReportKind,
    Sanction,
    SanctionKind,
    Seat,
)
from games.order.after.rating import unrate_all
from games.order.after.undoing import (
    give_chairs_back,
    lock_for,
    name_taken_from,
    undoing_of,
)
from games.order.audit import record, refuse_own_case, tell
from games.order.chairs import keep_all
from games.order.notices import mark_read
from games.people.locks import lock_games_of
from games.people.name_keys import looks
from games.people.names import rename as rename_seats
from games.people.names import rename_games
from games.people.standing import lock_player, standing_sanctions
from games.people.taken_away import give_back, take_away
from games.people.users import player_of
from games.play.plans.keeping import drop_plans
from games.rules.errors import RuleError


def rename(
    *,
    player: AbstractUser,
    name: str = "",
    by: AbstractUser,
    reason: str,
    case: Case | None = None,
) -> ModerationAction:
    """Rename ``player`` everywhere, plainly by default; forbid the old name.

    Raise ``bad_name`` or ``nothing_changes``.
    """
    with transaction.atomic():
        lock_player(player)
        lock_games_of([player.pk])
        is_guest = player_of(player).is_guest
        called = player.get_short_name()
        old = _guest_name(player, case) if is_guest else player.get_username()
        new = _("Guest") if is_guest else name or _neutral_name()
        if not _changes(player, old, new):
            raise RuleError("nothing_changes", _("The name is already “{name}”.").format(name=new))
        give_back(new)
        # Accounts decide which names are allowed.
        if not is_guest and (refused := player_of(player).name_refusal(new)):
            raise RuleError("bad_name", refused)
        action = record(
            ActionKind.RENAME,
            **_common(by, reason, case, player),
            old=old,
            new=new,
        )
        if not is_guest:
            setattr(player, type(player).USERNAME_FIELD, new)
            player.save(update_fields=[type(player).USERNAME_FIELD])
        if not looks(old) & looks(new):
            take_away(old)
        rename_games(user=player, old=called, new=player.get_short_name())
        rename_seats(user=player, name=player.get_short_name())
        tell(action, [player.pk])
    return action


def warn(
    *, player: AbstractUser, by: AbstractUser, reason: str, case: Case | None = None
) -> ModerationAction:
    """Warn ``player``, who must confirm before the next move."""
    with transaction.atomic():
        action = record(ActionKind.WARN, **_common(by, reason, case, player))
        _put(action, SanctionKind.WARNING, player)
    return action


def mute(
    *,
    player: AbstractUser,
    days: int | None,
    by: AbstractUser,
    reason: str,
    case: Case | None = None,
) -> ModerationAction:
    """Forbid writing for ``days``, or until lifted."""
    with transaction.atomic():
        until = _after(days)
        action = record(ActionKind.MUTE, **_common(by, reason, case, player), until=until)
        _put(action, SanctionKind.MUTE, player)
    return action


def suspend(
    *,
    player: AbstractUser,
    days: int,
    by: AbstractUser,
    reason: str,
    case: Case | None = None,
) -> ModerationAction:
    """Forbid playing and writing; bots keep the chairs."""
    with transaction.atomic():
        lock_player(player)
        # Before seats in open games are freed, where they may sit together.
        refuse_own_case(by=by, player=player, case=case)
        kept = keep_all(user=player)
        drop_plans(Seat.objects.filter(user=player.pk))
        action = record(
            ActionKind.SUSPEND,
            **_common(by, reason, case, player),
            until=_after(days),
            **kept._asdict(),
        )
        _put(action, SanctionKind.SUSPENSION, player)
    return action


def ban(
    *, player: AbstractUser, by: AbstractUser, reason: str, case: Case | None = None
) -> ModerationAction:
    """Forbid playing and writing for good; bots take the chairs."""
    with transaction.atomic():
        lock_player(player)
        refuse_own_case(by=by, player=player, case=case)
        kept = keep_all(user=player)
        drop_plans(Seat.objects.filter(user=player.pk))
        action = record(ActionKind.BAN, **_common(by, reason, case, player), **kept._asdict())
        _put(action, SanctionKind.BAN, player)
    return action


def lift(
    *,
    player: AbstractUser,
    sanction: SanctionKind,
    kind: ActionKind,
    by: AbstractUser,
    reason: str,
    case: Case | None = None,
) -> ModerationAction:
    """Lift a sanction, logged as ``kind``, and undo what it did (``after.undoing``).

    Raise ``nothing_stands``.
    """
    with transaction.atomic():
        lock_player(player)
        found = undoing_of(player, lifting=sanction)
        lock_for(found, case)
        now = timezone.now()
        standing = standing_sanctions(now=now).filter(player=player.pk, kind=sanction)
        if not standing.update(ended_at=now):
            raise RuleError("nothing_stands", _("That sanction has already ended."))
        given = give_chairs_back(found)
        action = record(
            kind, **_common(by, reason, case, player), chairs=given, games=len(found.uncounted)
        )
        tell(action, [player.pk])
        # Last, for it takes the ledger.
        unrate_all(game_ids=found.uncounted, by=by, reason=reason, case=case)
    return action


def name_back(
    *, player: AbstractUser, by: AbstractUser, reason: str, case: Case | None = None
) -> ModerationAction:
    """Give ``player`` the name back that moderators took last.

    Raise ``nothing_changes`` if there is none, or ``bad_name`` if it is another's by now.
    """
    with transaction.atomic():
        lock_player(player)
        lock_games_of([player.pk])
        old = name_taken_from(player)
        if not old:
            raise RuleError("nothing_changes", _("No name was taken from this player."))
        is_guest = player_of(player).is_guest
        called = player.get_short_name()
        action = record(
            ActionKind.NAME_BACK,
            **_common(by, reason, case, player),
            old=_guest_name(player, None) if is_guest else player.get_username(),
            new=old,
        )
        give_back(old)
        if refused := player_of(player).name_refusal(old):
            raise RuleError("bad_name", refused)
        if not is_guest:
            setattr(player, type(player).USERNAME_FIELD, old)
            player.save(update_fields=[type(player).USERNAME_FIELD])
            rename_games(user=player, old=called, new=player.get_short_name())
        rename_seats(user=player, name=old)
        tell(action, [player.pk])
    return action


def acknowledge(*, user: AbstractUser, warning: int) -> None:
    """Mark the user's own ``warning`` (its key), and the notice that told of it, as read."""
    with transaction.atomic():
        read = Sanction.objects.filter(
            player=user.pk, kind=SanctionKind.WARNING, ended_at__isnull=True, pk=warning
        )
        if not read.update(ended_at=timezone.now()):
            return
        told = PlayerNotice.objects.filter(user=user.pk, action__sanctions=warning)
        mark_read(user=user, notices=list(told.values_list("pk", flat=True)))


def _put(action: ModerationAction, kind: str, player: AbstractUser) -> None:
    now = timezone.now()
    if kind != SanctionKind.WARNING:
        standing_sanctions(now=now).filter(player=player.pk, kind=kind).update(ended_at=now)
    Sanction.objects.create(
        player_id=player.pk,
        kind=kind,
        reason=action.reason,
        since=now,
        until=action.details.get("until"),
        action=action,
    )
    tell(action, [player.pk])


def _after(days: int | None) -> str | None:
    return None if days is None else (timezone.now() + timedelta(days=days)).isoformat()


def _common(
    by: AbstractUser, reason: str, case: Case | None, player: AbstractUser
) -> dict[str, Any]:
    return {"by": by, "reason": reason, "case": case, "player": player}


def _changes(player: AbstractUser, old: str, new: str) -> bool:
    if player_of(player).is_guest:
        return Seat.objects.filter(user=player.pk).exclude(name=new).exists()
    return old != new


def _guest_name(player: AbstractUser, case: Case | None) -> str:
    rows = Seat.objects.filter(user=player.pk).order_by("-pk").values_list("name", flat=True)
    names = list(rows)
    if case is not None:
        reported = Report.objects.filter(case=case, kind=ReportKind.NAME, quote__in=names)
        if (one := reported.order_by("pk").first()) is not None:
            return one.quote
    return names[0] if names else _("Guest")


def _neutral_name() -> str:
    return _("Player {number}").format(number=get_random_string(6, "0123456789"))
