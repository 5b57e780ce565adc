"""What concerns a guest concerns the account that the guest becomes."""

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.utils import timezone, translation
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from games.models import (
    Block,
    FormerGuest,
    ModerationAction,
    PlayerNotice,
    Report,
    Sanction,
    SanctionKind,
    Watcher,
)
from games.order.chairs import keep_all
from games.people.recipients import zones
from games.people.standing import Standing, lock_player, refusal_for, standing_of

LONGEST = 2000
"""So many letters has a notice room for."""


def hand_over(*, source: AbstractUser, target: AbstractUser) -> None:
    """Reports, sanctions, notices, blocks and traces of watching pass to another user.

    Who was kept from playing, as the guest or as the account, is kept from it at all tables now.
    """
    lock_player(target)
    source_id, target_id = source.pk, target.pk
    brought = standing_of(source)
    Report.objects.filter(reporter=source_id).update(reporter=target_id)
    Report.objects.filter(player=source_id).update(player=target_id)
    Sanction.objects.filter(player=source_id).update(player=target_id)
    PlayerNotice.objects.filter(user=source_id).update(user=target_id)
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
    if ModerationAction.objects.filter(player=source_id).exists():
        # The audit log goes by the guest's key and is not written again.
        FormerGuest.objects.create(number=source_id, user_id=target_id)
    _keep_away(target, brought)


def _keep_away(target: AbstractUser, brought: list[Standing]) -> None:
    """Let bots keep the chairs of ``target`` if a ban or a suspension stands.

    What was ``brought`` along, of the guest's, is told; warnings have notices of their own.
    """
    if {SanctionKind.BAN, SanctionKind.SUSPENSION} & {one.kind for one in standing_of(target)}:
        keep_all(user=target)
    zone = zones([target.pk])[target.pk]
    with translation.override(settings.LANGUAGE_CODE), timezone.override(zone):
        told = [_("What the moderators decided about you as a guest goes for your account, too.")]
        told += [refusal_for(one).sentence for one in brought if one.kind != SanctionKind.WARNING]
    if len(told) > 1:
        text = Truncator(" ".join(told)).chars(LONGEST)
        PlayerNotice.objects.create(
            user_id=target.pk, text=text, created_at=timezone.now(), mail_due=True
        )
