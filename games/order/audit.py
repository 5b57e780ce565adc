"""The audit log: one row per moderator's act, in its transaction."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Literal, NamedTuple

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import (
    NOT_OVER,
    ActionKind,
    Case,
    CaseState,
    ChatMessage,
    FormerPlayer,
    Game,
    ModerationAction,
    PlayerNotice,
    Report,
    Seat,
)
from games.notices.schedule import schedule_answer
from games.order.wording import told
from games.people.recipients import readers, written_for
from games.people.standing import is_kept_away
from games.rules.errors import RuleError

PERMISSION = "games.moderate"
LONGEST_REASON = 500
INVOLVED = gettext_lazy("You’re involved in this yourself. Leave it to another moderator.")

ByMail = Literal["always", "if wanted", "never"]


class Telling(NamedTuple):
    """What a user is told."""

    user_id: int
    text: str
    mail: ByMail


_heard: ContextVar[list[Telling] | None] = ContextVar("heard", default=None)


def refuse_unless_moderator(by: AbstractUser) -> None:
    """Raise ``not_moderator``, also for banned or suspended moderators."""
    if not by.is_active or not by.has_perm(PERMISSION):
        raise RuleError("not_moderator", _("Only moderators can do that."))
    # An object loaded earlier may have cached its permissions.
    if is_kept_away(by.pk):
        raise RuleError("not_moderator", _("You can’t moderate while you are banned or suspended."))


def record(
    kind: str,
    *,
    by: AbstractUser,
    reason: str,
    player: AbstractUser | None = None,
    game: Game | None = None,
    message: ChatMessage | None = None,
    case: Case | None = None,
    **details: Any,
) -> ModerationAction:
    """Log an act with its reason, in the act's transaction.

    Raise ``not_moderator``, ``no_reason``, ``too_long``, ``own_case`` or ``not_above``.
    """
    refuse_unless_moderator(by)
    reason = " ".join(reason.split())
    if not reason:
        raise RuleError("no_reason", _("Give a reason: it goes into the audit log."))
    if len(reason) > LONGEST_REASON:
        raise RuleError("too_long", _("The reason is too long. Keep it to 500 characters."))
    refuse_own_case(by=by, player=player, game=game, case=case)
    # A case is opened and closed without an act against its subject.
    if kind not in (ActionKind.CLOSE_CASE, ActionKind.REOPEN_CASE):
        refuse_to_act_above(by=by, player=player)
    if game is not None:
        # Names of games are not unique, and the row outlives the game.
        details["address"] = game.public_id
    return ModerationAction.objects.create(
        kind=kind,
        created_at=timezone.now(),
        reason=reason,
        moderator_id=by.pk,
        moderator_name=by.get_username(),
        player_id=player.pk if player else None,
        player_name=player.get_short_name() if player else "",
        game=game,
        game_name=game.name if game else "",
        message=message,
        case=case,
        details=details,
    )


def refuse_own_case(
    *,
    by: AbstractUser,
    player: AbstractUser | None = None,
    game: Game | None = None,
    case: Case | None = None,
) -> None:
    """Raise ``own_case`` if the moderator is involved.

    A case is their own if it concerns themselves, anyone in an unfinished game with them, a game
    they sit or sat in, or a report by or about them or such a game. A report between the two in an
    open case also counts, unless it is about an administrator.
    """
    games = {game.pk} if game is not None else set()
    people: set[int | None] = set()
    if case is not None:
        people.add(case.player_id)
        about: set[int | None] = {case.game_id}
        for reporter_id, player_id, game_id in Report.objects.filter(case=case).values_list(
            "reporter_id", "player_id", "game_id"
        ):
            people |= {reporter_id, player_id}
            about.add(game_id)
        games |= {game_id for game_id in about if game_id is not None}
    if (player is not None and _knows(by, player)) or by.pk in people or _has_part_in(games, by):
        raise RuleError("own_case", str(INVOLVED))


def _knows(by: AbstractUser, player: AbstractUser) -> bool:
    if by.pk == player.pk:
        return True
    going_on = Seat.objects.filter(user=by.pk, game__summary__status__in=NOT_OVER)
    if Seat.objects.filter(user=player.pk, game__in=going_on.values("game")).exists():
        return True
    complaint = Q(reporter=by.pk, player=player.pk)
    if not by.is_superuser:
        complaint |= Q(reporter=player.pk, player=by.pk)
    return Report.objects.filter(complaint, case__state=CaseState.OPEN).exists()


def _has_part_in(games: Collection[int], by: AbstractUser) -> bool:
    if not games:
        return False
    mine = Report.objects.filter(reporter=by.pk, game__in=games, case__state=CaseState.OPEN)
    sits = Seat.objects.filter(user=by.pk, game__in=games)
    sat = FormerPlayer.objects.filter(user=by.pk, seat__game__in=games)
    return sits.exists() or sat.exists() or mine.exists()


def refuse_to_act_above(*, by: AbstractUser, player: AbstractUser | None) -> None:
    """Raise ``not_above`` if only an administrator may act on ``player``."""
    if player is not None and player.is_staff and not by.is_superuser:
        raise RuleError("not_above", _("Only an administrator can act on a moderator."))


def tell(
    action: ModerationAction,
    user_ids: Collection[int],
    *,
    mail: ByMail = "always",
    **details: Any,
) -> None:
    """Tell users what was done and why; ``details`` go before the act's own.

    What was done to them or at their table is always emailed; other news if they want it.
    """
    now = timezone.now()
    heard = _heard.get()
    for user_id, reader in sorted(readers(user_ids).items()):
        with written_for(reader):
            text = told(action, **details)
        schedule_answer(
            PlayerNotice.objects.create(
                user_id=user_id,
                text=text,
                action=action,
                created_at=now,
                mail_due=mail == "always",
            ),
            by_mail=mail == "if wanted",
        )
        if heard is not None:
            heard.append(Telling(user_id, text, mail))


@contextmanager
def listening() -> Iterator[list[Telling]]:
    """Collect what is told meanwhile, to say it beforehand."""
    heard: list[Telling] = []
    token = _heard.set(heard)
    try:
        yield heard
    finally:
        _heard.reset(token)


@contextmanager
def rehearsing() -> Iterator[list[Telling]]:
    """Undo what is done meanwhile, and collect what it would have told."""
    with transaction.atomic(), listening() as told:
        try:
            yield told
        finally:
            transaction.set_rollback(True)


def tell_table(action: ModerationAction, game: Game) -> None:
    """Tell everybody at ``game`` who has not left."""
    tell(action, people_at(game))


def people_at(game: Game) -> list[int]:
    """Return the users who sit at ``game`` and have not left, by key."""
    seats = Seat.objects.filter(game=game, user__isnull=False).exclude(summary__left=True)
    return sorted({user_id for user_id in seats.values_list("user_id", flat=True) if user_id})
