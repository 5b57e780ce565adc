"""What a guest's account takes over."""

from django.contrib.auth.models import AbstractUser
from django.db.models import Q
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from games.models import (
    Appeal,
    Block,
    FormerGuest,
    ModerationAction,
    PlayerNotice,
    Report,
    Sanction,
    SanctionKind,
    Watcher,
)
from games.notices.schedule import schedule_answer
from games.order.cases.handing_over import hand_over_cases
from games.order.chairs import keep_all
from games.order.signs.keeping import move_signs
from games.people.friends import part
from games.people.recipients import readers, written_for
from games.people.standing import Standing, is_kept_away, lock_player, refusal_for, standing_of

LONGEST = 2000
"""Characters."""


def hand_over(*, source: AbstractUser, target: AbstractUser) -> None:
    """Pass on reports, sanctions, notices, blocks, signs and traces of watching."""
    lock_player(target)
    source_id, target_id = source.pk, target.pk
    brought = standing_of(source)
    Report.objects.filter(reporter=source_id).update(reporter=target_id)
    Report.objects.filter(player=source_id).update(player=target_id)
    hand_over_cases(source_id=source_id, target_id=target_id)
    Sanction.objects.filter(player=source_id).update(player=target_id)
    PlayerNotice.objects.filter(user=source_id).update(user=target_id)
    Appeal.objects.filter(user=source_id).update(user=target_id)
    watched = Watcher.objects.filter(user=target_id).values_list("game", flat=True)
    Watcher.objects.filter(user=source_id).exclude(game__in=list(watched)).update(user=target_id)
    for block in Block.objects.filter(blocker=source_id).exclude(blocked=target_id):
        Block.objects.get_or_create(
            blocker_id=target_id,
            blocked_id=block.blocked_id,
            defaults={"created_at": block.created_at},
        )
    for block in Block.objects.filter(blocked=source_id).exclude(blocker=target_id):
        Block.objects.get_or_create(
            blocker_id=block.blocker_id,
            blocked_id=target_id,
            defaults={"created_at": block.created_at},
        )
    for block in Block.objects.filter(Q(blocker=target_id) | Q(blocked=target_id)):
        part(one_id=block.blocker_id, other_id=block.blocked_id)
    move_signs(source_id=source_id, target_id=target_id)
    FormerGuest.objects.filter(user=source_id).update(user=target_id)
    if ModerationAction.objects.filter(player=source_id).exists():
        # The audit log refers to the guest's key and is not rewritten.
        FormerGuest.objects.create(number=source_id, user_id=target_id)
    _keep_away(target, brought)


def _keep_away(target: AbstractUser, brought: list[Standing]) -> None:
    if is_kept_away(target.pk):
        keep_all(user=target)
    with written_for(readers([target.pk])[target.pk]):
        told = [_("What the moderators decided about you as a guest now applies to your account.")]
        told += [refusal_for(one).sentence for one in brought if one.kind != SanctionKind.WARNING]
    if len(told) > 1:
        text = Truncator(" ".join(told)).chars(LONGEST)
        notice = PlayerNotice.objects.create(
            user_id=target.pk, text=text, created_at=timezone.now(), mail_due=True
        )
        schedule_answer(notice, by_mail=False)
